"""The tutorial as a newcomer has it: real app and processes, and nothing but what the screen says to do."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest
from textual.pilot import Pilot

from tests.support.keys import WatchedApp, offered, until
from tests.support.reader import Reader
from tests.tui.test_solo import at_table, solo, text
from ys_tui import config
from ys_tui.client.intents import LeaveTable
from ys_tui.config import Settings
from ys_tui.games.ys.lesson import KINDS
from ys_tui.games.ys.lesson_words import TEXTS
from ys_tui.games.ys.taught import Note, TaughtBoard
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.table import TableScreen
from ys_tui.tutorial import TUTORIAL
from ys_tui.wish import Wish

pytestmark = pytest.mark.timeout(300)
LATER: Final = frozenset({"cards", "spot"})
"""What is explained only to whoever plays on."""
_PRESS: Final = re.compile(r"Press ((?:\w+, )*\w+)\.")
_TYPE: Final = re.compile(r"Type ([^.\n]+)\.")
_MARKS: Final = ("▸", ">", "╭ ", "+ ")
"""What stands before the title of a note."""
_STEPS: Final = 400
BARRED: Final = 80
"""Columns from which on there is room for a title in the bar."""
SIZES = [
    ((80, 24), False),
    ((120, 36), True),
    ((36, 14), False),
    pytest.param((100, 30), False, marks=pytest.mark.slow),
    pytest.param((60, 20), True, marks=pytest.mark.slow),
]
"""Columns and rows, and whether in plain letters."""


@asynccontextmanager
async def tutorial(
    size: tuple[int, int] = (80, 24), *, ascii_: bool = False
) -> AsyncIterator[tuple[WatchedApp, Pilot[None]]]:
    """Run `ys tutorial` on a terminal of this size, its profile known already."""
    async with solo(Settings(plan=TUTORIAL, ascii=ascii_)) as (app, pilot):
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: at_table(app), "the table")
        await until(
            pilot, lambda: size[0] < BARRED or text(app).startswith(" YS Tutorial "), "what the game is"
        )
        yield app, pilot


def board(app: WatchedApp) -> TaughtBoard:
    """Return the board."""
    return app.screen.query_one(TaughtBoard)


def is_asked(app: WatchedApp) -> bool:
    """Tell whether there is something to do, or to read."""
    table = app.snapshot.table
    if not isinstance(app.screen, TableScreen) or table is None:
        return False
    is_ours = not table.sent and (table.prompt is not None or bool(table.draft))
    return is_ours or board(app).is_telling or app.screen.query_one(Note).display


def told(app: WatchedApp) -> list[str]:
    """Return the keys that the screen says to press."""
    shown = text(app)
    bar = shown.splitlines()[-1]
    if bar.lstrip().startswith(("enter go on", "enter to the board")):
        return ["enter"]
    if "next step" in bar:
        return ["space"]
    found = _PRESS.findall(re.sub(r"[\s│|]+", " ", shown))
    return found[-1].lower().split(", ") if found else []


async def follow(app: WatchedApp, pilot: Pilot[None], is_enough: Callable[[], bool]) -> set[str]:
    """Do what the screen says until it is enough; return the titles that stood there meanwhile."""
    titles = {text.title for text in TEXTS.values()}
    seen: set[str] = set()
    for _ in range(_STEPS):
        await until(pilot, lambda: is_asked(app), "something to do")
        await pilot.pause()
        shown = text(app)
        seen |= {title for title in titles if any(f"{mark}{title}" in shown for mark in _MARKS)}
        if is_enough():
            return seen
        for key in told(app):
            await pilot.press(key)
    raise AssertionError(f"the tutorial does not end; it has said {sorted(seen)}:\n{text(app)}")


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 36), marks=pytest.mark.slow)])
async def test_whoever_does_what_the_screen_says_makes_every_decision(size: tuple[int, int]) -> None:
    """By keys alone, from the first bid to the last word: each kind is explained, and nothing goes wrong."""
    async with tutorial(size) as (app, pilot):
        done = TEXTS["done"].title
        seen = await follow(app, pilot, lambda: done in text(app))
        assert seen >= {TEXTS[kind].title for kind in KINDS - LATER}
        table = app.snapshot.table
        assert table is not None
        assert table.confirmed.round == 2
        assert table.alarms == ()
        assert "! " not in text(app), "nothing that was said to press was refused"


@pytest.mark.parametrize(("size", "ascii_"), SIZES)
async def test_it_is_played_at_every_size(size: tuple[int, int], ascii_: bool) -> None:
    """What is said fits the screen, and leads from the bid over the first placing, in plain letters too."""
    async with tutorial(size, ascii_=ascii_) as (app, pilot):

        def has_placed() -> bool:
            table = app.snapshot.table
            return table is not None and table.confirmed.turn > 1

        seen = await follow(app, pilot, has_placed)
        assert {TEXTS[kind].title for kind in ("bid", "order", "up")} <= seen
        if ascii_:
            assert text(app).isascii()


async def test_any_other_choice_goes_on_with_fitting_words() -> None:
    """By chance among the keys that the bar offers, notes included, over a round and a half."""
    rng = Random(7)
    async with tutorial() as (app, pilot):
        for _ in range(3_000):
            await until(pilot, lambda: is_asked(app), "something to do")
            table = app.snapshot.table
            assert table is not None
            if table.confirmed.round > 1 and table.confirmed.turn:
                break
            keys = told(app) if rng.random() < 0.3 else [rng.choice([*offered(app.screen), "enter"])]  # type: ignore[arg-type]
            for key in keys:
                app.simulate_key(key)
            await pilot.pause()
        else:
            pytest.fail("the first round does not end")


async def test_it_can_be_left_at_each_step_and_leaves_nothing() -> None:
    """With q, at the bid, the order, a placing and the count; the start screen begins it anew."""
    async with tutorial() as (app, pilot):
        before = kept()
        moments: list[Callable[[], bool]] = [
            lambda: TEXTS["bid"].title in text(app),
            lambda: TEXTS["order"].title in text(app),
            lambda: TEXTS["down"].title in text(app),
            lambda: board(app).is_telling,
        ]
        for moment in moments:
            await follow(app, pilot, moment)
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, Ask), "the question")
            assert "Nothing of it is kept" in text(app)
            await pilot.press("down", "enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
            assert kept() == before
            await pilot.press("t")
            await until(pilot, lambda: at_table(app), "the tutorial again")
            assert app.snapshot.table is not None
            assert app.snapshot.table.confirmed.round == 1


async def test_the_lobby_of_its_server_speaks_of_a_tutorial() -> None:
    """Its table is called so there, and leaving asks what is asked at the table: no word of seeds."""
    async with tutorial() as (app, pilot):
        app.post_message(Wish(LeaveTable()))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        await until(pilot, lambda: "Tutorial" in text(app), "its table")
        assert "Alone with bots" not in text(app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Ask), "the question")
        assert "Leave the tutorial? Nothing of it is kept" in text(app)
        assert "seed" not in text(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")


def kept() -> set[str]:
    """Return what lies in the profile of games."""
    folder = config.folder(config.PROFILE)
    names = (config.GAMES_FOLDER, config.LOGS_FOLDER, config.PEOPLE, config.BERTHS, "solo.db")
    return {str(path) for name in names for path in folder.glob(f"{name}*/**/*")} | {
        str(folder / name) for name in names if (folder / name).is_file()
    }


async def test_a_click_turns_the_pages() -> None:
    """Whoever has a mouse reads and closes the note with it, and opens it again in the bar."""
    async with tutorial() as (app, pilot):
        await until(pilot, lambda: app.screen.query_one(Note).display, "the note")
        pages = 0
        while app.screen.query_one(Note).display:
            await pilot.click(Note, offset=(5, 2))
            pages += 1
        assert pages > 1
        row = len(text(app).splitlines()) - 1
        column = text(app).splitlines()[-1].index("o lesson")
        await pilot.click(offset=(column, row))
        await pilot.pause()
        assert app.screen.query_one(Note).display


def test_line_by_line_every_decision_is_explained(tmp_path: Path) -> None:
    """On pipes, typing nothing but what is said to type: every text once, to the same end; and once more."""
    with Reader("tutorial", "--name", "Ada", home=tmp_path) as reader:
        for _ in range(_STEPS):
            reader.prompt()
            if TEXTS["done"].body in reader.output:
                break
            reader.enter(_TYPE.findall(reader.output)[-1])
        else:
            pytest.fail("the tutorial does not end")
        for kind in KINDS - LATER:
            words = max(re.split(r"\{\w+\}", TEXTS[kind].body), key=len).strip()
            assert reader.output.count(words) == 1, f"{kind} is explained once"
        reader.enter("leave")
        reader.wait_for("How do you want to play?")
        reader.enter("tutorial")
        reader.wait_for(TEXTS["bid"].body)
        reader.enter("quit")
        assert reader.ended() == 0


def test_a_first_start_offers_it(tmp_path: Path) -> None:
    """Line by line it is among the answers to how one wants to play."""
    with Reader(home=tmp_path) as reader:
        assert reader.prompt() == "name"
        reader.enter("Zoe")
        reader.wait_for("4, tutorial")
        reader.enter("4")
        reader.wait_for("This is a real game of Ys")


async def test_the_start_screen_offers_it_to_whoever_is_new() -> None:
    """Behind the word about the identity its line is marked, and Enter begins it."""
    async with solo(Settings(), named=("Z",)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
        await until(pilot, lambda: "New here? Enter begins the tutorial" in text(app), "the offer")
        await pilot.press("enter")
        await until(pilot, lambda: at_table(app), "the table")
        await until(pilot, lambda: "This is a real game of Ys" in text(app), "the first lesson")
