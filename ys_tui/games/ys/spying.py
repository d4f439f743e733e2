"""What a Spy looks at, in words: whose broker, and where it stood by what the journal tells. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from protocol.game import Event, Seat, View
from protocol.games.ys import events
from protocol.games.ys.board import BROKERS, THRONE, TRIO_SIZE, Spot
from protocol.games.ys.layout import Layout
from protocol.games.ys.state import State, layout_of
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


def looked(view: View[State]) -> Mapping[Token, int]:
    """Return the values that the player knows of brokers that others sealed: those that a Spy was shown."""
    if view.seat is None:
        return {}
    fixed, known = layout_of(view.state), view.known.items()
    return {token: opened.value for token, opened in known if holder_of(token, fixed) != view.seat}


def witnessed(
    event: events.PeekShown, before: Sequence[Event], fixed: Layout, known: Mapping[Token, int]
) -> Phrase:
    """Return all that the Spy has seen up to `event` by one card; these values are `known` to the player.

    Nothing where a value of them is not known: what others are told is said instead.
    """
    looks = (*_looks(event, before), event)
    if any(look.token not in known for look in looks):
        return ()
    parts: list[str | Seat] = [event.spy, " sees with the Spy: "]
    for number, look in enumerate(looks):
        broker = f" {known[look.token]} in {_place(before, look.token)}"
        parts += [*([", "] * bool(number)), owner_of(look.token, fixed), broker]
    return (*parts, ". Nobody else has seen that.")


def _looks(event: events.PeekShown, before: Sequence[Event]) -> tuple[events.PeekShown, ...]:
    """Return what was shown to the same Spy since it asked for it, the oldest first."""

    def backwards() -> Iterator[events.PeekShown]:
        for each in reversed(before):
            if isinstance(each, events.Peeked) and each.seat == event.spy:
                return
            if isinstance(each, events.PeekShown) and each.spy == event.spy:
                yield each

    return tuple(backwards())[::-1]


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
