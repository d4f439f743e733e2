"""A list of lines to choose one of; a mark stands before the one under the cursor, so no colour is needed."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ys_tui.lines import Line, Lines, finish
from ys_tui.looks import UNICODE, Marks

_BLANK: Final = "  "
BREAK: Final = Segment("\n")
"""What stands in a line that goes on in the next row."""


class Choices(OptionList):
    """Lines with keys, and headings that cannot be chosen. Nothing in them is markup."""

    DEFAULT_CSS = """
    Choices, Choices:focus {
        height: auto; border: none; padding: 0; background: transparent; background-tint: transparent 0%;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Choices > .option-list--option { padding: 0; }
    Choices > .option-list--option-disabled { color: $foreground; }
    Choices > .option-list--option-highlighted, Choices:focus > .option-list--option-highlighted {
        background: $ys-row; color: $foreground; text-style: none;
    }
    """

    highlighted: reactive[int | None] = reactive(None, repaint=False)

    def __init__(self, *choices: tuple[str, str], marks: Marks = UNICODE) -> None:
        """Offer `choices`, each a key and its words."""
        super().__init__(markup=False)
        self.marks = marks
        self._tops: Sequence[int] = (0,)
        """The first row of each choice, and the one below the last."""
        self.offer((key, (Segment(words),)) for key, words in choices)

    def offer(self, lines: Iterable[tuple[str, Line]]) -> None:
        """Offer other lines, each with its key; one without is a heading. The cursor stays at its key."""
        kept, offered = self.chosen, list(lines)
        options = [_option(key, line, self.marks) for key, line in offered]
        self._tops = tuple(accumulate((1 + line.count(BREAK) for _, line in offered), initial=0))
        self.clear_options()
        self.add_options(options)
        keys = [option.id for option in options]
        if kept is not None and kept in keys:
            self.highlighted = keys.index(kept)
        elif any(keys):
            self.highlighted = next(index for index, key in enumerate(keys) if key)

    @property
    def chosen(self) -> str | None:
        """The key under the cursor, None when there is none."""
        return None if self.highlighted is None else self.get_option_at_index(self.highlighted).id

    def watch_highlighted(self, before: int | None, highlighted: int | None) -> None:  # type: ignore[override]  # Textual gives as many as are taken
        """Paint the two choices anew between which the cursor has moved."""
        super().watch_highlighted(highlighted)
        for choice in (before, highlighted):
            if choice is not None and choice + 1 < len(self._tops):
                for row in range(*self._tops[choice : choice + 2]):
                    self.refresh_line(row)

    def action_page_up(self) -> None:
        """Move the cursor up by what is seen; not at all where nothing is."""
        if self._has_rows:
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual leaves it without

    def action_page_down(self) -> None:
        """Move the cursor down by what is seen; not at all where nothing is."""
        if self._has_rows:
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual leaves it without

    @property
    def _has_rows(self) -> bool:
        """Whether there are choices, laid out in a place of some size: only then is there a page."""
        return bool(self.options) and bool(self.scrollable_content_region)

    def render_line(self, y: int) -> Strip:
        """Return row `y`, with the mark before it if it is the first of the choice under the cursor."""
        strip = super().render_line(y)
        if self.highlighted is None or y + self.scroll_offset.y != self._tops[self.highlighted]:
            return strip
        look = next((segment.style for segment in strip), None)
        mark = Segment("> " if self.marks.ascii else "▸ ", look)
        return Strip([mark, *strip.crop(len(_BLANK))], strip.cell_length)


def broken(rows: Lines) -> Line:
    """Return rows as one line that can be offered: a choice as high as that."""
    return tuple(part for number, row in enumerate(rows) for part in ((BREAK, *row) if number else row))


def _option(key: str, line: Line, marks: Marks) -> Option:
    text = _literal(_BLANK if key else "")
    for part, look, _ in finish(line, marks):
        text.append(
            part.replace("\n", f"\n{_BLANK}"), Style(color=look.color, bold=look.bold) if look else ""
        )
    return Option(text, id=key or None, disabled=not key)


def _literal(words: str) -> Text:
    return Text(words, no_wrap=True, overflow="ellipsis")
