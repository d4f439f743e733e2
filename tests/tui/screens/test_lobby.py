"""The lobby: which table is where, and what the keys wish."""

import pytest
from msgspec.structs import replace

from protocol.game import Seat, combinations
from protocol.games.ys.game import YS
from protocol.messages import TableInfo
from tests.support.framed import FramedApp, after, seen, table
from ys_tui.client.intents import FindTable, OpenTable, SitDown, WatchTable
from ys_tui.client.snapshot import Absence, Alarm, Chat, Connection, Lobby, Snapshot
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


@pytest.mark.parametrize(
    ("absence", "row", "words", "bar"),
    [
        (Absence.HELD, "bot has your seat", "A bot has your seat. Enter goes there", "come back or watch"),
        (Absence.GIVEN_UP, "seat given up", "went on without you. Enter goes there", "come back or watch"),
        (Absence.COMING, "back next round", "You have your seat again", "come back"),
    ],
)
async def test_table_with_a_lost_seat_stays_ones_own(
    absence: Absence, row: str, words: str, bar: str
) -> None:
    """Whoever sits there now, it is among the player's games, says so, and Enter leads to the way back."""
    app = FramedApp(LobbyScreen(replace(seen(OTHERS), own=((OTHERS.id, absence),))))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
        assert f"enter {bar}" in app.bar()
        await after(pilot, "enter")
    assert app.wishes == [SitDown(OTHERS.id)]
    assert "Running tables" not in shown
    assert row in shown
    assert words in shown


async def test_locked_table_asks_for_its_password() -> None:
    """To sit down or look in takes the word that is typed; without one nothing is wished."""
    app = FramedApp(LobbyScreen(seen(replace(OPEN, door="password"))))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "locked" in app.text()
        await after(pilot, "enter", "h", "i", "enter", "escape")
        await after(pilot, "w", "enter", "escape")
    assert app.wishes == [SitDown(1, "hi")]


async def test_who_was_put_out_is_asked_for_no_password() -> None:
    """The server says no at once; a word would not help."""
    snapshot = seen(replace(OPEN, door="password"))
    lobby = replace(snapshot.lobby, put_out=frozenset({OPEN.id}))
    app = FramedApp(LobbyScreen(replace(snapshot, lobby=lobby)))
    async with app.run_test() as pilot:
        await after(pilot, "enter")
    assert app.wishes == [SitDown(OPEN.id)]


async def test_code_is_typed_to_find_a_table() -> None:
    """The key c asks for an invite code."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test() as pilot:
        await after(pilot, "c", "a", "b", "enter")
    assert app.wishes == [FindTable("ab")]


async def test_new_table_with_a_password_asks_for_it() -> None:
    """Clock and door are in the form; a door with a password asks for it before the table is opened."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        rows = len(YS.options) + 1
        await after(pilot, "n", "down", *("down",) * rows, "right", "down", "right", "right")
        shown = " ".join(app.text().split())
        assert "Clock ‹[10 minutes each]›" in shown
        assert "Door open invite code [password]" in shown
        assert "enter open it" in app.bar()
        await after(pilot, "enter", "x", "y", "enter")
    assert app.wishes == [OpenTable("ys", 4, (), "Ada's table", "live-10", "password", "xy")]


async def test_tables_that_wait_for_the_player_come_first() -> None:
    """Of one's own games those that wait stand on top and say so, and where somebody has said something."""
    waiting = replace(OURS, id=7, title="Late club", awaited=(Seat(0),))
    screen = LobbyScreen(replace(seen(OURS, waiting, OTHERS), unread=((2, 3),)))
    app = FramedApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
        assert "Your games ▸ Late club your turn" in shown
        assert "Tuesday club 3 new" in shown
        screen.snapshot = replace(screen.snapshot, turns=((2, 40),))
        await after(pilot)
        assert "your turn, 3 new" in app.text()


async def test_filter_order_and_word_choose_what_is_shown() -> None:
    """Keys go round filter and order; a word finds by title or name, and Esc shows all again."""
    app = FramedApp(LobbyScreen(seen(OPEN, OTHERS, OURS)))
    titles = ("First steps", "Grandmasters", "Tuesday club")

    def shown() -> list[str]:
        text = app.text()
        return sorted((title for title in titles if title in text), key=text.index)

    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "f")
        assert shown() == ["First steps"]
        await after(pilot, "f")
        assert shown() == ["Tuesday club", "Grandmasters"]
        await after(pilot, "f")
        assert shown() == ["Tuesday club"]
        await after(pilot, "f", "o", "slash", *"master")
        assert shown() == ["Grandmasters"]
        await after(pilot, "enter", "w")
        assert app.wishes == [WatchTable(3)]
        await after(pilot, "escape")
        assert len(shown()) == 3
        assert app.asked == []
        await after(pilot, "escape")
    assert app.asked == ["leave-server"]


