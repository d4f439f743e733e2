"""Looks that were given to this seat and do not fit what was sealed: the spy's client says so at once."""

from collections.abc import Iterable, Mapping

from protocol.game import Event, Seat
from protocol.games.ys.events import PeekShown
from protocol.seals import Opening, Token

LYING = "lying-peek"
"""The code of the alarm. It stops nothing: when the broker opens, the lie is proved to all (R52c)."""


def false_peeks(
    events: Iterable[Event], seat: Seat | None, known: Mapping[Token, Opening]
) -> tuple[PeekShown, ...]:
    """Return the looks among `events` that were meant for `seat` and taught it nothing."""
    return tuple(
        event
        for event in events
        if isinstance(event, PeekShown) and event.spy == seat and event.token not in known
    )
