"""What a seat may do, as a sequence."""

import pytest

from protocol.game import View
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, UseCard
from protocol.games.ys.game import YS
from protocol.games.ys.legal import Actions
from protocol.games.ys.state import Phase
from tests.support.builders import A, B, counting, dealt, placed
from tests.support.ys_driver import Table


def test_it_is_a_sequence() -> None:
    """Indices from both ends, slices, iteration and length agree; beyond its ends there is nothing."""
    actions = Actions([Order(card=1)], [], [Order(card=2), Order(card=3)])
    assert list(actions) == [Order(card=1), Order(card=2), Order(card=3)]
    assert [actions[at] for at in range(3)] == list(actions)
    assert actions[-1] == Order(card=3)
    assert actions[1:] == (Order(card=2), Order(card=3))
    assert len(actions) == 3
    for at in (3, -4):
        with pytest.raises(IndexError):
            actions[at]


def test_one_bid_for_each_pair_of_values() -> None:
    """Ten pairs of different values and four doubles, each of the brokers with the smallest salts."""
    table = dealt()
    view = table.view(A)
    bids = [action for action in YS.legal(view) if isinstance(action, Bid)]
    assert all(bid.tokens[0] < bid.tokens[1] for bid in bids)
    pairs = [tuple(sorted(view.known[token].value for token in bid.tokens)) for bid in bids]
    assert len(pairs) == len(set(pairs)) == 14
    smallest = min(
        (opening for opening in view.known.values() if opening.value == 1), key=lambda one: one.salt
    )
    ones = {token for bid in bids for token in bid.tokens if view.known[token].value == 1}
    assert len(ones) == 2
    assert smallest in {view.known[token] for token in ones}


def placing() -> Table:
    """Return a table at which a, who has an Envoy, is to place first."""
    return counting(placed(phase=Phase.PLACE, cards={A: ("envoy",)}))


def test_one_placing_for_each_value_face_and_spot() -> None:
    """Five values, two faces, 24 spots, and the card; the brokers are those with the smallest salts."""
    table = placing()
    view = table.view(A)
    actions = list(YS.legal(view))
    assert actions[0] == UseCard(card="envoy")
    assert len(actions) == 1 + 5 * 24 * 2
    ups = {(action.opening.value, action.spot) for action in actions if isinstance(action, PlaceUp)}
    downs = {
        (view.known[action.token].value, action.spot) for action in actions if isinstance(action, PlaceDown)
    }
    assert len(ups) == len(downs) == 120
    tokens = {action.token for action in actions if isinstance(action, PlaceDown)}
    for token in tokens:
        rivals = [opening.salt for opening in view.known.values() if opening.value == view.known[token].value]
        assert view.known[token].salt == min(rivals)


def test_every_listed_action_is_accepted() -> None:
    """All placings, cards and passes that are offered at once."""
    for table in (placing(), counting(placed(a="1up@port-1", phase=Phase.SHOW_LAST, cards={A: ("herald",)}))):
        for action in YS.legal(table.view(A)):
            YS.apply(table.state, A, action)


def test_passing_is_always_possible_in_a_window() -> None:
    """The cards, then the pass."""
    table = counting(placed(a="1up@port-1", phase=Phase.SHOW_LAST, cards={A: ("herald",)}))
    assert list(YS.legal(table.view(A))) == [UseCard(card="herald"), Pass()]


def test_nothing_is_listed_for_who_does_not_choose() -> None:
    """Not for a seat that is not asked, nor for what a client answers, nor without knowing the hand."""
    table = placing()
    assert list(YS.legal(table.view(B))) == []
    assert list(YS.legal(Table(1).view(A))) == []
    assert list(YS.legal(View(dealt().state, A, {}))) == []
