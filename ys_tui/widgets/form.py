"""The form for a table, from the game's data: the widget moves the cursor, `ys_tui.forms` does the rest."""

from typing import Any, ClassVar, Final

from msgspec.structs import replace
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from protocol.clocks import CLOCKS
from protocol.game import Game
from ys_tui.forms import Go, Row, rows, sheet
from ys_tui.lines import Line, Lines, fit, style, wrap
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.tables import TableOrder
from ys_tui.widgets.region import Region

_MARK: Final = 2
"""Cells of the mark at the cursor."""
_LONGEST: Final = tuple(CLOCKS)[-1]
"""The clock with which a table can choose most."""
_TOLD: Final = 3
"""Lines kept below the rows for a sentence about the one at the cursor, so that nothing jumps."""


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

    order: reactive[TableOrder] = reactive(TableOrder(0), repaint=False)
    cursor: reactive[int] = reactive(0, repaint=False)
    is_short: reactive[bool] = reactive(default=False, repaint=False)
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

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Show where the cursor is; none while the keys go elsewhere."""
        super().watch_has_focus(_has_focus)
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
        """Return the most rows there can be, and what is kept for the sentence below: nothing jumps."""
        clock = _LONGEST if self.order.clock else ""
        most = replace(self.order, seats=max(self._game.tables), clock=clock)
        form = sheet(rows(self._game, most, self._go), is_short=self.is_short)
        return len(form) + _TOLD + (not self.is_short)

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
        drawn = (*lines, *(fit(line, cells, ground) for line in self._told(cells)))
        self.lines = (*drawn, *(fit((), cells, ground),) * (self.size.height - len(drawn)))

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
