"""Questions that stand above a screen: each knows nothing of its asker and ends with one answer."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from protocol.text import TITLE_LENGTH
from ys_tui.widgets.choices import Choices


class Ask(ModalScreen[str]):
    """A question with a list of answers: ends with the key of the one chosen, or "" for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "answer('')", show=False)]
    DEFAULT_CSS = """
    Ask { align: center middle; background: $background 60%; }
    Ask Vertical { width: 64; max-width: 100%; height: auto; padding: 1 2;
                   background: $surface; border: round $primary; }
    Ask Label { width: 100%; margin-bottom: 1; }
    """

    def __init__(self, question: str, answers: Sequence[tuple[str, str]]) -> None:
        """Ask `question`; an answer is its key and its words, the first is the one that Enter takes."""
        super().__init__()
        self._question, self._answers = question, tuple(answers)

    def compose(self) -> ComposeResult:
        """Yield the question and the answers."""
        with Vertical():
            yield Label(self._question, markup=False)
            yield Choices(*self._answers)

    def on_mount(self) -> None:
        """Let the keys go to the answers."""
        self.query_one(Choices).focus()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """End with the answer."""
        self.dismiss(message.option_id or "")

    def action_answer(self, answer: str) -> None:
        """End with `answer`."""
        self.dismiss(answer)


def ask_leave_table() -> Ask:
    """Return the question before leaving a running game: stay, lobby, quit or resign."""
    return Ask(
        "Leave the table?",
        (
            ("stay", "Stay"),
            ("lobby", "To the lobby; the game goes on and waits for you"),
            ("quit", "Quit; the game is kept"),
            ("resign", "Resign: leave the game for good"),
        ),
    )


def ask_resign() -> Ask:
    """Return the question before a resignation: no or yes."""
    return Ask("Resign? The others play on without you.", (("no", "No, stay"), ("yes", "Yes, resign")))


def ask_leave_server() -> Ask:
    """Return the question before leaving a server: stay, start or quit."""
    return Ask(
        "Leave this server? Running games are kept.",
        (("stay", "Stay"), ("start", "To the start screen"), ("quit", "Quit")),
    )


def ask_kept() -> Ask:
    """Return the question about a game that was left: go-on or new."""
    return Ask(
        "A game is waiting for you.",
        (("go-on", "Go on with the game that was left"), ("new", "Begin a new game")),
    )


class NewTable(ModalScreen["tuple[str, int] | None"]):
    """Asks what a new table is called and for how many it is; ends with both, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]
    DEFAULT_CSS = """
    NewTable { align: center middle; background: $background 60%; }
    NewTable Vertical { width: 56; max-width: 100%; height: auto; padding: 1 2;
                        background: $surface; border: round $primary; }
    NewTable Label { width: 100%; }
    NewTable .keys { color: $foreground-muted; margin-top: 1; }
    """

    def __init__(self, title: str, seats: Sequence[int]) -> None:
        """Propose `title`; the table may have one of these numbers of seats."""
        super().__init__()
        self._title, self._seats = title, tuple(seats)

    def compose(self) -> ComposeResult:
        """Yield the title, and the numbers of seats when there is a choice."""
        with Vertical():
            yield Label("What is the new table called?", markup=False)
            yield Input(self._title, max_length=TITLE_LENGTH)
            if len(self._seats) > 1:
                yield Label("For how many?", markup=False)
                yield Choices(*((str(seats), f"{seats} seats") for seats in self._seats))
            yield Label("Enter opens it, Esc goes back.", classes="keys", markup=False)

    def on_mount(self) -> None:
        """Let the keys go to the title."""
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Go on to the seats, or end."""
        lists = self.query(Choices)
        if lists:
            lists.first().focus()
        else:
            self.dismiss((message.value, self._seats[0]))

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """End with title and seats."""
        self.dismiss((self.query_one(Input).value, int(message.option_id or self._seats[0])))

    def action_cancel(self) -> None:
        """End without a table."""
        self.dismiss(None)


class Say(ModalScreen[str]):
    """Asks for one line of chat; ends with it, or ""."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]
    DEFAULT_CSS = """
    Say { align: center bottom; background: $background 30%; }
    Say Input { width: 80; max-width: 100%; }
    """

    def compose(self) -> ComposeResult:
        """Yield the line."""
        yield Input(placeholder="Say something to the table; Enter sends it, Esc does not", max_length=300)

    def on_mount(self) -> None:
        """Let the keys go to the line."""
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with the line."""
        self.dismiss(message.value)

    def action_cancel(self) -> None:
        """End with nothing said."""
        self.dismiss("")
