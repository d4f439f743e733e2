"""The projection in lines: what counting now would give, as far as one knows. Pure, no widget."""

from typing import Final

from rich.segment import Segment

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.log import Pen
from ys_tui.games.ys.projection import projection
from ys_tui.lines import Line, Lines, style, wrap

INTRO: Final = (
    "As if all that you know were revealed now. 4+2? is 4 and two brokers that you do not know: "
    "they count 0. Ties are decided by the rules (R33), with the tie-break brokers that lie open by now."
)
_INDENT: Final = 2


def projection_lines(table: TableSnapshot, pen: Pen, cells: int) -> Lines:
    """Return the projection in lines of at most `cells`, each section below its title."""
    palette = pen.palette
    intro: Line = (Segment(INTRO, style(palette.dim, palette.panel)),)
    lines: list[Line] = [*wrap(intro, cells)]
    for section in projection(table.view):
        lines += [(), (Segment(section.title, style(palette.key, palette.panel, bold=True)),)]
        for phrase in section.lines:
            line = paint(phrase, pen.names, palette, pen.marks, palette.panel)
            lines += wrap(line, cells, indent=_INDENT)
    return tuple(lines)
