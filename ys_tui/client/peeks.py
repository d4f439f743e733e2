"""Looks that were given to this seat and do not fit what was sealed: the spy's client says so at once."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from protocol.game import NATURE, Event, Seat
from protocol.games.ys.events import Departed, PeekShown
from protocol.seals import Opening, Token

LYING: Final = "lying-peek"
"""The code of the alarm. It stops nothing: when the broker opens, the lie is proved to all (R52c)."""


def suspects(
    before: dict[Token, Seat],
    events: Iterable[Event],
    seat: Seat | None,
    known: Callable[[], Mapping[Token, Opening]],
) -> dict[Token, Seat]:
    """Return who has shown `seat` a false broker, by its token: those of `before`, and of `events`.

    A look was false if its token is not among what the spy knows after it; who has left is no suspect more.
    NATURE is suspected where it showed the broker in its owner's place.
    """
    told = tuple(events)
    looks = [event for event in told if isinstance(event, PeekShown) and event.spy == seat]
    false = {look.token: NATURE if look.by_host else look.seat for look in looks if look.token not in known()}
    gone = {event.seat for event in told if isinstance(event, Departed)}
    return {token: owner for token, owner in (before | false).items() if owner not in gone}
