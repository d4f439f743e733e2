"""King's Favor as one seat weighs it: points in the throne room against brokers in later rounds (R67–R71)."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from protocol.game import Seat
from protocol.games.ys.board import EXTRA_BROKERS, ROUNDS, THRONE, THRONE_POINTS
from protocol.games.ys.state import Phase, State, layout_of, stayed, trio_values
from ys_server.bots.ys.guess import Guess
from ys_server.bots.ys.taste import Taste
from ys_server.bots.ys.worth import SCALE, chance

SENT: Final = (2.0, 1.5)
"""Mean and variance of a broker that will be sent to the throne room in a round to come."""
LAST_SENT: Final = (2.8, 1.2)
"""The same in the last round: the best of three, as nothing has to be spared any more."""
NEW: Final = EXTRA_BROKERS[0]
"""The value that replaces what went to the throne room (R68)."""
HALF: Final = 0.5
"""What two sums that are equal are at most apart."""


class Throne:
    """The throne room at the end of the game, as far as one can guess."""

    def __init__(self, state: State, seat: int, guesses: Sequence[Guess], taste: Taste) -> None:
        """Add up what lies there and what will."""
        self._state = state
        self._seat = seat
        self._taste = taste
        self.rounds = ROUNDS - state.round
        """Rounds to come after this one: so long a broker is missed."""
        sums = {other: self._to_come(other) for other in stayed(state)}
        fixed = layout_of(state)
        new = state.first + fixed.seats * fixed.hand
        for broker, guess in zip(state.brokers, guesses, strict=True):
            # What was sent at the end of this round is reckoned with already.
            if guess.spot == THRONE and guess.owner in sums and broker.token < new:
                mean, variance = sums[Seat(guess.owner)]
                sums[Seat(guess.owner)] = (mean + guess.mean, variance + guess.variance)
        self._own = sums.pop(Seat(seat))
        self._rivals = tuple(sums.values())
        self.points = cache(self._points)

    def sending(self, value: int) -> float:
        """Return what sending a broker of `value` at the end of this round is worth in VP, above a 2."""
        return self.exchange(value - NEW, NEW, value)

    def exchange(self, more: float, back: int, given: int) -> float:
        """Return what so much more in the throne room is worth when `back` is had for `given` from now on."""
        lost = self._taste.in_play[given] - self._taste.in_play[back]
        won = self.points(more) - self.points(0.0)
        return self._taste.throne * won - self._taste.missed * self.rounds * lost

    def _points(self, more: float) -> float:
        """Return the points to be expected with so much more there: places shared by all who are tied."""
        mean, variance = self._own
        ways = {(0, 0): 1.0}
        for other, spread in self._rivals:
            scale = (SCALE * (variance + spread) + 0.01) ** 0.5
            behind = chance(mean + more - other - HALF, scale)
            above = chance(other - mean - more - HALF, scale)
            after: dict[tuple[int, int], float] = {}
            for (ahead, tied), how in ways.items():
                for place, likely in (
                    ((ahead + 1, tied), above),
                    ((ahead, tied + 1), 1.0 - above - behind),
                    ((ahead, tied), behind),
                ):
                    after[place] = after.get(place, 0.0) + how * likely
            ways = after
        return sum(
            how * (sum(THRONE_POINTS[ahead : ahead + tied + 1]) // (tied + 1))
            for (ahead, tied), how in ways.items()
        )

    def _to_come(self, seat: Seat) -> tuple[float, float]:
        """Return what `seat` will send from this round on; of this round's own choice a 2."""
        later = [SENT] * max(0, self.rounds - 1) + [LAST_SENT] * min(1, self.rounds)
        later.append((NEW, 0.0) if seat == self._seat else self._sends(seat))
        return sum(mean for mean, _ in later), sum(variance for _, variance in later)

    def _sends(self, seat: Seat) -> tuple[float, float]:
        trio = trio_values(self._state, seat)
        if self._state.phase is not Phase.FAVOR or not trio:
            return SENT if self.rounds else LAST_SENT
        if not self.rounds:
            return float(max(trio)), 0.0
        mean = sum(trio) / len(trio)
        return mean, sum((value - mean) ** 2 for value in trio) / len(trio)
