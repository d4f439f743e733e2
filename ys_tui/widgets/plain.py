"""A scroll bar for terminals that can show plain letters only."""

from typing import ClassVar

from textual.scrollbar import ScrollBarRender


class PlainBar(ScrollBarRender):
    """Nothing but blanks: where it stands is told by colour."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]
