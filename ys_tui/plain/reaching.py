"""The way to a game: its server is reached or started, and alone a table is set without being asked."""

import threading
from collections.abc import Callable

from ys_tui.client.intents import ConnectTo, FindAgain, SitDown
from ys_tui.client.snapshot import Connection
from ys_tui.client.solo import Alone, way_back
from ys_tui.config import GAME, Host, Plan, Solo
from ys_tui.hosting import Hosted, HostingError, own_address
from ys_tui.plain.console import Console
from ys_tui.plain.start import Waiting
from ys_tui.session import Session, url_of

Later = Callable[[Callable[[], None]], None]
"""Lets something be done on the main thread."""


class Reaching:
    """What is between a wish to play and the lobby, or the table of a game alone."""

    def __init__(self, session: Session, console: Console, later: Later) -> None:
        """Begin with what the command line wants, as soon as `step` is called."""
        self._session, self._console, self._later = session, console, later
        self._first = session.settings.plan
        """How the command line wants to play, until that was begun."""
        self._is_reaching = False
        self._alone: Alone | None = None
        """The way to a game alone, until it has begun."""
        self._wanted: int | None = None
        """The table of a running game to go to, until the server has shown it."""
        self.question: Waiting | None = None
        """What the player is asked on the way."""

    @property
    def is_under_way(self) -> bool:
        """Whether a game is on its way that the player need not be told of."""
        return self._is_reaching or self._alone is not None or self._first is not None

    @property
    def is_tried_again(self) -> bool:
        """Whether `step` may have to be called again although nothing has happened."""
        return self._alone is not None

    def step(self) -> None:
        """Begin the game that is wanted, or do the next thing for one that is under way."""
        console = self._console
        if (plan := self._first or console.next_plan) is not None:
            is_first = self._first is not None
            self._first = console.next_plan = None
            self._play(plan, is_first=is_first)
        if console.is_again and isinstance(console.plan, Solo):
            console.is_again = False
            self._alone = Alone(GAME, console.plan.bots, console.plan.options, console.plan.title)
            self._alone.begin_new()
        if self._alone is not None and not self._is_reaching and console.hold is None:
            self._set(self._alone)
        if self._wanted is not None and not self._is_reaching and console.hold is None:
            self._go_back(self._wanted)

    def _go_back(self, number: int) -> None:
        """Go to the running game that was chosen, as soon as the server shows that it is the player's."""
        snapshot = self._console.snapshot
        if snapshot.at is not None:
            self._wanted = None
        elif snapshot.connection is Connection.ONLINE and (wish := way_back(snapshot, number)) is not None:
            self._wanted = None
            self._console.wish(wish, lambda snapshot: snapshot.table is not None)

    def _set(self, alone: Alone) -> None:
        """Do the next step of setting a table alone."""
        snapshot = self._console.snapshot
        if snapshot.table is not None:
            self._alone = None
        elif (kept := alone.offer(snapshot)) is not None:
            self.question = Waiting(self._console, lambda goes_on: self._kept(kept.id, goes_on=goes_on))
        elif (intent := alone.next(snapshot)) is not None and self._console.client is not None:
            self._console.client.wish(intent)

    def _kept(self, table: int, *, goes_on: bool) -> None:
        self.question = None
        if self._alone is not None and not goes_on:
            self._alone.begin_new()
        elif goes_on:
            self._alone = None
            self._console.wish(SitDown(table), lambda snapshot: snapshot.table is not None)

    def _play(self, plan: Plan, *, is_first: bool) -> None:
        """Reach the server of `plan`; one of our own is started first, unless it was with the command."""
        hosted = self._session.hosted if is_first else None
        self._console.plan = plan
        self._alone = Alone(GAME, plan.bots, plan.options, plan.title) if isinstance(plan, Solo) else None
        self._wanted = None if isinstance(plan, Solo) else plan.table
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
            self._later(lambda: self._unreached(problem))
        else:
            self._later(lambda: self._reached(plan, url))

    def _unreached(self, problem: str) -> None:
        self._is_reaching, self._alone, self._console.plan = False, None, None
        self._console.say(problem)

    def _reached(self, plan: Plan, url: str) -> None:
        self._is_reaching = False
        if isinstance(plan, Solo | Host):
            self._session.keep(lambda url, problem: self._later(lambda: self._restarted(url, problem)))
        self._invite(url)
        self._console.wish(
            ConnectTo(url, self._session.name),
            lambda snapshot: snapshot.connection is not Connection.CONNECTING,
        )

    def _restarted(self, url: str, problem: str) -> None:
        """Find our own server again, or tell that it is gone."""
        if problem:
            self._console.say(problem)
        elif self._console.plan is not None and self._console.client is not None:
            self._invite(url)
            self._console.client.wish(FindAgain(url))

    def _invite(self, url: str) -> None:
        """Say what others type to join our own server."""
        if isinstance(self._console.plan, Host):
            self._console.say(f"Others type: ys join {own_address(int(url.rpartition(':')[2]))}")
