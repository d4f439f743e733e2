"""How fast a count is told: the speeds that one may set, and how long each step stays. Pure."""

from collections.abc import Mapping
from typing import Final

PACES: Final[Mapping[str, float]] = {"slow": 3.0, "normal": 1.5, "fast": 0.5, "off": 0.0}
"""Seconds for which a step stays, an area or a line; with off the newest state is there at once."""
NORMAL: Final = "normal"
LINGER: Final = 4
"""How many paces the last step stays while nothing waits behind it."""
ASKED: Final = 2
"""How many paces it stays when a question of the player's waits behind it."""
REST: Final = 16
"""How many paces all that is still to be told takes at most when there is very much of it."""
MANY: Final = 80
"""Steps still to be told, more than in one round, from which on the rest is told as fast as that."""
_HEADING: Final = 0.5
"""The part of a pace that a heading stays: it says only what comes."""


def pause(pace: float, steps: int, left: float | None, *, is_asked: bool = False) -> float:
    """Return the seconds until the next of so many `steps`; all have to be told in the seconds `left`."""
    if left is not None:
        return min(pace, max(left, 0.0) / (steps + 1))
    return pace if steps else pace * (ASKED if is_asked else LINGER)


def heading(seconds: float) -> float:
    """Return how long a step stays that is a heading, where others stay `seconds`."""
    return seconds * _HEADING


def next_pace(pace: str) -> str:
    """Return the speed that comes after `pace`, in a circle."""
    paces = tuple(PACES)
    return paces[(paces.index(pace) + 1) % len(paces)]


def known_pace(word: str) -> str:
    """Return `word` if it is a speed, else the normal one: a profile may have been written by hand."""
    return word if word in PACES else NORMAL
