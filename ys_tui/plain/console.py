"""What everything that is typed acts on: the newest snapshot, the client below it, and the paper."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from protocol.messages import Chair, TableInfo
from ys_tui.client.intents import Intent
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.client.thread import ClientThread
from ys_tui.config import Plan
from ys_tui.plain.paper import Paper

Until = Callable[[Snapshot], bool]
"""Tells of a snapshot whether what was wished has come about."""
PATIENCE: Final = 5.0
"""Seconds for which what is typed waits for the outcome of what was typed before."""


class Hold(Struct):
    """What was wished and has not come about yet: what is typed meanwhile waits."""

    until: Until | None
    notice: int
    """Number of the latest word to the player when it was wished: another one ends the waiting."""
    deadline: float
    is_settled: bool = False
    """Whether the client has taken the wish."""

    def is_over(self, snapshot: Snapshot, now: float) -> bool:
        """Tell whether it has come about, was refused, or has taken too long."""
        if now >= self.deadline:
            return True
        is_refused = number_of(snapshot) != self.notice or snapshot.connection is not Connection.ONLINE
        return self.is_settled and (self.until is None or self.until(snapshot) or is_refused)


class Console:
    """The player's hands and eyes."""

    def __init__(self, paper: Paper, clock: Callable[[], float], called: Callable[[str], object]) -> None:
        """Write to `paper`; `clock` tells seconds, and `called` hears of another name of the player's."""
        self.paper, self._clock, self.called = paper, clock, called
        self.snapshot = Snapshot()
        self.client: ClientThread | None = None
        self.settled: Callable[[], object] = lambda: None
        """Called from the client's thread when a wish has been taken."""
        self.hold: Hold | None = None
        self.plan: Plan | None = None
        """How the player plays now; None at the start."""
        self.next_plan: Plan | None = None
        """How the player wants to play next."""
        self.is_again = False
        """Whether another game alone is wanted."""
        self.code: int | None = None
        """The exit code, once the player wants to leave."""

    def say(self, *lines: str) -> None:
        """Print lines."""
        self.paper.say(*lines)

    def wish(self, intent: Intent, until: Until | None = None) -> None:
        """Hand a wish to the client; what is typed next waits until it is taken, and `until` holds."""
        assert self.client is not None
        self.hold = Hold(until, number_of(self.snapshot), self._clock() + PATIENCE)
        self.client.wish(intent)
        self.client.settle(self.settled)

    @property
    def info(self) -> TableInfo | None:
        """The table the player is at, as the lobby shows it."""
        return next((table for table in self.snapshot.lobby.tables if table.id == self.snapshot.at), None)

    @property
    def own_chair(self) -> Chair | None:
        """The player's chair there."""
        chairs = () if self.info is None else self.info.chairs
        return next((chair for chair in chairs if chair.key == self.snapshot.key and not chair.bot), None)


def number_of(snapshot: Snapshot) -> int:
    """Return the number of the latest word to the player, 0 before there was one."""
    return 0 if snapshot.notice is None else snapshot.notice.number
