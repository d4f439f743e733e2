"""The game line by line, put together: what comes from the client, from the player and from signals, in turn.

Everything that happens is a task in one queue, done on the main thread; what is typed is taken when the
outcome of what was typed before is there.
"""

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Final

from ys_tui.client.snapshot import Connection, ConnectTo, FindAgain, SitDown
from ys_tui.client.solo import Alone
from ys_tui.client.thread import ClientThread
from ys_tui.config import GAME, Host, Plan, Settings, Solo
from ys_tui.hosting import Hosted, HostingError, own_address
from ys_tui.lifeline import Lifeline
from ys_tui.plain.choosing import Refused
from ys_tui.plain.commands import Command, find, helping
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import WORD as LOBBY
from ys_tui.plain.lobby import Lobby
from ys_tui.plain.paper import Paper
from ys_tui.plain.people import People
from ys_tui.plain.reading import read
from ys_tui.plain.room import WORD as ROOM
from ys_tui.plain.room import Room
from ys_tui.plain.start import Naming, Start, Waiting
from ys_tui.plain.table import AtTable
from ys_tui.plain.telling import news
from ys_tui.session import Session, url_of

INTERRUPTED: Final = 130
"""The exit code of a game that Ctrl-C has ended."""
_AGAIN: Final = 0.25
"""Seconds until what had to wait is tried again: a bot on its way, a wish that takes too long."""

_HOW: Final = "An answer is typed as it is listed, in full or begun. An empty line repeats the question."

Mode = Naming | Start | Waiting | Lobby | Room | AtTable


def run(settings: Settings) -> int:
    """Play on standard input and output until the player leaves, and return the exit code.

    Raises KeyringError when the profile cannot be opened.
    """
    inner, outer = sys.stdin.fileno(), sys.stdout.fileno()
    terminals = tuple({each.fileno() for each in (sys.stdin, sys.stdout) if each.isatty()})
    paper = Paper(sys.stdout, is_ascii=settings.ascii, is_echoed=sys.stdin.isatty() and outer in terminals)
    with Session(settings) as session, Lifeline(terminals, session.close) as lifeline:
        game = PlainGame(session, paper)
        lifeline.end = game.end
        with _interruptible(game):
            return game.run(inner)


