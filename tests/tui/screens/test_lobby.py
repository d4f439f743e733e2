"""The lobby: which table is where, and what the keys wish."""

import pytest
from msgspec.structs import replace

from protocol.messages import TableInfo
from tests.support.framed import FramedApp, after, seen, table
from ys_tui.client.snapshot import Alarm, Connection, OpenTable, SitDown, WatchTable
from ys_tui.looks import ASCII
from ys_tui.screens.lobby import LobbyScreen

OPEN = table("Ben", number=1, title="First steps", host="Ben")
OURS = table("Ada", "Ben", "c", "d", number=2, title="Tuesday club", stage="playing")
OTHERS = table("Ben", "b", "c", "d", number=3, title="Grandmasters", host="Ben", stage="playing")
OVER = table("Ada", "b", "c", "d", number=4, title="Long ago", stage="over")


async def test_own_games_come_first() -> None:
    """Running games of the player stand on top, then open, running and finished tables."""
    app = FramedApp(LobbyScreen(seen(OPEN, OTHERS, OVER, OURS)))
    async with app.run_test() as pilot:
        await after(pilot)
        shown = app.text()
    titles = ("Your games", "Tuesday club", "Open tables", "First steps", "Grandmasters", "Long ago")
    assert [shown.index(title) for title in titles] == sorted(shown.index(title) for title in titles)


@pytest.mark.parametrize(
    ("info", "intent", "words"),
    [
        (OPEN, SitDown(1), "sit down"),
        (OURS, SitDown(2), "come back"),
        (OTHERS, WatchTable(3), "watch"),
        (OVER, SitDown(4), "look at it"),
    ],
)
async def test_enter_does_what_the_bar_says(info: object, intent: object, words: str) -> None:
    """Enter sits down, comes back, watches or looks at the result, and the bar says which."""
    app = FramedApp(LobbyScreen(seen(info)))  # type: ignore[arg-type]  # a table
    async with app.run_test() as pilot:
        await after(pilot)
        bar = app.bar()
        await after(pilot, "enter")
    assert app.wishes == [intent]
    assert f"enter {words}" in bar


async def test_wide_name_is_shown_whole() -> None:
    """The bar has room for a name whose letters take two cells each."""
    name = "日本語😀" * 4
    app = FramedApp(LobbyScreen(replace(seen(OPEN), name=name)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert f"{name}  ● ok" in app.text().split("\n")[0]


async def test_arrows_choose_the_table() -> None:
    """The cursor moves from table to table and skips headings."""
    app = FramedApp(LobbyScreen(seen(OPEN, OURS)))
    async with app.run_test() as pilot:
        await after(pilot, "down", "w")
    assert app.wishes == [WatchTable(1)]


async def test_cursor_stays_at_its_table() -> None:
    """A table that appears above does not move the cursor to another table."""
    screen = LobbyScreen(seen(OPEN))
    app = FramedApp(screen)
    async with app.run_test() as pilot:
        await after(pilot)
        screen.snapshot = seen(OPEN, OURS)
        await after(pilot, "enter")
    assert app.wishes == [SitDown(1)]


async def test_new_table_asks_for_a_title() -> None:
    """The key n asks what the table is called, and Enter opens it; Esc does not."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test() as pilot:
        await after(pilot, "n", "escape")
        assert app.wishes == []
        await after(pilot, "n", "home", "ctrl+k", "H", "i", "enter")
    assert app.wishes == [OpenTable("ys", 4, (), "Hi")]


async def test_titles_are_literal() -> None:
    """A title that looks like markup is shown as it is and does nothing."""
    app = FramedApp(LobbyScreen(seen(table("Ben", host="Ben", title="[@click=app.exit]x[/] hi [/"))))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "[@click=app.exit]x[/]" in app.text()


@pytest.mark.parametrize(
    ("tables", "end"), [((OURS,), "by itself; your games are kept."), ((), "by itself. The tables show")]
)
async def test_lost_link_is_told(tables: tuple[TableInfo, ...], end: str) -> None:
    """Without a connection the lobby says so and what happens by itself, and offers no new table."""
    lost = replace(seen(*tables), connection=Connection.LOST, problem="nobody answers there.")
    app = FramedApp(LobbyScreen(lost))
    async with app.run_test() as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
        assert f"No link to harbour.example: nobody answers there. It is tried again {end}" in shown
        assert "n opens" not in shown
        assert "new table" not in app.bar()
        await after(pilot, "n")
        assert app.screen is app.shown


async def test_lying_setup_is_told() -> None:
    """The alarm of a table that cannot be shown stands in the lobby."""
    app = FramedApp(
        LobbyScreen(replace(seen(), alarms=(Alarm("lying-setup", "The setup holds a nonce twice."),)))
    )
    async with app.run_test() as pilot:
        await after(pilot)
        assert "The setup holds a nonce twice." in app.text()


@pytest.mark.parametrize(
    ("key", "what"), [("question_mark", "help"), ("q", "leave-server"), ("escape", "leave-server")]
)
async def test_lobby_asks_the_app(key: str, what: str) -> None:
    """Help and leaving are the app's affair."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test() as pilot:
        await after(pilot, key)
    assert app.asked == [what]


async def test_small_terminal_is_told() -> None:
    """On too few cells the lobby says how many it needs."""
    app = FramedApp(LobbyScreen(seen(OPEN)))
    async with app.run_test(size=(40, 10)) as pilot:
        await after(pilot)
        assert "60×16" in app.text().replace("\n", "")
        assert "First steps" not in app.text()


async def test_plain_letters() -> None:
    """With --ascii every cell is ASCII."""
    app = FramedApp(LobbyScreen(seen(OPEN, OURS, OTHERS), marks=ASCII))
    async with app.run_test() as pilot:
        await after(pilot)
        assert app.text().isascii(), app.text()
