"""Screens that are gone leave memory: nothing that lasts as long as the app holds them."""

import gc
from collections.abc import Callable
from typing import Any
from weakref import ref

import pytest
from textual.screen import Screen

from tests.support.keys import WatchedApp, until
from tests.tui.test_app import HOST, opened
from tests.tui.test_solo import BOTS, asked, solo
from ys_tui.config import Settings, Solo
from ys_tui.screens.help import HelpScreen
from ys_tui.screens.lobby import LobbyScreen

pytestmark = pytest.mark.timeout(180)


def none_is_left(*gone: Callable[[], Screen[Any] | None]) -> bool:
    """Tell whether none of these screens is in memory any more."""
    gc.collect()
    return not any(screen() for screen in gone)


def on(app: WatchedApp) -> "ref[Screen[Any]]":
    """Return the screen that is on, without holding it."""
    return ref(app.screen)


async def test_lobby_and_help_leave_memory() -> None:
    """A page of help that was closed is not kept, nor is the lobby in a room."""
    async with solo(HOST) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        lobby = on(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen), "the help")
        page = on(app)
        await pilot.press("escape")
        await until(pilot, lambda: none_is_left(page), "the end of the help")
        await opened(app, pilot)
        await until(pilot, lambda: none_is_left(lobby), "the end of the lobby")


async def test_table_leaves_memory() -> None:
    """Neither a table that was left nor its board is kept."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS))) as (app, pilot):
        await asked(app, pilot)
        table = on(app)
        await pilot.press("q", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        await until(pilot, lambda: none_is_left(table), "the end of the table")
