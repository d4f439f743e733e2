"""A panel: lines of text in a frame with a title, in exactly as many cells and rows as there are. Pure."""

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from ys_tui.lines import Line, Lines, crop, fit, style, width
from ys_tui.looks import Palette

_AROUND: Final = 8
"""Cells of the upper edge beside title and note."""


def panel(
    title: str | Line,
    lines: Iterable[Line],
    size: tuple[int, int],
    palette: Palette,
    *,
    note: str | Line = "",
    edge: str = "",
) -> Lines:
    """Return `lines` in a frame of `size` (cells, rows), on the ground of panels.

    The title stands in the upper edge, and at its right end a `note` if there is room; `edge` is the colour
    of the frame. Lines that there is no room for are left out.
    """
    cells, rows = size
    ground = palette.panel
    drawn, text = style(edge or palette.line, ground), style(palette.text, ground)
    head = _words(title, style(palette.bright, ground, bold=True), cells - 6)
    said = _words(note, style(palette.dim, ground), cells - _AROUND - width(head))
    rail = cells - 4 - width(head) - (width(said) + 2 if said else 0)
    if rail < 1:
        said, rail = (), cells - 4 - width(head)
    top: Line = (
        Segment("╭ ", drawn),
        *head,
        Segment(f" {'─' * max(rail - 1, 0)}{' ' if said else '─'}", drawn),
        *said,
        Segment(" ─╮" if said else "╮", drawn),
    )
    left, right = Segment("│", drawn), Segment("│", drawn)
    body = tuple((left, *fit(line, cells - 2, text), right) for line in lines)[: rows - 2]
    blank = (left, Segment(" " * (cells - 2), text), right)
    filled = (*body, *(blank for _ in range(rows - 2 - len(body))))
    return (fit(top, cells, text), *filled, (Segment(f"╰{'─' * (cells - 2)}╯", drawn),))


def room_for_note(title: str, cells: int) -> int:
    """Return how many cells of a note stand beside `title` in the edge of a panel of so many `cells`."""
    return cells - _AROUND - cell_len(title) - 1


def _words(words: str | Line, look: Style, cells: int) -> Line:
    if not isinstance(words, str):
        return words
    shown = crop(words, cells)
    return (Segment(shown, look),) if shown else ()
