"""Looking back at a running game from its table: what is seen, and that a decision is told there."""

import asyncio
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from protocol.game import Seat
from protocol.games.ys.board import BOARD
from protocol.games.ys.prompts import PickBid, Place
from protocol.games.ys.state import State
from protocol.record import save
from tests.support.records import whole
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui import themes
from ys_tui.client.snapshot import Alarm, Chat, Snapshot, TableSnapshot
from ys_tui.config import Settings
from ys_tui.everywhere import Everywhere
from ys_tui.looks import UNICODE
from ys_tui.preferences import GLYPHS, Preferences
from ys_tui.screens.games import GamesScreen
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.choices import Choices

_WAITS = "The table waits for you"


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait after each until all that follows is done."""
    for key in keys:
        await pilot.press(key)
        await done(pilot)
    await done(pilot)


async def done(pilot: Pilot[None]) -> None:
    """Wait until nothing is under way, on threads neither."""
    await pilot.app.workers.wait_for_complete()
    await asyncio.sleep(0)
    await pilot.pause()


async def test_b_steps_back_and_esc_returns_with_the_draft() -> None:
    """The board of the last moment is on, arrows step back, and Esc shows the table as it was left."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    other = (seat + 1) % 4
    app = ScreenApp(snapshot(told.sees(other)))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        before = app.text()
        await press(pilot, "b")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.moment == len(told.match.log)
        assert "Looking back" in app.text()
        assert "q table" in app.text()
        assert _WAITS not in app.text()
        await press(pilot, "left", "left")
        assert screen.moment < len(told.match.log) - 1
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
        assert app.text() == before
    assert app.wishes == []


async def test_the_speed_of_counts_is_not_set_while_one_looks_back() -> None:
    """None is told there: the key changes nothing, and leaves no line behind."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "b")
        assert isinstance(app.screen, ReplayScreen)
        before = app.text()
        await press(pilot, "s")
        assert app.text() == before
        await press(pilot, "escape", "s")
        assert "Speed of the count" in app.text()


async def test_a_decision_is_told_while_one_looks_back() -> None:
    """What is played meanwhile can be stepped to; when the player is awaited, a line says so."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    other = (seat + 1) % 4
    app = ScreenApp(snapshot(told.sees(other)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "b")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        while told.sees(other).prompt is None:
            told.step()
        screen.snapshot = snapshot(told.sees(other))
        await press(pilot)
        assert _WAITS in app.text()
        assert "Your turn: Esc" in app.text()
        await press(pilot, "end")
        assert screen.moment == len(told.match.log)
        assert _WAITS in app.text()


async def test_an_alarm_is_told_while_one_looks_back() -> None:
    """What must not be overlooked at the table stands below the board that is looked at."""
    told = Told(4)
    table = told.sees(told.run(1, PickBid))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "b")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        alarm = Alarm("forged", "The server has shown an entry that nobody signed.")
        screen.snapshot = snapshot(replace(table, alarms=(alarm,)))
        await press(pilot)
        assert f"! {alarm.detail}" in app.text()
        assert "Your turn: Esc" in app.text()


async def test_a_line_of_the_journal_is_jumped_to() -> None:
    """Enter in the journal lists it to choose from; Enter there shows the board at that moment."""
    told = Told(4)
    table = told.sees(told.run(2, PickBid))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "l", "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.has_class("-journal")
        choices = screen.query_one(Choices)
        assert choices.highlighted == len(table.journal) - 1
        await press(pilot, "home", "enter")
        assert not screen.has_class("-journal")
        assert screen.moment == table.journal[0].entry + 1


async def test_nothing_is_cut_off_a_line_of_the_journal() -> None:
    """A long one goes on below, at every breadth that the terminal is given meanwhile."""
    told = Told(4)
    table = told.sees(told.run(1, Place, turn=1))
    app = ScreenApp(snapshot(table))
    last = "neighborhood 4: 2 green, red, white; market: blue, green, yellow."
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "l", "enter", "home")
        rows = app.text()
        assert last in " ".join(rows.split())
        await pilot.resize_terminal(50, 18)
        await press(pilot)
        assert app.text() != rows
        assert last in " ".join(app.text().split())
        assert "…" not in app.text()


async def test_esc_leads_to_a_table_that_waits_from_everywhere() -> None:
    """From the list or the board of a moment, one Esc is the table with its log closed, ready to choose."""
    told = Told(4)
    table = told.sees(told.run(2, PickBid))
    for keys in (("l", "enter"), ("l", "enter", "home", "enter"), ("b",), ("b", "l")):
        app = ScreenApp(snapshot(table))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            before = app.text()
            await press(pilot, *keys)
            assert len(app.screen_stack) == 3
            await press(pilot, "escape")
            assert isinstance(app.screen, TableScreen), keys
            assert not app.screen.has_class("-journal")
            assert app.text() == before


