"""Scroll bars for terminals that can show plain letters only."""

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender


class PlainBar(ScrollBarRender):
    """Nothing but blanks: where it stands is told by colour."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


def draw_bars(*, is_plain: bool) -> None:
    """Have every scroll bar drawn in blanks alone from now on, or with all that Textual has for them."""
    ScrollBar.renderer = PlainBar if is_plain else ScrollBarRender
