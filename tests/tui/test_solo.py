"""A whole game alone: the real app by keyboard, the real server and bots in processes of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest
from textual.pilot import Pilot

from protocol.games.ys.game import YS
from protocol.verdict import Proved
from tests.support.keys import WatchedApp, play, until
from ys_tui import config
from ys_tui.client import verify
from ys_tui.client.shelf import Shelf
from ys_tui.client.snapshot import Connection, Kept, Snapshot, TableSnapshot
from ys_tui.config import Host, Join, Settings, Solo
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask, Welcome
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.screens.table import TableScreen
from ys_tui.session import Session
from ys_tui.widgets.board import Board

SIZE = (80, 24)
BOTS = ("random", "random", "random")


@asynccontextmanager
async def solo(
    settings: Settings, named: Sequence[str] = ()
) -> AsyncIterator[tuple[WatchedApp, Pilot[None]]]:
    """Run `ys solo` as the command does, on a terminal of 80×24 that nobody sees; `named` types a name."""
    with Session(settings) as session:
        session.begin()
        app = WatchedApp(session)
        app.news = asyncio.Event()
        async with app.run_test(size=SIZE) as pilot:
            if session.greeting:
                await until(pilot, lambda: isinstance(app.screen, Welcome), "the word about the identity")
                await pilot.press(*named, "enter")
            yield app, pilot


def is_over(snapshot: Snapshot) -> bool:
    """Tell whether the game has a result."""
    return snapshot.table is not None and YS.outcome(snapshot.table.confirmed) is not None


def in_round(number: int) -> Callable[[Snapshot], bool]:
    """Return the question whether a snapshot shows that round, or a later one."""

    def is_there(snapshot: Snapshot) -> bool:
        return snapshot.table is not None and snapshot.table.confirmed.round >= number

    return is_there


def at_table(app: WatchedApp) -> bool:
    """Tell whether the table is on the screen."""
    return isinstance(app.screen, TableScreen)


def text(app: WatchedApp) -> str:
    """Return what is on the screen, row by row."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


async def asked(app: WatchedApp, pilot: Pilot[None]) -> TableSnapshot:
    """Wait for the first decision, the bid, and return the table as it is then."""
    await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
    table = app.snapshot.table
    assert table is not None
    return table


@pytest.mark.timeout(300)
async def test_whole_game_by_keyboard() -> None:
    """From the first bid to the result, with nothing but the keys that the screen offers."""
    async with solo(Settings(plan=Solo(BOTS, seed=11))) as (app, pilot):
        await until(pilot, lambda: at_table(app), "the table")
        assert "Round 1/4" in text(app)
        await play(pilot, Random(11), is_over)
        while at_table(app) and app.screen.query_one(Board).is_telling:
            await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen), "the result")
        table = app.snapshot.table
        assert table is not None
        outcome = YS.outcome(table.confirmed)
        assert outcome is not None
        shown = text(app)
        winner = table.setup.seats[outcome.places.index(1)].name
        assert winner in shown
        assert str(max(outcome.points)) in shown
        assert table.alarms == ()
        assert table.kept is None, "a seeded game leaves nothing behind"
        await pilot.press("b")
        assert at_table(app)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen), "the result again")
        await pilot.press("n")
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "another game")
        assert at_table(app)


OTHER_TABLES = [
    pytest.param(2, ("kings-favor",), "throne", marks=pytest.mark.slow),
    pytest.param(1, (), "Neutral", marks=pytest.mark.slow),
    pytest.param(2, ("three-neighborhoods",), "Gems"),
    pytest.param(3, ("kings-favor", "documented-deck"), "throne", marks=pytest.mark.slow),
]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("bots", "options", "word"), OTHER_TABLES)
async def test_whole_game_by_keyboard_at_another_table(
    bots: int, options: tuple[str, ...], word: str
) -> None:
    """Two, three and four seats, three neighborhoods, King's Favor: nothing but offered keys is needed."""
    async with solo(Settings(plan=Solo(BOTS[:bots], seed=11, options=options))) as (app, pilot):
        await until(pilot, lambda: at_table(app), "the table")
        assert f"{bots + 1} players" in text(app)
        await play(pilot, Random(3), is_over)
        while at_table(app) and app.screen.query_one(Board).is_telling:
            await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen), "the result")
        table = app.snapshot.table
        assert table is not None
        assert table.alarms == ()
        outcome = YS.outcome(table.confirmed)
        assert outcome is not None
        shown = text(app)
        assert table.setup.seats[outcome.places.index(1)].name in shown
        assert word in shown


