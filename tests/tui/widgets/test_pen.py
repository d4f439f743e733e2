"""What the pen writes looks on a terminal as what Rich writes, and takes fewer bytes."""

from typing import Any, Final

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from ys_tui.widgets.pen import Pen

SYSTEMS: Final = ("truecolor", "256", "standard", "")
COLOURS: Final = (None, "default", "red", "bright_blue", "color(40)", "#3f86ff", "#0e1420")
INK: Final = "#d7deea"

styles = st.builds(
    lambda fore, back, **shapes: Style(color=fore, bgcolor=back, **shapes),
    st.sampled_from(COLOURS),
    st.sampled_from(COLOURS),
    **{name: st.sampled_from((None, False, True)) for name in ("bold", "italic", "underline", "reverse")},
)
segments = st.tuples(st.text("ab ▲", min_size=1, max_size=3), st.none() | styles).map(
    lambda each: Segment(*each)
)


def shown(output: str) -> list[Any]:
    """Return the cells of a line on which that was written, and how the next one would look."""
    screen = pyte.Screen(80, 1)
    pyte.Stream(screen).feed(output)
    return [*(screen.buffer[0][x] for x in range(80)), screen.cursor.attrs]


def console(system: str) -> Console:
    """Return a console of a terminal with these colours."""
    return Console(color_system=system or None, force_terminal=True)  # type: ignore[arg-type]  # one of Rich's names


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=40)
@given(line=st.lists(segments, max_size=8))
def test_any_styles_look_as_rich_writes_them(system: str, line: list[Segment]) -> None:
    """Cell for cell, in every kind of terminal; afterwards nothing is left of a style."""
    there = console(system)
    pen = Pen(there)
    written = "".join((*pen.written(line), pen.lifted()))
    colours = pen._system
    usual = "".join(
        (segment.style or Style.null()).render(segment.text, color_system=colours) for segment in line
    )
    assert shown(written) == shown(usual)


def test_only_what_differs_is_said() -> None:
    """A change of ink alone is a code of the ink alone; the ground is said once."""
    ground = Color.parse("#0e1420")
    line = [
        Segment(word, Style(color=ink, bgcolor="#0e1420")) for word, ink in (("a", INK), ("b", "#3f86ff"))
    ]
    pen = Pen(console("truecolor"))
    written = "".join((*pen.written(line), pen.lifted()))
    assert written == "\x1b[38;2;215;222;234;48;2;14;20;32ma\x1b[38;2;63;134;255mb\x1b[0m"
    assert written.count(";".join(ground.get_ansi_codes(foreground=False))) == 1


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=40)
@given(line=st.lists(segments, max_size=8))
def test_cells_look_as_their_segments(system: str, line: list[Segment]) -> None:
    """Taken apart into cells and written one by one, it is the same picture, but for ink where none shows."""
    pen, other = Pen(console(system)), Pen(console(system))
    apart = "".join(pen.cells_written(cell for segment in line for cell in pen.cells(segment)))
    whole = "".join(other.written(line))
    assert [_seen(cell) for cell in shown(apart + pen.lifted())] == [
        _seen(cell) for cell in shown(whole + other.lifted())
    ]


def _seen(cell: Any) -> tuple[object, ...]:  # noqa: ANN401 - pyte has no types
    """Return what is seen of a cell: of a blank its ground alone, unless it is underlined or turned."""
    is_blank = cell.data == " " and not (cell.underscore or cell.strikethrough or cell.reverse)
    return (cell.data, cell.bg) if is_blank else tuple(cell)
