"""The game line by line, put together: what comes from the client, from the player and from signals, in turn.

Everything that happens is a task in one queue, done on the main thread; what is typed is taken when the
outcome of what was typed before is there.
"""

import shutil
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Final

from ys_tui.client.snapshot import Connection
from ys_tui.config import Settings
from ys_tui.lifeline import Lifeline
from ys_tui.plain.choosing import Refused
from ys_tui.plain.commands import Command, find, helping
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import WORD as LOBBY
from ys_tui.plain.lobby import Lobby
from ys_tui.plain.paper import Paper
from ys_tui.plain.people import People
from ys_tui.plain.reaching import Reaching
from ys_tui.plain.reading import read
from ys_tui.plain.room import WORD as ROOM
from ys_tui.plain.room import Room
from ys_tui.plain.start import Naming, Start, Waiting
from ys_tui.plain.table import AtTable
from ys_tui.plain.telling import Heard, news
from ys_tui.session import Session

INTERRUPTED: Final = 130
"""The exit code of a game that Ctrl-C has ended."""
UNREACHED: Final = 69
"""The exit code where the input ended before the game of the command line was reached: EX_UNAVAILABLE."""
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
    is_shown = outer in terminals
    paper = Paper(
        sys.stdout,
        is_ascii=settings.ascii,
        is_echoed=sys.stdin.isatty() and is_shown,
        columns=(lambda: shutil.get_terminal_size().columns) if is_shown else None,
    )
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
        self._start = Start(self._console, lambda: session.running)
        self._reaching = Reaching(session, self._console, self._tasks.put)
        self._naming: Naming | None = None
        self._mode: Mode | None = None
        self._at: object = None
        """Where the player was when the mode was entered."""
        self._heard = Heard()
        self._is_reached = session.settings.plan is None
        """Whether there was a connection to what the command line wants, if it wants one."""
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
                self._naming = Naming(console, session.name, self._named)
        self._go_on()
        while console.code is None:
            with suppress(Empty):
                self._tasks.get(timeout=_AGAIN if self._is_hurried else None)()
            self._go_on()
        self._paper.close()
        return console.code

    @property
    def _is_hurried(self) -> bool:
        return self._reaching.is_tried_again or self._console.hold is not None

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
        console, client = self._console, self._console.client
        assert client is not None
        if client.failure is not None:
            raise client.failure
        before, console.snapshot = console.snapshot, client.latest()
        if console.snapshot is before:
            return
        self._is_reached |= console.snapshot.connection is Connection.ONLINE
        self._enter()
        before = self._heard.add(before, console.snapshot)
        if not self._reaching.is_under_way or console.snapshot.table is not None:
            console.say(*news(before, console.snapshot))

    # --- what is done next -------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Do whatever can be done now: begin what is wanted, ask, and take what was typed."""
        console = self._console
        while console.code is None:
            if self._naming is None:
                self._reaching.step()
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

    def _named(self, name: str) -> None:
        self._naming = None
        self._session.remember(name)

    def _enter(self) -> None:
        """Say where the player is, once that has changed."""
        mode, snapshot = self._wanted(), self._console.snapshot
        is_hidden = mode is self._lobby and snapshot.connection is not Connection.ONLINE
        at = (snapshot.server, snapshot.at, is_hidden)
        if mode is self._mode and (at == self._at or mode is None):
            return
        self._mode, self._at = mode, at
        if mode is not None and not is_hidden:
            mode.enter()

    def _wanted(self) -> Mode | None:
        """Return what is typed at now; None while nothing can be."""
        snapshot = self._console.snapshot
        if (question := self._naming or self._reaching.question) is not None:
            return question
        if snapshot.table is not None:
            return self._table
        if self._reaching.is_under_way or (snapshot.server and snapshot.connection is Connection.CONNECTING):
            return None
        if not snapshot.server or snapshot.connection is Connection.REFUSED:
            return None if self._console.hold is not None else self._start
        return self._room if snapshot.at is not None else self._lobby

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
            self._leave(0 if self._is_reached else UNREACHED)
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