@pytest.mark.timeout(180)
async def test_same_seed_and_choices_give_the_same_game() -> None:
    """Two games of one seed are dealt alike: hand, ships, characters and names."""
    dealt = []
    for _ in range(2):
        async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=5))) as (app, pilot):
            await until(pilot, lambda: at_table(app) and app.snapshot.table is not None, "the table")
            table = await asked(app, pilot)
            state = table.confirmed
            dealt.append((table.setup, state.ports, state.market, state.palaces, table.view.known))
    assert dealt[0] == dealt[1]


@pytest.mark.timeout(180)
async def test_left_game_is_kept_and_offered_again() -> None:
    """Quitting in the middle keeps the game; the next start offers it and goes on where it was."""
    settings = Settings(name="Ada", plan=Solo(BOTS))
    async with solo(settings) as (app, pilot):
        left = await asked(app, pilot)
    async with solo(settings) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Ask), "the offer")
        assert "A game is waiting" in text(app)
        await pilot.press("enter")
        await until(pilot, lambda: at_table(app), "the table")
        found = app.snapshot.table
        assert found is not None
        assert found.setup == left.setup
        assert found.view.known == left.view.known
        assert found.alarms == ()


@pytest.mark.timeout(180)
async def test_new_game_beside_a_left_one() -> None:
    """Who does not want to go on gets a new table; the old one waits in the lobby."""
    settings = Settings(name="Ada", plan=Solo(BOTS))
    async with solo(settings) as (app, pilot):
        left = await asked(app, pilot)
    async with solo(settings) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Ask), "the offer")
        await pilot.press("down", "enter")
        new = await asked(app, pilot)
        assert new.setup != left.setup
        await pilot.press("q", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        assert text(app).count("Alone with bots") == 2


@pytest.mark.timeout(180)
async def test_resigning_is_asked_twice() -> None:
    """Resigning takes two answers; then the seat has left, and the bots play on."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=2))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        await pilot.press("q", "up", "enter")
        await until(pilot, lambda: "Resign?" in text(app), "the second question")
        await pilot.press("enter")
        assert at_table(app)
        await pilot.press("q", "up", "enter", "down", "enter")

        def has_left() -> bool:
            table = app.snapshot.table
            return table is not None and table.seat in YS.left(table.confirmed)

        await until(pilot, has_left, "the resignation")


@pytest.mark.timeout(180)
async def test_finished_game_is_kept_and_proves_itself() -> None:
    """A game that the bots play to its end lies on the profile's shelf, and stands every check."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        await pilot.press("q", "up", "enter", "down", "enter")
        await until(pilot, lambda: is_over(app.snapshot), "the end")
        (path,) = Shelf(config.folder(config.PROFILE) / config.GAMES_FOLDER).games()
        table = app.snapshot.table
        assert table is not None
        assert table.kept == Kept(path=str(path))
        checked = verify.check(path)
        assert isinstance(checked.found, Proved)
        last = verify.players(checked.found)[-1]
        assert (last.name, last.left, last.place) == ("Ada", True, 4)


def kill_server(app: WatchedApp) -> None:
    """End our own server without a warning, as the system does when memory is short."""
    restarter = app._session.restarter
    assert restarter is not None
    restarter.hosted._process.kill()


@pytest.mark.timeout(180)
async def test_killed_server_is_started_again_and_the_game_goes_on() -> None:
    """Our own server is killed twice in a game: a draft made meanwhile arrives, and the game ends."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=2))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        begun = app.snapshot.table
        assert begun is not None
        for round_ in (1, 2):
            await play(pilot, Random(2), in_round(round_))
            await until(pilot, lambda: app.snapshot.connection is Connection.ONLINE, "the link")
            kill_server(app)
            await until(pilot, lambda: app.snapshot.connection is Connection.LOST, "the loss")
            assert "link lost" in text(app)
        await play(pilot, Random(2), is_over)
        table = app.snapshot.table
        assert table is not None
        assert table.setup == begun.setup
        assert table.alarms == ()


@pytest.mark.timeout(180)
async def test_move_chosen_without_a_server_arrives() -> None:
    """What is chosen while our own server is gone is a draft, and is sent when it is there again."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=2))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        kill_server(app)
        await until(pilot, lambda: app.snapshot.connection is Connection.LOST, "the loss")
        before = app.snapshot.table
        assert before is not None
        await pilot.press("0", "0", "enter")

        def has_arrived() -> bool:
            table = app.snapshot.table
            return table is not None and table.prompt != before.prompt and not table.draft

        await until(pilot, has_arrived, "the move")
        assert app.snapshot.connection is Connection.ONLINE


@pytest.mark.timeout(180)
async def test_form_leads_to_the_table_that_was_chosen() -> None:
    """The key o, two seats and an option: the server sets that very table."""
    option = YS.options[-1].key
    async with solo(Settings(name="Ada")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
        await pilot.press("o", "right", *["down"] * len(YS.options), "space", "enter")
        setup = (await asked(app, pilot)).setup
        assert (len(setup.seats), setup.options) == (2, (option,))


@pytest.mark.timeout(180)
async def test_start_screen_leads_to_a_game_and_back() -> None:
    """Without a command: s plays alone; lobby and start screen are reached by keys, and s plays again."""
    async with solo(Settings(name="Ada")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
        await pilot.press("s")
        await until(pilot, lambda: at_table(app), "the table")
        await pilot.press("q", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        await pilot.press("q", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
        assert app.snapshot.server == ""
        await pilot.press("question_mark")
        await until(pilot, lambda: "Votes, clocks and pauses" in text(app), "the help")
        await pilot.press("escape", "s")
        await until(pilot, lambda: isinstance(app.screen, Ask), "the offer of the game that was left")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen again")
        assert app.snapshot.server == ""


@pytest.mark.timeout(180)
async def test_second_terminal_is_told_however_often_enter_is_pressed() -> None:
    """While a profile plays in another terminal, each try to play alone here ends with the same sentence."""
    settings = Settings(name="Ada", plan=Solo(BOTS))
    async with solo(settings) as (first, pilot):
        await until(pilot, lambda: first.snapshot.table is not None, "the table")
        async with solo(settings) as (second, other):
            await until(other, lambda: "already open" in text(second), "the word")
            await other.press("enter", "enter", "enter")
            await until(other, lambda: "already open" in text(second), "the word again")
            assert "--profile NAME" in text(second)


@pytest.mark.timeout(180)
async def test_name_of_somebody_else_is_refused_in_words() -> None:
    """Two people with one name: the second is told on the start screen, and gets in under another name."""
    async with solo(Settings("one", "Ada", plan=Host(0))) as (first, pilot):
        await until(pilot, lambda: isinstance(first.screen, LobbyScreen), "the lobby")
        url = first.snapshot.server
        async with solo(Settings("two", "Ada", plan=Join(url))) as (second, other):
            await until(other, lambda: "choose another name" in text(second), "the refusal")
            assert isinstance(second.screen, ConnectScreen)
            await other.press("n", "end", "2", "enter", "j", *url.removeprefix("ws://"), "enter")
            await until(other, lambda: isinstance(second.screen, LobbyScreen), "the lobby")
            assert second.snapshot.name == "Ada2"
