"""In which format the board is shown on a terminal of a size, and where each of its regions stands. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Format(StrEnum):
    """How the board is laid out."""

    LIST = "list"
    """Lines below each other, for terminals that are too small for a board."""
    COMPACT = "compact"
    """80×24: everything that a decision needs."""
    MIDDLE = "middle"
    """100×30: the same, wider, with the journal and what is said below it."""
    LARGE = "large"
    """120×36: the round city, and everything else beside it."""


LEAST: Final[Mapping[Format, tuple[int, int]]] = {
    Format.LARGE: (120, 36),
    Format.MIDDLE: (100, 30),
    Format.COMPACT: (80, 24),
}
"""Columns and rows that a terminal must have for each format; below the last the board is a list."""
MOST: Final = 160
"""Columns that the board takes at most: a longer line is hard to read."""
BARS: Final = 2
"""Rows of the terminal that are not the board's."""


_SPARE: Final = 4
"""Rows of the terminal that lines of the screen's own may take from the board: a vote, a pause, an alarm."""


class Box(NamedTuple):
    """Where a region stands on the board."""

    x: int
    y: int
    width: int
    height: int


def format_of(columns: int, rows: int) -> Format:
    """Return the richest format that a terminal of this size has room for."""
    fits = (each for each, (wide, high) in LEAST.items() if columns >= wide and rows >= high)
    return next(fits, Format.LIST)


def has_room(shape: Format, columns: int, rows: int) -> bool:
    """Tell whether a board of this size can be laid out so; it may have to grow with its terminal first."""
    wide, high = LEAST.get(shape, (0, 0)) if shape in _GROWING else (0, 0)
    return columns >= wide and rows >= high - BARS - _SPARE


def plan(shape: Format, columns: int, rows: int, more: int = 0) -> Mapping[str, Box]:
    """Return the box of each region by its name, on a board of this size, which has room for it.

    A region without a box is not shown. In the large format the players have so many `more` rows than usual,
    as far as the journal can spare them.
    """
    boxes = _PLANS[shape](min(columns, MOST), rows)
    if shape is Format.LARGE:
        boxes |= _taller(boxes["players"], boxes["journal"], more)
    left = (columns - min(columns, MOST)) // 2
    if hand := boxes.get("hand"):
        edge = int(shape is Format.LARGE)
        boxes["count"] = Box(hand.x + edge, hand.y + edge, hand.width - 2 * edge, hand.height - 2 * edge)
    elif "list" in boxes:
        boxes["count"] = Box(0, max(rows - _TOLD, 0), columns, min(_TOLD, rows))
    return {name: box._replace(x=box.x + left) for name, box in boxes.items()}


_GROWING: Final = frozenset({Format.MIDDLE, Format.LARGE})
"""Formats whose boxes depend on the size of the board."""
_TOLD: Final = 5
"""Rows in which a count is told."""


def _list(columns: int, rows: int) -> dict[str, Box]:
    return {"list": Box(0, 0, columns, rows)}


def _compact(columns: int, rows: int) -> dict[str, Box]:
    return {
        "terms": Box(0, 0, 80, 1),
        "city": Box(0, 1, 51, 10),
        "market": Box(52, 1, 28, 10),
        "players": Box(0, 11, 80, 5),
        "hand": Box(0, 16, 80, 5),
    }


def _middle(columns: int, rows: int) -> dict[str, Box]:
    market = 28
    below = 21
    talk = columns * 2 // 5
    return {
        "terms": Box(0, 0, columns, 1),
        "city": Box(0, 1, columns - market - 2, 10),
        "market": Box(columns - market, 1, market, 10),
        "players": Box(0, 11, columns, 5),
        "hand": Box(0, 16, columns, 5),
        "journal": Box(0, below, columns - talk, rows - below),
        "talk": Box(columns - talk, below, talk, rows - below),
    }


_HAND: Final = 7
UPPER: Final = 7
"""Rows of the market and of the players: four lines, a head and two edges, and a line that is closed."""


def _large(columns: int, rows: int) -> dict[str, Box]:
    upper = rows - _HAND
    half = min((upper - 1) // 2, (columns - 62) // 4)
    city = 4 * half + 2
    east = columns - city - 1
    x, market = columns - east, east // 2
    low = upper - 2 * UPPER
    talk = max(low * 2 // 5, 4)
    info = max(columns - 82, 30)
    return {
        "city": Box(0, 0, city, upper),
        "market": Box(x, 0, market, UPPER),
        "prices": Box(x + market, 0, east - market, UPPER),
        "players": Box(x, UPPER, east, UPPER),
        "journal": Box(x, 2 * UPPER, east, low - talk),
        "talk": Box(x, upper - talk, east, talk),
        "hand": Box(0, upper, columns - info, _HAND),
        "info": Box(columns - info, upper, info, _HAND),
    }


_JOURNAL: Final = 4
"""Rows that the journal keeps in any case, its edges included."""


def _taller(players: Box, journal: Box, more: int) -> dict[str, Box]:
    """Return the boxes of the players and of the journal below them, with rows moved from it to them."""
    moved = max(min(more, journal.height - _JOURNAL), 0)
    return {
        "players": players._replace(height=players.height + moved),
        "journal": journal._replace(y=journal.y + moved, height=journal.height - moved),
    }


_PLANS: Final = {
    Format.LIST: _list,
    Format.COMPACT: _compact,
    Format.MIDDLE: _middle,
    Format.LARGE: _large,
}
