"""What stands at a cell of a region: a place, a neighborhood, a player, "" for nothing. Pure."""

from itertools import islice

from protocol.games.ys.board import COLOURS, LINES, NEIGHBORHOODS, RINGS, Spot
from protocol.games.ys.layout import Layout
from protocol.games.ys.state import State
from ys_tui.games.ys.draw_market import COLUMN, STRIDE
from ys_tui.games.ys.draw_players import columns, seat_rows
from ys_tui.games.ys.things import GATE, LINE, ORDER, OWNED, PRICE, SEAT, TIE

_BLOCK = 5
"""Rows from one neighborhood to the one below it."""
_ORDER = 3
"""Cells of a player's row before its glyph: the order card."""
_GATE_SIZE = (16, 2)
"""Cells and rows of a gate in a corner of the round city."""


def in_city(x: int, y: int, width: int, fixed: Layout) -> str:
    """Return what stands at a cell of the four neighborhoods."""
    half = (width - 1) // 2
    number = 1 + (x > half) + 2 * (y >= _BLOCK)
    row = y % _BLOCK
    if row > len(RINGS) or x == half or number not in fixed.neighborhoods:
        return ""
    return f"{RINGS[row - 1]}-{number}" if row else f"{GATE}{number}"


def in_round_city(x: int, y: int, room: tuple[int, int], fixed: Layout) -> str:
    """Return what stands at a cell of the round city."""
    from ys_tui.games.ys.disc import half_of, size, spot_at  # noqa: PLC0415  # on large terminals alone

    half = half_of(*room)
    columns, rows = size(half)
    if x >= columns or y >= rows:
        return ""
    number = 1 + (x >= columns // 2) + 2 * (y >= rows // 2)
    if number not in fixed.neighborhoods:
        return ""
    far_x = x if number % 2 else columns - 1 - x
    far_y = y if number in NEIGHBORHOODS[:2] else rows - 1 - y
    if far_x < _GATE_SIZE[0] and far_y < _GATE_SIZE[1]:
        return f"{GATE}{number}"
    return spot_at(half, x, y) or ""


def in_market(x: int, y: int, fixed: Layout) -> str:
    """Return the square, line or column of the market at a cell, counted from where its head stands."""
    column = (x - COLUMN + 1) // STRIDE
    if column >= len(COLOURS):
        return ""
    if y == 0:
        return f"{PRICE}{COLOURS[column]}" if x >= COLUMN - 1 else ""
    if y not in LINES or y not in fixed.lines:
        return ""
    return Spot(f"market-{y}-{COLOURS[column]}") if x >= COLUMN - 1 else f"{LINE}{y}"


def in_prices(y: int) -> str:
    """Return the price in a row of the prices, counted from their head."""
    return f"{PRICE}{COLOURS[y - 1]}" if 0 < y <= len(COLOURS) else ""


def in_players(x: int, y: int, room: tuple[int, int], state: State) -> str:
    """Return what of a player stands at a cell of their table, counted from its head: its cards, or more.

    The table has `room`, cells and rows; what goes on below the row of a player are its cards.
    """
    at = columns(room[0])
    lines = ((seat, line) for seat, height in seat_rows(state, *room).items() for line in range(height))
    seat, line = next(islice(lines, max(y - 1, 0), None), (None, 0))
    if seat is None or y < 1:
        return ""
    if line:
        kind = SEAT
    elif x < _ORDER:
        kind = ORDER
    elif at.gems - 1 <= x < at.tie - 1:
        kind = OWNED
    else:
        kind = TIE if at.tie - 1 <= x < at.cards - 1 else SEAT
    return f"{kind}{seat}"
