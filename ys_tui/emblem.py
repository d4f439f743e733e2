"""The emblem: the name in the sea that took the city. Pure."""

from collections.abc import Iterator
from typing import Final

from rich.segment import Segment

from ys_tui.lines import Line, Lines, style
from ys_tui.looks import Marks, Palette

_LETTERS: Final = (
    "##......##..#######..",
    ".##....##..##.....##.",
    "..##..##...##........",
    "...####.....#######..",
    "....##............##.",
    "....##............##.",
    "....##.....##.....##.",
    "....##......#######..",
)
"""Y and S, two rows of these to a row of cells."""
_LEVELS: Final = " ▁▂▃▄▅▆▇█"
_SWELL: Final = (4, 5, 6, 6, 6, 5, 4, 3, 2, 1, 1, 1, 2, 3)
"""Eighths of a cell to which the water stands, along one wave."""
ROWS: Final = len(_LETTERS) // 2 + 1
"""Rows of the emblem."""


def emblem(palette: Palette, marks: Marks, cells: int) -> Lines:
    """Return the letters in the middle of `cells`, their feet in the water, and the deep below them."""
    margin = (cells - len(_LETTERS[0])) // 2
    pixels = [("." * margin + row).ljust(cells, ".")[:cells] for row in _LETTERS]
    dry, wet = pixels[:-2], pixels[-2:]
    rows = [_row(palette, marks, *dry[at : at + 2]) for at in range(0, len(dry), 2)]
    return (*rows, tuple(_surface(palette, marks, *wet)), tuple(_deep(palette, marks, cells)))


def _row(palette: Palette, marks: Marks, above: str, below: str) -> Line:
    """Return a row of letters above the water."""
    halves = {"##": "█", "#.": "▀", ".#": "▄", "..": " "}
    plain = {pair: "#" if "#" in pair else " " for pair in halves}
    signs = plain if marks.ascii else halves
    text = "".join(signs[one + other] for one, other in zip(above, below, strict=True))
    return (Segment(text, style(palette.key, palette.night)),)


def _surface(palette: Palette, marks: Marks, above: str, below: str) -> Iterator[Segment]:
    """Yield the row in which the water covers the feet of the letters."""
    for at, pair in enumerate(zip(above, below, strict=True)):
        is_letter = "#" in pair
        if marks.ascii:
            yield Segment(
                "#" if is_letter else "~", style(palette.key if is_letter else palette.label, palette.night)
            )
        else:
            ground = palette.key if is_letter else palette.night
            yield Segment(_LEVELS[_SWELL[at % len(_SWELL)]], style(palette.port_lit, ground))


def _deep(palette: Palette, marks: Marks, cells: int) -> Iterator[Segment]:
    """Yield the row below, where the water grows dark."""
    for at in range(cells):
        if marks.ascii:
            yield Segment("~", style(palette.label, palette.night))
        else:
            level = _SWELL[(at + len(_SWELL) // 2) % len(_SWELL)]
            yield Segment(_LEVELS[level], style(palette.port, palette.port_lit))
