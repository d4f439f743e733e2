"""What a place seems worth to a newcomer: what is won there, who leads, and what one broker changes. Pure.

Rough on purpose: chances are reckoned from sums, so that a lesson can say in a line why a place is good.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp
from typing import Final

from protocol.game import Seat, View
from protocol.games.ys.board import (
    COLUMN_OF,
    LINE_OF,
    NEIGHBORHOOD_OF,
    RING_OF,
    WHITE,
    Spot,
)
from protocol.games.ys.phases.city import SPOTS as AREAS_OF
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.state import Broker, State
from ys_tui.games.ys.words import card_name, gem_of_line, place_name

_UNKNOWN: Final = 2.0
"""The value that one expects of a broker that one does not know (R3)."""
_EMPTY: Final = 1.5
"""The strength that somebody may still bring to where nobody is."""
_SPREAD: Final = 1.5
_KEPT: Final = 0.55
"""VP that a point of strength is worth elsewhere."""
_GEMS: Final = 5.0
"""VP that the gems of a neighborhood are worth to its first over what its next get."""
_AREA: Final = {"port": 3.0, "commerce": 3.0, "palace": 3.0}
_CARDS: Final = {"spy": 8.0, "envoy": 6.0, "king": 5.0, "prince": 4.0}
"""VP that a card seems worth: those that are used before placing are learned first."""
_LINE: Final = 3.0
_MAJORITY: Final = 4.0
_FIRST: Final = 2.5
"""VP that it is worth to a newcomer to have been in the market."""

Placing = tuple[int, Spot]


def best_placing(view: View[State], placings: Sequence[Placing], *, is_up: bool) -> Placing:
    """Return the value and the place that seem best among `placings`, which is never empty."""
    worth = _Worth(view)
    return max(placings, key=lambda each: (worth.of(*each, is_up=is_up), -each[0], each[1]))


def reason_for(view: View[State], spot: Spot, value: int) -> str:
    """Return what speaks for putting a broker of `value` at `spot`, a sentence."""
    state, worth = view.state, _Worth(view)
    if spot in LINE_OF:
        gem = gem_of_line(state, LINE_OF[spot])
        line = f", and the {gem} gem of line {LINE_OF[spot]} goes to the best there" if gem else ""
        return f"The market pays 1 VP at once{line}."
    number, ring = NEIGHBORHOOD_OF[spot], RING_OF[spot]
    won = {
        "port": "a black gem",
        "commerce": "3 VP",
        "palace": f"the {card_name(state.palaces[number - 1])}" if state.palaces[number - 1] else "its card",
    }[ring]
    rivals = worth.rivals({spot})
    mine = worth.mine({spot}) + value
    if not rivals:
        return f"Nobody else stands in {place_name(spot)}: {won} for the best there."
    known = max(sum_ for sum_, _ in rivals.values())
    ahead = "is ahead of" if mine > known else "draws level with" if mine == known else "is near"
    return f"There your {mine} {ahead} what lies open: {won} for the best in {place_name(spot)}."


class _Worth:
    """A view, weighed for its seat."""

    def __init__(self, view: View[State]) -> None:
        self._view, self._state = view, view.state
        self._seat = Seat(0) if view.seat is None else view.seat

    def of(self, value: int, spot: Spot, *, is_up: bool) -> float:
        """Return what a broker of `value` from the hand seems worth at `spot`."""
        gained = sum(
            worth * (self._chance(spots, value, is_new=True) - self._chance(spots, 0, is_new=False))
            for spots, worth in self._contests(spot)
        )
        at_once = 1.0 + (0.0 if self._is_in_market else _FIRST) if spot in COLUMN_OF else 0.0
        doubt = 0.0 if is_up else 0.3 * (4 - value)  # what lies face down need not be strong
        return gained + at_once + doubt - _KEPT * value

    def mine(self, spots: Collection[Spot]) -> int:
        """Return the seat's own strength at `spots`."""
        own = (broker for broker in self._at(spots) if broker.owner == self._seat)
        return sum(self._value(broker) or 0 for broker in own)

    def rivals(self, spots: Collection[Spot]) -> Mapping[Seat, tuple[int, int]]:
        """Return what each other seat is known to have at `spots`, and how many closed brokers."""
        found: dict[Seat, tuple[int, int]] = {}
        for broker in self._at(spots):
            if broker.owner != self._seat:
                known, closed = found.get(broker.owner, (0, 0))
                value = self._value(broker)
                found[broker.owner] = (known + (value or 0), closed + (value is None))
        return found

    @property
    def _is_in_market(self) -> bool:
        return any(broker.owner == self._seat for broker in self._at(COLUMN_OF))

    def _contests(self, spot: Spot) -> tuple[tuple[Collection[Spot], float], ...]:
        if spot in LINE_OF:
            gem = gem_of_line(self._state, LINE_OF[spot])
            line = _LINE + (gem == WHITE) if gem else 0.0
            return ((SQUARES_OF[LINE_OF[spot]], line), (COLUMN_OF, _MAJORITY))
        number, ring = NEIGHBORHOOD_OF[spot], RING_OF[spot]
        card = self._state.palaces[number - 1] if self._state.palaces else ""
        area = _CARDS.get(card, _AREA[ring]) if ring == "palace" else _AREA[ring]
        return (({spot}, area), (AREAS_OF[number], _GEMS))

    def _chance(self, spots: Collection[Spot], more: int, *, is_new: bool) -> float:
        """Return how likely it seems to be the best at `spots` with so much more there."""
        is_there = is_new or any(broker.owner == self._seat for broker in self._at(spots))
        if not is_there:
            return 0.0
        others = [known + _UNKNOWN * closed for known, closed in self.rivals(spots).values()]
        return 1 / (
            1
            + exp((max(others, default=0.0) + (0 if others else _EMPTY) - self.mine(spots) - more) / _SPREAD)
        )

    def _at(self, spots: Collection[Spot]) -> tuple[Broker, ...]:
        return tuple(broker for broker in self._state.brokers if broker.spot in spots)

    def _value(self, broker: Broker) -> int | None:
        opening = self._view.known.get(broker.token)
        return broker.value if broker.value is not None else None if opening is None else opening.value
