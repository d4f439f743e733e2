"""Characters that look at brokers or move them."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from protocol.game import Choice, Seat
from protocol.games.ys.board import BOARD, THRONE, Spot
from protocol.games.ys.characters.character import Character, When
from protocol.games.ys.events import Moved, Peeked, Swapped
from protocol.games.ys.state import (
    ENOUGH,
    Broker,
    Peek,
    State,
    YsStep,
    broker_at,
    free_spots,
    held_by,
    told,
    with_broker,
)
from protocol.seals import Token

WITH_THRONE: Final = frozenset((*BOARD, THRONE))
"""Where a Spy may look, and a Magician exchange (R32, R70)."""
LOOKS: Final = 3
"""Brokers that one Spy may look at (R32)."""
PAIR: Final = 2
"""Brokers that one Magician exchanges."""


def _named(state: State, word: str) -> Broker:
    broker = broker_at(state, Token(int(word)))
    assert broker is not None
    return broker


def _own_at(state: State, seat: Seat, spots: Collection[Spot]) -> tuple[Broker, ...]:
    return tuple(broker for broker in held_by(state, seat) if broker.owner == seat and broker.spot in spots)


class Spy(Character):
    """A secret look at others' face-down brokers."""

    when = When.TURN
    copies = 2
    documented_copies = 3
    text = "Before placing: look secretly at up to three face-down brokers of others."
    favor_text = "Those in the throne room are among them."

    def ask(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> Choice | None:
        """Return the question for the next broker; all are named before any is shown (R52b)."""
        if len(chosen) == LOOKS or ENOUGH in chosen:
            return None
        among = (str(broker.token) for broker in state.brokers if self._is_hidden(broker, seat))
        enough = (ENOUGH,) if chosen else ()
        return Choice(
            what="broker", among=(*(word for word in among if word not in chosen), *enough), why=self.name
        )

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step after which the owners have to show the named brokers.

        Those of an owner who has left since they were named are gone, and nobody is asked for them (R52c).
        """
        named = (_named(state, word) for word in chosen if word != ENOUGH)
        peeks = tuple(Peek(seat, broker.token) for broker in named if self._is_hidden(broker, seat))
        events = (Peeked(seat, tuple(peek.token for peek in peeks)),) if peeks else ()
        return told(replace(state, peeks=peeks), *events)

    def _is_hidden(self, broker: Broker, seat: Seat) -> bool:
        return (
            broker.value is None
            and broker.spot in WITH_THRONE
            and broker.owner != seat
            and all(shot.spy != seat for shot in broker.boxes)
        )


class Herald(Character):
    """A move of one of the own brokers."""

    when = When.PLACED
    copies = 2
    documented_copies = 3
    text = "After all is placed: move one of your brokers to another place."

    def ask(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> Choice | None:
        """Return the question for the broker, then for the place it goes to."""
        if not chosen:
            among = tuple(str(broker.token) for broker in _own_at(state, seat, BOARD))
            return Choice(what="broker", among=among, why=self.name)
        if len(chosen) == 1:
            here = _named(state, chosen[0]).spot
            return Choice(
                what="spot", among=tuple(spot for spot in free_spots(state) if spot != here), why=self.name
            )
        return None

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which the broker moves, face up or down as it was, for no points."""
        broker, spot = _named(state, chosen[0]), Spot(chosen[1])
        moved = with_broker(state, replace(broker, spot=spot))
        return told(moved, Moved(seat, broker.token, broker.spot, spot, self.name))


class Magician(Character):
    """An exchange of two of the own brokers."""

    when = When.PLACED
    copies = 2
    documented_copies = 3
    text = "After all is placed: exchange two of your brokers in different places."
    favor_text = "One of them may be in the throne room."

    def ask(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> Choice | None:
        """Return the question for one broker, then for one that stands elsewhere."""
        if len(chosen) == PAIR:
            return None
        own = _own_at(state, seat, WITH_THRONE)
        partners = tuple(_named(state, word) for word in chosen) or own
        among = (
            str(broker.token) for broker in own if any(broker.spot != partner.spot for partner in partners)
        )
        return Choice(what="broker", among=tuple(among), why=self.name)

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which the two change places, each face up or down as it was.

        One from the throne room lies as the one whose place it takes; face up it has to be opened (F15).
        """
        one, other = (_named(state, word) for word in chosen)
        swapped = state
        for broker, partner in ((one, other), (other, one)):
            swapped = with_broker(swapped, _put(broker, partner))
        shown = any(broker.up and broker.value is None for broker in held_by(swapped, seat))
        return told(
            replace(swapped, waiting=(seat,)) if shown else swapped,
            Swapped(seat, (one.token, other.token), (other.spot, one.spot), self.name),
        )


def _put(broker: Broker, partner: Broker) -> Broker:
    """Return `broker` in the place of `partner` (F15)."""
    if broker.spot == THRONE:
        return replace(broker, spot=partner.spot, up=partner.up)
    return replace(broker, spot=partner.spot, up=broker.up and partner.spot != THRONE)
