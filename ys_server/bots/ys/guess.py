"""What a seat may guess of brokers it cannot see: the multiset of R3 less what it has seen."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.game import View
from protocol.games.ys.board import BROKERS, Spot
from protocol.games.ys.state import State


class Guess(Struct, frozen=True):
    """A broker as one seat sees it: its value, or mean and variance of what it may be."""

    owner: int
    spot: Spot
    mean: float
    variance: float


def guesses(view: View[State]) -> tuple[Guess, ...]:
    """Return all brokers of the round as the view's seat sees them."""
    values = [_value(view, index) for index in range(len(view.state.brokers))]
    unseen = {
        seat: _spread(values[seat * len(BROKERS) : (seat + 1) * len(BROKERS)])
        for seat in range(len(view.state.players))
    }
    return tuple(
        Guess(broker.owner, broker.spot, *(unseen[broker.owner] if value is None else (float(value), 0.0)))
        for broker, value in zip(view.state.brokers, values, strict=True)
    )


def _value(view: View[State], index: int) -> int | None:
    broker = view.state.brokers[index]
    if broker.value is not None:
        return broker.value
    opening = view.known.get(broker.token)
    return None if opening is None else opening.value


def _spread(seen: Sequence[int | None]) -> tuple[float, float]:
    """Return mean and variance of the brokers of one hand that are not among those `seen`."""
    rest = list(BROKERS)
    for value in seen:
        if value in rest:
            rest.remove(value)
    if not rest:
        return 0.0, 0.0
    mean = sum(rest) / len(rest)
    return mean, sum((value - mean) ** 2 for value in rest) / len(rest)
