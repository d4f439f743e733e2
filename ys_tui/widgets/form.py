"""The form for a table: seats, options and bots, all from the game's data; a possible table comes out.

What a row shows and what a key does to it are pure functions of the order; the widget only moves the cursor.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from protocol.game import Game, Option
from ys_tui.lines import Line, Lines, fit, style, wrap
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.tables import TableOrder
from ys_tui.widgets.region import Region

V = TypeVar("V", int, str)

_LABEL: Final = 10
"""Cells of what stands before the values of a row."""
_MARK: Final = 2
"""Cells of the mark at the cursor."""
_TOLD: Final = 3
"""Lines kept below the rows for a sentence about the one at the cursor, so that nothing jumps."""


class Row(Struct, frozen=True):
    """One line of the form that the cursor can be at."""

    group: str
    """Rows of different groups have a blank line between them where there is room."""

    @abstractmethod
    def shown(self, order: TableOrder, palette: Palette, ground: str) -> Line:
        """Return its line on `ground`, without the mark."""

    @abstractmethod
    def told(self, order: TableOrder) -> str:
        """Return the sentence about it, "" if there is nothing to say."""

    def turned(self, order: TableOrder, by: int) -> TableOrder:
        """Return the order after a step of its value to the right (1) or to the left (-1)."""
        return order

    def pointed(self, order: TableOrder, column: int) -> TableOrder:
        """Return the order after a click on that column of its line."""
        return self.turned(order, 1)


class _Pick(Row, Generic[V], frozen=True):
    """A row with all the values it can have, one of them chosen."""

    label: str
    values: tuple[V, ...]

    @abstractmethod
    def value(self, order: TableOrder) -> V:
        """Return the value chosen."""

    @abstractmethod
    def given(self, order: TableOrder, value: V) -> TableOrder:
        """Return the order with another value chosen."""

    def shown(self, order: TableOrder, palette: Palette, ground: str) -> Line:
        """Return label and values; the one chosen stands in brackets, so that no colour is needed."""
        text = style(palette.text, ground)
        lit = style(palette.key, ground, bold=True)
        line = [Segment(self.label.ljust(_LABEL), text)]
        for value in self.values:
            is_chosen = value == self.value(order)
            line.append(Segment(f"[{value}]" if is_chosen else f" {value} ", lit if is_chosen else text))
        return tuple(line)

    def turned(self, order: TableOrder, by: int) -> TableOrder:
        """Return the order with the next value, or the one before; they go round."""
        place = self.values.index(self.value(order)) + by
        return self.given(order, self.values[place % len(self.values)])

    def pointed(self, order: TableOrder, column: int) -> TableOrder:
        """Return the order with the value at that column; besides them the order as it was."""
        end = _LABEL
        for value in self.values:
            start, end = end, end + len(f"[{value}]")
            if start <= column < end:
                return self.given(order, value)
        return order


class Seats(_Pick[int], frozen=True):
    """How many sit at the table."""

    special: tuple[str, ...]
    """What is special with each of the values."""

    def value(self, order: TableOrder) -> int:
        """Return the number of seats."""
        return order.seats

    def given(self, order: TableOrder, value: int) -> TableOrder:
        """Return the order with so many seats."""
        return replace(order, seats=value)

    def told(self, order: TableOrder) -> str:
        """Return what is special with so many."""
        return self.special[self.values.index(order.seats)]


class Bot(_Pick[str], frozen=True):
    """The level of one bot."""

    number: int

    def value(self, order: TableOrder) -> str:
        """Return its level."""
        return order.levels[self.number]

    def given(self, order: TableOrder, value: str) -> TableOrder:
        """Return the order with another level for it."""
        levels = order.levels
        return replace(order, levels=(*levels[: self.number], value, *levels[self.number + 1 :]))

    def told(self, order: TableOrder) -> str:
        """Return nothing: a level is a word that speaks for itself."""
        return ""


class Toggle(Row, frozen=True):
    """An option, chosen or not; where it is impossible it says why and stays as it is."""

    option: Option

    def shown(self, order: TableOrder, palette: Palette, ground: str) -> Line:
        """Return box and title; of an impossible one the reason, too."""
        title = self.option.title
        if order.seats not in self.option.seats:
            dim = style(palette.dim, ground)
            return (Segment(f" -  {title}  {self.option.otherwise}", dim),)
        if self.option.key in order.wanted:
            return (Segment(f"[x] {title}", style(palette.key, ground, bold=True)),)
        return (Segment(f"[ ] {title}", style(palette.text, ground)),)

    def told(self, order: TableOrder) -> str:
        """Return what it changes, or why it is impossible."""
        is_possible = order.seats in self.option.seats
        return self.option.text if is_possible else f"Not available: {self.option.otherwise}"

    def turned(self, order: TableOrder, by: int) -> TableOrder:
        """Return the order with the option chosen if it was not, and the other way round."""
        key = self.option.key
        if order.seats not in self.option.seats:
            return order
        kept = tuple(other for other in order.wanted if other != key)
        return replace(order, wanted=kept if key in order.wanted else (*kept, key))


class Go(Row, frozen=True):
    """The line that ends the form for who has only a mouse; the key Enter does it anywhere."""

    words: str

    def shown(self, order: TableOrder, palette: Palette, ground: str) -> Line:
        """Return its words."""
        return (Segment(self.words, style(palette.bright, ground, bold=True)),)

    def told(self, order: TableOrder) -> str:
        """Return nothing."""
        return ""


def rows(game: Game[Any], order: TableOrder, go: str) -> tuple[Row, ...]:
    """Return the rows of a form for `order`: with bots when it has levels of any."""
    seats, levels = tuple(game.tables), tuple(game.bots)
    return (
        Seats("seats", "Seats", seats, tuple(game.tables.values())),
        *(Toggle("options", option) for option in game.options),
        *(Bot("bots", f"Bot {number + 1}", levels, number) for number in range(len(order.bots))),
        Go("go", go),
    )


def sheet(form: Sequence[Row], *, is_short: bool) -> tuple[Row | None, ...]:
    """Return the rows as they stand below each other, None for a blank line between two groups."""
    lines: list[Row | None] = []
    for row in form:
        before = lines[-1] if lines else None
        if before is not None and before.group != row.group and not is_short:
            lines.append(None)
        lines.append(row)
    return tuple(lines)


class TableForm(Region, can_focus=True):
    """The form: arrows move and change, space changes, Enter sends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("space", "press", show=False),
        Binding("enter", "send", show=False),
    ]

    order: reactive[TableOrder] = reactive(TableOrder(0))
    cursor: reactive[int] = reactive(0)
    is_short: reactive[bool] = reactive(default=False)
    """Whether there is no room for blank lines."""

    class Sent(Message):
        """The player is done: this table."""

        def __init__(self, order: TableOrder) -> None:
            """Carry `order`."""
            super().__init__()
            self.order = order

    def __init__(self, game: Game[Any], order: TableOrder, go: str, *, marks: Marks = UNICODE) -> None:
        """Begin with `order`; `go` says what sending it does."""
        super().__init__()
        self._game, self._go = game, go
        self.set_reactive(Region.marks, marks)
        self.set_reactive(TableForm.order, order)

    def on_mount(self) -> None:
        """Draw."""
        self._draw()

    def watch_order(self) -> None:
        """Draw."""
        self._draw()

    def watch_cursor(self) -> None:
        """Draw."""
        self._draw()

    def watch_is_short(self) -> None:
        """Draw."""
        self._draw()

    def on_resize(self) -> None:
        """Draw as wide as there is room."""
        self._draw()

    def on_focus(self) -> None:
        """Show where the cursor is."""
        self._draw()

    def on_blur(self) -> None:
        """Show no cursor: the keys go elsewhere."""
        self._draw()

    def on_click(self, event: Click) -> None:
        """Do what a key would do at the row that was clicked."""
        lines = self._sheet
        row = lines[event.y] if event.y < len(lines) else None
        if row is None:
            return
        self.cursor = self._rows.index(row)
        self._act(row, row.pointed(self.order, event.x - _MARK))

    def action_move(self, by: int) -> None:
        """Move the cursor; above the first row the keys go to what stands there."""
        if self.cursor + by < 0:
            self.screen.focus_previous()
        self.cursor = min(max(self.cursor + by, 0), len(self._rows) - 1)

    def action_turn(self, by: int) -> None:
        """Change what the row at the cursor stands for."""
        self.order = self._rows[self.cursor].turned(self.order, by)

    def action_press(self) -> None:
        """Do what the row at the cursor is there for."""
        row = self._rows[self.cursor]
        self._act(row, row.turned(self.order, 1))

    def action_send(self) -> None:
        """Say that this is the table."""
        self.post_message(self.Sent(self.order))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows, and what is kept for the sentence below them."""
        return len(self._sheet) + _TOLD + (not self.is_short)

    def _act(self, row: Row, order: TableOrder) -> None:
        if isinstance(row, Go):
            self.action_send()
        else:
            self.order = order

    @property
    def _rows(self) -> tuple[Row, ...]:
        return rows(self._game, self.order, self._go)

    @property
    def _sheet(self) -> tuple[Row | None, ...]:
        return sheet(self._rows, is_short=self.is_short)

    def _draw(self) -> None:
        cells = self.size.width
        if not cells:
            return
        at = self._rows[self.cursor] if self.has_focus else None
        ground = style(self.palette.text, self.palette.panel)
        lines = (_line(row, self.order, self.palette, cells, is_here=row == at) for row in self._sheet)
        self.lines = (*lines, *(fit(line, cells, ground) for line in self._told(cells)))

    def _told(self, cells: int) -> Lines:
        """Return the sentence about the row at the cursor in as many lines as are kept for it."""
        words = self._rows[self.cursor].told(self.order)
        said = (Segment(words, style(self.palette.label, self.palette.panel)),)
        lines = wrap(said, cells) if words else ()
        blank = () if self.is_short else ((),)
        return (*blank, *lines, *((),) * (_TOLD - len(lines)))


def _line(row: Row | None, order: TableOrder, palette: Palette, cells: int, *, is_here: bool) -> Line:
    if row is None:
        return fit((), cells, style(palette.text, palette.panel))
    ground = palette.row if is_here else palette.panel
    mark = Segment("▸ " if is_here else " " * _MARK, style(palette.key, ground, bold=True))
    return fit((mark, *row.shown(order, palette, ground)), cells, style(palette.text, ground))
