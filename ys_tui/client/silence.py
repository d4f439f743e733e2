"""How long a server may leave something unanswered, or refuse what is by the rules, before it is named.

Time comes in as a number. What is counted is time with a link: cutting it does not begin the count anew.
"""

from typing import Final

PATIENCE: Final = 20.0
"""Seconds with a link after which a server that answers nothing is named."""
STEP: Final = 2.0
"""Seconds that one tick counts at most: a machine that slept has not waited for anybody."""
REFUSALS: Final = 3
"""Refusals of what is by the rules, with nothing new in between, after which they are named."""
UNANSWERED: Final = "unanswered"
"""The code when an entry of this seat was sent and nothing came back."""
UNSHOWN: Final = "unshown"
"""The code when the server does not show what was asked for."""
REFUSED: Final = "refused-again"
"""The code when an entry that is by the rules is refused again and again."""
CODES: Final = frozenset({UNANSWERED, UNSHOWN, REFUSED})
"""What may have a harmless reason: it is taken back when the server answers after all."""


class Silence:
    """What one seat has been waiting for at one table."""

    def __init__(self) -> None:
        """Begin with nothing waited for."""
        self._waited = 0.0
        self._before: float | None = None
        self._length = -1
        self._refusals = 0

    def tick(self, now: float, *, is_waiting: bool, is_linked: bool) -> bool:
        """Count the time up to `now` while something is due; tell whether it has gone on for too long."""
        passed = min(now - self._before, STEP) if self._before is not None else 0.0
        self._before = now
        if not is_waiting:
            self._waited = 0.0
        elif is_linked:
            self._waited += passed
        return self._waited >= PATIENCE

    def refused(self, length: int) -> bool:
        """Count a refusal at a log of `length` entries; tell whether that is once too often."""
        self._refusals = self._refusals + 1 if length == self._length else 1
        self._length = length
        return self._refusals >= REFUSALS

    def answered(self) -> None:
        """Begin anew: an entry of this seat is in the log."""
        self._waited, self._refusals = 0.0, 0
