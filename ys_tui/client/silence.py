"""How long a server may leave something unanswered, or refuse what is by the rules, before it is named.

Time comes in as a number. What is counted is time with a link: cutting it does not begin the count anew.
"""

from collections.abc import Mapping
from typing import Final

from ys_tui.client.outbox import Kind, Sending

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
MILD: Final = frozenset({UNANSWERED, UNSHOWN})
"""What a slow link brings about as well: it stands at the table, and takes no key away."""
_WHAT: Final[Mapping[Kind, str]] = {
    Kind.DRAFT: "your move",
    Kind.ANSWER: "what your client opened or sealed",
    Kind.DECLARATION: "your vote or resignation",
}


class Silence:
    """What one seat has been waiting for at one table."""

    def __init__(self) -> None:
        """Begin with nothing waited for."""
        self._waited = 0.0
        self._before: float | None = None
        self._length = -1
        self._refusals = 0

    def tick(self, now: float, *, is_waiting: bool, is_linked: bool) -> bool:
        """Count the time up to `now` since something is due; tell whether it has gone on for too long.

        It is counted from the first of these calls on: nobody need call while nothing is due.
        """
        passed = min(now - self._before, STEP) if self._before is not None else 0.0
        self._before = now if is_waiting else None
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


def due(sending: Sending | None, length: int, *, is_stuck: bool) -> tuple[str, str]:
    """Return code and words for what a server leaves undone at a log of `length` entries.

    It does not answer what is `sending`, or shows nothing; where `is_stuck`, it refuses what is owed.
    """
    after = f"after {length} entries"
    blamed = f"for {PATIENCE:.0f} seconds: it is slow, cut off, or"
    if is_stuck:
        return REFUSED, f"The server refuses what you owe {after}, which is by the rules."
    if sending is None:
        return UNSHOWN, f"The server has not shown what happened {after} {blamed} hides it."
    what = _WHAT[sending.kind]
    return UNANSWERED, f"The server has not answered {what} {after} {blamed} drops it. Ask the others."


def disputed(sending: Sending, length: int, code: str) -> tuple[str, str]:
    """Return code and words for what a server has refused with `code` once too often."""
    words = f"The server has refused {_WHAT[sending.kind]} {REFUSALS} times ({code})"
    return REFUSED, f"{words}, though it is by the rules after {length} entries."
