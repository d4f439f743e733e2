"""What gems and prices are worth before the end: the final scoring, smoothed by what may still happen.

At the very end it is the final scoring itself (R72–R77). Everything here is a function of public values.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, TypeAlias

from protocol.games.ys.board import BLACK_POINTS, COLOURS, GEM_POINTS, STEPS

Gems: TypeAlias = Sequence[Sequence[int]]
"""By seat: blue, green, yellow, red, black."""

FOUR: Final = range(len(COLOURS))
"""The colours by number."""
SPAN: Final = 64
"""Differences of gem counts beyond this do not come up."""
GEMS_A_ROUND: Final = 1.1
"""How far the gems of two players in one colour drift apart in a round."""
STEPS_A_ROUND: Final = 1.3
"""How far the prices of two colours drift apart in a round."""
SCALE: Final = 0.305
"""Squared scale of a logistic curve by its variance: 3 / pi²."""
SHARP: Final = 0.02
"""Spread at the very end: next to none."""
CERTAIN: Final = 30.0
"""Spreads away from which nothing can change any more."""
BLACKS_A_ROUND: Final = 1.0
"""Black gems a player who cares for them wins in a round."""
PLACE_POINTS: Final = tuple(points[-1] for points in GEM_POINTS)
"""VP that one place is worth, by rank of the colour: 6, 5, 4, 3."""


def chance(margin: float, spread: float) -> float:
    """Return how likely a value that is ahead by `margin` stays ahead when it may still move by `spread`."""
    tilt = margin / spread
    if abs(tilt) > CERTAIN:
        return 1.0 if tilt > 0 else 0.0
    return 1.0 / (1.0 + exp(-tilt))


@lru_cache(maxsize=64)
def _reached(left: float) -> tuple[float, ...]:
    """By difference + SPAN: how likely a rival with so many gems more has at least as many at the end."""
    spread = SHARP + GEMS_A_ROUND * left**0.5
    return tuple(chance(more + 0.5, spread) for more in range(-SPAN, SPAN + 1))


@lru_cache(maxsize=64)
def _above(left: float) -> tuple[float, ...]:
    """By difference + STEPS: how likely a price so many half steps higher ranks above at the end."""
    spread = SHARP + STEPS_A_ROUND * left**0.5
    return tuple(chance(half / 2, spread) for half in range(-2 * STEPS, 2 * STEPS + 1))


def place_points(prices: Sequence[int], left: float) -> tuple[float, ...]:
    """Return, by colour, the VP that one place in it will be worth (R72, R73)."""
    above = _above(left)
    points = []
    for colour in FOUR:
        better = sum(
            above[2 * (prices[other] - prices[colour]) + (1 if other < colour else -1) + 2 * STEPS]
            for other in FOUR
            if other != colour
        )
        points.append(PLACE_POINTS[0] - better)
    return tuple(points)


def scores(gems: Gems, prices: Sequence[int], left: float) -> list[float]:
    """Return the VP each seat may expect from its coloured gems with `left` rounds to come (R73–R76)."""
    reached = _reached(left)
    some = 1.0 - exp(-1.5 * left)
    totals = [0.0] * len(gems)
    for colour, points in enumerate(place_points(prices, left)):
        counts = [own[colour] for own in gems]
        for seat, has in enumerate(counts):
            behind = sum(reached[other - has + SPAN] for other in counts) - reached[SPAN]
            totals[seat] += (1.0 if has else some) * points * max(0.0, len(PLACE_POINTS) - behind)
    return totals


def black(has: int, left: float) -> float:
    """Return what the next black gem is worth to a player who has so many (R77)."""
    more = round(BLACKS_A_ROUND * left)
    return (_black_points(has + 1 + more) - _black_points(has)) / (1 + more)


def _black_points(count: int) -> int:
    return BLACK_POINTS[min(count, len(BLACK_POINTS) - 1)]


class Worth:
    """What gems and price steps are worth to one seat: its own gain less the mean gain of the others.

    The neutral player takes places, but is none of the others: it cannot win (R65).
    """

    def __init__(
        self, gems: Gems, prices: Sequence[int], seat: int, left: float, seats: int | None = None
    ) -> None:
        """Look at these holdings and prices as `seat`, `left` rounds before the end; `seats` compete."""
        self._gems = [list(own) for own in gems]
        self._prices = list(prices)
        self._seat = seat
        self._left = left
        self._seats = len(gems) if seats is None else seats
        self._now = self._margin()

    def _margin(self) -> float:
        points = scores(self._gems, self._prices, self._left)
        own = points[self._seat]
        return own - (sum(points[: self._seats]) - own) / max(1, self._seats - 1)

    def gem(self, colour: int, player: int | None = None) -> float:
        """Return the gain from one more gem of `colour` (0 … 3) for this seat, or for another `player`."""
        gems = self._gems[self._seat if player is None else player]
        gems[colour] += 1
        gain = self._margin() - self._now
        gems[colour] -= 1
        return gain

    def step(self, colour: int, steps: int) -> float:
        """Return the gain from moving the price of `colour` by so many steps (R7, R44, R46)."""
        before = self._prices[colour]
        self._prices[colour] = min(STEPS, max(1, before + steps))
        gain = self._margin() - self._now
        self._prices[colour] = before
        return gain

    def black(self) -> float:
        """Return the gain from one more black gem."""
        return black(self._gems[self._seat][-1], self._left)
