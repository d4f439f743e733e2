"""Whole games with nothing but the mouse, at 80×24: from the start screen to the result."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from textual.pilot import Pilot

from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase
from tests.support.keys import WatchedApp, until
from tests.support.mouse import Mouse
from tests.tui.test_solo import SIZE, at_table, is_over, text
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import Settings
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask, Welcome
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.session import Session


class HandsOff(WatchedApp):
    """The real app at which no key may be pressed."""

    def simulate_key(self, key: str) -> None:
        """Refuse it."""
        raise AssertionError(f"{key} was pressed")


def is_counted(snapshot: Snapshot) -> bool:
    """Tell whether all brokers of the first round have been placed."""
    return snapshot.table is not None and snapshot.table.confirmed.phase in {Phase.CITY, Phase.MARKET}


@asynccontextmanager
async def begun(players: int) -> AsyncIterator[tuple[WatchedApp, Pilot[None], Mouse]]:
    """Start for the first time, and click through to a table of so many."""
    with Session(Settings(name="Ada")) as session:
        session.begin()
        app = HandsOff(session)
        app.news = asyncio.Event()
        async with app.run_test(size=SIZE) as pilot:
            mouse = Mouse(pilot, Random(players))
            await until(pilot, lambda: isinstance(app.screen, Welcome), "the word about the identity")
            await mouse.key("enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
            await mouse.words("Play alone at another table")
            await until(pilot, lambda: "Seats" in text(app), "the form")
            if f"[{players}]" not in text(app):
                await mouse.words(f" {players} ")
            await mouse.key("enter")
            await until(pilot, lambda: at_table(app), "the table")
            assert app.snapshot.table is not None
            assert len(app.snapshot.table.setup.seats) == players
            yield app, pilot, mouse


@pytest.mark.timeout(120)
async def test_placing_by_mouse_and_back_to_the_lobby() -> None:
    """From the bid to the last broker, with the neutral player's; then away from the table."""
    async with begun(2) as (app, pilot, mouse):
        await mouse.play(is_counted)
        await mouse.key_until("q", lambda: isinstance(app.screen, Ask), "the question before leaving")
        await mouse.words("lobby")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_whole_game_by_mouse(players: int) -> None:
    """Every decision of it, to the result, and back again."""
    async with begun(players) as (app, pilot, mouse):
        await mouse.play(is_over)
        await mouse.key_until("enter", lambda: isinstance(app.screen, ResultScreen), "the result")
        table = app.snapshot.table
        assert table is not None
        outcome = YS.outcome(table.confirmed)
        assert outcome is not None
        assert table.alarms == ()
        assert table.setup.seats[outcome.places.index(1)].name in text(app)
        await mouse.key("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen | Ask), "the way back")
