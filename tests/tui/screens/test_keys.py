"""Keys at the door: letters for arrows, keys that were chosen, clicks on the bar; the list has them all."""

import importlib
import pkgutil
from typing import Any

import pytest
from textual.binding import Binding
from textual.events import Click, MouseUp
from textual.pilot import Pilot
from textual.screen import Screen

from protocol.games.ys.prompts import Place
from tests.support.framed import FramedApp, seen
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui import screens
from ys_tui.actions import SCOPES, SHARED
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.board import YsBoard
from ys_tui.keyed import Keyed
from ys_tui.keyfile import read
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Dialog
from ys_tui.screens.frame import Framed
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.bars import KeyBar

SIZE = (80, 24)


def placing() -> TableSnapshot:
    """Return a table at which the player places."""
    told = Told(4)
    return told.sees(told.run(1, Place, turn=1))


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let everything that follows happen."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


class DoorApp(Keyed, ScreenApp):
    """The same, with the door through which keys come in."""


async def test_letters_are_arrows_while_a_place_is_chosen() -> None:
    """Where arrows choose, h, j, k and l are they, and L opens the log; in the log l leads back."""
    table = placing()
    app = DoorApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        board = app.screen.query_one(YsBoard)
        for arrows, letters in ((("left", "up"), "hk"), (("right", "right", "down"), "llj")):
            board._aim = Aim()
            await press(pilot, "0", *arrows)
            there = board._aim.cursor
            board._aim = Aim()
            await press(pilot, "0", *letters)
            assert board._aim.cursor == there
        assert "L log" in app.text()
        await press(pilot, "L")
        assert "Your brokers" not in app.text()
        await press(pilot, "l")
        assert "Your brokers" in app.text()


async def test_letters_of_places_are_no_arrows() -> None:
    """While letters stand at the places, h, j, k and l are places like the others."""
    table = placing()
    app = DoorApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "0", "g")
        assert {"h", "j", "k", "l"} <= app.table_screen.typing().literal
        await press(pilot, "l")
        assert app.wishes or "letter l" in app.text()


async def test_chosen_keys_are_typed_and_told() -> None:
    """A key that was chosen does what it says, the one before nothing; the bar tells the right one."""
    table = placing()
    app = DoorApp(snapshot(table))
    app.keymap = read('[table]\njump = "y"\ndigit-0 = "à"\noutlook = ["z", "w"]\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        assert "à1234 broker" in (await after(pilot, app))
        await press(pilot, "0")
        assert app.screen.query_one(YsBoard)._aim.value is None
        await press(pilot, "à")
        assert "y jump" in app.text()
        await press(pilot, "g")
        assert not app.screen.query_one(YsBoard)._aim.jumping
        await press(pilot, "y")
        assert app.screen.query_one(YsBoard)._aim.jumping


async def test_a_click_on_a_key_is_the_key() -> None:
    """What the bar tells can be clicked on, whatever key it stands for."""
    table = placing()
    app = DoorApp(snapshot(table))
    app.keymap = read('[table]\njournal = "J"\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        bar = (await after(pilot, app)).splitlines()[-1]
        await pilot.click(KeyBar, offset=(bar.index("J log") + 2, 0))
        await pilot.pause()
        assert app.screen.has_class("-journal")


async def test_a_bar_that_changes_under_the_button_does_what_it_said_before() -> None:
    """A click is the key that was there when the button went down, not what has come to stand there."""
    app = DoorApp(snapshot(placing()))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot, app)
        keys = app.screen.query_one(KeyBar)
        at = next((first, 0) for first, _, key in keys._spans if key == "l")
        await pilot.mouse_down(KeyBar, offset=at)
        keys._spans = ((0, SIZE[0], "q"),)
        await pilot._post_mouse_events([MouseUp, Click], KeyBar, offset=at, button=1)
        assert app.screen.has_class("-journal")


async def after(pilot: Pilot[None], app: ScreenApp) -> str:
    """Let everything settle, and return what is on the screen."""
    await pilot.pause()
    return app.text()


class FramedDoor(Keyed, FramedApp):
    """An app with one screen, and the door through which keys come in."""


async def test_text_that_is_typed_stays_text() -> None:
    """In a line of text a letter is that letter, whatever it does elsewhere; ctrl and f keys mean actions."""
    app = FramedDoor(ConnectScreen(seen(), name="Ada"))
    app.keymap = read('[start]\nsolo = "x"\n[everywhere]\nhelp = ["f5"]\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "n", "x", "s", "question_mark", "f5", "f1")
        assert app.shown.query_one("#name").value == "xs?"  # type: ignore[attr-defined]  # an Input
        assert app.asked == ["help"]
        assert app.chosen == []


async def test_shared_keys_work_on_every_screen() -> None:
    """A key that was chosen for help asks for it on each screen; the one before does nothing."""
    for shown in (ConnectScreen(seen()), LobbyScreen(seen())):
        app = FramedDoor(shown)
        app.keymap = read('[everywhere]\nhelp = "f5"\n', "keys.toml")
        async with app.run_test(size=SIZE) as pilot:
            await press(pilot, "question_mark", "f1", "f5")
            assert app.asked == ["help"]
            assert "f5 help" in app.bar()


def _screens() -> list[type[Screen[Any]]]:
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"ys_tui.screens.{module.name}")
    found: list[type[Screen[Any]]] = []
    new: list[Any] = [Framed, Dialog, TableScreen, ReplayScreen]
    while new:
        kind = new.pop()
        found.append(kind)
        new += kind.__subclasses__()
    return [kind for kind in found if kind.__module__.startswith("ys_tui.")]


@pytest.mark.parametrize("kind", _screens(), ids=lambda kind: kind.__name__)
def test_list_of_actions_has_every_key(kind: type[Screen[Any]]) -> None:
    """What a screen binds is in the list of what keys do, which is what can be chosen and what help tells."""
    name = {TableScreen: "table", ReplayScreen: "replay"}.get(kind) or kind.scope  # type: ignore[attr-defined]
    scopes = [scope for scope in SCOPES if scope.name == name] + list(SHARED)
    listed = {key for scope in scopes for action in scope.actions for key in action.does}
    bound = {
        key.strip()
        for each in kind.__dict__.get("BINDINGS", ())
        for key in (each.key if isinstance(each, Binding) else each[0]).split(",")
    }
    assert bound - listed <= {"h"}  # the replay's own word for an arrow
