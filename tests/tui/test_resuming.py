"""Games that are on at servers are offered at the next start, on the screen and line by line."""

from pathlib import Path

import pytest

from tests.support.keys import WatchedApp, press_until, until
from tests.support.reader import Reader
from tests.tui.test_app import opened
from tests.tui.test_solo import solo, text
from ys_tui import hosting
from ys_tui.config import Host, Join, Settings
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.table import TableScreen

pytestmark = pytest.mark.timeout(180)


def is_ready(app: WatchedApp) -> bool:
    """Tell whether the room has all its chairs taken."""
    return isinstance(app.screen, RoomScreen) and "All are here" in text(app)


@pytest.mark.parametrize("where", ["own", "other"])
async def test_game_left_on_a_server_is_offered_and_gone_on_with(where: str, tmp_path: Path) -> None:
    """The start screen names table and server; Enter opens the table, with a server of one's own again."""
    server = hosting.solo(tmp_path) if where == "other" else None
    plan = Join(server.local()) if server is not None else Host(0, is_announced=False)
    try:
        async with solo(Settings(name="Ada", plan=plan)) as (app, pilot):
            await opened(app, pilot)
            await press_until(pilot, "r", lambda: is_ready(app), "bots")  # the server may have none yet
            await pilot.press("s")
            await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.turns), "the first question")
            number, address = app.snapshot.at, app.snapshot.server.removeprefix("ws://")
        place = f"at {address}" if server is not None else "on your own server"
        async with solo(Settings(name="Ada")) as (app, pilot):
            await until(pilot, lambda: f"▸ Go on: Ada's table {place}" in text(app), "the offer")
            assert isinstance(app.screen, ConnectScreen)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen), "the table")
            assert (app.snapshot.at, app.snapshot.server.removeprefix("ws://")) == (number, address)
    finally:
        if server is not None:
            server.stop()


def test_game_left_on_a_server_is_offered_line_by_line(tmp_path: Path) -> None:
    """The list of ways ends with it; its number leads to the table."""
    server = hosting.solo(tmp_path)
    try:
        address = server.local()
        with Reader("join", address, "--name", "Ada", home=tmp_path / "a") as ada:
            ada.enter("open 2 title=Ours")
            ada.wait_for("Chairs: 1 Ada")
            ada.seat_bot("random")
            ada.enter("start")
            ada.decide()
            ada.prompt()
            ada.enter("quit")
            assert ada.ended() == 0
        with Reader("--name", "Ada", home=tmp_path / "a") as ada:
            assert ada.prompt() == "start"
            assert f"  5, Go on: Ours at {address.removeprefix('ws://')}" in ada.output
            ada.enter("5")
            ada.wait_for("Ours")
            assert ada.prompt() not in {"start", "lobby"}
    finally:
        server.stop()
