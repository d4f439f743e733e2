"""The questions that are forms: a new table on a server, and one alone against bots."""

from collections.abc import Iterator
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Input, Label

from protocol.games import GAMES
from protocol.text import TITLE_LENGTH
from ys_tui.client.intents import OpenTable
from ys_tui.config import GAME, Solo
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.dialogs import Dialog
from ys_tui.screens.frame import Keys, up_and_down
from ys_tui.tables import NO_CLOCK, TableOrder, alone
from ys_tui.widgets.field import Field
from ys_tui.widgets.form import TableForm

T = TypeVar("T")

_ROOM: Final = 25
"""Rows from which on the form has blank lines."""


class _Form(Dialog[T], Generic[T]):
    """A question with the form for a table in it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "focus_form", show=False)]
    DEFAULT_CSS = """
    _Form Vertical { width: 76; }
    _Form TableForm { width: 100%; margin-top: 1; }
    _Form.-short Vertical { padding: 0 2; }
    _Form.-short TableForm { margin-top: 0; }
    """

    topic = "tables"
    go: ClassVar[str]
    """What sending the form does."""
    enter: ClassVar[str]
    """The same for the bar, in a word or two."""

    def __init__(self, order: TableOrder, *, marks: Marks = UNICODE) -> None:
        """Propose `order`."""
        super().__init__(marks)
        self._order = order

    def body(self) -> ComposeResult:
        """Yield what stands above the form, and the form."""
        yield from self.above()
        yield TableForm(GAMES[GAME], self._order, self.go, marks=self.marks)

    def above(self) -> Iterator[Widget]:
        """Yield what is asked before the table."""
        yield from ()

    def keys(self) -> Keys:
        """Return how to fill it in: an arrow leads to the form from above it."""
        last = (("enter", self.enter), ("esc", "back"))
        if isinstance(self.focused, Input):
            down = "down" if self.marks.ascii else "↓"
            return ((down, "seats, options, clock, door"), *last, ("f1", "help"))
        return ((up_and_down(self.marks), "move"), ("space", "change"), *last, ("?", "help"))

    def on_mount(self) -> None:
        """Let the keys go to the first thing asked."""
        self.query("Input, TableForm").first().focus()

    def on_resize(self, event: Resize) -> None:
        """Leave blank lines out where there is no room for them."""
        is_short = event.size.height < _ROOM
        self.set_class(is_short, "-short")
        self.query_one(TableForm).is_short = is_short
        super().on_resize(event)

    def on_descendant_focus(self) -> None:
        """Show the keys that work there."""
        self.refresh_keys()

    def action_focus_form(self) -> None:
        """Let the keys go to the form."""
        self.query_one(TableForm).focus()


class NewTable(_Form["OpenTable | None"]):
    """Asks what a new table is called and what it plays; ends with both, or None."""

    go, enter = "Open the table", "open it"

    def __init__(self, title: str, order: TableOrder | None = None, *, marks: Marks = UNICODE) -> None:
        """Propose `title` and `order`, without one a table for as many as can play."""
        super().__init__(order or TableOrder(max(GAMES[GAME].tables), clock=NO_CLOCK.key), marks=marks)
        self._title = title

    def above(self) -> Iterator[Widget]:
        """Yield the title."""
        yield Label("What is the new table called?", markup=False)
        yield Field(self._title, max_length=TITLE_LENGTH)

    def on_input_submitted(self) -> None:
        """End with the table as the form has it."""
        self._end(self.query_one(TableForm).order)

    def on_table_form_sent(self, message: TableForm.Sent) -> None:
        """End with the table."""
        self._end(message.order)

    def action_cancel(self) -> None:
        """End without a table."""
        self.dismiss(None)

    def again(self) -> "NewTable":
        """Return the same question with all that was filled in."""
        return NewTable(self._title, self._order, marks=self.marks)

    def _end(self, order: TableOrder) -> None:
        options = order.options(GAMES[GAME])
        title = self.query_one(Input).value
        self._title, self._order = title, order
        self.dismiss(OpenTable(GAME, order.seats, options, title, order.clock, order.door))


class NewSolo(_Form["Solo | None"]):
    """Asks for bots and options of a game alone; ends with them, or None."""

    go, enter = "Begin the game", "begin"

    def __init__(self, before: Solo, *, marks: Marks = UNICODE) -> None:
        """Propose what was played before."""
        super().__init__(alone(GAMES[GAME], before.bots, before.options), marks=marks)

    def above(self) -> Iterator[Widget]:
        """Yield what this is about."""
        yield Label("Alone against bots: you take one of the seats.", markup=False)

    def on_table_form_sent(self, message: TableForm.Sent) -> None:
        """End with the plan."""
        order = message.order
        self.dismiss(Solo(order.bots, options=order.options(GAMES[GAME])))

    def action_cancel(self) -> None:
        """End without a plan."""
        self.dismiss(None)
