"""What many games say: means, shares of victories, and how far both can be trusted."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

NORMAL: Final = 1.959963984540054
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of the share that `wins` of `games` point to."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, NORMAL**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def victories(places: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's part of one victory: those who share first place share it evenly (R78)."""
    first = sum(place == 1 for place in places)
    return tuple(1 / first if place == 1 else 0.0 for place in places)


def mean(values: Sequence[float]) -> float:
    """Return the mean of `values`, 0 for none."""
    return sum(values) / len(values) if values else 0.0


def mean_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of `values`, 0 for fewer than two."""
    free, middle = len(values) - 1, mean(values)
    if free < 1:
        return 0.0
    return sqrt(sum((value - middle) ** 2 for value in values) / free / len(values))
