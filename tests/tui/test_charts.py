"""Charts as lines of text: exact in size, legible without colour, nothing in them that a terminal obeys."""

import pytest

from ys_tui.charts import Axes, Series, chart
from ys_tui.lines import Lines, plain, text_of, width
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.palettes import PALETTES

NIGHT = PALETTES["ys-night"]
STEPS = Axes(("0", "1", "2"), 1, 9, (1, 9))
LINES = (
    Series("B", NIGHT.blue, ((0, 5), (1, 9), (2, 7)), "7"),
    Series("G", NIGHT.green, ((0, 5), (1, 1), (2, 7)), "7"),
    Series("R", NIGHT.red, ((0, 5), (1, 5), (2, 3)), "3"),
)


def drawn(marks: Marks = UNICODE, size: tuple[int, int] = (40, 10)) -> Lines:
    """Return the chart of these lines."""
    return chart(LINES, STEPS, size, NIGHT, marks)


@pytest.mark.parametrize("marks", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [(40, 10), (76, 15), (20, 4), (8, 3)])
def test_a_chart_is_exactly_as_large_as_its_room(size: tuple[int, int], marks: Marks) -> None:
    """It has so many rows of so many cells, whatever it shows."""
    lines = drawn(marks, size)
    assert len(lines) == size[1]
    assert {width(line) for line in lines} == {size[0]}


@pytest.mark.parametrize("size", [(4, 10), (40, 1), (0, 0)])
def test_where_there_is_no_room_nothing_is_drawn(size: tuple[int, int]) -> None:
    """A panel that is too small stays empty."""
    assert drawn(size=size) == ((),) * size[1]


def test_points_have_the_sign_of_their_line_and_ends_their_labels() -> None:
    """Each line can be told without colour: its letter stands at its points, its label at its end."""
    text = text_of(drawn())
    rows = text.splitlines()
    assert "B" in rows[0]
    assert "G" in rows[8]
    assert text.count("◉") == 2, "where lines meet, one sign stands for all"
    assert rows[2].endswith("◉ B 7 G 7"), "of several lines that end in one row, each label has its sign"
    assert rows[6].rstrip().endswith("R 3")


def test_values_and_steps_are_named() -> None:
    """At the left stand the values, below the steps."""
    rows = text_of(drawn()).splitlines()
    assert rows[0].split()[0] == "9"
    assert rows[8].split()[0] == "1"
    assert rows[9].split() == ["0", "1", "2"]


def test_labels_never_lie_on_each_other() -> None:
    """Where there is no room beside each other each has a row of its own in the chart, and its sign."""
    same = tuple(Series(sign, NIGHT.text, ((0, 1), (1, 1)), "end") for sign in "abcd")
    rows = text_of(chart(same, Axes(("0", "1"), 1, 9), (30, 6), NIGHT, UNICODE)).splitlines()
    assert sorted(row[-5:] for row in rows if row.endswith("end")) == ["a end", "b end", "c end", "d end"]


def test_colours_are_those_of_the_palette() -> None:
    """Every sign is in the colour of its line, on the ground of panels."""
    found = {
        segment.text: segment.style
        for line in drawn()
        for segment in line
        if segment.text in {"B", "G", "R"} and segment.style is not None
    }
    colours = {sign: look.color.name for sign, look in found.items() if look.color is not None}
    assert colours == {"B": NIGHT.blue, "G": NIGHT.green, "R": NIGHT.red}
    assert all(look.bgcolor is not None and look.bgcolor.name == NIGHT.panel for look in found.values())


def test_nothing_in_a_chart_is_a_command() -> None:
    """What the library writes for a terminal is read, not passed on: no control character is left."""
    for marks in (UNICODE, ASCII):
        for line in drawn(marks):
            assert plain(line).isprintable()
    assert all(plain(line).isascii() for line in drawn(ASCII))


def test_a_chart_of_one_step_is_drawn() -> None:
    """A game that has just begun has one point a line."""
    one = (Series("B", NIGHT.blue, ((0, 5),), "5"),)
    rows = text_of(chart(one, Axes(("0",), 1, 9), (20, 5), NIGHT, UNICODE)).splitlines()
    assert rows[2].split() == ["B", "5"]
