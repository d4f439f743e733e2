"""The result of real games, and the help."""

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll
from textual.scrollbar import ScrollBar

from protocol.game import Seat
from protocol.games.ys.board import GEM_POINTS
from protocol.games.ys.events import ColourScored
from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from tests.support.screen import NAMES, Told, snapshot
from ys_tui.client.snapshot import Balloted, Chronicle, Kept, Snapshot
from ys_tui.games.ys.final import result_lines
from ys_tui.lines import text_of
from ys_tui.looks import ASCII, LETTERS, UNICODE
from ys_tui.screens.help import HelpScreen, rules
from ys_tui.screens.result import ResultScreen
from ys_tui.themes import NIGHT
from ys_tui.widgets.plain import PlainBar


@pytest.fixture(scope="module")
def finished() -> Told:
    """Return a game that was played to its end."""
    told = Told(3)
    for _ in told.steps():
        pass
    return told


async def test_rematch_is_a_key_for_who_played(finished: Told) -> None:
    """Who sat at the table asks for a rematch by one key, and reads where others have opened one already."""
    screen = ResultScreen(snapshot(finished.sees(0)))
    app = FramedApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "m")
        assert "m rematch" in app.bar()
        screen.snapshot = replace(screen.snapshot, rematch=9)
        await after(pilot)
        assert "m join the rematch" in app.bar()
    assert app.asked == ["rematch"]


@pytest.mark.parametrize(("seat", "is_alone"), [(None, False), (0, True)])
async def test_no_rematch_for_spectators_and_alone(
    finished: Told, seat: int | None, *, is_alone: bool
) -> None:
    """Who looked on opens no rematch; alone there is a new game instead."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(seat)), is_alone=is_alone))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "m")
        assert "rematch" not in app.bar()
    assert app.asked == []


async def test_a_game_ended_by_vote_has_no_result(finished: Told) -> None:
    """In place of points stands that the table has ended the game, and who voted for it."""
    table = Told(4).sees(0)
    ballots = tuple(Chronicle(n, Balloted(Seat(n), Seat(3), "end")) for n in range(2))
    app = FramedApp(ResultScreen(snapshot(replace(table, ended=True, journal=ballots))))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert "The table has ended this game by vote: it has no result." in shown
    assert f"Voted to end it: {NAMES[0]} and {NAMES[1]}." in shown


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
    order = sorted(range(4), key=lambda seat: outcome.places[seat])
    named = " · ".join(f"{finished.setup.seats[seat].name} {outcome.points[seat]}" for seat in order)
    assert headline.endswith(named)


def test_long_names_of_a_result_have_a_line_of_their_own() -> None:
    """Nothing of who has how much is cut by a long name."""
    told = Told(3, ("Aaaaaaaaaaaaaaa", "Bbbbbbbbbbbbb", "Ccccccccccccc", "Ddddddddddddddd"))
    for _ in told.steps():
        pass
    first, *rest = text_of(result_lines(told.sees(0), NIGHT, UNICODE)).splitlines()[:3]
    outcome = YS.outcome(told.match.state)
    assert outcome is not None
    points = outcome.points
    assert str(max(points)) not in first
    assert all(f"{keys.name} {points[seat]}" in " ".join(rest) for seat, keys in enumerate(told.setup.seats))
    assert all(len(line) <= 76 and "…" not in line for line in rest)


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


async def _result(told: Told, kept: Kept) -> str:
    app = FramedApp(ResultScreen(snapshot(replace(told.sees(0), kept=kept))))
    async with app.run_test(size=(80, 60)) as pilot:
        await after(pilot)
        return app.text()


async def _kept(told: Told, kept: Kept) -> str:
    """Return what is shown, without its line breaks."""
    return " ".join((await _result(told, kept)).split())


async def test_result_says_where_the_game_is_kept(finished: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the points stands the line that checks the file, as a shell takes it."""
    monkeypatch.setenv("HOME", "/home/ada")
    shown = await _kept(finished, Kept(path="/home/ada/.local/ys/2026-11-30-ys-4-1a2b3c4d.ysgame"))
    assert "check it with: ys verify ~/.local/ys/2026-11-30-ys-4-1a2b3c4d.ysgame" in shown
    elsewhere = await _kept(finished, Kept(path="/srv/Ada's/[bold]\x1b.ysgame"))
    assert "ys verify '/srv/Ada'\"'\"'s/[bold] .ysgame'" in elsewhere


async def test_result_says_that_the_game_is_not_kept(finished: Told) -> None:
    """A game that could not be saved is told above the points."""
    shown = await _result(finished, Kept(problem="The game could not be saved: there is no room."))
    lines = [line for line in shown.splitlines() if line.strip()]
    assert "! The game could not be saved: there is no room." in lines[1]
    assert "ys verify" not in shown


async def test_help_shows_keys_and_rules_literally() -> None:
    """The help holds the signs of the board, the keys and every rule; it scrolls, and Esc leads back."""
    app = FramedApp(HelpScreen(seen(), invitation="Others type:  ys join 192.0.2.7"))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert "a broker of value 3, face up" in app.text()
        await after(pilot, "space")
        assert "a broker of value 3, face up" not in app.text()
        await after(pilot, "k")
        assert "Enter sends it, u takes it back" in app.text()
        assert "Others type:  ys join 192.0.2.7" in app.text()
        await after(pilot, "r")
        assert "The rules of Ys" in app.text()
        await after(pilot, "escape")
    assert app.asked == ["back"]


async def test_help_in_plain_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """With --ascii every cell of the help is ASCII, page by page, the bar at its side included."""
    monkeypatch.setattr(ScrollBar, "renderer", PlainBar)  # as the app does
    app = FramedApp(HelpScreen(seen(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        scroll = app.screen.query_one(VerticalScroll)
        for _ in range(100):
            assert app.text().isascii(), app.text()
            assert "?? scroll" not in app.bar()
            if scroll.scroll_y >= scroll.max_scroll_y:
                break
            await after(pilot, "space")
        assert scroll.scroll_y == scroll.max_scroll_y


def test_table_of_gems_explains_itself(finished: Told) -> None:
    """Each colour's row holds its price rank, what its places pay, and each seat's gems, place and points."""
    shown = text_of(result_lines(finished.sees(0), NIGHT, UNICODE)).splitlines()
    scored = [entry.event for entry in finished.journal if isinstance(entry.event, ColourScored)]
    assert len(scored) == 4
    for event in scored:
        pays = GEM_POINTS[event.rank - 1]
        row = next(line for line in shown if line.startswith(f" {LETTERS[event.colour]} "))
        assert f" {event.rank}: {' '.join(map(str, pays))} " in row
        for gems, place, points in zip(event.gems, event.places, event.points, strict=True):
            if points:
                assert points == pays[place - 1]
                assert f"{gems} {('1st', '2nd', '3rd', '4th')[place - 1]} {points}" in row


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
