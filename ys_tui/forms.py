"""The rows of the form for a table: what each shows, and what a key or click makes of the order. All pure."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment

from protocol.clocks import CLOCKS
from protocol.game import TABLE_OPTIONS, Game, Option
from ys_tui.lines import Line, style
from ys_tui.looks import Palette
from ys_tui.tables import DOORS, TableOrder

V = TypeVar("V", int, str)

_LABEL: Final = 10
"""Cells of what stands before the values of a row."""


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


class Timed(_Pick[str], frozen=True):
    """The clock; there are too many for a line, so only the one chosen is shown."""

    def value(self, order: TableOrder) -> str:
        """Return its key."""
        return order.clock

    def given(self, order: TableOrder, value: str) -> TableOrder:
        """Return the order with another clock."""
        return replace(order, clock=value)

    def shown(self, order: TableOrder, palette: Palette, ground: str) -> Line:
        """Return label and clock, and that there are others to both sides."""
        text, lit = style(palette.text, ground), style(palette.key, ground, bold=True)
        return (
            Segment(self.label.ljust(_LABEL), text),
            Segment("‹", text),
            Segment(f"[{CLOCKS[order.clock].title}]", lit),
            Segment("›", text),
        )

    def told(self, order: TableOrder) -> str:
        """Return what it does."""
        return CLOCKS[order.clock].text

    def pointed(self, order: TableOrder, column: int) -> TableOrder:
        """Return the order with the clock before for a click on the left sign, else with the next."""
        return self.turned(order, -1 if column <= _LABEL else 1)


class Door(_Pick[str], frozen=True):
    """Who may come in."""

    def value(self, order: TableOrder) -> str:
        """Return the title of the door."""
        return DOORS[order.door].title

    def given(self, order: TableOrder, value: str) -> TableOrder:
        """Return the order with another door."""
        return replace(order, door=next(door.key for door in DOORS.values() if door.title == value))

    def told(self, order: TableOrder) -> str:
        """Return what it means."""
        return DOORS[order.door].text


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
        if obstacle := order.obstacle(self.option):
            dim = style(palette.dim, ground)
            return (Segment(f" -  {title}  {obstacle}", dim),)
        if self.option.key in order.wanted:
            return (Segment(f"[x] {title}", style(palette.key, ground, bold=True)),)
        return (Segment(f"[ ] {title}", style(palette.text, ground)),)

    def told(self, order: TableOrder) -> str:
        """Return what it changes, or why it is impossible."""
        obstacle = order.obstacle(self.option)
        return f"Not available: {obstacle}" if obstacle else self.option.text

    def turned(self, order: TableOrder, by: int) -> TableOrder:
        """Return the order with the option chosen if it was not, and the other way round."""
        key = self.option.key
        if order.obstacle(self.option):
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
    """Return the rows of a form for `order`: with bots when it has levels of any, clock and door if asked."""
    people: tuple[Row, ...] = (
        Timed("people", "Clock", tuple(CLOCKS)),
        *(Toggle("people", option) for option in TABLE_OPTIONS if not order.obstacle(option)),
        Door("people", "Door", tuple(door.title for door in DOORS.values())),
    )
    seats, levels = tuple(game.tables), tuple(game.bots)
    return (
        Seats("seats", "Seats", seats, tuple(game.tables.values())),
        *(Toggle("options", option) for option in game.options),
        *(people if order.clock else ()),
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
