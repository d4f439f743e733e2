"""A game that has begun, as time and the lobby see it, whether its match is in memory or not.

With its match it is a `table.Table`, without it an `asleep.Asleep`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Final

from protocol.game import Seat, Setup
from protocol.keys import SeatKeys
from protocol.messages import Waiting
from ys_server.effects import Conn, Effect, Save, Timed, send
from ys_server.outline import Outline
from ys_server.patience import Patience

KEEP_SECONDS: Final = 60.0
"""How often what seats have used of their time is saved while nothing happens: a crash gives so much back."""


class Course(ABC):
    """A game in progress, or one that is over and can still be looked at."""

    def __init__(self, number: int, setup: Setup, patience: Patience) -> None:
        """Be the game of table `number`, with nobody who watches it."""
        self.number = number
        self.setup = setup
        """What was fixed before the game."""
        self.patience = patience
        """Its clocks."""
        self.watchers: dict[Conn, None] = {}
        """Who is told of every entry, in the order they came."""
        self.sitters: dict[Seat, SeatKeys] = {}
        """Who takes a seat as the next round begins."""
        self.touched = 0.0
        """When a person last did something here."""
        self.timed_at = 0.0
        """When what the seats have used of their time was saved last."""

    def take_over(self, other: "Course") -> None:
        """Go on for those who are at `other`, the same game, with the clocks that are there already."""
        self.watchers, self.sitters = other.watchers, other.sitters
        self.touched, self.timed_at = other.touched, other.timed_at

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nobody is asked anything more."""

    @property
    @abstractmethod
    def is_paused(self) -> bool:
        """Whether the table has voted for a pause."""

    @property
    @abstractmethod
    def chairs(self) -> tuple[SeatKeys, ...]:
        """Who sits where."""

    @property
    @abstractmethod
    def left(self) -> Collection[Seat]:
        """The seats that are out of the game."""

    @abstractmethod
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for."""

    @abstractmethod
    def wanted(self) -> tuple[Seat, ...]:
        """Return the seats that wait for a bot, by the others' vote."""

    @abstractmethod
    def outline(self) -> Outline:
        """Return how the game stands."""

    def holds(self, key: bytes) -> bool:
        """Tell whether a seat of this table belongs to `key` now and has not left."""
        left = self.left
        return any(seat.sign == key and Seat(n) not in left for n, seat in enumerate(self.chairs))

    def people(self) -> tuple[SeatKeys, ...]:
        """Return who sat here at first and who sits here now."""
        return tuple(dict.fromkeys((*self.setup.seats, *self.chairs)))

    def returning(self) -> tuple[tuple[int, SeatKeys], ...]:
        """Return the persons who have their seat again as the next round begins."""
        return tuple((seat, keys) for seat, keys in sorted(self.sitters.items()) if not keys.bot)

    def stand(self, key: bytes) -> None:
        """Let nobody with `key` wait for a seat any more."""
        self.sitters = {seat: keys for seat, keys in self.sitters.items() if keys.sign != key}

    def timed(self, now: float) -> list[Effect]:
        """Return the saving of what the seats have used of their time, where that outlasts the server."""
        self.timed_at = now
        if not self.patience.is_kept:
            return []
        return [Save(Timed(self.number, self.patience.spans(now)), self.number)]

    def tick(self, now: float) -> list[Effect]:
        """Tell the watchers when a seat's time has run out: from now on the others may vote."""
        is_due = self.patience.is_running and now - self.timed_at >= KEEP_SECONDS
        saving = self.timed(now) if is_due else []
        return [*saving, *(self._waiting(self.watchers, now) if self.patience.is_news(now) else [])]

    def _waiting(self, conns: Iterable[Conn], now: float) -> list[Effect]:
        left, is_paused = self.patience.left(now), self.patience.is_paused
        return send(conns, Waiting(self.number, left, is_paused), self.number)
