"""What stands at a cell of a region: a place, a neighborhood, a player, "" for nothing. Pure."""

from protocol.games.ys.board import COLOURS, LINES, NEIGHBORHOODS, RINGS, Spot
from protocol.games.ys.layout import Layout
from protocol.games.ys.state import State
from ys_tui.games.ys.disc import half_of, size, spot_at
from ys_tui.games.ys.draw_info import GATE, SEAT
from ys_tui.games.ys.draw_market import COLUMN, STRIDE
from ys_tui.games.ys.draw_players import in_order

_BLOCK = 5
"""Rows from one neighborhood to the one below it."""
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
    """Return the square of the market at a cell, counted from where its head stands."""
    column = (x - COLUMN + 1) // STRIDE
    if y not in LINES or y not in fixed.lines or x < COLUMN - 1 or column >= len(COLOURS):
        return ""
    return Spot(f"market-{y}-{COLOURS[column]}")


def in_players(y: int, state: State) -> str:
    """Return the player of a row of their table, counted from its head."""
    seats = in_order(state)
    return f"{SEAT}{seats[y - 1]}" if 0 < y <= len(seats) else ""
