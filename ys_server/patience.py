"""For how long a table has waited for each seat: a pure record, time comes in as a number.

The log knows no clock; this is what allows the others to vote about a seat (R52c). No clock runs while the
table is paused, nor while the server is down: what is kept (`spans`) is what was used, not a time of day.
"""

from collections.abc import Callable, Iterable, Mapping
from math import ceil, inf
from typing import Final, NamedTuple

from msgspec import Struct

from protocol.clocks import CLOCKS, INCREMENT, Clock
from protocol.game import NATURE, Seat

NO_CLOCK: Final = CLOCKS["none"]
TOLD_SECONDS: Final = 1.5
"""By how much a clock may differ from what was told before it is told again: whole seconds are told."""


class Asked(NamedTuple):
    """A question: the length of the log since which it stands, and whether a client answers it by itself."""

    since: int
    automatic: bool = False


class Span(Struct, frozen=True, array_like=True):
    """What a seat has used: of the question asked at log length `since` (-1: none), and its bank's rest."""

    seat: int
    since: int
    spent: float
    bank: float


class _Running(NamedTuple):
    asked: Asked
    spent: float
    at: float | None
    """Since when the clock runs; None while it is stopped."""

    def spent_at(self, now: float) -> float:
        return self.spent + (0.0 if self.at is None else now - self.at)


class Patience:
    """The clocks of one table: one for each seat that is awaited, and each seat's bank."""

    def __init__(
        self,
        seconds: float,
        clock: Clock = NO_CLOCK,
        gone_for: Callable[[Seat, float], float] = lambda _seat, _now: 0.0,
    ) -> None:
        """Give every seat the time of `clock`, or `seconds` for each question where that says nothing.

        `gone_for` tells for how long a seat's person has been away at a time.
        """
        self._seconds, self._clock, self._gone_for = seconds, clock, gone_for
        self._running: dict[Seat, _Running] = {}
        self._banks: dict[Seat, float] = {}
        self._spent: dict[tuple[Seat, int], float] = {}
        """What was used of questions before the server began."""
        self._told: dict[Seat, float] = {}
        """The ends that were told."""
        self.is_paused = False

    @property
    def is_kept(self) -> bool:
        """Whether what was used outlasts the server: without a clock every question begins anew with it."""
        return self._clock is not NO_CLOCK

    @property
    def is_running(self) -> bool:
        """Whether time passes for anybody."""
        return bool(self._running) and not self.is_paused

    def restore(self, spans: Iterable[Span]) -> None:
        """Take up what was kept, before anybody is awaited."""
        for span in spans:
            self._banks[Seat(span.seat)] = span.bank
            self._spent[Seat(span.seat), span.since] = span.spent

    def spans(self, now: float) -> tuple[Span, ...]:
        """Return what is to be kept."""
        seats = sorted({*self._banks, *self._running})
        return tuple(self._span(seat, now) for seat in seats)

    def follow(self, awaited: Mapping[Seat, Asked], now: float, *, is_paused: bool = False) -> bool:
        """Note who is asked what, and whether the table is paused; tell whether anything is new in it."""
        after = {seat: asked for seat, asked in awaited.items() if seat != NATURE}
        before = {seat: running.asked for seat, running in self._running.items()}
        if before == after and is_paused == self.is_paused:
            return False
        for seat, running in self._running.items():
            if after.get(seat) != running.asked:
                self._charge(seat, running, now)
        self._running = {
            seat: _Running(asked, self._used(seat, asked, now), None if is_paused else now)
            for seat, asked in after.items()
        }
        self._told = {seat: end for seat, end in self._told.items() if before.get(seat) == after.get(seat)}
        self.is_paused = is_paused
        return True

    def left(self, now: float) -> tuple[tuple[Seat, int], ...]:
        """Return the awaited seats with the whole seconds until the others may vote about each."""
        return tuple((seat, max(0, ceil(self._left(seat, now)))) for seat in self._running)

    def seconds_left(self, seat: Seat, now: float) -> int:
        """Return how long the others must still wait before a vote about `seat`; 0 when they need not.

        While somebody else who is awaited has time, it is not `seat` alone that keeps the table waiting, and
        that one has no vote yet.
        """
        left = dict(self.left(now))
        return max(left.values()) if seat in left else 0

    def is_news(self, now: float) -> bool:
        """Tell, once, that a seat's time has just run out, or ends at another time than was told."""
        if self.is_paused:
            return False
        ends = {seat: now + left if (left := self._left(seat, now)) > 0 else -inf for seat in self._running}
        is_new = any(_differ(end, self._told.get(seat, inf)) for seat, end in ends.items())
        self._told = ends
        return is_new

    def _left(self, seat: Seat, now: float) -> float:
        running = self._running[seat]
        spent = running.spent_at(now)
        if self._clock.decision:
            return self._clock.decision - spent
        if running.asked.automatic or not self._clock.bank:
            return self._seconds - spent
        gone, rest = self._gone_for(seat, now), self._bank(seat) - spent
        return min(rest, self._seconds - min(spent, gone)) if gone else rest

    def _used(self, seat: Seat, asked: Asked, now: float) -> float:
        """Return what was used of a question already; a new decision adds to the bank."""
        running = self._running.get(seat)
        if running is not None and running.asked == asked:
            return running.spent_at(now)
        spent = self._spent.pop((seat, asked.since), None)
        if spent is None and self._clock.bank and not asked.automatic:
            self._banks[seat] = self._bank(seat) + INCREMENT
        return spent or 0.0

    def _charge(self, seat: Seat, running: _Running, now: float) -> None:
        if self._clock.bank and not running.asked.automatic:
            self._banks[seat] = max(0.0, self._bank(seat) - running.spent_at(now))

    def _bank(self, seat: Seat) -> float:
        return self._banks.get(seat, float(self._clock.bank))

    def _span(self, seat: Seat, now: float) -> Span:
        running = self._running.get(seat)
        since, spent = (running.asked.since, running.spent_at(now)) if running else (-1, 0.0)
        return Span(seat, since, spent, self._bank(seat))


def _differ(end: float, told: float) -> bool:
    """Tell whether a client counts down to another end than the true one."""
    if end == -inf or told == -inf:
        return end != told
    return told != inf and abs(end - told) > TOLD_SECONDS