async def test_lobby_shows_who_is_here_and_what_was_said() -> None:
    """Below the tables stand the others, and the last lines of the lobby's chat, literally."""
    snapshot = seen(OPEN, chat=(Chat("Ben", "[b]hi[/b]"), Chat("Eve", "good evening")))
    lobby = replace(snapshot.lobby, people=("Ada", "Ben", "Eve"))
    app = FramedApp(LobbyScreen(replace(snapshot, lobby=lobby)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "t")
        shown = app.text()
    assert "Here: you, Ben, Eve" in shown
    assert "Ben: [b]hi[/b]" in shown
    assert "Eve: good evening" in shown
    assert app.asked == ["chat"]


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


async def test_new_table_has_seats_and_options() -> None:
    """From the title an arrow leads to seats and options; Enter opens the table wherever the cursor is."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test() as pilot:
        await after(pilot, "n", "down", "left", *("down", "space") * 3, "enter")
        await after(pilot, "n", "down", "up", "x", "down", "left", "left", "enter")
    (three,) = (table for table in combinations(YS) if table[0] == 3 and len(table[1]) == len(YS.options))
    assert app.wishes == [OpenTable("ys", *three, "Ada's table"), OpenTable("ys", 2, (), "x")]


async def test_table_under_the_cursor_tells_what_it_plays() -> None:
    """The list counts options; below it stands what is played, in the game's words, before one sits down."""
    key = YS.options[1]
    rich = replace(OPEN, seats=3, options=(key.key,))
    plain = replace(OPEN, id=9, seats=2, title="Duel", chairs=OPEN.chairs[:1])
    app = FramedApp(LobbyScreen(seen(rich, plain)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
        assert "First steps Ys, 3 seats +1" in shown
        assert f"Ys for 3: {YS.tables[3]} Options: {key.title}." in shown
        await after(pilot, "down")
        shown = " ".join(app.text().split())
        assert f"Ys for 2: {YS.tables[2]} Here: you" in shown


@pytest.mark.parametrize(
    ("info", "words"),
    [
        (replace(OPEN, options=("ghost",)), "Options: ghost (not known to this version of ys)."),
        (replace(OPEN, game="chess", options=("blitz",)), "chess for 4: Options: blitz (not known"),
        (replace(OPEN, seats=7), "Ys for 7:"),
    ],
)
async def test_unknown_tables_are_named(info: TableInfo, words: str) -> None:
    """What another version opened has no words here: its keys are shown, and that they are not known."""
    app = FramedApp(LobbyScreen(seen(info)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert words in " ".join(app.text().split())


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
    here = replace(seen(*tables), lobby=Lobby(tables, ("Ada",)))
    lost = replace(here, connection=Connection.LOST, problem="nobody answers there.")
    app = FramedApp(LobbyScreen(lost))
    async with app.run_test() as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
        assert f"No link to harbour.example: nobody answers there. It is tried again {end}" in shown
        assert "n opens" not in shown
        assert "new table" not in app.bar()
        await after(pilot, "n")
        assert app.screen is app.shown


@pytest.mark.parametrize(
    ("server", "named"),
    [
        ("ws://sea:4747", "No link to sea:4747: nobody"),
        ("ws://127.0.0.1:9", "No link to this machine (127.0.0.1:9): nobody"),
    ],
)
async def test_server_that_never_answered_is_named_with_its_port(server: str, named: str) -> None:
    """What was typed wrong can be seen where it is told that nobody answers."""
    lost = Snapshot(Connection.LOST, server=server, problem="nobody answers there")
    app = FramedApp(LobbyScreen(lost))
    async with app.run_test() as pilot:
        await after(pilot)
        assert named in " ".join(app.text().split())


async def test_cursor_goes_to_a_rematch_once() -> None:
    """The table stands under the cursor, with the key that goes there; the cursor can be moved on."""
    old, again = table("Ada", "Ben", number=1, stage="over"), table("Ben", host="Ben", number=2)
    app = FramedApp(LobbyScreen(seen(old)))
    async with app.run_test() as pilot:
        await after(pilot)
        app.shown.snapshot = replace(seen(old, again), invited=2)
        await after(pilot)
        assert "play again: Enter sits down with them" in " ".join(app.text().split())
        await after(pilot, "down")
        app.shown.snapshot = replace(seen(old, again), invited=2, name="Ada")
        await after(pilot)
        assert "play again" not in app.text()
        await after(pilot, "up", "enter")
    assert app.wishes == [SitDown(2)]


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


@pytest.mark.parametrize("problem", ["", "the server ends or starts anew; your games are kept"])
async def test_lost_link_says_once_that_games_are_kept(problem: str) -> None:
    """A server that ends says it in its own goodbye already."""
    app = FramedApp(LobbyScreen(replace(seen(OURS), connection=Connection.LOST, problem=problem)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert " ".join(app.text().split()).count("your games are kept") == 1
