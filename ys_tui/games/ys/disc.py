"""The round city as cells: which ring of which quarter a cell shows, and where words have room in it. Pure.

A cell is two pixels high and one wide, so that a circle is round. The quarters are parted by a gap of one
row and two columns: the canals, in whose middle the throne room has its line.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot, sqrt
from typing import Final, NamedTuple

from protocol.games.ys.board import NEIGHBORHOODS, RINGS, Spot

GAP: Final = 2
"""Columns between the quarters in the west and in the east."""
REACH: Final[Mapping[str, tuple[float, float]]] = {
    "palace": (0.0, 0.45),
    "commerce": (0.45, 0.75),
    "port": (0.75, 1.0),
}
"""Where each ring begins and ends, as parts of the radius.

So drawn, each has from a radius of 13 cells on three rows for words of which the upmost holds its name.
"""
_RIM: Final = 1.0
"""Pixels of the harbour's edge."""
_WORDS: Final = 3
"""Rows of words in an area: its name, and two of brokers."""
_LEAST: Final = 8
"""Cells that each of them has, where the disc is large enough."""


BESIDE: Final = 3
"""Cells beside a name: a letter that jumps there and a gap before it, a gap behind it."""


class Pixel(NamedTuple):
    """What is painted at half a cell."""

    number: int
    """The neighborhood."""
    ring: str
    is_rim: bool
    """Whether it is the edge of the harbour."""


class Slot(NamedTuple):
    """Room for words in a row of the disc."""

    row: int
    column: int
    cells: int


def half_of(columns: int, rows: int) -> int:
    """Return the rows of one half of the largest disc that fits into so many cells."""
    return max(min((rows - 1) // 2, (columns - GAP) // 4), 0)


def size(half: int) -> tuple[int, int]:
    """Return columns and rows of a disc."""
    return 4 * half + GAP, 2 * half + 1


def pixel(half: int, column: int, row: int, part: int) -> Pixel | None:
    """Return what is painted in the upper (`part` 0) or lower (1) half of a cell; None beside the city."""
    side = 2 * half
    if row == half or side <= column < side + GAP:
        return None
    is_west, is_north = column < side, row < half
    across = side - 1 - column if is_west else column - side - GAP
    down = 2 * (half - 1 - row) + 1 - part if is_north else 2 * (row - half - 1) + part
    far = hypot(across + 0.5, down + 0.5)
    for ring in RINGS:
        inner, outer = REACH[ring]
        if inner * side <= far < outer * side:
            number = 1 + (not is_west) + 2 * (not is_north)
            return Pixel(number, ring, far >= side - _RIM)
    return None


class Cell(NamedTuple):
    """What is painted at a cell, in its upper and lower half, and what it shows where only letters can be."""

    above: Pixel | None
    below: Pixel | None
    edge: str


@lru_cache(maxsize=8)
def grid(half: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of a disc, row by row."""
    columns, rows = size(half)
    return tuple(
        tuple(Cell(pixel(half, x, y, 0), pixel(half, x, y, 1), outline(half, x, y)) for x in range(columns))
        for y in range(rows)
    )


def spot_at(half: int, column: int, row: int) -> Spot | None:
    """Return the area that a cell belongs to, None for one beside the city."""
    found = pixel(half, column, row, 0) or pixel(half, column, row, 1)
    return None if found is None else Spot(f"{found.ring}-{found.number}")


@lru_cache(maxsize=64)
def slots(half: int, number: int, ring: str) -> tuple[Slot, ...]:
    """Return the rows of an area in which words have room, from the top down: the first is for its name."""
    rooms = tuple(_rooms(half, ring))
    starts = range(max(len(rooms) - _WORDS, 0) + 1)
    is_west, is_north = number % 2 == 1, number in NEIGHBORHOODS[:2]

    def fitness(start: int) -> tuple[int, int, int]:
        """Return how well three rows do: the name fits in the upmost, brokers do, areas are apart."""
        cells = [cells for _, cells in rooms[start : start + _WORDS]]
        upmost = cells[-1] if is_north else cells[0]
        return min(upmost, len(ring) + BESIDE), min(_LEAST, *cells), start

    kept = max(starts, key=fitness)
    found = []
    for step in range(kept, min(kept + _WORDS, len(rooms))):
        first, cells = rooms[step]
        column = 2 * half - first - cells if is_west else 2 * half + GAP + first
        found.append(Slot(half - 1 - step if is_north else half + 1 + step, column, cells))
    return tuple(sorted(found))


def _rooms(half: int, ring: str) -> Iterator[tuple[int, int]]:
    """Yield for each row from the middle outwards the first cell that is within a ring, and how many are."""
    inner, end_of_ring = (part * 2 * half for part in REACH[ring])
    outer = min(end_of_ring, 2 * half - _RIM)
    for step in range(half):
        near, far = 2 * step + 0.5, 2 * step + 1.5
        begin = 0 if near >= inner else int(sqrt(inner**2 - near**2) + 0.5) + 1
        end = 0 if far >= outer else int(sqrt(outer**2 - far**2) + 0.5) - 1
        yield begin, max(end - begin, 0)


def outline(half: int, column: int, row: int) -> str:
    """Return how the edge of a ring is drawn in this cell where nothing but letters can be; "" for none."""
    here, side = pixel(half, column, row, 0), 2 * half
    if here is None:
        return ""
    is_west, is_north = column < side, row < half
    outwards = (-1 if is_west else 1, -1 if is_north else 1)
    beside = pixel(half, column + outwards[0], row, 0) if 0 <= column + outwards[0] < 2 * side + GAP else None
    beyond = pixel(half, column, row + outwards[1], 0) if 0 <= row + outwards[1] <= side else None
    turns = beside is None or beside.ring != here.ring
    ends = beyond is None or beyond.ring != here.ring
    if turns and ends:
        return "/" if is_west == is_north else "\\"
    return "|" if turns else "-" if ends else ""
