"""A terminal too small for a screen: what is hidden does nothing, and the keys lead out of it."""

from pathlib import Path

import pytest

from protocol.games.ys.prompts import Place
from tests.support.framed import FramedApp, after, seen, table
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui.client.intents import SitDown
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.frame import Framed
from ys_tui.screens.games import GamesScreen
from ys_tui.screens.help import HelpScreen
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.settings import SettingsScreen
from ys_tui.widgets.choices import Choices

CRAMPED = [(50, 20), (59, 20), (80, 12), (40, 12)]
OPEN, OTHER = table("Ben", title="First steps", host="Ben"), table("Ben", number=2, title="Club", host="Ben")


def _screens() -> list[Framed]:
    return [
        SettingsScreen(seen(), {}),
        ConnectScreen(seen(), name="Ada"),
        LobbyScreen(seen(OPEN, OTHER)),
        HelpScreen(seen()),
        GamesScreen(Path("nowhere"), seen()),
    ]


@pytest.mark.parametrize("size", CRAMPED)
@pytest.mark.parametrize("number", range(len(_screens())))
async def test_keys_do_nothing_to_a_hidden_list(number: int, size: tuple[int, int]) -> None:
    """Page keys, Enter and letters neither fail nor do anything under the sentence; Escape or q lead out."""
    app = FramedApp(_screens()[number])
    async with app.run_test(size=size) as pilot:
        keys = ("pagedown", "pageup", "end", "home", "pagedown", "down", "enter", "n", "c", "s", "t")
        await after(pilot, *keys)
        assert "60×16" in app.text()
        assert app.screen is app.shown
        assert (app.wishes, app.chosen, app.asked) == ([], [], [])
        await after(pilot, "f1", "q", "escape")
    assert app.asked[0] == "help" or isinstance(app.shown, HelpScreen)
    assert len(app.asked) >= 2 or isinstance(app.shown, GamesScreen)


async def test_the_keys_come_back_with_the_room() -> None:
    """The cursor stands where it stood before the terminal was too small, and has the keys again."""
    app = FramedApp(LobbyScreen(seen(OPEN, OTHER)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "down")
        await pilot.resize_terminal(50, 20)
        await after(pilot, "up", "enter", "n")
        assert app.wishes == []
        await pilot.resize_terminal(80, 24)
        await after(pilot, "enter")
    assert app.wishes == [SitDown(2)]


async def test_a_screen_that_began_too_small_takes_keys_once_it_has_room() -> None:
    """What is first between the bars has the keys then."""
    app = FramedApp(LobbyScreen(seen(OPEN)))
    async with app.run_test(size=(50, 20)) as pilot:
        await after(pilot)
        await pilot.resize_terminal(80, 24)
        await after(pilot, "enter")
    assert app.wishes == [SitDown(1)]


async def test_the_bar_names_what_leads_out() -> None:
    """No key is told that does nothing there."""
    app = FramedApp(LobbyScreen(seen(OPEN)))
    async with app.run_test(size=(50, 20)) as pilot:
        await after(pilot)
        assert app.bar().split() == [",", "settings", "?", "help", "q", "leave"]


async def test_a_table_that_is_hidden_asks_for_nothing_but_the_way_out() -> None:
    """No talk, no vote, no log below the sentence that the terminal is too small."""
    told = Told(2)
    app = ScreenApp(snapshot(told.sees(told.run(1, Place))))
    async with app.run_test(size=(30, 6)) as pilot:
        await pilot.pause()
        await pilot.press("t", "P", "i", "m", "w", "l", "pagedown", "enter")
        assert not app.table_screen.has_class("-journal")
        await pilot.press("q", "f1")
        await pilot.pause()
    assert (app.wishes, app.asked) == ([], ["leave", "help"])


async def test_page_keys_on_a_list_without_rows_move_nothing() -> None:
    """A list that has no size, or no choices, has no page."""
    app = FramedApp(LobbyScreen(seen(OPEN, OTHER)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        choices = app.screen.query_one(Choices)
        before = choices.chosen
        choices.display = False
        await pilot.pause()
        choices.action_page_down()
        choices.action_page_up()
        assert choices.chosen == before
        choices.display = True
        choices.offer(())
        await pilot.pause()
        choices.action_page_down()
        choices.action_page_up()
        assert choices.chosen is None


@pytest.mark.parametrize(("size", "is_told"), [((50, 15), False), ((60, 16), True), ((80, 24), True)])
async def test_the_table_tells_no_key_of_a_help_that_has_no_room(
    size: tuple[int, int], is_told: bool
) -> None:
    """Where the help would only say how large it is, its key is not in the bar, nor in that of the log."""
    told = Told(4)
    app = ScreenApp(snapshot(told.sees(told.run(1, Place, turn=1))))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert ("? help" in app.text().split("\n")[-1]) is is_told
        await pilot.press("L")
        await pilot.pause()
        assert ("? help" in app.text().split("\n")[-1]) is is_told
