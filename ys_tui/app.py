"""YsApp: themes, the client's thread, and which screen is on. How a screen looks is the screen's affair."""

import asyncio
import signal
import sys
from typing import ClassVar, Final

from rich.traceback import Traceback
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from protocol.games import GAMES
from ys_tui import themes
from ys_tui.client import solo
from ys_tui.client.snapshot import (
    Connection,
    ConnectTo,
    LeaveTable,
    ResignGame,
    SitDown,
    Snapshot,
)
from ys_tui.client.thread import ClientThread
from ys_tui.config import GAME, Host, Plan, Solo
from ys_tui.hosting import Hosted, HostingError, own_address
from ys_tui.looks import ASCII, Marks, marks_for
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask
from ys_tui.screens.frame import Asked, Framed
from ys_tui.screens.help import HelpScreen
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.table import TableScreen
from ys_tui.session import Session, url_of
from ys_tui.wish import Wish

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_AGAIN: Final = 0.25
"""Seconds until a refused step of setting a table is tried again: the bots may still be on their way."""
_BASE: Final = 2
"""Screens on the stack when nothing stands above the one that the snapshot asks for."""
_SILENT: Final = frozenset({"no-bots"})
"""Refusals that are not shown while a table is being set."""

AnyScreen = Framed | TableScreen


class News(Message):
    """The client's thread has something new; the newest snapshot is there to be taken."""


class Reachable(Message):
    """A server of our own accepts connections at `url`, or did not start (`problem`)."""

    def __init__(self, plan: Plan, url: str, problem: str = "") -> None:
        """Carry the outcome."""
        super().__init__()
        self.plan, self.url, self.problem = plan, url, problem


