"""Every limit of the server, each with its reason, and the credits that make "too fast" a number.

Limits on single values stand where the values do: names and titles in `protocol.text`, the length of a
frame in `protocol.wire`, of an entry in `protocol.match`.
"""

from math import ceil
from typing import Final

from msgspec import Struct

from protocol.text import in_seconds

LOOPBACK: Final = ("127.0.0.1", "::1")
"""Addresses that stand for many people: whoever plays over SSH on this machine comes from here."""

LONGEST: Final = 3_600
"""Seconds that somebody is told to stay away, at most."""

_ROUNDING: Final = 1e-6
"""Of a credit: who comes back when told to is not refused for the last bit of a number."""


class Limits(Struct, frozen=True):
    """How much the server takes; `ys_server.config` lets an operator change some of it."""

    connections: int = 4_000
    """Connections in all: about 20 KiB each, so that strangers cannot take the memory."""
    per_address: int = 50
    """Connections from one address: a household or a classroom, not a flood. Loopback has no such limit."""
    silent: int = 50
    """Connections from one address that have not said a word, loopback included: a classroom that comes in at
    once. One more, and the first of them has to go: whoever speaks is through in a moment."""
    first_seconds: float = 3.0
    """Time to the first byte: no client waits before it asks, so that is one way on a slow line."""
    handshake_seconds: float = 10.0
    """Time to say `Hello`: a slow line needs two; whoever says nothing must not hold a place."""
    burst: int = 120
    """Credits a person may spend at once: a client that comes back asks for several tables in a row."""
    per_second: float = 20.0
    """Credits that come back each second: nobody decides faster, automatic answers included."""
    queue_bytes: int = 1 << 20
    """Bytes waiting for one connection: two longest histories; a reader slower than that comes back later."""
    tables: int = 2_000
    """Tables that are open or playing: 12 kB each asleep, 100 while somebody is there."""
    tables_per_person: int = 8
    """Tables one person hosts that are not over: more is no play."""
    watchers: int = 200
    """Connections told of one table: what each move costs."""
    grace_seconds: float = 120.0
    """How long a chair at a table that has not begun is kept for somebody who is gone: one reconnect."""
    grace_days_seconds: float = 24 * 3600.0
    """The same where a decision may take days: nobody is expected to wait there."""
    idle_seconds: float = 600.0
    """How long a game that nobody watches stays in memory: waking it takes a moment."""
    abandoned_seconds: float = 30 * 24 * 3600.0
    """After so long without anybody of a running table, and without a move, its game is ended."""
    chat_lines: int = 100
    """Lines kept of a table's chat, and of the lobby's: some screens full."""
    chat_burst: int = 10
    """Lines a person may say at once."""
    chat_per_second: float = 0.5
    """Lines a person may say in the long run: nobody reads faster."""
    guesses: int = 10
    """Wrong codes and passwords from one address at once: typing errors of a household."""
    guesses_per_second: float = 0.1
    """Wrong codes and passwords from one address in the long run."""
    word_cost: int = 10
    """Credits of a request that brings a code or password: it is looked for, or hashed slowly."""
    listed_over: int = 64
    """Tables that are over and still listed, the latest: their players may come back to see the end."""
    listed_seconds: float = 6 * 3600.0
    """How long a table that is over stays listed."""
    lobby_bytes: int = 100_000
    """Packed tables in one `Lobby`; the rest follow as `TableChanged`, so that no frame grows too long."""
    lobby_people: int = 1_000
    """Names in one `Lobby`: more than anybody reads."""
    again_seconds: float = 10.0
    """When to come back where something has to become free first: soon, and not all the time."""

    @property
    def again(self) -> str:
        """The words for that."""
        return f"come back in {in_seconds(self.again_seconds)}"


class Credits:
    """What one person, or one connection without a person, may still spend on requests."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, burst: int, per_second: float, now: float) -> None:
        """Begin with a full purse of `burst`, which so many a second fill again."""
        self._burst, self._per_second = burst, per_second
        self._left = float(burst)
        self._at = now

    def spend(self, cost: int, now: float) -> bool:
        """Take `cost` away; tell whether there was that much."""
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        self._left = max(self._left - cost, -float(self._burst))
        return self._left >= 0

    def afford(self, cost: int, now: float) -> bool:
        """Take `cost` away if there is that much, and nothing otherwise; tell which."""
        self.spend(0, now)
        is_there = self._left > cost - _ROUNDING
        if is_there:
            self._left -= cost
        return is_there

    def seconds(self, cost: int) -> int:
        """Return after how many whole seconds of silence `cost` can be spent again."""
        missing = max(0.0, min(cost, self._burst) - self._left)
        return min(LONGEST, ceil(missing / self._per_second)) if self._per_second else LONGEST

    def is_full(self, now: float) -> bool:
        """Tell whether everything that was spent has come back."""
        return self._left + (now - self._at) * self._per_second >= self._burst

    @property
    def is_hopeless(self) -> bool:
        """Whether so many requests came after the refusals that the connection has to end."""
        return self._left <= -self._burst
