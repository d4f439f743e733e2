"""Panels: a frame that is exactly as large as it is told to be, whatever stands in it."""

import pytest
from rich.segment import Segment

from ys_tui.lines import plain, style, width
from ys_tui.palettes import NIGHT
from ys_tui.panels import panel

TEXT = style(NIGHT.text, NIGHT.panel)


@pytest.mark.parametrize("note", ["", "a note", "漢" * 40])
@pytest.mark.parametrize("title", ["Title", "漢" * 40, "[b]x[/"])
@pytest.mark.parametrize("size", [(20, 3), (41, 6), (80, 5)])
def test_a_panel_has_its_size(size: tuple[int, int], title: str, note: str) -> None:
    """Every row has all its cells, and there are as many rows as were asked for."""
    for count in (0, 2, 30):
        lines = tuple((Segment("x漢" * 50, TEXT),) for _ in range(count))
        drawn = panel(title, lines, size, NIGHT, note=note)
        assert len(drawn) == size[1]
        assert {width(line) for line in drawn} == {size[0]}


def test_title_and_note_stand_in_the_edge() -> None:
    """The title at the left, the note at the right end."""
    top, middle, bottom = map(
        plain, panel("Talk", ((Segment("hello", TEXT),),), (30, 3), NIGHT, note="2 new")
    )
    assert top == "╭ Talk ────────────── 2 new ─╮"
    assert middle == "│hello" + " " * 23 + "│"
    assert bottom == "╰" + "─" * 28 + "╯"