class YsApp(App[None]):
    """The client on a terminal."""

    TITLE = "Ys"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, session: Session) -> None:
        """Show what `session` has to do with a server."""
        super().__init__()
        themes.install(self)
        self._session = session
        self.marks: Marks = (
            ASCII
            if session.settings.ascii
            else marks_for(sys.__stdout__.encoding if sys.__stdout__ else None)
        )
        self.snapshot = Snapshot()
        """The newest snapshot."""
        self._client: ClientThread | None = None
        self._invitation = ""
        """What others type to join a server of our own."""
        self._setting: solo.Setting | None = None
        self._is_offered = self._is_offering = False
        """Whether a kept game was offered on this server, and whether that is being answered."""
        self._is_greeting = False
        """Whether the word about a new identity still stands there: then the screens wait."""
        self._told = 0
        """Number of the last notice shown."""
        self._shown_result: int | None = None
        """The table whose result was shown by itself."""

    # --- begin and end -----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Put the start screen on, and begin what the command line asked for."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._end, 128 + number)
        self._client = self._session.attach(self._ring)
        self.push_screen(self._start_screen())
        self.set_interval(_AGAIN, self._set_table)
        if self._session.greeting:
            self._is_greeting = True
            self.push_screen(Ask(self._session.greeting, (("on", "Go on"),)), self._greeted)
        plan = self._session.settings.plan
        if plan is not None:
            self._play(plan, self._session.name)

    def on_unmount(self) -> None:
        """Take the signals back."""
        for number in _SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(number)

    def _end(self, code: int) -> None:
        self.exit(return_code=code)

    def _greeted(self, answer: str | None) -> None:
        self._is_greeting = False
        self._ring()

    def _fatal_error(self) -> None:
        """End after an unexpected exception; values of variables stay unsaid, secrets may be among them."""
        self.panic(Traceback(show_locals=False))

    def _ring(self) -> None:
        self.post_message(News())

    # --- from the client ---------------------------------------------------------------------------

    async def on_news(self, message: News) -> None:
        """Take the newest snapshot: put the right screen on and tell what is to be told."""
        if self._client is None:
            return
        if self._client.failure is not None:
            raise self._client.failure
        self.snapshot = self._client.latest()
        self._offer_kept()
        self._set_table()
        if self._is_greeting:
            return
        await self._route()
        for screen in self.screen_stack:
            if isinstance(screen, AnyScreen):
                screen.snapshot = self.snapshot
        self._tell()
        self._show_result()

    async def _route(self) -> None:
        """Put the screen on that the snapshot asks for; what stands above it falls with the old one."""
        wanted = self._wanted()
        base = self.screen_stack[1] if len(self.screen_stack) >= _BASE else None
        if isinstance(base, wanted) and not self._is_other_table(base):
            return
        while len(self.screen_stack) > _BASE:
            await self.pop_screen()
        await self.switch_screen(self._made(wanted))

    def _wanted(self) -> type[Screen[None]]:
        snapshot = self.snapshot
        if snapshot.table is not None:
            return TableScreen
        if not snapshot.server or snapshot.connection is Connection.REFUSED or self._setting is not None:
            return ConnectScreen
        return RoomScreen if snapshot.at is not None else LobbyScreen

    def _is_other_table(self, base: Screen[None]) -> bool:
        table = self.snapshot.table
        if not isinstance(base, TableScreen) or table is None or base.snapshot.table is None:
            return False
        return base.snapshot.table.setup != table.setup

    def _made(self, wanted: type[Screen[None]]) -> Screen[None]:
        if wanted is ConnectScreen:
            return self._start_screen()
        if wanted is TableScreen:
            return TableScreen(self.snapshot, marks=self.marks)
        if wanted is RoomScreen:
            return RoomScreen(self.snapshot, marks=self.marks, invitation=self._invitation)
        return LobbyScreen(self.snapshot, marks=self.marks, invitation=self._invitation)

    def _start_screen(self) -> ConnectScreen:
        return ConnectScreen(self.snapshot, marks=self.marks, name=self._session.name)

    def _tell(self) -> None:
        notice = self.snapshot.notice
        if notice is None or notice.number == self._told:
            return
        self._told = notice.number
        is_shown_there = isinstance(self.screen, TableScreen)
        if not is_shown_there and not (self._setting is not None and notice.code in _SILENT):
            self.notify(notice.detail, severity="warning", markup=False)

    def _show_result(self) -> None:
        table, at = self.snapshot.table, self.snapshot.at
        if (
            table is None
            or at == self._shown_result
            or GAMES[table.setup.game].outcome(table.confirmed) is None
        ):
            return
        self._shown_result = at
        self.push_screen(ResultScreen(self.snapshot, marks=self.marks))

    # --- from the screens --------------------------------------------------------------------------

    def on_wish(self, message: Wish) -> None:
        """Hand a wish to the client."""
        if self._client is not None:
            self._client.wish(message.intent)

    def on_connect_screen_chosen(self, message: ConnectScreen.Chosen) -> None:
        """Play in the way that was chosen."""
        self._session.remember(message.name)
        self._play(message.plan, message.name)

    def on_asked(self, message: Asked) -> None:
        """Do what only the app can."""
        self._do(message.what)

    def on_table_screen_asked(self, message: TableScreen.Asked) -> None:
        """Do what only the app can."""
        self._do(message.what)

    def _do(self, what: str) -> None:
        actions = {
            "help": self.action_help,
            "back": self._back,
            "leave": self.action_leave,
            "leave-server": self._leave_server,
            "lobby": self._to_lobby,
            "quit": self.exit,
        }
        actions[what]()

    def action_help(self) -> None:
        """Show keys and rules."""
        self.push_screen(HelpScreen(self.snapshot, marks=self.marks))

    def _back(self) -> None:
        """Go back to the screen below."""
        if len(self.screen_stack) > _BASE:
            self.pop_screen()

    def action_result(self) -> None:
        """Show the result again."""
        self._shown_result = None
        self._show_result()

    def action_leave(self) -> None:
        """Ask how to leave the table, if there is something to lose."""
        table = self.snapshot.table
        if table is None or table.seat is None or not table.awaited:
            self._to_lobby()
            return
        answers = (
            ("stay", "Stay"),
            ("lobby", "To the lobby; the game goes on and waits for you"),
            ("quit", "Quit; the game is kept"),
            ("resign", "Resign: leave the game for good"),
        )
        self.push_screen(Ask("Leave the table?", answers), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "lobby":
            self._to_lobby()
        elif answer == "quit":
            self.exit()
        elif answer == "resign":
            answers = (("no", "No, stay"), ("yes", "Yes, resign"))
            self.push_screen(Ask("Resign? The others play on without you.", answers), self._resign)

    def _resign(self, answer: str | None) -> None:
        if answer == "yes":
            self.post_message(Wish(ResignGame()))

    def _to_lobby(self) -> None:
        self.post_message(Wish(LeaveTable()))

    def _leave_server(self) -> None:
        answers = (("stay", "Stay"), ("quit", "Quit; running games are kept"))
        self.push_screen(Ask("Leave?", answers), self._left_server)

    def _left_server(self, answer: str | None) -> None:
        if answer == "quit":
            self.exit()

    # --- servers -----------------------------------------------------------------------------------

    def _play(self, plan: Plan, name: str) -> None:
        """Reach the server of `plan`; one of our own is started first if it is not running yet."""
        self._setting = None
        self._is_offered = self._is_offering = False
        hosted = self._session.hosted if plan == self._session.settings.plan else None
        try:
            if isinstance(plan, Solo | Host) and hosted is None:
                hosted = self._session.host(plan)
        except OSError as error:
            self._complain(f"The server could not be started: {error.strerror}")
            return
        if isinstance(plan, Solo):
            self._setting = solo.Setting(GAME, plan.bots)
        self._session.name = name
        self._complain("Starting …" if hosted is not None else "")
        self.run_worker(lambda: self._reach(plan, hosted), thread=True, exclusive=True)

    def _reach(self, plan: Plan, hosted: Hosted | None) -> None:
        """Wait, on a thread of its own, until the server of `plan` can be reached."""
        try:
            self.post_message(Reachable(plan, url_of(plan, hosted)))
        except HostingError as error:
            self.post_message(Reachable(plan, "", str(error)))

    def on_reachable(self, message: Reachable) -> None:
        """Connect, or say why not."""
        if message.problem:
            self._setting = None
            self._complain(message.problem)
        elif self._client is not None:
            self._client.wish(ConnectTo(message.url, self._session.name))
            port = message.url.rpartition(":")[2]
            is_host = isinstance(message.plan, Host)
            self._invitation = f"Others type: ys join ws://{own_address()}:{port}" if is_host else ""

    def _complain(self, word: str) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ConnectScreen):
                screen.say(word)

    # --- playing alone -----------------------------------------------------------------------------

    def _offer_kept(self) -> None:
        """Offer the game that was left, once, before a new table is set."""
        is_online = self.snapshot.connection is Connection.ONLINE
        if self._setting is None or self._is_offered or self._is_greeting or not is_online:
            return
        self._is_offered = True
        kept = solo.kept(self.snapshot)
        if kept is not None:
            self._is_offering = True
            answers = (("go-on", "Go on with the game that was left"), ("new", "Begin a new game"))
            self.push_screen(
                Ask("A game is waiting for you.", answers), lambda answer: self._continue(answer, kept.id)
            )

    def _continue(self, answer: str | None, table: int) -> None:
        self._is_offering = False
        if answer == "new":
            self._set_table()
            return
        self._setting = None
        if answer == "go-on":
            self.post_message(Wish(SitDown(table)))
        self._ring()

    def _set_table(self) -> None:
        """Do the next step of setting a table with bots, if one is being set."""
        if self._setting is None or self._client is None or self._is_offering:
            return
        if self.snapshot.table is not None:
            self._setting = None
            return
        intent = self._setting.next(self.snapshot)
        if intent is not None:
            self._client.wish(intent)
