"""How long the server takes to answer, as far as a player notices it. Pure."""

from math import inf
from typing import Final

NOTICED: Final = 0.3
"""Seconds from which on an answer is late."""
OVERDUE: Final = 3.0
"""Seconds after which an answer that has not come is waited for no longer: there is none for the moment."""


def noticed(seconds: float) -> float:
    """Return what is shown of an answer that took so long: 0 for a good one, else a round number of seconds.

    Round, so that the screen is not written anew for each answer; infinite for one that does not come.
    """
    if seconds < NOTICED:
        return 0.0
    if seconds == inf:
        return inf
    return round(seconds, 1) if seconds < 1 else float(round(seconds))


def lag_words(lag: float) -> str:
    """Return in words how late answers are; "" when they are not."""
    if not lag:
        return ""
    if lag == inf:
        return "no answer"
    return f"{lag:.1f} s" if lag < 1 else f"{lag:.0f} s"
