"""What a seat has shown of its brokers, and by trying everything: whether it can be true.

The engine keeps the ways in which closed brokers can lie from round to round. This asks the same of the whole
course at once, and shares no code with it.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

from protocol.game import Event, Seat
from protocol.games.ys.board import BID, BROKERS, LAST, THRONE
from protocol.games.ys.events import Revealed
from protocol.games.ys.state import Phase, State, layout_of
from protocol.seals import Token

VALUES = range(5)
TWO = 2
"""What comes from beside the board for each broker that went to the throne room (R68)."""


class Oracle:
    """The course of one seat's brokers in a game of King's Favor, as everybody saw it."""

    def __init__(self, seat: Seat) -> None:
        """Begin before the first round."""
        self._seat = seat
        self._round = 0
        self._values: dict[Token, int] = {}
        self._hands: dict[int, range] = {}
        self._trios: dict[int, Counter[int]] = {}
        self._thrones: dict[int, tuple[Token, ...]] = {0: ()}
        """What lay in the throne room at the end of each round."""

    def see(self, state: State, events: Iterable[Event]) -> bool:
        """Take note of what lies where and of what is open; tell whether anything was opened."""
        known = len(self._values)
        self._values.update(
            {
                event.token: event.value
                for event in events
                if isinstance(event, Revealed) and event.seat == self._seat
            }
        )
        if state.phase is not Phase.OVER:
            self._look(state)
        return len(self._values) > known

    def _look(self, state: State) -> None:
        fixed = layout_of(state)
        first = state.first + self._seat * fixed.hand
        if state.round > self._round or state.phase is Phase.THRONE:
            lying = (broker for broker in state.brokers if broker.spot == THRONE)
            tokens = tuple(broker.token for broker in lying if broker.holder == self._seat)
            self._thrones.setdefault(state.round - (state.phase is not Phase.THRONE), tokens)
        self._round = state.round
        self._hands[state.round] = range(first, first + fixed.hand)
        trio = Counter[int]()
        for broker in state.brokers:
            if broker.holder == self._seat and broker.value is not None:
                self._values[broker.token] = broker.value
                trio.update([broker.value] if broker.spot in {BID, LAST} else [])
        self._trios[state.round] = trio

    def is_possible(self) -> bool:
        """Tell whether there are values for what is closed with which the whole course is honest."""
        enthroned = {token for tokens in self._thrones.values() for token in tokens}
        closed = sorted(enthroned - set(self._values))
        return any(
            self._is_honest(self._values | dict(zip(closed, values, strict=True)))
            for values in product(VALUES, repeat=len(closed))
        )

    def _is_honest(self, values: dict[Token, int]) -> bool:
        for number in self._hands:
            shown = Counter(values[Token(token)] for token in self._hands[number] if token in values)
            lying = Counter(values[token] for token in self._thrones[number - 1])
            if not shown + lying <= Counter((*BROKERS, *[TWO] * (number - 1))):
                return False
        return all(
            values[token] in self._trios[number]
            for number, tokens in self._thrones.items()
            for token in tokens[-1:]
        )
