"""Questions that stand above a screen: each knows nothing of its asker and ends with one answer."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from protocol.messages import TableInfo
from protocol.text import NAME_LENGTH, clean
from ys_tui.ballots import resignation
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import ConfigError, Solo, check_name
from ys_tui.keyed import as_typed
from ys_tui.keymap import Keymap, Typing
from ys_tui.lines import wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.mentions import named
from ys_tui.screens.frame import Asked, Keys, up_and_down
from ys_tui.tables import table_words
from ys_tui.themes import palette_of
from ys_tui.widgets.bars import KeyBar
from ys_tui.widgets.chatting import ChatLine
from ys_tui.widgets.choices import Choices, broken
from ys_tui.widgets.field import Field

T = TypeVar("T")

_WIDTH: Final = 64
"""Cells of a question, its frame included."""
_FRAME: Final = 8
"""Cells of them beside an answer: the edges, the blank within them, and the mark."""

_UNHEARD: Final = "There is no connection now: the line stays here, to be said once the link is back."

NOT_KEPT: Final = "a game with a seed is not kept"
"""What is said where one leaves a game that can be repeated."""


class Dialog(ModalScreen[T], Generic[T]):
    """What all questions share: a bar with their own keys, and frames that every terminal can show."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("question_mark,f1", "help", show=False),
    ]
    scope: ClassVar[str] = "question"
    """The part of the list of keys that is this question's (`ys_tui.actions`)."""
    topic: ClassVar[str] = "keys"
    """The section of the help that tells of it."""
    DEFAULT_CSS = f"""
    Dialog {{ align: center middle; background: $background 60%; }}
    Dialog Vertical {{ width: {_WIDTH}; max-width: 100%; height: auto; padding: 1 2;
                      background: $surface; border: round $primary; }}
    Dialog Label {{ width: 100%; }}
    Dialog KeyBar {{ width: 100%; dock: bottom; }}
    Dialog.-ascii Vertical {{ border: ascii $primary; }}
    """

    def __init__(self, marks: Marks = UNICODE) -> None:
        """Ask on a terminal that shows these glyphs."""
        super().__init__(classes="-ascii" if marks.ascii else "")
        self.marks = marks

    def compose(self) -> ComposeResult:
        """Yield the question and the bar."""
        with Vertical():
            yield from self.body()
        bar = KeyBar()
        bar.marks = self.marks
        yield bar

    @abstractmethod
    def body(self) -> ComposeResult:
        """Yield the question, and where it is answered."""

    def keys(self) -> Keys:
        """Return the keys that do something here."""
        return (("enter", "go on"), ("esc", "back"))

    def on_resize(self, event: Resize) -> None:
        """Show the keys over the whole width."""
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Draw the bar of keys."""
        palette = palette_of(self.app.theme_variables)
        self.query_one(KeyBar).tell(as_typed(self, self.keys()), palette, self.size.width)

    def typing(self) -> Typing:
        """Return what keys mean here."""
        return Typing(self.scope)

    def offered(self) -> frozenset[str] | None:
        """Return the keys of its own that do something just now: all."""
        return None

    def action_help(self) -> None:
        """Have the help shown where it tells of this."""
        self.post_message(Asked("help"))

    @abstractmethod
    def action_cancel(self) -> None:
        """End with no answer."""


class Ask(Dialog[str]):
    """A question with a list of answers: ends with the key of the one chosen, or "" for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "cancel", show=False)]
    DEFAULT_CSS = """
    Ask Label { margin-bottom: 1; }
    """

    def __init__(self, question: str, answers: Sequence[tuple[str, str]], *, marks: Marks = UNICODE) -> None:
        """Ask `question`; an answer is its key and its words, the first is the one that Enter takes."""
        super().__init__(marks)
        self._question, self._answers = question, tuple(answers)

    def body(self) -> ComposeResult:
        """Yield the question and the answers."""
        yield Label(self._question, markup=False)
        yield Choices(*self._answers, marks=self.marks)

    def on_resize(self, event: Resize) -> None:
        """Break answers that are wider than the frame, so that all their rows stand below each other."""
        cells = min(event.size.width, _WIDTH) - _FRAME
        lines = ((key, broken(wrap((Segment(words),), cells))) for key, words in self._answers)
        self.query_one(Choices).offer(lines)

    def has(self, answer: str) -> bool:
        """Tell whether this is one of the answers."""
        return any(key == answer for key, _ in self._answers)

    def keys(self) -> Keys:
        """Return how to answer."""
        return ((up_and_down(self.marks), "move"), ("enter", "choose"), ("esc", "back"))

    def on_mount(self) -> None:
        """Let the keys go to the answers."""
        self.query_one(Choices).focus()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """End with the answer."""
        self.dismiss(message.option_id or "")

    def action_cancel(self) -> None:
        """End with no answer."""
        self.dismiss("")


