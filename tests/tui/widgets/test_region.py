"""A region paints again what has changed, and nothing else."""

import pytest
from rich.segment import Segment

from ys_tui.lines import Line, style
from ys_tui.themes import NIGHT
from ys_tui.widgets.region import changed

PLAIN = style(NIGHT.text, NIGHT.night)
KEY = style(NIGHT.key, NIGHT.night)


def line(*texts: str, lit: int = -1) -> Line:
    """Return a line of these texts, one of them in another colour."""
    return tuple(Segment(text, KEY if number == lit else PLAIN) for number, text in enumerate(texts))


@pytest.mark.parametrize(
    ("before", "after", "span"),
    [
        (line("ab", "cd", "ef"), line("ab", "xy", "ef"), (2, 4)),
        (line("ab", "cd", "ef"), line("ab", "cd", "ef", lit=2), (4, 6)),
        (line("漢字", "cd"), line("漢字", "x"), (4, 6)),
        (line("ab"), line("ab", "cd"), (2, 4)),
        (line("ab", "cd"), line("ab"), (2, 4)),
        (line("a", "b", "a"), line("a", "a", "b", "a"), (1, 4)),
        ((), line("ab"), (0, 2)),
    ],
)
def test_only_the_cells_that_differ_are_painted(before: Line, after: Line, span: tuple[int, int]) -> None:
    """From the first cell that differs to behind the last, measured in cells and not in letters."""
    assert changed(before, after) == span
