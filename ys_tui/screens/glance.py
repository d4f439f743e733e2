"""Text over the board, to glance at and close again: it asks nothing."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Label

from ys_tui.lines import Lines
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.dialogs import Dialog
from ys_tui.screens.frame import Keys, up_and_down
from ys_tui.widgets.region import Region

_WIDTH: Final = 80
"""Cells of the frame, where the terminal has them."""
_BESIDE: Final = 7
"""Cells of it that are not text: its edges, its margins and the bar that tells the scrolling."""


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
    DEFAULT_CSS = f"""
    Glance Vertical {{ width: {_WIDTH}; height: 100%; margin-bottom: 1; padding: 0 1 0 2; }}
    Glance Label {{ text-style: bold; }}
    Glance VerticalScroll {{ height: 1fr; scrollbar-size-vertical: 1; }}
    """

    def __init__(self, title: str, lines: Callable[[int], Lines], marks: Marks = UNICODE) -> None:
        """Show below `title` the `lines` for so many cells; where there are none any more, those before."""
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
        self.query_one(_Text).marks = self.marks
        self.query_one(VerticalScroll).focus()

    def on_resize(self, event: Resize) -> None:
        """Wrap the text to the frame; the keys are over the whole width."""
        region = self.query_one(_Text)
        region.lines = self._lines(max(min(event.size.width, _WIDTH) - _BESIDE, 1)) or region.lines

    def action_page(self) -> None:
        """Scroll on by what is seen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_cancel(self) -> None:
        """Close it."""
        self.dismiss(None)
