"""The start screen: name, the ways to play, an address."""

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from protocol import VERSION
from protocol.beacon import Beacon
from protocol.games import GAMES
from tests.support.framed import FramedApp, after, seen
from tests.support.options import RICH
from ys_tui.client.berths import Running
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.config import GAME, Host, Join, Plan, Solo
from ys_tui.finding import rules
from ys_tui.nearby import Found, Server
from ys_tui.screens.connect import ConnectScreen

RULES = rules()
ADA = Server("ys-a", Beacon("Ada [b]", VERSION, RULES, 1), ("192.0.2.5",), 4747)
SEA = Server("ys-s", Beacon("sea", VERSION, RULES, 0), ("192.0.2.77",), 99)
OLD = Server("ys-o", Beacon("old", VERSION - 1, RULES, 0), ("192.0.2.6",), 4747)
HEARD = Found((ADA, SEA))


def _start(found: Found | None) -> FramedApp:
    return FramedApp(ConnectScreen(Snapshot(), name="Ada", found=found))


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
    monkeypatch.setattr("ys_tui.screens.forms.GAMES", {**GAMES, GAME: RICH})
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


GAMES_ON = (
    Running("ws://sea:9", 3, "Ada's [b]table"),
    Running("ws://127.0.0.1:4748", 5, is_own=True),
)


async def test_running_games_on_servers_are_the_first_choices() -> None:
    """Each has its table and server; Enter goes on with the first, and its server's address is filled in."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada", running=GAMES_ON))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert "▸ Go on: Ada's [b]table at sea:9" in app.text()
        assert "Go on: table 5 on your own server" in app.text()
        await after(pilot, "enter", "down", "enter", "j")
    assert [plan for plan, _ in app.chosen] == [
        Join("ws://sea:9", 3),
        Host(4748, table=5),
        Join("ws://sea:9"),
    ]


@pytest.mark.parametrize(("keys", "marked"), [((), "▸ Go on: Ada's"), (("down",), "▸ Play alone at another")])
async def test_games_read_after_the_first_frame_take_no_cursor_away(
    keys: tuple[str, ...], marked: str
) -> None:
    """They come above the ways; a cursor that was moved stays, one that was not goes to the first."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, *keys)
        assert isinstance(app.shown, ConnectScreen)
        app.shown.running = GAMES_ON
        await after(pilot)
        assert marked in app.text()
        assert "sea:9" in app.text()


async def test_name_can_be_changed() -> None:
    """The key n goes to the name; Enter goes back to the ways; the new name is used."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "n", "end", "x", "enter", "s")
    assert app.chosen == [(Solo(), "Adax")]


async def test_nobody_plays_without_a_name() -> None:
    """An empty name is asked for, in words, until there is one."""
    app = FramedApp(ConnectScreen(Snapshot(), name=""))
    async with app.run_test() as pilot:
        await after(pilot, "s")
        assert "Type a name first" in app.text()
        await after(pilot, "A")
        assert "Type a name first" not in app.text()
    assert app.chosen == []


async def test_lone_sign_is_no_name() -> None:
    """It is refused in words where it is typed; a name that was used before stays allowed."""
    app = FramedApp(ConnectScreen(Snapshot(), name="★"))
    async with app.run_test() as pilot:
        await after(pilot, "s", "n", "ctrl+u", "?", "enter", "s")
        assert "A name needs a letter or a digit." in app.text()
    assert app.chosen == [(Solo(), "★")]


async def test_wrong_address_is_told() -> None:
    """What is no address is refused on the spot, with what would be one."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "j", *"a b", "enter")
        assert "is no address" in app.text()
    assert app.chosen == []


