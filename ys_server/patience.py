"""For how long a table has waited for each seat: a pure record, time comes in as a number.

The log knows no clock; this is what allows the others to vote about a seat (R52c).
"""

from collections.abc import Mapping
from math import ceil

from protocol.game import NATURE, Seat


class Patience:
    """The clocks of one table: one per seat that is awaited, begun anew with each new question."""

    def __init__(self, seconds: float) -> None:
        """Give every seat `seconds` for each thing it is asked."""
        self._seconds = seconds
        self._begun: dict[Seat, tuple[int, float]] = {}
        self._told: set[Seat] = set()

    def follow(self, awaited: Mapping[Seat, int], now: float) -> bool:
        """Note who is awaited, and since which length of the log; tell whether anything is new in it."""
        before = {seat: since for seat, (since, _) in self._begun.items()}
        after = {seat: since for seat, since in awaited.items() if seat != NATURE}
        if before == after:
            return False
        self._begun = {
            seat: self._begun[seat] if before.get(seat) == since else (since, now)
            for seat, since in after.items()
        }
        self._told = {seat for seat in self._told if before.get(seat) == after.get(seat)}
        return True

    def left(self, now: float) -> tuple[tuple[Seat, int], ...]:
        """Return the awaited seats with the whole seconds until the others may vote about each."""
        return tuple(
            (seat, max(0, ceil(self._seconds - (now - begun)))) for seat, (_, begun) in self._begun.items()
        )

    def seconds_left(self, seat: Seat, now: float) -> int:
        """Return how long the others must still wait before a vote about `seat`; 0 when they need not."""
        return dict(self.left(now)).get(seat, 0)

    def ran_out(self, now: float) -> bool:
        """Tell, once, that a seat's time has just run out."""
        late = {seat for seat, seconds in self.left(now) if seconds == 0}
        is_new = not late <= self._told
        self._told |= late
        return is_new