async def test_a_digit_says_that_the_table_waits() -> None:
    """Who answers while looking back is told how to get to the table; nobody awaited, nothing is said."""
    told = Told(4)
    seat = told.run(2, PickBid)
    for sees, count in ((seat, 1), (None, 0)):
        app = ScreenApp(snapshot(told.sees(sees)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await press(pilot, "b", "3")
            said = [notice.message for notice in app._notifications]
            assert said == ["This is looking back: Esc leads to the table, which waits for you."] * count
            assert isinstance(app.screen, ReplayScreen)


def _hidden(table: TableSnapshot, seat: Seat) -> dict[int, str]:
    """Return how the own brokers lie there face down, by token: value and mark."""
    state: State = table.view.state
    return {
        broker.token: f"{UNICODE.down[seat]}{table.view.known[broker.token].value}"
        for broker in state.brokers
        if broker.owner == seat and broker.value is None and broker.spot in BOARD
    }


async def test_a_player_sees_own_values_and_the_picture_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking back shows what one laid face down, now and earlier; what is exported is what all know."""
    monkeypatch.chdir(tmp_path)
    told = Told(4)
    seat = told.run(2, Place, turn=2)
    while not (now := _hidden(told.sees(seat), seat)):
        told.step()
    laid = {len(told.match.log): mark for mark in now.values()}
    for is_later in (False, True):
        if is_later:
            told.run(3, PickBid)
        app = ScreenApp(snapshot(told.sees(seat)))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await press(pilot, "b")
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            for moment, mark in laid.items():
                screen.moment = moment
                await press(pilot)
                assert mark in app.text()
                assert "looking on" not in app.text()
                assert "Waiting" not in app.text() or screen.moment == len(told.match.log)
                await press(pilot, "e")
                assert mark in app.text()
    _check_pictures(tmp_path, seat, laid)


def _check_pictures(folder: Path, seat: Seat, laid: dict[int, str]) -> None:
    """Assert that the two pictures show own brokers face down, and none of the marks."""
    pictures = sorted(folder.glob("*.svg"))
    assert len(pictures) == 2
    for path in pictures:
        root = ET.fromstring(path.read_text())  # noqa: S314  # our own
        drawn = "".join(root.itertext()).replace("\xa0", " ")
        assert f"{UNICODE.down[seat]}?" in drawn
        assert not any(mark in drawn for mark in laid.values())
        assert "Your brokers" not in drawn


async def test_what_was_said_by_then_stands_beside_the_board() -> None:
    """The talk is as old as the board; what was said later is not there."""
    told = Told(4)
    table = told.sees(told.run(2, PickBid))
    said = (Chat("Bran", "an early word", at=2), Chat("Cara", "a late word", at=len(table.journal)))
    app = ScreenApp(snapshot(replace(table, chat=said)))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await press(pilot, "b")
        assert "a late word" in app.text()
        await press(pilot, "pageup")
        assert "an early word" in app.text()
        assert "a late word" not in app.text()


async def test_without_the_log_there_is_no_looking_back() -> None:
    """A table whose game is not known from its beginning offers no such key."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    app = ScreenApp(snapshot(replace(told.sees((seat + 1) % 4), entries=())))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "look back" not in app.text()
        await press(pilot, "b")
        assert isinstance(app.screen, TableScreen)


class Helping(Everywhere):
    """An app with one screen, and with what its keys do everywhere."""

    _flags, _preferences = Settings(), Preferences()

    def __init__(self, shown: Screen[None], table: TableSnapshot | None = None) -> None:
        """Show `shown`, at `table` if there is one."""
        super().__init__(UNICODE)
        self.shown = shown
        if table is not None:
            self.snapshot = snapshot(table)

    def on_mount(self) -> None:
        """Put the screen on."""
        themes.install(self)
        self.push_screen(self.shown)

    def text(self) -> str:
        """Return what is on the screen, row by row."""
        return "\n".join(strip.text.rstrip() for strip in self.screen._compositor.render_strips())


@pytest.mark.parametrize("key", ["question_mark", "f1"])
@pytest.mark.parametrize("is_kept", [False, True])
async def test_the_help_opens_at_the_moment_that_is_looked_at(
    tmp_path: Path, key: str, *, is_kept: bool
) -> None:
    """At a table and in a kept game it tells the rules of what goes on there; Esc leads back."""
    told = Told(4)
    table = told.sees(told.run(1, Place, turn=2))
    app = Helping(TableScreen(snapshot(table), marks=UNICODE), table)
    if is_kept:
        folder = tmp_path / "games"
        folder.mkdir()
        (folder / "one.ysgame").write_bytes(save(whole(("ys", 4, ()))))
        app = Helping(GamesScreen(tmp_path, Snapshot(), marks=UNICODE))
    async with app.run_test(size=(100, 30)) as pilot:
        await done(pilot)
        await press(pilot, "enter" if is_kept else "b", "home")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await press(pilot, "right")
        moment = screen.moment
        await press(pilot, key)
        assert "At this moment" in app.text()
        assert "Everybody puts two brokers down" in app.text()
        await press(pilot, "escape")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.moment == moment > 0


async def test_signs_are_changed_while_one_looks_back() -> None:
    """What is set in the palette or the settings is seen at once where one looks back, and in its journal."""
    told = Told(4)
    table = told.sees(told.run(1, Place, turn=2))
    app = Helping(TableScreen(snapshot(table), marks=UNICODE), table)
    async with app.run_test(size=(100, 30)) as pilot:
        await done(pilot)
        await press(pilot, "b")
        assert not app.text().isascii()
        app.tune(GLYPHS, "ascii")
        await done(pilot)
        assert app.text().isascii()
        await press(pilot, "l")
        assert app.text().isascii()
