"""The result of real games, and the help."""

import pytest

from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from tests.support.screen import Told, snapshot
from ys_tui.client.snapshot import Snapshot
from ys_tui.games.ys.final import result_lines
from ys_tui.lines import text_of
from ys_tui.looks import ASCII, UNICODE
from ys_tui.screens.help import HelpScreen, rules
from ys_tui.screens.result import ResultScreen
from ys_tui.themes import NIGHT


@pytest.fixture(scope="module")
def finished() -> Told:
    """Return a game that was played to its end."""
    told = Told(3)
    for _ in told.steps():
        pass
    return told


def numbers(shown: str, name: str) -> list[int]:
    """Return the numbers in the row of `name` in the table of points."""
    row = next(line for line in shown.splitlines() if name in line and "wins" not in line)
    return [int(word) for word in row.split() if word.isdigit()]


def test_points_by_source_add_up(finished: Told) -> None:
    """Each row holds the five sources and their sum, which is the final score."""
    outcome = YS.outcome(finished.match.state)
    assert outcome is not None
    shown = text_of(result_lines(finished.sees(0), NIGHT, UNICODE))
    for seat, keys in enumerate(finished.setup.seats):
        *sources, total = numbers(shown, keys.name)
        assert len(sources) == 5
        assert sum(sources) == total == outcome.points[seat]


def test_winner_is_named_with_the_lead(finished: Told) -> None:
    """The first line names the winner and by how much."""
    outcome = YS.outcome(finished.match.state)
    assert outcome is not None
    first, second = sorted(outcome.points, reverse=True)[:2]
    name = finished.setup.seats[outcome.places.index(1)].name
    headline = text_of(result_lines(finished.sees(0), NIGHT, UNICODE)).splitlines()[0]
    assert f"{name} wins by {first - second} point" in headline


def test_longest_bar_belongs_to_the_winner(finished: Told) -> None:
    """Bars are as long as the points say."""
    bars = [
        line.count("█")
        for line in text_of(result_lines(finished.sees(0), NIGHT, UNICODE)).splitlines()
        if "█" in line
    ]
    assert bars == sorted(bars, reverse=True)
    assert bars[0] == 60


def test_result_in_plain_letters(finished: Told) -> None:
    """In ASCII nothing but the dots between numbers needs a twin, and bars are letters."""
    shown = text_of(result_lines(finished.sees(0), NIGHT, ASCII))
    assert "█" not in shown
    assert "gggg" in shown


def test_nothing_is_shown_before_the_end() -> None:
    """A running game has no result."""
    assert result_lines(Told(3).sees(0), NIGHT, UNICODE) == ()


async def test_result_screen_fits_and_leads_on(finished: Told) -> None:
    """At 80×24 the winner and all totals are seen; Enter leads to the lobby, b to the board."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(0))))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = app.text()
        await after(pilot, "b", "enter")
    assert "wins" in shown
    assert all(keys.name in shown for keys in finished.setup.seats)
    assert app.asked == ["back", "lobby"]


async def test_help_shows_keys_and_rules_literally() -> None:
    """The help holds the keys and every rule; it scrolls, and Esc leads back."""
    app = FramedApp(HelpScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert "Enter sends it, u takes it back" in app.text()
        await after(pilot, "r")
        assert "The rules of Ys" in app.text()
        await after(pilot, "escape")
    assert app.asked == ["back"]


def test_rules_are_whole_paragraphs() -> None:
    """A rule is one line that the screen wraps, without markup."""
    text = rules("ys")
    line = next(line for line in text.splitlines() if line.startswith("R4 "))
    assert line.endswith(".")
    assert "**" not in text


async def test_first_snapshot_is_enough() -> None:
    """A screen without any server yet shows no connection."""
    app = FramedApp(HelpScreen(Snapshot()))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "connecting" not in app.text()
