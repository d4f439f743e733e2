"""What every board is to the table screen: it gets a table, shows it, and says what its player wishes."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from ys_tui.client.intents import Intent
from ys_tui.client.snapshot import Connection, TableSnapshot
from ys_tui.lines import Line, Lines
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.themes import palette_of

BREADTH: Final = 80
"""Cells that a board takes unless it says otherwise."""


class Board(Widget, can_focus=True):
    """The table of one game: a subclass draws it and turns keys into wishes."""

    least: ClassVar[tuple[int, int]] = (80, 21)
    """The cells it needs, below which a message is shown instead."""

    table: reactive[TableSnapshot | None] = reactive(None, repaint=False)
    word: reactive[str] = reactive("", repaint=False)
    """A word to the player: why a move was refused."""
    marks: reactive[Marks] = reactive(UNICODE)
    link: reactive[Connection] = reactive(Connection.ONLINE, repaint=False)
    """How the link to the host is doing."""

    class Wished(Message):
        """The player wishes something of the client."""

        def __init__(self, intent: Intent) -> None:
            """Carry `intent`."""
            self.intent = intent
            super().__init__()

    class Aimed(Message):
        """What the player is about to do has changed, and with it the keys that work."""

    class Paced(Message):
        """The player has set the speed at which counts are told: it is to be kept for the next table."""

        def __init__(self, pace: str) -> None:
            """Carry the speed's name."""
            self.pace = pace
            super().__init__()

    def __init__(self, pace: str = "") -> None:
        """Show nothing yet; `pace` is the speed that was kept, "" for none."""
        super().__init__()
        self.pace = pace

    def take_pace(self, pace: str) -> None:
        """Tell counts at this speed from now on."""
        self.pace = pace

    @property
    def palette(self) -> Palette:
        """The colours of the theme that is on."""
        return palette_of(self.app.theme_variables)

    @property
    def is_telling(self) -> bool:
        """Whether it still shows step by step what has happened: then the result waits."""
        return False

    @property
    def has_news(self) -> bool:
        """Whether the board itself shows what happened and was said: then the screen need not."""
        return False

    @property
    def is_asking(self) -> bool:
        """Whether it asks the player for a decision that keys make."""
        return False

    @property
    def is_moving(self) -> bool:
        """Whether the arrows have something to choose: letters that stand for them are theirs then."""
        return False

    @property
    def literal(self) -> frozenset[str]:
        """The keys that are the letters of places or answers just now, whatever else they do elsewhere."""
        return frozenset()

    @property
    def breadth(self) -> int:
        """Cells that it takes in the middle of the screen: the bars have their columns there."""
        return BREADTH

    @property
    def unread(self) -> int:
        """How much others have said since the player was last seen to read."""
        return 0

    def fit_to(self, columns: int, rows: int) -> None:
        """Take the layout for a terminal of this size; a board has one unless it says otherwise."""

    @property
    def has_all_keys(self) -> bool:
        """Whether every key is the board's for the moment: the bar tells no others."""
        return False

    # What follows is each board's own. It is not marked abstract, because a screen finds its board by this
    # class, and the type checker lets only concrete classes be asked for.

    def phase(self) -> tuple[str, str]:
        """Return round and phase in words."""
        raise NotImplementedError

    def awaited(self) -> Line:
        """Return who is awaited and for what, on the ground of the bar."""
        raise NotImplementedError

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the board that work now, and what they do."""
        raise NotImplementedError

    def choices(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """Return what can be chosen now: the keys that do it, one after the other, and it in words."""
        return ()

    def chronicle(self, cells: int) -> Lines:
        """Return the journal in words, in lines of at most `cells`."""
        raise NotImplementedError

    def outlook(self, cells: int) -> Lines:
        """Return what would come out now, on a panel, in lines of at most `cells`; nothing if untold."""
        return ()

    def topic(self) -> tuple[str, ...]:
        """Return the paragraphs of the rules that help at this moment; nothing where none is known."""
        return ()

    def aside(self, cells: int) -> Lines:
        """Return what stands below the board, in lines of at most `cells`, before anything else does."""
        return ()

    def until_vote(self) -> str:
        """Return in how long there may be a vote about who is awaited, "" where none is known of."""
        return ""

    def missed(self, cells: int) -> int | None:
        """Return the row of the chronicle, in lines of `cells`, from which on the player skipped it."""
        return None

    def news(self, rows: int, cells: int) -> Lines:
        """Return the latest things that happened or were said, in at most `rows` lines of `cells`."""
        raise NotImplementedError
