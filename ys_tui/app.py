"""YsApp: the client's thread, servers, and which screen is on; questions are `asking`'s affair."""

import gc
import os
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.events import AppBlur, AppFocus, Event, InputEvent
from textual.message import Message

from ys_tui import bell, routing
from ys_tui.bell import Bell
from ys_tui.client.berths import Running
from ys_tui.client.intents import CallMe, ConnectTo, FindAgain, HangUp, Intent, LeaveTable, SitDown
from ys_tui.client.snapshot import Connection, Notice
from ys_tui.client.solo import Alone, waiting, way_back
from ys_tui.config import GAME, Host, Join, Plan, Solo
from ys_tui.everywhere import BASE
from ys_tui.fitting import Fitting
from ys_tui.hosting import Hosted, HostingError, own_address
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.preferences import PACE
from ys_tui.routing import Ways, is_table
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.following import Following
from ys_tui.screens.frame import Framed
from ys_tui.screens.starting import StartingScreen
from ys_tui.session import Session, url_of
from ys_tui.tutorial import Tutorial
from ys_tui.wish import Wish

if TYPE_CHECKING:
    from ys_tui.client.thread import ClientThread
    from ys_tui.widgets.board import Board

_AGAIN: Final = 0.25
"""Seconds until what was refused is tried again: a bot may be on its way."""
_SHOWN: Final = 0.05
"""Seconds from when the first frame is drawn until it is written, at most: loading would hold that up."""
_SILENT: Final = frozenset({"no-bots"})
"""Refusals that are not shown while a table is being set: it is tried again."""


class News(Message):
    """The client's thread has something new; the newest snapshot is there to be taken."""


class Loaded(Message):
    """What the first frame did not need is loaded: the client can begin."""


class Reachable(Message):
    """The server of `plan` can be reached at `url`, or did not start (`problem`)."""

    def __init__(self, plan: Plan, url: str, problem: str = "") -> None:
        """Carry the outcome."""
        super().__init__()
        self.plan, self.url, self.problem = plan, url, problem


class Restarted(Message):
    """Our own server has ended by itself: it is at `url` again, or is not started any more (`problem`)."""

    def __init__(self, url: str, problem: str) -> None:
        """Carry the outcome."""
        super().__init__()
        self.url, self.problem = url, problem


