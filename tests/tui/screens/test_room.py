"""The waiting room: who sits there, and what host and guests wish."""

import pytest
from msgspec.structs import replace
from textual.binding import Binding

from protocol.game import ESCROW, combinations
from protocol.games.ys.game import YS
from tests.support.framed import BEN, BOTS, FramedApp, after, seen, table
from ys_tui import config
from ys_tui.client.intents import BeReady, HandOn, Intent, KickOut, SeatBot, SitDown, StartGame, SwapChairs
from ys_tui.client.snapshot import Chat
from ys_tui.looks import ASCII
from ys_tui.plain.lobby import row
from ys_tui.plain.room import chairs
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.room import RoomScreen


@pytest.mark.parametrize(
    ("names", "host", "key", "wishes"),
    [
        (("Ada",), "Ada", "b", [SeatBot(1, "greedy")]),
        (("Ada",), "Ada", "r", [SeatBot(1, "random")]),
        (("Ada",), "Ada", "s", []),
        (("Ada", "b", "c", "d"), "Ada", "s", [StartGame(1)]),
        (("Ada", "b", "c", "d"), "Ada", "b", []),
        (("Ben", "Ada"), "Ben", "b", []),
        (("Ben", "Ada", "c", "d"), "Ben", "s", []),
        (("Ben",), "Ben", "d", [SitDown(1)]),
        (("Ben", "Ada"), "Ben", "d", []),
    ],
)
async def test_keys_wish_what_is_possible(
    names: tuple[str, ...], host: str, key: str, wishes: list[Intent]
) -> None:
    """Only the host adds bots and starts, the latter with all chairs taken; only guests sit down."""
    app = FramedApp(RoomScreen(seen(table(*names, host=host), at=1)))
    async with app.run_test() as pilot:
        await after(pilot, key)
    assert app.wishes == wishes


