"""Keys and rules, as text to scroll through."""

from collections.abc import Sequence
from importlib import resources
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from protocol.game import Game, options_of
from protocol.games import GAMES
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import GAME
from ys_tui.games.boards import LEGENDS
from ys_tui.looks import UNICODE, Marks, ascii_twin
from ys_tui.screens.frame import Framed, Keys, up_and_down
from ys_tui.tables import chosen, kind, special

_KEYS: Final = """\
KEYS
  The bar at the bottom lists the keys that work at that moment.

Everywhere
  ?, F1    this help              Esc, q   back, or leave after asking
  arrows   move                   ctrl+c   as q
  Enter    do what is marked      ctrl+q   quit; games are kept
  ctrl+t   other colours: dark, light, high contrast, colour-blind

At the table
  What you have chosen is a draft: Enter sends it, u takes it back.
  l        the journal: what happened, and why
  w        if it were counted now, from all that you know
  t        say something          r        the result, after the end
  i        who is who: words to read aloud, so that everybody knows
           who plays and that all are shown the same game
  v        when somebody keeps the table waiting: vote to wait, for a
           bot, to go on without them, or to end the game
  P        vote for a pause, or to play on
  c        come back to a seat that was given up or that a bot holds
  m        hear somebody no more, or again

After the end
  m        play again with the same people, the chairs rotated by one

In the lobby
  Enter    sit down, come back    w        look in
  n        new table              c        type an invite code
  f        which tables to show   o        in which order
  /        find by title or name  t        say something to all
  m        mute, or hear again    N        another name

Before a game begins
  b, r     the host adds a bot, greedy or random
  s        the host starts        d        sit down
  y        ready, or not yet      t        say something
  k        the host puts out      h        hands the host's part on
  x        the host swaps chairs  i        who is who

Start screen
  s        play alone             o        alone at another table: seats,
  n        your name                       bots and options
  h        host: others join      j        join a server

New table
  up, down move                   space    change the line at the mark
  left, right                     Enter    open it, or begin
           change by one

"""


class HelpScreen(Framed):
    """How to read the screen, the keys, what tables play, and the rules as its package has them."""

    scope = "help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "ask('back')", show=False),
        Binding("space", "page", show=False),
        Binding("n", "section('now')", show=False),
        Binding("s", "section('legend')", show=False),
        Binding("k", "section('keys')", show=False),
        Binding("t", "section('tables')", show=False),
        Binding("r", "section('rules')", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen Static { width: 100%; height: auto; }
    HelpScreen .body { padding: 1 0 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        marks: Marks = UNICODE,
        invitation: str = "",
        topic: Sequence[str] = (),
        start: str = "",
    ) -> None:
        """Show the help, with the paragraphs on the moment before all else, from the section `start` on."""
        super().__init__(snapshot, marks=marks, invitation=invitation)
        self._topic, self._start = tuple(topic), start

    def body(self) -> ComposeResult:
        """Yield the text."""
        table = self.snapshot.table
        game = GAME if table is None else table.setup.game
        with VerticalScroll(classes="body"):
            if self._topic:
                yield self._static("\n\n".join(("AT THIS MOMENT", *self._topic)) + "\n", "now")
            yield self._static(
                "\n".join(LEGENDS[game](self.marks, None if table is None else table.setup)) + "\n", "legend"
            )
            yield self._static((f"{self.invitation}\n\n" if self.invitation else "") + _KEYS, "keys")
            yield self._static(self._tables(game), "tables")
            yield self._static(rules(game), "rules")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()
        if self._start:
            self.call_after_refresh(self.action_section, self._start)

    def heading(self) -> str:
        """Return what this is."""
        return "help"

    def keys(self) -> Keys:
        """Return how to move."""
        now = (("n", "now"),) if self._topic else ()
        sections = (*now, ("s", "the screen"), ("k", "keys"), ("t", "tables"), ("r", "rules"))
        return ((up_and_down(self.marks), "scroll"), ("space", "page"), *sections, ("esc", "back"))

    def show(self) -> None:
        """Show nothing new: the text stays."""

    def action_page(self) -> None:
        """Scroll on by what is seen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_section(self, name: str) -> None:
        """Scroll to a section, if there is one of that name."""
        for section in self.query(f"#{name}"):
            self.query_one(VerticalScroll).scroll_to_widget(section, top=True, animate=False)

    def _tables(self, game: str) -> str:
        """Return what the player's table plays, if there is one, and what any table may play."""
        table = self.snapshot.table
        own = () if table is None else this_table(game, len(table.setup.seats), table.setup.options)
        return "\n\n".join((*own, *manual(GAMES[game]))) + "\n\n"

    def _static(self, text: str, name: str) -> Static:
        return Static(ascii_twin(text) if self.marks.ascii else text, id=name, markup=False)


def rules(game: str) -> str:
    """Return the rules of a game as plain text, each paragraph on one line that the screen wraps."""
    text = resources.files(f"protocol.games.{game}").joinpath("rules.md").read_text(encoding="utf-8")
    return "\n\n".join(map(_paragraph, text.replace("**", "").strip().split("\n\n")))


def manual(game: Game[Any]) -> tuple[str, ...]:
    """Return the paragraphs that tell for how many a game is, and what a table may choose."""
    seats = (_item(f"For {seats}", text) for seats, text in game.tables.items())
    options = (
        _item(option.title, " ".join(filter(None, (option.text, option.otherwise))))
        for option in options_of(game)
    )
    return ("TABLES", *seats, *options)


def this_table(game: str, seats: int, options: Sequence[str]) -> tuple[str, ...]:
    """Return the paragraphs that tell what one table plays."""
    played = (_item(option.title, option.text) for option in chosen(game, options))
    return ("THIS TABLE", _item(kind(game, seats), special(game, seats)), *played)


def _item(head: str, text: str) -> str:
    return f"{head}: {text}" if text else head


def _paragraph(text: str) -> str:
    is_listed = text.startswith(("|", "-", " "))
    return text if is_listed else " ".join(text.split()).lstrip("# ")
