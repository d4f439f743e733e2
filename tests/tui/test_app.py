"""The app around its screens: what leaves where, what is asked before, what is never shown as a toast."""

import socket
from unittest.mock import patch

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from textual.widgets._toast import Toast

from tests.support.keys import WatchedApp, until
from tests.tui.test_solo import BOTS, at_table, solo, text
from ys_tui.client.snapshot import Connection
from ys_tui.config import Host, Join, Settings, Solo
from ys_tui.restarting import Restarter
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask, Say
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.room import RoomScreen

pytestmark = pytest.mark.timeout(180)
HOST = Settings(name="Ada", plan=Host(0))


async def opened(app: WatchedApp, pilot: Pilot[None]) -> None:
    """Open a table and wait in its room."""
    await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
    await pilot.press("n")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, RoomScreen) and bool(app.snapshot.at), "the room")
    await until(pilot, lambda: "3 chairs are still free" in text(app), "the chairs")


async def test_help_opens_where_it_tells_of_the_screen() -> None:
    """In the lobby it is the page on the lobby, in a room that on tables; one key leads to all topics."""
    async with solo(HOST) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        await pilot.press("question_mark")
        await until(pilot, lambda: "help: The lobby" in text(app), "the page on the lobby")
        await pilot.press("slash")
        await until(pilot, lambda: "Fair play" in text(app), "all topics")
        await pilot.press("escape")
        await opened(app, pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: "help: Tables and options" in text(app), "the page on tables")


@pytest.mark.parametrize("key", ["escape", "q", "ctrl+c"])
async def test_leaving_a_room_is_asked_before(key: str) -> None:
    """A chair at a table that has not begun is not given up by one key; Esc stays, the answer leaves."""
    async with solo(HOST) as (app, pilot):
        await opened(app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, Ask), "the question")
        assert "Leave the table?" in text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, RoomScreen)
        await pilot.press(key, "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")


async def test_escape_in_the_line_keeps_the_chair() -> None:
    """Esc with the chat line open closes the line, and the room stays."""
    async with solo(HOST) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, Say), "the line")
        await pilot.press("h", "i", "escape")
        assert isinstance(app.screen, RoomScreen)
        await pilot.press("t", "h", "o", "enter")
        await until(pilot, lambda: any(chat.line == "ho" for chat in app.snapshot.chat), "what was said")
        assert [chat.line for chat in app.snapshot.chat] == ["ho"]


async def test_host_can_always_read_what_others_type() -> None:
    """Lobby, room and help of a host show the line, with its port as it is not the usual one."""
    async with solo(HOST) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen), "the lobby")
        port = app.snapshot.server.rpartition(":")[2]
        invited = f"Others type:  ys join {app.invitation.split()[-1]}"
        assert invited.endswith(f":{port}")
        await until(pilot, lambda: invited in text(app), "the line in the lobby")
        await opened(app, pilot)
        assert invited in text(app)
        assert not app.query(Toast)


async def test_interrupt_at_the_table_asks_like_q() -> None:
    """Ctrl-C at the table asks whether to leave, and no toast covers the board; again, it takes that back."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=2))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        await pilot.press("ctrl+c")
        assert "Leave the table?" in text(app)
        await pilot.press("ctrl+c")
        assert at_table(app)
        assert not app._notifications


async def test_server_given_up_is_told_and_started_once_more_on_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    """When our own server is not started by itself any more, a question says so; Enter starts it again."""
    monkeypatch.setattr(Restarter.__init__, "__defaults__", ((),))
    async with solo(Settings(name="Ada", plan=Solo(BOTS))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        restarter = app._session.restarter
        assert restarter is not None
        restarter.hosted._process.kill()
        await until(pilot, lambda: isinstance(app.screen, Ask), "the question")
        assert "Start the server once more" in text(app)
        restarter._pauses = (0.0,)
        await pilot.press("enter")
        await until(pilot, lambda: app.snapshot.connection is Connection.ONLINE, "the link")
        assert at_table(app)


async def test_line_can_be_said_while_the_game_runs() -> None:
    """The line opens above the board, and what was said is kept with the table; nothing is a toast."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS, seed=2))) as (app, pilot):
        await until(pilot, lambda: bool(app.snapshot.table and app.snapshot.table.prompt), "a bid")
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, Say), "the line")
        await pilot.press("h", "i", "enter")
        await until(pilot, lambda: bool(app.snapshot.chat), "what was said")
        assert [(chat.name, chat.line) for chat in app.snapshot.chat] == [("Ada", "hi")]
        assert not app._notifications