@pytest.mark.parametrize(
    ("names", "host", "offered", "missing"),
    [
        (("Ada",), "Ada", "greedy bot", "start"),
        (("Ada", "b", "c", "d"), "Ada", "start the game", "bot"),
        (("Ben",), "Ben", "sit down", "bot"),
    ],
)
async def test_bar_offers_what_works(names: tuple[str, ...], host: str, offered: str, missing: str) -> None:
    """The bar lists the keys that do something now, and no others."""
    app = FramedApp(RoomScreen(seen(table(*names, host=host), at=1)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert offered in app.bar()
        assert missing not in app.bar()


async def test_chairs_are_shown() -> None:
    """Each chair shows who sits there: you, bots, the host, and what is free."""
    app = FramedApp(RoomScreen(seen(table("Ada", "Ben", "Konan"), at=1)))
    async with app.run_test() as pilot:
        await after(pilot)
        shown = app.text()
    assert "Ada               you, host" in shown
    assert "Konan             bot" in shown
    assert "1 chair is still free" in shown


async def test_how_a_bot_plays_is_shown() -> None:
    """Beside its name in the room, and in the lobby as soon as its table is marked; line by line in both."""
    info = table("Ada", "Konan", "Dahut")
    ada, konan, dahut = info.chairs
    info = replace(info, chairs=(ada, replace(konan, level="greedy"), replace(dahut, level="random")))
    app = FramedApp(RoomScreen(seen(info, at=1)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "Konan             greedy bot" in app.text()
        assert "Dahut             random bot" in app.text()
    lobby = FramedApp(LobbyScreen(seen(info)))
    async with lobby.run_test() as pilot:
        await after(pilot)
        assert "With Konan (greedy bot), Dahut (random bot)." in " ".join(lobby.text().split())
    assert "2 Konan (greedy bot); 3 Dahut (random bot)" in chairs(info, seen(info, at=1))
    assert "Ada, Konan (greedy bot), Dahut (random bot)" in row(info, seen(info))


@pytest.mark.parametrize(("names", "looks"), [(("Ben",), True), (("Ben", "Ada"), False)])
async def test_who_looks_in_is_told_how_to_sit_down(names: tuple[str, ...], *, looks: bool) -> None:
    """A code leads to the table, not to a chair: that has a key of its own, named beside the chairs."""
    info = table(*names, host="Ben")
    app = FramedApp(RoomScreen(seen(info, at=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert ("You look in: d sits down." in " ".join(app.text().split())) == looks
    assert ("You look in: sit takes a free chair." in chairs(info, seen(info, at=1))) == looks


@pytest.mark.parametrize(
    ("keys", "wish"),
    [
        (("y",), BeReady(1, ready=True)),
        (("k", "enter"), KickOut(1, BEN)),
        (("k", "down", "enter"), KickOut(1, BOTS)),
        (("h", "enter"), HandOn(1, BEN)),
        (("x", "down", "enter"), SwapChairs(1, 0, 2)),
    ],
)
async def test_host_arranges_the_table(keys: tuple[str, ...], wish: Intent) -> None:
    """Ready, put out, hand on and swap are a key each, and a choice by name where there are several."""
    app = FramedApp(RoomScreen(seen(table("Ada", "Ben", "Konan"), at=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert all(words in app.bar() for words in ("y ready", "k put out", "h hand on", "x swap"))
        assert app.bar().rstrip().endswith("q leave")
        await after(pilot, *keys[:1], "escape")
        app.wishes.clear()
        await after(pilot, *keys)
    assert app.wishes == [wish]


@pytest.mark.parametrize(("names", "host"), [(("Ada",), "Ada"), (("Ben", "Ada"), "Ben")])
async def test_host_alone_and_guests_arrange_nothing(names: tuple[str, ...], host: str) -> None:
    """Where there is nobody to put out, or one is not the host, the keys do nothing and are not offered."""
    app = FramedApp(RoomScreen(seen(table(*names, host=host), at=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "k", "h", "x")
        assert app.screen is app.shown
        assert "put out" not in app.bar()


async def test_room_tells_its_terms_and_the_code() -> None:
    """Clock, door, who looks on, who is ready, and the code to pass on, before anybody begins."""
    info = replace(table("Ada", "Ben"), clock="live-20", door="code", watchers=2)
    info = replace(info, chairs=(info.chairs[0], replace(info.chairs[1], ready=True)))
    app = FramedApp(RoomScreen(replace(seen(info, at=1), invite="able-bird")))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert "Invite code: able-bird" in shown
    assert "Clock: 20 minutes each. Door: invite code. 2 look on." in shown
    assert "Ben ready" in shown


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
async def test_room_tells_what_the_table_plays(seats: int, options: tuple[str, ...]) -> None:
    """Before the game begins everybody reads what is special with so many, and every option with its text."""
    info = replace(table("Ada"), seats=seats, options=options)
    app = FramedApp(RoomScreen(seen(info, at=1, chat=(Chat("Ben", "hello"),))))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert f"Ys for {seats} {YS.tables[seats]}" in shown
    assert [f"{option.title} {option.text}" in shown for option in YS.options] == [
        option.key in options for option in YS.options
    ]
    assert "chairs are still free" in shown or "chair is still free" in shown
    assert "hello" in shown


async def test_room_tells_whom_one_trusts() -> None:
    """Who sits down at a table that trusts its host has read what that means before the game begins."""
    info = replace(table("Ada"), options=("documented-deck", "escrow"), clock="days-3")
    app = FramedApp(RoomScreen(seen(info, at=1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert f"{ESCROW.title} {ESCROW.text}" in shown


async def test_small_room_keeps_the_chairs_in_sight() -> None:
    """Where the sentences have no room the titles stay, and so do the chairs."""
    seats, options = max(combinations(YS), key=lambda combination: len(combination[1]))
    app = FramedApp(RoomScreen(seen(replace(table("Ada"), seats=seats, options=options), at=1)))
    async with app.run_test(size=(60, 16)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert all(option.title in shown for option in YS.options)
    assert "still free" in shown


async def test_unknown_option_is_named() -> None:
    """An option that only a newer version knows is shown by its key, and that it is not known."""
    app = FramedApp(RoomScreen(seen(replace(table("Ada"), options=("ghost",)), at=1)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "ghost  not known to this version of ys" in app.text()


async def test_talk_is_literal() -> None:
    """The key t asks the app for a line to say; what others said is shown as it is."""
    app = FramedApp(RoomScreen(seen(table("Ada"), at=1, chat=(Chat("Ben", "hi [/ [red]you[/red]"),))))
    async with app.run_test() as pilot:
        await after(pilot, "t")
        assert "hi [/ [red]you[/red]" in app.text()
    assert app.asked == ["chat"]


async def test_invitation_stays_in_the_room() -> None:
    """Who hosts reads in the waiting room what the others have to type."""
    app = FramedApp(RoomScreen(seen(table("Ada"), at=1), invitation="Others type:  ys join 192.0.2.7"))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "Others type:  ys join 192.0.2.7" in app.text()


async def test_plain_letters() -> None:
    """With --ascii every cell is ASCII."""
    app = FramedApp(RoomScreen(seen(table("Ada", "Ben", "c"), at=1), marks=ASCII))
    async with app.run_test() as pilot:
        await after(pilot)
        assert app.text().isascii(), app.text()


def test_every_level_has_its_key() -> None:
    """The host can ask for a bot of each level."""
    actions = {binding.action for binding in RoomScreen.BINDINGS if isinstance(binding, Binding)}
    assert {f"bot('{level}')" for level in config.LEVELS} <= actions