@pytest.mark.parametrize(
    ("url", "typed"),
    [
        ("ws://sea:4747", "sea"),
        ("ws://sea:9", "sea:9"),
        ("wss://sea", "wss://sea"),
        ("ws://[::1]:4747", "[::1]"),
    ],
)
async def test_address_stays_after_a_refusal(url: str, typed: str) -> None:
    """Whom the server did not let in under that name changes it and joins with two keys."""
    refused = replace(seen(), connection=Connection.REFUSED, problem="'Ada' is here already")
    app = FramedApp(ConnectScreen(refused, name="Ada", before=Join(url)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert typed in app.text()
        await after(pilot, "n", "end", "x", "enter", "j")
    assert app.chosen == [(Join(url), "Adax")]


async def test_address_where_nobody_answered_is_mended_first() -> None:
    """The key j goes to its text; Enter there tries it all the same, and a mended one is joined by j."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada", before=Join("ws://sea:9"), is_doubtful=True))
    async with app.run_test() as pilot:
        await after(pilot, "j")
        assert isinstance(app.shown.focused, Input)
        assert app.shown.focused.value == "sea:9"
        assert app.chosen == []
        await after(pilot, "enter", "end", "8", "escape", "j")
    assert app.chosen == [(Join("ws://sea:9"), "Ada"), (Join("ws://sea:98"), "Ada")]


async def test_join_without_an_address_asks_for_one() -> None:
    """Nothing typed is no wrong address."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "j", "enter")
        assert "No address was typed. Type host, host:port" in " ".join(app.text().split())
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


async def test_servers_around_are_listed_below_the_ways() -> None:
    """Each server has a line with its name, literally, what would be typed, and what is to be known."""
    app = _start(Found((ADA, OLD, SEA)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        rows = [" ".join(row.split()) for row in app.text().splitlines()]
        assert "Join Ada [b] 192.0.2.5 1 open table" in rows
        assert "Join old 192.0.2.6 another version of Ys" in rows
        assert "Join sea 192.0.2.77:99 no open tables" in rows
        assert "heard" not in app.text()
        assert "harbour.example" in app.text()


async def test_server_around_is_joined_by_arrows_and_enter() -> None:
    """Going down past the ways and pressing Enter joins the server there."""
    app = _start(HEARD)
    async with app.run_test() as pilot:
        await after(pilot, *("down",) * 6, "enter")
    assert app.chosen == [(Join("ws://192.0.2.77:99"), "Ada")]


async def test_server_that_moved_is_joined_where_it_is_now() -> None:
    """Servers come, go and move under the cursor: it stays at the one it was at, in its new place."""
    app = _start(Found((SEA,)))
    async with app.run_test() as pilot:
        await after(pilot, "up")
        assert isinstance(app.shown, ConnectScreen)
        app.shown.found = Found((ADA, replace(SEA, port=100)))
        await after(pilot)
        assert "192.0.2.77:100" in app.text()
        assert "192.0.2.77:99" not in app.text()
        await after(pilot, "enter")
    assert app.chosen == [(Join("ws://192.0.2.77:100"), "Ada")]


async def test_server_of_another_version_is_not_joined() -> None:
    """Choosing it says why in words; an address that is typed still goes anywhere."""
    app = _start(Found((OLD,)))
    async with app.run_test() as pilot:
        await after(pilot, "up", "enter")
        assert "old runs another version of Ys" in app.text()
    assert app.chosen == []


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Found(), "No server was heard on this network"),
        (Found(problem="nothing is [b]heard"), "Nothing is [b]heard."),
    ],
)
async def test_nobody_around_is_a_quiet_line(found: Found, words: str) -> None:
    """Without a server one line says so, which the cursor passes over."""
    app = _start(found)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "up")
        assert words in app.text()
        assert "▸ Learn the game" in app.text()


async def test_nothing_is_said_where_nothing_is_looked_for() -> None:
    """Who has turned finding off has the screen without it."""
    app = _start(None)
    async with app.run_test() as pilot:
        await after(pilot)
        assert "network" not in app.text()


async def test_many_servers_leave_the_rest_in_sight() -> None:
    """The list scrolls: name, address and what went wrong stay on a screen of 80×24."""
    many = tuple(replace(SEA, id=f"ys-{n}", port=1_000 + n) for n in range(30))
    app = _start(Found(many))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "up")
        assert "192.0.2.77:1029" in app.text()
        await after(pilot, "j", *"a b", "enter")
        assert "is no address" in app.text()
        assert "Your name" in app.text()


@pytest.mark.parametrize("cells", [60, 70, 80])
async def test_the_bar_is_cut_between_keys(cells: int) -> None:
    """On a narrow terminal the last keys go, whole; the way to the help stays."""
    app = _start(None)
    async with app.run_test(size=(cells, 24)) as pilot:
        await pilot.pause()
        bar = app.bar().rstrip()
        assert len(bar) < cells
        assert "? help" in bar
        assert bar.endswith(("help", "quit"))


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 30)])
async def test_what_went_wrong_is_told_whole(size: tuple[int, int]) -> None:
    """However long it is, from its first word to its last: the line to type in gives way to it."""
    word = (
        f"The server did not start: {'cannot use that file, ' * 8}so move it elsewhere (more in ~/a/solo.log)"
    )
    screen = ConnectScreen(Snapshot(), name="Ada")
    app = FramedApp(screen)
    async with app.run_test(size=size) as pilot:
        await after(pilot)
        screen.say(word)
        await after(pilot)
        assert word in " ".join(app.text().split())
        screen.say("")
        await after(pilot)
        assert "-told" not in screen.classes
