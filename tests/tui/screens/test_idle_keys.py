"""A key that does nothing where a decision is asked is answered in place, with what can be done."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.events import Key

from protocol.games.ys.prompts import PickBid, Place
from tests.support.framed import FramedApp, after, seen
from tests.support.screen import ScreenApp, Told, snapshot
from tests.tui.games.scenes import moments
from tests.tui.games.ys.test_taught import TaughtApp
from tests.tui.screens.test_keys import DoorApp, FramedDoor, press
from ys_tui.games.ys.aim import settle
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.taught import TaughtBoard
from ys_tui.keyfile import read
from ys_tui.keymap import DEFAULT, Typing
from ys_tui.keynames import called
from ys_tui.looks import UNICODE
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.idle_keys import answer
from ys_tui.themes import NIGHT

SIZE = (80, 24)
SAID = "does nothing here"


def decisions() -> Iterator[tuple[str, Desk]]:
    """Yield what the player may be asked, by name."""
    for name, (table, aim) in moments().items():
        if table.prompt is not None or table.draft:
            held = settle(table, aim, table.prompt)
            yield name, Desk(table, held, scene_of(table, held, NIGHT, UNICODE))


@pytest.mark.parametrize("desk", [pytest.param(desk, id=name) for name, desk in decisions()])
def test_the_answer_fits_in_its_line(desk: Desk) -> None:
    """It names the key, and what can be done: all of it, or where the key has a long name the first of it."""
    told = [(DEFAULT.shown(key, Typing("table")), what) for key, what in keys(desk)]
    for name in ("z", "shift+tab"):
        said = answer(name, told)
        assert said.startswith(f"{name} {SAID}.")
        assert said.endswith(".")
        assert cell_len(f" ! {said}") <= SIZE[0]
        rest = said.removeprefix(f"{name} {SAID}.").strip()
        if name == "z":
            assert rest.removesuffix(".") == ", ".join(f"{key}: {what}" for key, what in told)
        else:
            assert rest.startswith(": ".join(told[0]))


@pytest.mark.parametrize("size", [SIZE, (60, 20), (100, 30), (120, 36)], ids=str)
async def test_a_key_without_meaning_is_answered_in_place(size: tuple[int, int]) -> None:
    """In the line of refusals, in every layout; the next key that does something takes it away."""
    told = Told(4)
    app = ScreenApp(snapshot(told.sees(told.run(1, Place))))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "z")
        assert f"! z {SAID}. 0-4: broker, f: face down." in " ".join(app.text().split())
        assert "Choose the broker" in " ".join(app.text().split())
        assert not app._notifications
        board = app.screen.query_one(YsBoard)
        desk = board.desk
        await press(pilot, "z")
        assert board.desk is desk, "nothing is drawn anew"
        await press(pilot, "1")
        assert SAID not in app.text()
        await press(pilot, "z")
        assert f"! z {SAID}. ↑↓←→: place, g: jump, enter: put, f: face down, u: undo." in " ".join(
            app.text().split()
        )
    assert app.wishes == []
    assert app.asked == []


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("Z", "Z"),
        ("full_stop", "."),
        ("é", "é"),
        ("space", "space"),
        ("tab", "tab"),
        ("home", "home"),
        ("f9", "f9"),
        ("ctrl+l", "ctrl+l"),
        ("up", "up"),
        ("k", "k"),
        ("g", "g"),
        ("r", "r"),
        ("v", "v"),
    ],
)
async def test_the_key_is_called_as_it_was_typed(key: str, name: str) -> None:
    """Also a letter that is an arrow, and keys that do something at other times only."""
    told = Told(4)
    app = DoorApp(snapshot(told.sees(told.run(1, PickBid))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, key)
        assert f"! {name} {SAID}. 0-4: broker." in app.text()


@pytest.mark.parametrize(
    "key",
    ["left_shift", "right_control", "caps_lock", "media_play", "l", "t", "i", "m", "s", "comma", "3"],
)
async def test_what_means_something_or_nothing_of_the_game_is_not_answered(key: str) -> None:
    """A modifier alone, and every key that does something just now."""
    told = Told(4)
    app = ScreenApp(snapshot(told.sees(told.run(1, PickBid))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, key)
        assert SAID not in app.text()
        assert not app.screen.query_one(YsBoard).word


async def test_nothing_is_said_where_nothing_is_asked() -> None:
    """While others are awaited, under way, in the log, and to who looks on."""
    told = Told(4)
    seat = told.run(1, Place)
    mine = told.sees(seat)
    for table in (told.sees((seat + 1) % 4), replace(mine, sent=True), told.sees(None)):
        app = ScreenApp(snapshot(table))
        async with app.run_test(size=SIZE) as pilot:
            await press(pilot, "z", "f9")
            assert SAID not in app.text()
    app = ScreenApp(snapshot(mine))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "l", "z", "l")
        assert SAID not in app.text()


async def test_keys_in_force_are_told_and_one_that_was_given_up_is_answered() -> None:
    """By the name of what was typed, whatever it did before."""
    told = Told(4)
    app = DoorApp(snapshot(told.sees(told.run(1, Place))))
    app.keymap = read('[table]\nundo = "z"\nflip = "n"\njump = "y"\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "u")
        assert f"! u {SAID}. 0-4: broker, n: face down." in app.text()
        await press(pilot, "1", "f")
        assert f"! f {SAID}. ↑↓←→: place, y: jump, enter: put, n: face down, z: undo." in app.text()
        await press(pilot, "z")
        assert SAID not in app.text()
    app = DoorApp(snapshot(told.sees(told.run(1, PickBid))))
    app.keymap = read('[table]\nflip = "ctrl+k"\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "ctrl+k")
        assert f"! ctrl+k {SAID}. 0-4: broker." in app.text()


async def test_keys_are_answered_in_the_order_in_which_they_are_typed() -> None:
    """Also one that was given up, typed at once behind one that does something."""
    told = Told(4)
    app = DoorApp(snapshot(told.sees(told.run(1, Place))))
    app.keymap = read('[table]\nundo = "z"\n', "keys.toml")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for key in ("1", "u"):
            app.post_message(Key(key, key))
        await pilot.pause()
        assert app.screen.query_one(YsBoard)._aim.value == 1
        assert f"! u {SAID}. ↑↓←→: place," in app.text()


async def test_a_lesson_over_the_hand_is_not_written_behind() -> None:
    """While a note covers the question nothing is said about it; when it is closed, it is."""
    told = Told(4)
    app = TaughtApp(snapshot(told.sees(told.run(1, Place))))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        board = app.screen.query_one(TaughtBoard)
        assert "lesson" not in app.text().splitlines()[-1], "a note covers the hand"
        await press(pilot, "z")
        while not board.is_asking:
            await press(pilot, "enter")
        assert SAID not in app.text()
        await press(pilot, "z")
        assert f"! z {SAID}." in app.text()


async def test_lines_to_type_in_take_every_letter() -> None:
    """Nothing is answered there, on whichever screen."""
    app: FramedApp = FramedDoor(ConnectScreen(seen(), name=""))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot, "n", "z", "é", "full_stop")
        assert SAID not in app.text()
        assert "zé." in app.text()


def test_keys_are_called_by_what_they_type() -> None:
    """A character whatever its key is called, else by the name of the key; what types nothing has none."""
    assert [called(key, typed) for key, typed in (("euro_sign", "€"), ("space", " "), ("f9", None))] == [
        "€",
        "space",
        "f9",
    ]
    assert called("escape", "\x1b") == "esc"
    assert called("left_shift", None) == ""
