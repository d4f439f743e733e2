"""Text over the board, to glance at and close again: it asks nothing."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Label

from ys_tui.lines import Lines
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.dialogs import Dialog
from ys_tui.screens.frame import Keys, up_and_down
from ys_tui.widgets.region import Region

WIDTH = 80
"""Cells of the frame."""
TEXT = WIDTH - 7
"""Cells of the text in it: beside it are the frame, its margins and the bar that tells the scrolling."""


class _Text(Region):
    """The text, on the ground of its frame."""

    is_raised = True


class Glance(Dialog[None]):
    """Lines in a frame with a title; the arrows scroll, any way back closes it."""

    scope = "table"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,w,enter", "cancel", show=False),
        Binding("space", "page", show=False),
    ]
    DEFAULT_CSS = """
    Glance Vertical { width: 80; height: 100%; margin-bottom: 1; padding: 0 1 0 2; }
    Glance Label { text-style: bold; }
    Glance VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    """

    def __init__(self, title: str, lines: Lines, marks: Marks = UNICODE) -> None:
        """Show `lines`, at most TEXT cells wide, below `title`."""
        super().__init__(marks)
        self._title, self._lines = title, lines

    def body(self) -> ComposeResult:
        """Yield the title and the text."""
        yield Label(self._title, markup=False)
        with VerticalScroll():
            yield _Text()

    def keys(self) -> Keys:
        """Return how to read and to close it."""
        return ((up_and_down(self.marks), "scroll"), ("space", "page"), ("esc", "back to the board"))

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        region = self.query_one(_Text)
        region.marks, region.lines = self.marks, self._lines
        self.query_one(VerticalScroll).focus()

    def action_page(self) -> None:
        """Scroll on by what is seen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_cancel(self) -> None:
        """Close it."""
        self.dismiss(None)
