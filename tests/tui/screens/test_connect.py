"""The start screen: name, the ways to play, an address."""

import pytest
from msgspec.structs import replace

from protocol.games import GAMES
from tests.support.framed import FramedApp, after, seen
from tests.support.options import RICH
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.config import GAME, Host, Join, Plan, Solo
from ys_tui.screens.connect import ConnectScreen


@pytest.mark.parametrize(
    ("keys", "plan"),
    [
        (("enter",), Solo()),
        (("o", "enter"), Solo()),
        (("down", "enter", "enter"), Solo()),
        (("down", "down", "enter"), Host()),
        (("s",), Solo()),
        (("h",), Host()),
        (("j", *"sea", "enter"), Join("ws://sea:4747")),
        (("down", "down", "down", "enter", *"sea:9", "enter"), Join("ws://sea:9")),
    ],
)
async def test_ways_to_play(keys: tuple[str, ...], plan: Plan) -> None:
    """Each way is a letter or a line of the list; joining asks for the address, another table its form."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, *keys)
    assert app.chosen == [(plan, "Ada")]


async def test_another_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats, options and the levels of the bots are chosen before; the form comes again as it was left."""
    monkeypatch.setitem(GAMES, GAME, RICH)
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "o", "left", "down", "space", "down", "down", "down", "space", "enter")
        await after(pilot, "o", "enter", "o", "escape")
        assert app.screen is app.shown
    assert app.chosen == [(Solo(("random", "greedy"), options=("long",)), "Ada")] * 2


async def test_another_table_begins_as_it_was_played_before() -> None:
    """What the command line or the last game asked for is proposed."""
    before = Solo(("random", "random", "greedy"))
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada", before=before))
    async with app.run_test() as pilot:
        await after(pilot, "o", "enter")
    assert app.chosen == [(before, "Ada")]


async def test_name_can_be_changed() -> None:
    """The key n goes to the name; Enter goes back to the ways; the new name is used."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "n", "end", "x", "enter", "s")
    assert app.chosen == [(Solo(), "Adax")]


async def test_nobody_plays_without_a_name() -> None:
    """An empty name is asked for, in words."""
    app = FramedApp(ConnectScreen(Snapshot(), name=""))
    async with app.run_test() as pilot:
        await after(pilot, "s")
        assert "Type a name first" in app.text()
    assert app.chosen == []


async def test_wrong_address_is_told() -> None:
    """What is no address is refused on the spot, with what would be one."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "j", *"a b", "enter")
        assert "is no address" in app.text()
    assert app.chosen == []


async def test_refusal_of_a_server_is_told() -> None:
    """When a server does not let the player in, its reason stands here, literally."""
    refused = replace(seen(), connection=Connection.REFUSED, problem="'[b]Ada' is here already")
    app = FramedApp(ConnectScreen(refused, name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "does not let you in: '[b]Ada' is here already" in " ".join(app.text().split())


async def test_bar_follows_the_focus() -> None:
    """Letters are offered only while they are no text."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "s solo" in app.bar()
        await after(pilot, "n")
        assert "s solo" not in app.bar()
