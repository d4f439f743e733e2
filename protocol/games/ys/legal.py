"""What a seat may do now, as a lazy sequence: picking one costs no more than that one.

Where brokers are interchangeable, one per value is listed: the one with the smallest salt. The number of a
token that is played then says nothing about those that are not.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import TypeAlias, overload

from protocol.game import Action, Choice, Seat, View
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.board import HAND, Spot
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards, prompt
from protocol.games.ys.state import State, hand_of, layout_of
from protocol.seals import Opening, Token


class Grid:
    """One action for each pair of a broker and a spot, made when it is looked at."""

    def __init__(
        self,
        brokers: Sequence[tuple[Token, Opening]],
        spots: Sequence[Spot],
        make: Callable[[Token, Opening, Spot], Action],
    ) -> None:
        """Span the grid."""
        self._brokers, self._spots, self._make = brokers, spots, make

    def __len__(self) -> int:
        """Return how many pairs there are."""
        return len(self._brokers) * len(self._spots)

    def __getitem__(self, index: int) -> Action:
        """Return the action of the pair at `index`."""
        row, column = divmod(index, len(self._spots))
        return self._make(*self._brokers[row], self._spots[column])


Part: TypeAlias = Sequence[Action] | Grid


class Actions(Sequence[Action]):
    """Actions, some of which are made when they are looked at."""

    def __init__(self, *parts: Part) -> None:
        """Line the parts up."""
        self._parts = parts
        self._length = sum(map(len, parts))

    def __len__(self) -> int:
        """Return how many there are."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> Action:
        """Return the action at `index`."""

    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]:
        """Return the actions of a slice."""

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """Return the action at `index`, or those of a slice."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(self._length)))
        at = range(self._length)[index]
        part = 0
        while at >= len(self._parts[part]):
            at -= len(self._parts[part])
            part += 1
        return self._parts[part][at]


def legal(view: View[State]) -> Actions:
    """Return every action that answers the prompt of the view's seat; none if its client answers that."""
    if view.seat is None:
        return Actions()
    return _answers(prompt(view.state, view.seat), view, view.seat)


@singledispatch
def _answers(asked: object, view: View[State], seat: Seat) -> Actions:
    return Actions()


@_answers.register
def _(asked: PickBid, view: View[State], seat: Seat) -> Actions:
    hand = _by_value(view, seat, seat)
    first = [tokens[0] for tokens in hand]
    pairs = [(one, other) for at, one in enumerate(first) for other in first[at + 1 :]]
    doubles = [(tokens[0], tokens[1]) for tokens in hand if len(tokens) > 1]
    return Actions([Bid(tokens=(min(pair), max(pair))) for pair in pairs + doubles])


@_answers.register
def _(asked: PickThrone, view: View[State], seat: Seat) -> Actions:
    trio = _grouped(view, asked.tokens)
    return Actions([ToThrone(token=tokens[0]) for tokens in trio])


@_answers.register
def _(asked: PickOrder, view: View[State], seat: Seat) -> Actions:
    return Actions([Order(card=card) for card in asked.among])


@_answers.register
def _(asked: Place, view: View[State], seat: Seat) -> Actions:
    fixed = layout_of(view.state)
    own = [(tokens[0], view.known[tokens[0]]) for tokens in _by_value(view, seat, seat)]
    neutral = (
        [(tokens[0], view.known[tokens[0]]) for tokens in _by_value(view, seat, fixed.neutral)]
        if asked.neutral and fixed.neutral is not None
        else []
    )
    return Actions(
        [UseCard(card=card) for card in asked.cards],
        Grid(own if asked.up else (), asked.spots, _up),
        Grid((own if asked.down else []) + neutral, asked.spots, _down),
    )


@_answers.register
def _(asked: PlayCards, view: View[State], seat: Seat) -> Actions:
    return Actions([*(UseCard(card=card) for card in asked.cards), Pass()])


@_answers.register
def _(asked: Choice, view: View[State], seat: Seat) -> Actions:
    return Actions([Take(what=word) for word in asked.among])


def _up(token: Token, opening: Opening, spot: Spot) -> Action:
    return PlaceUp(token=token, opening=opening, spot=spot)


def _down(token: Token, opening: Opening, spot: Spot) -> Action:
    return PlaceDown(token=token, spot=spot)


def _by_value(view: View[State], seat: Seat, owner: Seat) -> Sequence[Sequence[Token]]:
    """Return what `seat` still has in hand of the brokers of `owner`, one group per value."""
    hand = (broker for broker in hand_of(view.state, seat) if broker.spot == HAND and broker.owner == owner)
    return _grouped(view, [broker.token for broker in hand])


def _grouped(view: View[State], tokens: Sequence[Token]) -> Sequence[Sequence[Token]]:
    known: Mapping[Token, Opening] = view.known
    groups: dict[int, list[Token]] = {}
    for token in sorted((token for token in tokens if token in known), key=lambda token: known[token].salt):
        groups.setdefault(known[token].value, []).append(token)
    return [groups[value] for value in sorted(groups)]