def guests(snapshot: Snapshot) -> int:
    """Return how many others are connected to the server, as far as it was shown: bots are none."""
    here = (chair.name for table in snapshot.lobby.tables for chair in table.chairs if chair.here)
    bots = {chair.name for table in snapshot.lobby.tables for chair in table.chairs if chair.bot}
    return len({*snapshot.lobby.people, *here} - bots - {snapshot.name})


def quit_words(others: int | None, kept: str = "") -> str:
    """Return what the answer to quit says; `others` are connected to a server of our own, None without one.

    `kept` says what of the player's lasts.
    """
    if others is None:
        return f"Quit{f'; {kept}' if kept else ''}"
    people = "nobody else is connected" if not others else f"for {others} other{'s' * (others > 1)} too"
    return f"Quit and end your server, {people}{f'; {kept}' if kept else ''}"


def ask_end_server(others: int, marks: Marks, keymap: Keymap) -> Ask:
    """Return the question before a server ends that others are connected to: stay or quit."""
    people = f"{others} other{'s are' if others > 1 else ' is'} connected to your server, which ends with ys."
    again = named("{question:Ctrl+q} once more quits.", keymap)
    return Ask(
        f"{people} Games are kept: they go on when you host again. {again}",
        (("stay", "Stay"), ("quit", quit_words(others))),
        marks=marks,
    )


def ask_leave_table(marks: Marks, others: int | None = None, *, is_kept: bool = True) -> Ask:
    """Return the question before leaving a running game: stay, lobby, quit or resign.

    `others` are connected to a server of our own, None without one: quitting ends it. What has a seed is not
    kept: it waits in the lobby as long as the client runs.
    """
    lasts = "the game goes on and waits for you" if is_kept else "the game waits for you until you quit"
    return Ask(
        "Leave the table?",
        (
            ("stay", "Stay"),
            ("lobby", f"To the lobby; {lasts}"),
            ("quit", quit_words(others, "the game is kept" if is_kept else NOT_KEPT)),
            ("resign", "Resign: leave the game for good"),
        ),
        marks=marks,
    )


def ask_leave_tutorial(marks: Marks) -> Ask:
    """Return the question before leaving the tutorial: stay, the start screen or quit."""
    return Ask(
        "Leave the tutorial? Nothing of it is kept; it can be begun again at any time.",
        (("stay", "Stay"), ("start", "To the start screen"), ("quit", "Quit")),
        marks=marks,
    )


def ask_leave_room(marks: Marks, others: int | None = None) -> Ask:
    """Return the question before leaving a table that has not begun: stay, lobby or quit."""
    return Ask(
        "Leave the table? The game has not begun.",
        (
            ("stay", "Stay"),
            ("lobby", "To the lobby; your chair becomes free"),
            ("quit", quit_words(others)),
        ),
        marks=marks,
    )


def ask_resign(others: Sequence[str], marks: Marks) -> Ask:
    """Return the question before a resignation, with what `others` do then: no or yes."""
    return Ask(
        f"Resign? {resignation(others)}",
        (("no", "No, stay"), ("yes", "Yes, resign")),
        marks=marks,
    )


def ask_leave_server(marks: Marks, others: int | None = None, *, is_kept: bool = True) -> Ask:
    """Return the question before leaving a server: stay, start or quit."""
    lasts = "; your server goes on until you begin something else" * (others is not None)
    return Ask(
        f"Leave this server? {'Running games are kept' if is_kept else NOT_KEPT.capitalize()}.",
        (("stay", "Stay"), ("start", f"To the start screen{lasts}"), ("quit", quit_words(others))),
        marks=marks,
    )


def ask_kept(
    kept: TableInfo, chosen: Solo, game: str, marks: Marks, *, keymap: Keymap, count: int = 1
) -> Ask:
    """Return the question about a game that was left, while a table was `chosen`: go-on or new.

    It is the latest of so many that wait; where there are others, it says where they are listed.
    Enter goes on, unless the table that was chosen is another one: then it is what was asked for last.
    """
    others = [chair.name for chair in kept.chairs if chair.bot]
    left = table_words(kept.game, kept.seats, others, kept.options)
    wanted = table_words(game, len(chosen.bots) + 1, chosen.bots, chosen.options)
    go_on = ("go-on", "Go on with the game that is waiting" if count == 1 else "Go on with the latest")
    waits = f"A game is waiting for you: {left}."
    if count > 1:
        waits = f"{count} games are waiting for you, the latest: {left}. "
        waits += named("The lobby lists all of them: {table:q} at the table, then To the lobby.", keymap)
    new = ("new", f"Begin the table just chosen: {wanted}")
    is_same = (len(chosen.bots) + 1, tuple(chosen.options)) == (kept.seats, kept.options)
    return Ask(waits, (go_on, new) if is_same else (new, go_on), marks=marks)


