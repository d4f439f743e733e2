"""Whether what a seat has opened can be the brokers it owns (R3, R59, R68).

In a plain game a round tells it all. With King's Favor some brokers stay closed until the end: then every way
in which their values can lie is kept, and what is opened later has to fit one of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, permutations
from typing import Final

from protocol.game import Seat
from protocol.games.ys.board import BROKERS, NEUTRAL_BROKERS, THRONE
from protocol.games.ys.state import (
    Broker,
    Phase,
    State,
    hand_of,
    held_by,
    layout_of,
    pieces,
    round_of,
    throne_of,
    trio_values,
)

OWNED: Final = Counter(BROKERS)
"""How many brokers of each value a player has (R3)."""
NEUTRAL: Final = Counter(NEUTRAL_BROKERS)
"""How many of the neutral player's brokers of each value a player holds (R59)."""


def is_possible(state: State, seat: Seat) -> bool:
    """Tell whether the brokers that `seat` has opened so far can be the ones it owns and holds."""
    own, neutral = _opened(state, seat)
    if not layout_of(state).has_throne:
        return own <= OWNED and neutral <= NEUTRAL
    if state.phase is Phase.THRONE:
        return any(_kept(state, seat))
    return any(own + Counter(kept) <= pieces(state, seat) for kept in _kept(state, seat))


def thrones(state: State, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Return every way in which the values of the seat's brokers in the throne room can lie at a round's end.

    All else of the hand is open by then, so what is missing of it lies there. The values are in the order in
    which those brokers come in `State.brokers`.
    """
    own, _ = _opened(state, seat)
    sent = [broker.value for broker in hand_of(state, seat) if broker.spot == THRONE]
    stays = [broker.spot == THRONE for broker in _carried(state, seat)]
    return tuple(
        sorted(
            {
                (*_filled(sent, missing), *compress(kept, stays), chosen)
                for kept in _kept(state, seat)
                if own + Counter(kept) <= pieces(state, seat)
                for missing in permutations((pieces(state, seat) - own - Counter(kept)).elements())
                for chosen in trio_values(state, seat)
            }
        )
    )


def _opened(state: State, seat: Seat) -> tuple[Counter[int], Counter[int]]:
    """Return the values that are open of the hand: the seat's own, and the neutral ones."""
    own, neutral = Counter[int](), Counter[int]()
    for broker in hand_of(state, seat):
        if broker.value is not None:
            (own if broker.owner == seat else neutral)[broker.value] += 1
    return own, neutral


def _kept(state: State, seat: Seat) -> Iterator[tuple[int, ...]]:
    """Yield the ways to fill the throne room that what was opened since allows."""
    opened = [broker.value for broker in _carried(state, seat)]
    for values in state.players[seat].thrones:
        if all(value is None or value == kept for value, kept in zip(opened, values, strict=True)):
            yield values


def _carried(state: State, seat: Seat) -> tuple[Broker, ...]:
    """Return the brokers that `Player.thrones` tells of: what lay in the throne room when the round began.

    Once all four rounds are over it is what lies there now.
    """
    if state.phase is Phase.THRONE:
        return tuple(broker for broker in held_by(state, seat) if broker.spot == THRONE)
    return tuple(broker for broker in throne_of(state, seat) if round_of(state, broker.token) < state.round)


def _filled(values: Sequence[int | None], missing: Iterable[int]) -> Iterator[int]:
    """Yield `values`, those that are not known taken from `missing`."""
    rest = iter(missing)
    return (next(rest) if value is None else value for value in values)
