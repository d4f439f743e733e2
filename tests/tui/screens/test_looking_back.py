"""Looking back at a running game from its table: what is seen, and that a decision is told there."""

import asyncio

from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.games.ys.prompts import PickBid, Place
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui.client.snapshot import Alarm, Chat
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.choices import Choices

_WAITS = "The table waits for you"


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait until all that follows is done."""
    await pilot.press(*keys)
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