def ask_server_gone(word: str, marks: Marks, *, is_kept: bool = True) -> Ask:
    """Return the question when our own server has failed, as `word` says: again, stay or quit."""
    leaves = quit_words(None, "the game is kept" if is_kept else NOT_KEPT)
    answers = (("again", "Start the server once more"), ("stay", "Stay"), ("quit", leaves))
    return Ask(word, answers, marks=marks)


class Refusing(Dialog[str]):
    """What questions for a word share: a line of class `refused` says why one is, and the question stays."""

    DEFAULT_CSS = """
    Refusing .refused { color: $error; display: none; }
    Refusing.-refused .refused { display: block; }
    """

    def refuse(self, words: str) -> None:
        """Say why what was typed is refused."""
        self.add_class("-refused")
        self.query_one(".refused", Label).update(words)


class Naming(Refusing):
    """What questions for a name share: they say why a name is refused."""

    def takes(self, name: str, before: str) -> bool:
        """Tell whether `name` is one to be called by, and say why not; what it was `before` stays allowed."""
        try:
            check_name(name, before)
        except ConfigError as error:
            self.refuse(str(error))
            return False
        return True


class Welcome(Naming):
    """The first start: tells of the identity and asks for a name, unless it was said; ends with one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "cancel", show=False)]
    DEFAULT_CSS = """
    Welcome Label { margin-bottom: 1; }
    """

    def __init__(self, word: str, name: str, *, is_said: bool = False, marks: Marks = UNICODE) -> None:
        """Say `word` and propose `name`; one that the command line has said is not asked for."""
        super().__init__(marks)
        self._word, self._proposed, self._is_said = word, name, is_said

    def body(self) -> ComposeResult:
        """Yield the word and the name."""
        if self._is_said:
            yield Label(f"Welcome to Ys, {self._proposed}.", markup=False)
        else:
            yield Label("Welcome to Ys. What is your name? Others see it at the table.", markup=False)
            yield Field(self._proposed, max_length=NAME_LENGTH)
            yield Label(markup=False, classes="refused")
        yield Label(self._word, markup=False)

    def keys(self) -> Keys:
        """Return the keys: there is no way back."""
        return (("enter", "go on"), ("ctrl+q", "quit"))

    def on_mount(self) -> None:
        """Let the keys go to the name."""
        for line in self.query(Input):
            line.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with the name typed, or with the one proposed."""
        if self.takes(message.value, self._proposed):
            self.dismiss(clean(message.value, NAME_LENGTH) or self._proposed)

    def action_cancel(self) -> None:
        """End with the name proposed."""
        self.dismiss(self._proposed)


class Say(Dialog[str]):
    """Asks for one line of chat; ends with it, or "". While nobody could hear it the line stays."""

    DEFAULT_CSS = """
    Say { align: center bottom; background: $background 30%; }
    Say Vertical { width: 80; padding: 0 1; }
    Say #told { color: $foreground-muted; display: none; }
    Say.-told #told { display: block; }
    """

    def __init__(
        self, marks: Marks = UNICODE, *, whom: str = "the table", is_heard: Callable[[], bool] = lambda: True
    ) -> None:
        """Ask what to say to `whom`; `is_heard` tells whether there is a way to them now."""
        super().__init__(marks)
        self._whom, self._is_heard = whom, is_heard

    def body(self) -> ComposeResult:
        """Yield the line."""
        yield Label(f"Say to {self._whom}:", markup=False)
        yield ChatLine()
        yield Label(markup=False, id="told")

    def keys(self) -> Keys:
        """Return how to say it."""
        return (("enter", "say it"), ("esc", "say nothing"))

    def on_mount(self) -> None:
        """Let the keys go to the line."""
        self.query_one(Input).focus()

    def on_chat_line_pasted(self, message: ChatLine.Pasted) -> None:
        """Say what was done to what was pasted."""
        self._tell(message.word)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with the line, or keep it where there is no way for it."""
        if message.value.strip() and not self._is_heard():
            self._tell(_UNHEARD)
        else:
            self.dismiss(message.value)

    def _tell(self, word: str) -> None:
        self.add_class("-told")
        self.query_one("#told", Label).update(word)

    def action_cancel(self) -> None:
        """End with nothing said."""
        self.dismiss("")