async def test_first_start_asks_for_a_name_and_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name proposed is changed at the first start; the game has it, and so has the next start."""
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    settings = Settings(plan=Solo(BOTS))
    async with solo(settings, ("end", "2")) as (app, pilot):
        await until(pilot, lambda: app.snapshot.table is not None, "the table")
        assert app.snapshot.name == "root2"
    async with solo(settings) as (app, pilot):
        await until(pilot, lambda: app.snapshot.name == "root2", "the name")


async def test_what_a_board_says_last_finds_no_screen() -> None:
    """A board may speak up while the app ends and its screens have gone: that is no mishap."""
    async with solo(Settings(name="Ada", plan=Solo(BOTS))) as (app, pilot):
        await until(pilot, lambda: app.snapshot.table is not None, "the table")
    assert not app.screen_stack
    app.on_board_aimed()


async def test_profile_of_ones_own_proposes_its_name() -> None:
    """At the first start, a profile that is not the usual one says who plays."""
    async with solo(Settings("cara", plan=Solo(BOTS))) as (app, pilot):
        await until(pilot, lambda: app.snapshot.table is not None, "the table")
        assert app.snapshot.name == "cara"


@pytest.mark.timeout(180)
async def test_a_host_is_asked_before_the_server_ends_for_others() -> None:
    """With a guest ctrl+q asks, and says how many there are; a second time quits. Alone it quits at once."""
    async with solo(Settings("one", "Ada", plan=Host(0))) as (host, pilot):
        await until(pilot, lambda: isinstance(host.screen, LobbyScreen), "the lobby")
        with patch.object(host, "exit") as ended:
            await pilot.press("ctrl+q")
            ended.assert_called_once()
        async with solo(Settings("two", "Ben", plan=Join(host.snapshot.server))) as (guest, other):
            await until(other, lambda: isinstance(guest.screen, LobbyScreen), "the guest's lobby")
            await until(pilot, lambda: "Ben" in host.snapshot.lobby.people, "the guest")
            await other.press("q")
            await until(other, lambda: "Leave this server?" in text(guest), "the guest's question")
            assert "end your server" not in text(guest)
            await pilot.press("q")
            await until(pilot, lambda: "end your server, for 1 other too" in text(host), "the answer")
            await pilot.press("escape")
            with patch.object(host, "exit") as ended:
                await pilot.press("ctrl+q")
                await until(pilot, lambda: "1 other is connected" in text(host), "the question")
                ended.assert_not_called()
                await pilot.press("ctrl+q")
                ended.assert_called_once()
            await pilot.press("escape")


async def test_key_joins_no_wrong_address_again() -> None:
    """After a server that nobody has answered from, the key j goes to its address on the start screen."""
    with socket.socket() as silent:  # bound, but nobody listens
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        async with solo(Settings(name="Ada", plan=Join(f"ws://127.0.0.1:{port}"))) as (app, pilot):
            await until(pilot, lambda: f"(127.0.0.1:{port}): nobody answers" in text(app), "the word")
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, Ask), "the question")
            await pilot.press("down", "enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
            await pilot.press("j")
            await until(pilot, lambda: isinstance(app.focused, Input), "the field")
            assert isinstance(app.focused, Input)
            assert app.focused.value == f"127.0.0.1:{port}"
