"""The clocks a table may choose: data that client and server read alike. Who keeps the time is the server.

A clock throws nobody out: when a seat's time is over, the others may vote about it (R52c).
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

MINUTE: Final = 60
DAY: Final = 24 * 60 * MINUTE
INCREMENT: Final = 10
"""Seconds that each decision adds to a bank."""


class Clock(Struct, frozen=True):
    """How long a seat may take before the others may vote about it; with no numbers there is no clock."""

    key: str
    title: str
    """A few words for a form."""
    text: str
    """One sentence: what it does."""
    bank: int = 0
    """Seconds for the whole game, counted only while the table waits for that seat's decision."""
    decision: int = 0
    """Seconds for each decision."""

    @property
    def is_live(self) -> bool:
        """Whether everybody is expected to be here."""
        return not self.decision


def _live(minutes: int) -> Clock:
    text = (
        f"Each seat has {minutes} minutes for all its decisions, and each decision adds {INCREMENT} seconds."
    )
    return Clock(f"live-{minutes}", f"{minutes} minutes each", text, bank=minutes * MINUTE)


def _days(days: int) -> Clock:
    span = f"{days} days" if days > 1 else "a day"
    return Clock(
        f"days-{days}", f"{span} per decision", f"Each decision may take {span}.", decision=days * DAY
    )


CLOCKS: Final[Mapping[str, Clock]] = {
    clock.key: clock
    for clock in (
        Clock("none", "no clock", "Take your time; the others may vote about a seat that keeps everybody."),
        *map(_live, (10, 20, 40, 60)),
        *map(_days, (1, 3, 7)),
    )
}
"""All of them by key, in the order in which a form shows them."""