@contextmanager
def _interruptible(game: "PlainGame") -> Iterator[None]:
    """Let Ctrl-C end the game in order while the block lasts."""

    def interrupted(number: int, frame: FrameType | None) -> None:
        game.end(INTERRUPTED)

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class PlainGame:
    """One run of the client line by line."""

    def __init__(self, session: Session, paper: Paper, clock: Callable[[], float] = monotonic) -> None:
        """Play with `session` on `paper`."""
        self._session, self._paper, self._clock = session, paper, clock
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lines: deque[str | None] = deque()
        """What was typed and not taken yet; None once there will be no more."""
        self._console = Console(paper, clock, session.remember)
        self._console.settled = lambda: self._tasks.put(self._settled)
        self._people = People(self._console)
        self._lobby, self._room, self._table = (
            Lobby(self._console),
            Room(self._console),
            AtTable(self._console),
        )
        self._start = Start(self._console)
        self._question: Naming | Waiting | None = None
        self._is_reaching = False
        self._alone: Alone | None = None
        """The way to a game alone, until it has begun."""
        self._mode: Mode | None = None
        self._at: object = None
        """Where the player was when the mode was entered."""
        self._first = session.settings.plan
        """How the command line wants to play, until that was begun."""
        self._everywhere = (
            Command("help", "this list", self._help),
            Command("quit", "leave; a running game is kept", lambda _: self._leave(0)),
        )

    def end(self, code: int) -> None:
        """Leave with this exit code as soon as what is being done is done; a signal may call this."""
        self._tasks.put(lambda: self._leave(code))

    def run(self, descriptor: int) -> int:
        """Play until the player leaves, and return the exit code."""
        session, console = self._session, self._console
        session.begin()
        console.client = session.attach(lambda: self._tasks.put(self._news))
        read(descriptor, lambda line: self._tasks.put(lambda: self._lines.append(line)))
        if session.greeting:
            console.say(session.greeting)
            if not session.settings.name:
                self._question = Naming(console, session.name, self._named)
        self._go_on()
        while console.code is None:
            with suppress(Empty):
                self._tasks.get(timeout=_AGAIN if self._is_hurried else None)()
            self._go_on()
        self._paper.close()
        return console.code

    @property
    def _is_hurried(self) -> bool:
        return self._alone is not None or self._console.hold is not None

    # --- what happens ------------------------------------------------------------------------------

    def _leave(self, code: int) -> None:
        if self._console.code is None:
            self._console.code = code

    def _settled(self) -> None:
        if self._console.hold is not None:
            self._console.hold.is_settled = True
        self._news()

    def _news(self) -> None:
        """Take the newest snapshot and tell what is new in it."""
        console, client = self._console, self._client
        if client.failure is not None:
            raise client.failure
        before, console.snapshot = console.snapshot, client.latest()
        if console.snapshot is before:
            return
        self._enter()
        if not self._is_setting:
            console.say(*news(before, console.snapshot))

    def _restarted(self, url: str, problem: str) -> None:
        """Find our own server again, or tell that it is gone."""
        if problem:
            self._console.say(problem)
        elif self._console.plan is not None:
            self._invite(url)
            self._client.wish(FindAgain(url))

    # --- what is done next -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Do whatever can be done now: begin what is wanted, ask, and take what was typed."""
        console = self._console
        while console.code is None:
            self._begin()
            if console.hold is not None and console.hold.is_over(console.snapshot, self._clock()):
                console.hold = None
            self._enter()
            if console.hold is not None or self._mode is None:
                return
            word = self._ask(self._mode)
            if word:
                self._paper.prompt(word)
            if not self._lines:
                return
            self._take(self._mode, self._lines.popleft())

    def _begin(self) -> None:
        """Begin the game that is wanted, or do the next step of setting one alone."""
        console = self._console
        if self._question is None and (plan := self._first or console.next_plan) is not None:
            self._first = console.next_plan = None
            self._play(plan)
        if console.is_again and isinstance(console.plan, Solo):
            console.is_again = False
            self._alone = Alone(GAME, console.plan.bots, console.plan.options)
            self._alone.begin_new()
        if self._alone is None or self._is_reaching or console.hold is not None:
            return
        snapshot = console.snapshot
        if snapshot.table is not None:
            self._alone = None
        elif (kept := self._alone.offer(snapshot)) is not None:
            self._question = Waiting(console, lambda goes_on: self._kept(kept.id, goes_on=goes_on))
        elif (intent := self._alone.next(snapshot)) is not None:
            self._client.wish(intent)

    def _kept(self, table: int, *, goes_on: bool) -> None:
        self._question = None
        if self._alone is not None and not goes_on:
            self._alone.begin_new()
        elif goes_on:
            self._alone = None
            self._console.wish(SitDown(table), lambda snapshot: snapshot.table is not None)

    def _named(self, name: str) -> None:
        self._question = None
        self._session.remember(name)

    def _enter(self) -> None:
        """Say where the player is, once that has changed."""
        mode, at = self._wanted(), self._console.snapshot.at
        if mode is self._mode and (at == self._at or mode is None):
            return
        self._mode, self._at = mode, at
        if mode is not None:
            mode.enter()

    def _wanted(self) -> Mode | None:
        """Return what is typed at now; None while nothing can be."""
        snapshot = self._console.snapshot
        if self._question is not None:
            return self._question
        if snapshot.table is not None:
            return self._table
        if self._is_setting or (snapshot.server and snapshot.connection is Connection.CONNECTING):
            return None
        if not snapshot.server or snapshot.connection is Connection.REFUSED:
            return self._start
        return self._room if snapshot.at is not None else self._lobby

    @property
    def _is_setting(self) -> bool:
        """Whether a game is on its way that the player need not be told of."""
        return self._is_reaching or self._alone is not None or self._first is not None

    def _ask(self, mode: Mode) -> str:
        """Say what is asked, and return the word of the prompt."""
        if isinstance(mode, AtTable):
            return mode.ask()
        if isinstance(mode, Lobby | Room):
            return LOBBY if isinstance(mode, Lobby) else ROOM
        return mode.word

    # --- what was typed ----------------------------------------------------------------------------

    def _take(self, mode: Mode, line: str | None) -> None:
        """Do what was typed, or say in a line why not."""
        if line is None:
            self._leave(0)
            return
        self._paper.answered()
        try:
            self._do(mode, line.strip())
        except Refused as refused:
            self._console.say(str(refused))

    def _do(self, mode: Mode, line: str) -> None:
        if isinstance(mode, Naming):
            mode.typed(line)
            return
        line = f"rule {line[1:]}" if line.startswith("?") and isinstance(mode, AtTable) else line
        commands = self._commands(mode)
        found = find(line, commands)
        if found is None and not line:
            self._repeat(mode)
        elif found is None and not isinstance(mode, Lobby | Room):
            found = self._answered(mode, line, commands)
        elif found is None:
            found = find(line, commands, is_begun=True)
            if found is None:
                raise Refused("There is no such command. help lists what you can type.")
        if found is not None:
            command, rest = found
            if rest and not command.more:
                raise Refused(f"{command.name} is typed alone.")
            command.do(rest)

    def _answered(
        self, mode: Start | Waiting | AtTable, line: str, commands: tuple[Command, ...]
    ) -> tuple[Command, str] | None:
        """Take an answer; what is none may still begin a command, which is returned."""
        try:
            mode.typed(line)
        except Refused:
            if (found := find(line, commands, is_begun=True)) is not None:
                return found
            raise
        return None

    def _repeat(self, mode: Mode) -> None:
        if isinstance(mode, AtTable):
            mode.ask(is_repeated=True)
        else:
            mode.enter()

    def _commands(self, mode: Mode) -> tuple[Command, ...]:
        people = self._people.commands if isinstance(mode, Lobby | Room | AtTable) else ()
        return (*mode.commands, *people, *self._everywhere)

    def _help(self, _: str) -> None:
        assert self._mode is not None
        self._console.say(*helping(self._commands(self._mode)))
        if isinstance(self._mode, AtTable):
            self._console.say(_HOW)

    # --- servers -----------------------------------------------------------------------------------

    @property
    def _client(self) -> ClientThread:
        assert self._console.client is not None
        return self._console.client

    def _play(self, plan: Plan) -> None:
        """Reach the server of `plan`; one of our own is started first, unless it was with the command."""
        hosted = self._session.hosted if plan is self._session.settings.plan else None
        self._console.plan = plan
        self._alone = Alone(GAME, plan.bots, plan.options) if isinstance(plan, Solo) else None
        try:
            if isinstance(plan, Solo | Host) and hosted is None:
                hosted = self._session.host(plan)
        except OSError as error:
            self._unreached(f"The server could not be started: {error.strerror}.")
            return
        self._is_reaching = True
        threading.Thread(target=self._reach, args=(plan, hosted), name="reaching", daemon=True).start()

    def _reach(self, plan: Plan, hosted: Hosted | None) -> None:
        """Wait, on a thread of its own, until the server of `plan` can be reached."""
        try:
            url = url_of(plan, hosted)
        except HostingError as error:
            problem = str(error)
            self._tasks.put(lambda: self._unreached(problem))
        else:
            self._tasks.put(lambda: self._reached(plan, url))

    def _unreached(self, problem: str) -> None:
        self._is_reaching, self._alone, self._console.plan = False, None, None
        self._console.say(problem)

    def _reached(self, plan: Plan, url: str) -> None:
        self._is_reaching = False
        if isinstance(plan, Solo | Host):
            self._session.keep(lambda url, problem: self._tasks.put(lambda: self._restarted(url, problem)))
        self._invite(url)
        self._console.wish(
            ConnectTo(url, self._session.name),
            lambda snapshot: snapshot.connection is not Connection.CONNECTING,
        )

    def _invite(self, url: str) -> None:
        """Say what others type to join our own server."""
        if isinstance(self._console.plan, Host):
            self._console.say(f"Others type: ys join {own_address(int(url.rpartition(':')[2]))}")
