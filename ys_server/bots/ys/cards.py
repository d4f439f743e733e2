"""When the greedy bot uses a character, and how it answers what the character asks: one class per card.

A card without a class here is used as soon as it can be, and its questions are answered at random.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol.game import View
from protocol.games.ys.board import CARDS_A_ROUND, THRONE, Spot
from protocol.games.ys.state import ENOUGH, Broker, State, broker_at, free_spots, held_by
from protocol.seals import Token
from ys_server.bots.ys.duel import position as weighed
from ys_server.bots.ys.position import CONTESTS, Position, turns_left

PLANS: Final[dict[str, "Plan"]] = {}
"""The plans by card."""


class Plan:
    """How one card is used; a subclass is the plan for the card of its name."""

    def __init_subclass__(cls) -> None:
        """Enter the plan under the name of its card."""
        PLANS[cls.__name__.lower()] = cls()

    def gain(self, view: View[State], position: Position) -> float:
        """Return what using the card now brings, in VP above what waiting is worth."""
        return 0.5

    def answer(self, view: View[State], position: Position, chosen: tuple[str, ...], word: str) -> float:
        """Return how good `word` is as the next answer after those `chosen`."""
        return 0.0


ANY: Final = Plan()
"""The plan for a card that has none of its own."""


def plan(card: str) -> Plan:
    """Return the plan for `card`."""
    return PLANS.get(card, ANY)


def _above_waiting(position: Position, gain: float) -> float:
    """Return the gain less what keeping the card is worth: nothing in the last round (R50)."""
    return gain - position.taste.waiting * min(1.0, position.left - 1.0)


def _on_board(view: View[State]) -> tuple[Broker, ...]:
    return tuple(broker for broker in _own(view) if broker.spot in CONTESTS)


def _own(view: View[State]) -> tuple[Broker, ...]:
    """Return the own brokers, in the throne room, too; neutral ones that the seat holds are not its own."""
    assert view.seat is not None
    return tuple(broker for broker in held_by(view.state, view.seat) if broker.owner == view.seat)


def _movable(view: View[State]) -> tuple[Broker, ...]:
    """Return the own brokers that a Magician moves: on the board and in the throne room (R70)."""
    return tuple(broker for broker in _own(view) if broker.spot in CONTESTS or broker.spot == THRONE)


def _strength(view: View[State], broker: Broker) -> int:
    return view.known[broker.token].value if broker.value is None else broker.value


def _broker(view: View[State], word: str) -> Broker:
    broker = broker_at(view.state, Token(int(word)))
    assert broker is not None
    return broker


class Spy(Plan):
    """Look late, where most is hidden and most is to be won."""

    def gain(self, view: View[State], position: Position) -> float:
        """Return a little once two turns at most are left."""
        return 0.5 if turns_left(view.state) <= CARDS_A_ROUND else -1.0

    def answer(self, view: View[State], position: Position, chosen: tuple[str, ...], word: str) -> float:
        """Return what is to be won where the broker lies; to stop early is worth nothing."""
        return -1.0 if word == ENOUGH else position.prize(_broker(view, word).spot)


class Herald(Plan):
    """Move the broker that gains most."""

    def gain(self, view: View[State], position: Position) -> float:
        """Return what the best move of all brings."""
        best = max((self._best(view, position, broker) for broker in _on_board(view)), default=0.0)
        return _above_waiting(position, best)

    def answer(self, view: View[State], position: Position, chosen: tuple[str, ...], word: str) -> float:
        """Return the gain of the best move of the broker, or of the move to the place."""
        if not chosen:
            return self._best(view, position, _broker(view, word))
        return self._moved(view, position, _broker(view, chosen[0]), Spot(word))

    def _best(self, view: View[State], position: Position, broker: Broker) -> float:
        spots = (spot for spot in free_spots(view.state) if spot != broker.spot)
        return max(self._moved(view, position, broker, spot) for spot in spots)

    def _moved(self, view: View[State], position: Position, broker: Broker, spot: Spot) -> float:
        strength = _strength(view, broker)
        return position.gain(((broker.spot, -strength, -1), (spot, strength, 1)))


class Magician(Plan):
    """Exchange the two brokers that gain most."""

    def gain(self, view: View[State], position: Position) -> float:
        """Return what the best exchange of all brings."""
        return _above_waiting(position, max(self._gains(view, position, _movable(view)), default=0.0))

    def answer(self, view: View[State], position: Position, chosen: tuple[str, ...], word: str) -> float:
        """Return the gain of the best exchange with the brokers named."""
        named = (*(_broker(view, other) for other in chosen), _broker(view, word))
        return max(self._gains(view, position, named[:1], named[1:]), default=0.0)

    def _gains(
        self, view: View[State], position: Position, ones: Sequence[Broker], others: Sequence[Broker] = ()
    ) -> Iterator[float]:
        for one in ones:
            for other in others or _movable(view):
                if one.spot != other.spot:
                    yield self._exchanged(
                        position, *((own.spot, _strength(view, own)) for own in (one, other))
                    )

    def _exchanged(self, position: Position, one: tuple[Spot, int], other: tuple[Spot, int]) -> float:
        """Return what exchanging the two is worth; one of them may be in the throne room (R70)."""
        (here, has), (there, gets) = sorted((one, other), key=lambda own: own[0] == THRONE)
        more = gets - has
        if there == THRONE:
            return position.gain(((here, more, 0),)) + position.throne.exchange(-more, gets, has)
        return position.gain(((here, more, 0), (there, -more, 0)))


class Intriguer(Plan):
    """Win ties when there are ties to win."""

    def gain(self, view: View[State], position: Position) -> float:
        """Return what winning every tie brings on the board as it stands."""
        return _above_waiting(
            position, weighed(view, position.taste, wins_ties=True).total() - position.total()
        )


class Envoy(Plan):
    """Hide one broker more: little, but free."""

    def gain(self, view: View[State], position: Position) -> float:
        """Return a little."""
        return 0.25
