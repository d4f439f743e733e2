"""The journal: everything that happened, in words, to scroll through; and its last lines."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ys_tui.lines import Line, Lines, style
from ys_tui.looks import UNICODE, Marks
from ys_tui.themes import palette_of
from ys_tui.widgets.region import Region, strip


class Journal(ScrollView, can_focus=True):
    """All lines; it opens at the end, where the news is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    Journal { height: 1fr; scrollbar-size-vertical: 1; }
    """

    lines: reactive[Lines] = reactive((), repaint=False)
    marks: reactive[Marks] = reactive(UNICODE)

    def watch_lines(self, old: Lines, new: Lines) -> None:
        """Make room for the new lines; stay at the end if the end was shown."""
        was_at_end = self.scroll_offset.y >= self.max_scroll_y
        self.virtual_size = Size(self.size.width, len(new))
        self.refresh()
        if was_at_end:
            self.scroll_end(animate=False)

    def render_line(self, y: int) -> Strip:
        """Return row `y` of what is scrolled to."""
        row = y + self.scroll_offset.y
        line: Line = self.lines[row] if row < len(self.lines) else ()
        palette = palette_of(self.app.theme_variables)
        return strip(line, self.size.width, self.marks, style(palette.text, palette.night))


class Tail(Region):
    """The last lines, as many as there is room for."""

    DEFAULT_CSS = """
    Tail { height: 1fr; }
    """

    def render_line(self, y: int) -> Strip:
        """Return row `y`, counted so that the newest line is the lowest."""
        shown = self.lines[-self.size.height :]
        line = shown[y] if y < len(shown) else ()
        return strip(line, self.size.width, self.marks, self.ground)

    def watch_lines(self, old: Lines, new: Lines) -> None:
        """Repaint all: every line moves up; where it takes no room of its own, take as much as is needed."""
        height = self.styles.height
        is_sized = height is not None and height.is_auto
        self.refresh(layout=is_sized and len(old) != len(new))
