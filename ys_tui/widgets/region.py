"""A region of the screen that shows lines as they were drawn: one widget, repainted row by row."""

from itertools import takewhile
from typing import ClassVar

from rich.style import Style
from textual.geometry import Region as Area
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from ys_tui.lines import Line, Lines, finish, style, width
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.themes import palette_of


class Region(Widget):
    """Shows `lines`; only rows that have changed are painted again."""

    DEFAULT_CSS = """
    Region { height: auto; }
    """

    is_raised: ClassVar[bool] = False
    """Whether it stands on the ground of panels, and not on that of the screen."""

    lines: reactive[Lines] = reactive((), repaint=False)
    marks: reactive[Marks] = reactive(UNICODE)

    @property
    def palette(self) -> Palette:
        """The colours of the theme that is on."""
        return palette_of(self.app.theme_variables)

    @property
    def ground(self) -> Style:
        """What is blank behind the words."""
        palette = self.palette
        return style(palette.text, palette.panel if self.is_raised else palette.night)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one row a line."""
        return len(self.lines)

    def watch_lines(self, old: Lines, new: Lines) -> None:
        """Repaint what differs."""
        if len(old) != len(new):
            self.refresh(layout=True)
            return
        pairs = enumerate(zip(old, new, strict=True))
        spans = ((row, changed(before, after)) for row, (before, after) in pairs if before != after)
        self.refresh(*(Area(first, row, last - first, 1) for row, (first, last) in spans))

    def render_line(self, y: int) -> Strip:
        """Return row `y`."""
        line = self.lines[y] if y < len(self.lines) else ()
        return strip(line, self.size.width, self.marks, self.ground)


def changed(before: Line, after: Line) -> tuple[int, int]:
    """Return between which cells two lines differ: the first that does, and the first behind the last."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    first = width(after[:same])
    rest = zip(reversed(before[same:]), reversed(after[same:]), strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))
    ends = max(width(before), width(after))
    if width(before) == width(after) and alike:
        ends -= width(after[len(after) - alike :])
    return first, max(ends, first + 1)


def strip(line: Line, cells: int, marks: Marks, ground: Style) -> Strip:
    """Return a line as Textual paints it, exactly `cells` wide: blank on `ground` behind its words."""
    shown = finish(line, marks)
    return Strip(shown, width(shown)).adjust_cell_length(cells, ground)
