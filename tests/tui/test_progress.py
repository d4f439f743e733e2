"""One's own results over time: which games are shown, and what stands at each of them."""

from ys_tui.client.results import Result
from ys_tui.lines import text_of, width
from ys_tui.looks import ASCII, UNICODE
from ys_tui.palettes import PALETTES
from ys_tui.progress import LEAST, progress

NIGHT = PALETTES["ys-night"]


def played(*results: tuple[int, int]) -> tuple[Result, ...]:
    """Return games with these places and points."""
    return tuple(Result("ys", 4, (), place, points) for place, points in results)


def test_too_few_games_have_no_chart() -> None:
    """One game is no course."""
    assert progress(played((1, 90))[: LEAST - 1], (76, 12), NIGHT, UNICODE) == ()


def test_each_game_stands_at_its_points_with_its_place() -> None:
    """The best one is on top with its points beside it, the worst at the bottom; a sign is a place."""
    lines = progress(played((2, 70), (1, 100), (4, 40)), (76, 12), NIGHT, UNICODE)
    assert len(lines) == 12
    assert {width(line) for line in lines} == {76}
    rows = text_of(lines).splitlines()
    assert rows[1].split()[1] == "100"
    assert "1" in rows[1].split("100")[1]
    assert rows[9].split()[1].startswith("40")
    assert rows[9].rstrip("│ ").endswith("4")
    assert rows[10].strip("│ ").split() == ["1"]


def test_the_latest_thirty_are_shown() -> None:
    """Of many games the numbers below tell which they are."""
    lines = progress(played(*((1, 50 + number) for number in range(42))), (110, 14), NIGHT, ASCII)
    rows = text_of(lines).splitlines()
    assert all(char.isascii() or char in "╭╮╰╯│─" for row in rows for char in row)
    numbers = rows[12].strip("│ ").split()
    assert (numbers[0], numbers[-1]) == ("13", "40")
    assert rows[1].split()[1] == "91"
    assert rows[11].split()[1].startswith("62")