class YsApp(Fitting):
    """The client on a terminal."""

    def __init__(self, session: Session, keymap: Keymap = DEFAULT) -> None:
        """Show what `session` has to do with a server; `keymap` says which keys do what."""
        super().__init__(session.settings, session.preferences, keymap)
        self._session, self.folder = session, session.folder
        self._client: ClientThread | None = None
        """Below the screens, once it is loaded."""
        self._plan: Plan | None = None
        self._alone: Alone | None = None
        """The way to a game alone, until it has begun."""
        self._reached: Reachable | None = None
        """The server that was reached meanwhile: the client, and a name, are needed to speak to it."""
        self._told = 0
        """Number of the last notice shown."""
        self._wished: Intent | None = None
        """What was wished last."""
        self._is_said = session.settings.plan is not None and not session.greeting
        """Whether the command line has said where to play, and nothing but that was shown so far."""
        self._is_reaching = False
        """Whether a server is being started: nothing else is begun meanwhile."""
        self._on_servers: tuple[Running, ...] = ()
        """The games that are on at servers, once that was read."""
        self._wanted: int | None = None
        """The table of a running game to go to, until the server has shown it."""
        self._is_answered = False
        """Whether the server that is played on has let the player in or said why not."""
        self._bell = Bell()
        self._resulted: int | None = None
        """The table whose result was shown by itself."""

    # --- begin and end -----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Begin when all is there that Textual makes first: what was drawn before would be drawn again."""
        self.call_later(self._open)

    def _open(self) -> None:
        """Put the start screen on, and begin what the command line asked for."""
        self.push_screen(routing.made(self.snapshot, self._ways))
        self.screen_change_signal.subscribe(self, lambda _: self.call_later(self._show_result))
        self.call_after_refresh(self.set_timer, _SHOWN, self._load)
        if self._session.greeting:
            from ys_tui.screens.dialogs import Welcome  # noqa: PLC0415  # a first start only shows it

            self.is_greeting = True
            welcome = Welcome(
                self._session.greeting,
                self._session.name,
                is_said=bool(self._session.settings.name),
                marks=self.marks,
            )
            self.push_screen(welcome, self._greeted)
        plan = self._session.settings.plan
        if plan is not None:
            self._play(plan)

    def _load(self) -> None:
        """Load, on a thread, what the first frame did not need; the screens go on meanwhile."""

        def load() -> None:
            routing.load()
            self.post_message(Loaded())

        self.run_worker(load, thread=True, group="loading")

    def on_loaded(self) -> None:
        """Begin below the screens, and go on with what waited for it."""
        if not gc.isenabled():
            gc.collect()  # what loading has left lying is room for the table
            gc.enable()
        self._client = self._session.attach(self._ring)
        self._recall()
        if self._reached is not None:
            self.post_message(self._reached)
        self._ring()
        self.look()

    def _greeted(self, name: str | None) -> None:
        self.is_greeting = False
        if name:
            self._session.remember(name)
        for screen in self.screen_stack:
            if isinstance(screen, ConnectScreen):
                screen.propose(self._session.name)
                if self._plan is None:
                    screen.welcome()
        if self._reached is not None:
            self.post_message(self._reached)
        self._ring()

    # --- from the client ---------------------------------------------------------------------------

    @property
    def _ways(self) -> Ways:
        name, is_starting = self._session.name, self._alone is not None
        return Ways(
            self.marks,
            name,
            self.invitation,
            self._plan or self._session.settings.plan,
            self.found,
            is_starting=is_starting,
            is_said=self._is_said,
            pace=self._session.preferences.get(PACE),
            is_taught=self.is_taught,
            running=self._on_servers,
            is_doubtful=isinstance(self._plan, Join) and not self._is_answered,
        )

    def _ring(self) -> None:
        self.post_message(News())

    async def on_news(self, message: News) -> None:
        """Take the newest snapshot: put the right screen on and tell what is to be told."""
        if self._client is None or not self.is_running:  # while the app ends its screens go, one by one
            return
        if self._client.failure is not None:
            raise self._client.failure
        self.snapshot = self._client.latest()
        self._is_answered |= self.snapshot.connection in {Connection.ONLINE, Connection.REFUSED}
        if self.is_greeting:
            return
        self._go_on()
        self._go_back()
        await self._route()
        for screen in self.screen_stack:
            if isinstance(screen, Framed | Following) or is_table(screen):
                screen.snapshot = self.snapshot
        self._tell()
        self.warn()
        self._show_result()
        self.invite()
        self._call()
        self.look()

    async def _route(self) -> None:
        """Put the screen on that the snapshot asks for; what stands above the old one falls with it."""
        base = self.screen_stack[1] if len(self.screen_stack) >= BASE else None
        if routing.fits(base, self.snapshot, self._ways):
            return
        while len(self.screen_stack) > BASE:
            await self.pop_screen()
        self.clear_notifications()
        self._recall()
        self._is_said = self._is_said and routing.wanted(self.snapshot, self._ways) is StartingScreen
        await self.switch_screen(routing.made(self.snapshot, self._ways))
        if gc.get_freeze_count():  # what is loaded is left out: it is soon done
            self.call_after_refresh(gc.collect)  # the screen that is gone is room for this one

    def _tell(self) -> None:
        notice = self.snapshot.notice
        if notice is None or notice.number == self._told:
            return
        self._told = notice.number
        is_silent = self._alone is not None and notice.code in _SILENT
        if (
            not is_silent and not self.is_at_table and not self._is_at_door(notice)
        ):  # where the screen shows it by itself
            self.notify(notice.detail, severity="warning", markup=False)

    def _is_at_door(self, notice: Notice) -> bool:
        """Tell whether `notice` refuses a password: the question for it says so, and stays."""
        from ys_tui.screens.door import turned_away  # noqa: PLC0415  # loaded with the lobby

        return turned_away(self, self._wished, notice, self.snapshot)

    def _go_on(self) -> None:
        """Do the next step towards a table alone, which takes several."""
        if self.is_greeting or self._client is None or self._alone is None:
            return
        if self.snapshot.table is not None:
            self._alone = None
        elif (kept := self._alone.offer(self.snapshot)) is not None:
            from ys_tui.screens.dialogs import ask_kept  # noqa: PLC0415  # no first frame shows it

            assert isinstance(self._plan, Solo)
            count = len(waiting(self.snapshot))
            question = ask_kept(kept, self._plan, GAME, self.marks, keymap=self.keymap, count=count)
            self.push_screen(question, lambda answer: self._continue(answer, kept.id))
        elif (intent := self._alone.next(self.snapshot)) is not None:
            self._client.wish(intent)
        elif self._alone.is_refused:
            self.set_timer(_AGAIN, self._go_on)

    def _go_back(self) -> None:
        """Go to the running game that was chosen, as soon as the server shows that it is the player's."""
        if self._wanted is None or self._client is None or self.snapshot.connection is not Connection.ONLINE:
            return
        if self.snapshot.at is not None:
            self._wanted = None
        elif (intent := way_back(self.snapshot, self._wanted)) is not None:
            self._wanted = None
            self._client.wish(intent)

    def _recall(self) -> None:
        """Read which games are on at servers, for the start screen."""
        self._on_servers = self._session.running
        for screen in self.screen_stack:
            if isinstance(screen, ConnectScreen):
                screen.running = self._on_servers

    def _continue(self, answer: str | None, table: int) -> None:
        if answer == "new" and self._alone is not None:
            self._alone.begin_new()
            self._ring()
            return
        self._alone, self._is_said = None, False
        # Whoever wants neither is where the table was chosen, and can choose again.
        self.post_message(Wish(SitDown(table) if answer == "go-on" else HangUp()))
        self._ring()

    def _show_result(self) -> None:
        """Show the result of a game once, as soon as nothing else is being told at the table."""
        if not self.screen_stack:  # the app ends, and what was posted before comes late
            return
        at, screen = self.snapshot.at, self.screen
        if at == self._resulted or not is_table(screen):
            return
        from ys_tui.screens.outcome import is_over  # noqa: PLC0415  # loaded by the time there is a table

        if not is_over(self.snapshot):
            return
        if screen.is_mounted and not screen.board.is_telling:
            self._resulted = at
            self.action_result()

    # --- from the screens --------------------------------------------------------------------------

    def settle(self, then: Callable[[], object]) -> None:
        """Call `then`, perhaps from another thread, once the news of all wishes so far has been posted."""
        if self._client is None or not self._client.settle(then):
            then()

    async def on_event(self, event: Event) -> None:
        """Note what the player does with the window, and when they turn away from it."""
        if isinstance(event, InputEvent):
            self._bell.touched(monotonic())
        elif isinstance(event, AppBlur | AppFocus):
            self._bell.looks(is_here=isinstance(event, AppFocus), now=monotonic())
        await super().on_event(event)

    def _call(self) -> None:
        """Ring, or let the terminal notify, when it has become the player's turn unseen."""
        if self._bell.is_due(self.snapshot.turns, monotonic()) and self._driver is not None:
            self._driver.write(bell.call(self.call_by, os.environ))

    def on_wish(self, message: Wish) -> None:
        """Hand a wish to the client; a new name is remembered for the next start."""
        self._wished = message.intent
        if isinstance(message.intent, CallMe):
            self._session.remember(message.intent.name)
        if self._client is not None:
            self._client.wish(message.intent)

    def on_board_aimed(self) -> None:
        """Look whether the board has told a count to its end."""
        self._show_result()

    def on_board_paced(self, message: "Board.Paced") -> None:
        """Keep the speed of counts for the next table and the next start."""
        self._session.preferences.put(PACE, message.pace)

    def on_connect_screen_chosen(self, message: ConnectScreen.Chosen) -> None:
        """Play in the way that was chosen, once."""
        if self._is_reaching:
            return
        self._session.remember(message.name)
        self._play(message.plan)

    @property
    def is_choosing(self) -> bool:
        """Whether nothing is being started and no server is spoken to."""
        is_starting = self._is_reaching or self._alone is not None
        return not is_starting and routing.wanted(self.snapshot, self._ways) is ConnectScreen

    @property
    def is_alone(self) -> bool:
        """Whether the game is one alone, which can be begun again."""
        return isinstance(self._plan, Solo)

    @property
    def is_taught(self) -> bool:
        """Whether the game is that of the tutorial, of which nothing is kept."""
        return isinstance(self._plan, Tutorial)

    @property
    def is_kept(self) -> bool:
        """Whether a game that is left is kept: one with a seed, as that of the tutorial, is not."""
        return not isinstance(self._plan, Solo) or self._plan.seed is None

    @property
    def is_hosting(self) -> bool:
        """Whether others may be on a server of our own, which ends with the app."""
        return isinstance(self._plan, Host) and not self._is_reaching

    def again(self) -> None:
        """Set another table like the one before."""
        if isinstance(self._plan, Solo):
            self._alone = Alone(GAME, self._plan.bots, self._plan.options, self._plan.title)
            self._alone.begin_new()
            self.post_message(Wish(LeaveTable()))

    # --- servers -----------------------------------------------------------------------------------

    def _play(self, plan: Plan) -> None:
        """Reach the server of `plan`; one of our own is started first, unless it was with the command."""
        hosted = self._session.hosted if self._plan is None and plan == self._session.settings.plan else None
        self._plan, self._resulted, self._is_answered = plan, None, False
        self._alone = Alone(GAME, plan.bots, plan.options, plan.title) if isinstance(plan, Solo) else None
        self._wanted = None if isinstance(plan, Solo) else plan.table
        try:
            if isinstance(plan, Solo | Host) and hosted is None:
                hosted = self._session.host(plan)
        except OSError as error:
            self.post_message(Reachable(plan, "", f"The server could not be started: {error.strerror}"))
            return
        self._is_reaching = True
        self._complain("Starting …" if hosted is not None else "")
        self.run_worker(lambda: self._reach(plan, hosted), thread=True, exclusive=True)
        self.look()

    def _reach(self, plan: Plan, hosted: Hosted | None) -> None:
        """Wait, on a thread of its own, until the server of `plan` can be reached."""
        try:
            self.post_message(Reachable(plan, url_of(plan, hosted)))
        except HostingError as error:
            self.post_message(Reachable(plan, "", str(error)))

    async def on_reachable(self, message: Reachable) -> None:
        """Connect, or say why not; a first start has to give a name before."""
        if not self.is_running:
            return
        if self.is_greeting or self._client is None:
            self._reached = message
            return
        self._reached, self._is_reaching = None, False
        if message.problem:
            self._alone, self._is_said = None, False
            await self._route()
            self._complain(message.problem)
            self.look()
            return
        self._complain("")
        if isinstance(message.plan, Solo | Host):
            self._session.keep(lambda url, problem: self.post_message(Restarted(url, problem)))
        self._invite(message.url)
        self._client.wish(ConnectTo(message.url, self._session.name))

    def _invite(self, url: str) -> None:
        """Say from now on what others type to join, if they can."""
        port = int(url.rpartition(":")[2]) if isinstance(self._plan, Host) else None
        self.invitation = "" if port is None else f"Others type:  ys join {own_address(port)}"

    def on_restarted(self, message: Restarted) -> None:
        """Find our own server again, or ask what is to be done now."""
        if self._client is None or not isinstance(self._plan, Solo | Host):
            return
        if message.problem:
            from ys_tui.screens.dialogs import ask_server_gone  # noqa: PLC0415  # no first frame shows it

            self.push_screen(
                ask_server_gone(message.problem, self.marks, is_kept=self.is_kept), self._start_again
            )
            return
        self._invite(message.url)
        for screen in self.screen_stack:
            if isinstance(screen, Framed):
                screen.invitation = self.invitation
        self._client.wish(FindAgain(message.url))

    def _start_again(self, answer: str | None) -> None:
        if answer == "again" and self._session.restarter is not None:
            self._session.restarter.start()
        elif answer == "quit":
            self.exit()

    def _complain(self, word: str) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ConnectScreen):
                screen.say(word)
