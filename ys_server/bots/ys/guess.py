"""What a seat may guess of brokers it cannot see: all their owner has in the round less what was seen."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from protocol.game import Seat, View
from protocol.games.ys.board import BROKERS, EXTRA_BROKERS, NEUTRAL_BROKERS, Spot
from protocol.games.ys.state import Broker, State, layout_of, round_of, throne_of, trio_values
from protocol.seals import Token

Spread: TypeAlias = tuple[float, float]
"""Mean and variance of what a value may be."""
NOTHING: Final[Spread] = (0.0, 0.0)


class Guess(Struct, frozen=True):
    """A broker as one seat sees it: its value, or mean and variance of what it may be."""

    owner: int
    holder: int
    spot: Spot
    mean: float
    variance: float


def guesses(view: View[State]) -> tuple[Guess, ...]:
    """Return all brokers of the round as the view's seat sees them."""
    state, fixed = view.state, layout_of(view.state)
    values = [_value(view, broker) for broker in state.brokers]
    unseen: dict[tuple[int, int], Spread] = {}
    thrones: dict[Token, Spread] = {}
    for seat in range(fixed.seats):
        hand = values[seat * fixed.hand : (seat + 1) * fixed.hand]
        own, neutral = hand[: len(BROKERS)], hand[len(BROKERS) :]
        if fixed.has_throne:
            unseen[seat, seat] = _with_throne(view, Seat(seat), own, thrones)
        else:
            unseen[seat, seat] = _spread(_rest(BROKERS, own))
        if fixed.neutral is not None:
            unseen[seat, fixed.neutral] = _spread(_rest(NEUTRAL_BROKERS, neutral))
    return tuple(
        Guess(
            broker.owner,
            broker.holder,
            broker.spot,
            *(
                (thrones.get(broker.token) or unseen[broker.holder, broker.owner])
                if value is None
                else (float(value), 0.0)
            ),
        )
        for broker, value in zip(state.brokers, values, strict=True)
    )


def _value(view: View[State], broker: Broker) -> int | None:
    """Return the value of `broker` as the view's seat sees it, None when it does not."""
    if broker.value is not None:
        return broker.value
    opening = view.known.get(broker.token)
    return None if opening is None else opening.value


def _with_throne(
    view: View[State], seat: Seat, hand: Sequence[int | None], thrones: dict[Token, Spread]
) -> Spread:
    """Return what may be in the hand of `seat`; enter into `thrones` what its brokers beside the hand may be.

    What everybody knows of the throne room are the ways in which its values can lie (R68); of a seat that
    left they are not told any more, and it competes for nothing (R52c).
    """
    state = view.state
    if seat in state.leavers:
        thrones.update((broker.token, NOTHING) for broker in throne_of(state, seat))
        return NOTHING
    trio = _spread(trio_values(state, seat))
    kept = []
    for broker in throne_of(state, seat):
        if round_of(state, broker.token) < state.round:
            kept.append(broker)
        else:
            thrones[broker.token] = trio
    seen = [_value(view, broker) for broker in kept]
    ways = [way for way in state.players[seat].thrones if _fits(way, seen)]
    spreads = [_spread([way[index] for way in ways]) for index in range(len(kept))]
    thrones.update((broker.token, spread) for broker, spread in zip(kept, spreads, strict=True))
    # A 2 came to the hand for each that went to the throne room.
    rest = _rest(BROKERS + EXTRA_BROKERS[: len(kept)], [*hand, *seen])
    closed = [mean for (mean, _), value in zip(spreads, seen, strict=True) if value is None]
    many = len(rest) - len(closed)
    if many <= 0:
        return NOTHING
    return (sum(rest) - sum(closed)) / many, _spread(rest)[1]


def _fits(way: Sequence[int], seen: Sequence[int | None]) -> bool:
    return all(value is None or value == there for there, value in zip(way, seen, strict=True))


def _rest(owned: Iterable[int], seen: Iterable[int | None]) -> Sequence[int]:
    """Return the values owned that are not among those `seen`."""
    rest = list(owned)
    for value in seen:
        if value in rest:
            rest.remove(value)
    return rest


def _spread(rest: Sequence[int]) -> Spread:
    if not rest:
        return NOTHING
    mean = sum(rest) / len(rest)
    return mean, sum((value - mean) ** 2 for value in rest) / len(rest)
