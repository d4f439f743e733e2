"""What a Spy looks at, in words: whose broker, and where it stood by what the journal tells. Pure."""

from collections.abc import Sequence

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import BROKERS, THRONE, TRIO_SIZE, Spot
from protocol.games.ys.layout import Layout
from protocol.seals import Token
from ys_tui.games.ys.words import Phrase, place_name


def peeked(event: events.Peeked, before: Sequence[Event], fixed: Layout) -> Phrase:
    """Return whose brokers a Spy looks at, and where they lie after all that happened `before`."""
    parts: list[str | Seat] = [event.seat, " looks with a Spy, face down, at: "]
    for number, token in enumerate(event.tokens):
        parts += [*([", "] * bool(number)), owner_of(token, fixed), f" in {_place(before, token)}"]
    return (*parts, ".")


def shown(event: events.PeekShown, before: Sequence[Event], fixed: Layout) -> Phrase:
    """Return who has shown a Spy which broker: to nobody else."""
    place, owner = _place(before, event.token), owner_of(event.token, fixed)
    if event.by_host:
        words = f" in {place} to ", event.spy, ", and to nobody else."
        return ("The server has shown the broker of ", owner, *words)
    if event.seat == event.spy:
        return (event.spy, " has looked at the broker of ", owner, f" in {place} that it placed itself.")
    whose: Phrase = ("its broker",) if owner == event.seat else ("the broker of ", owner)
    return (event.seat, " has shown ", *whose, f" in {place} to ", event.spy, ", and to nobody else.")


def owner_of(token: Token, fixed: Layout) -> Seat:
    """Return whose broker it is: the seat's that sealed it, or the neutral player's (R59)."""
    at = token % fixed.block
    is_neutral = at < fixed.seats * fixed.hand and at % fixed.hand >= len(BROKERS)
    return fixed.neutral if is_neutral and fixed.neutral is not None else holder_of(token, fixed)


def holder_of(token: Token, fixed: Layout) -> Seat:
    """Return the seat that sealed a broker, and places and opens it."""
    hands, at = fixed.seats * fixed.hand, token % fixed.block
    return Seat(at // fixed.hand if at < hands else (at - hands) // TRIO_SIZE)


def spot_of(before: Sequence[Event], token: Token) -> Spot | None:
    """Return where the broker of `token` stands after what happened `before`; None before it was placed."""
    for event in reversed(before):
        if isinstance(event, events.Placed | events.Moved) and event.token == token:
            return event.spot
        if isinstance(event, events.Swapped) and token in event.tokens:
            return event.spots[event.tokens.index(token)]
        if isinstance(event, events.Enthroned) and event.token == token:
            return THRONE
    return None


def _place(before: Sequence[Event], token: Token) -> str:
    spot = spot_of(before, token)
    return "its place" if spot is None else place_name(spot)
