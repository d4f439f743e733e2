"""Bids and order cards (R22–R25)."""

import pytest

from protocol.game import Illegal, Seat
from protocol.games.ys.actions import Bid, Order, PlaceDown
from protocol.games.ys.board import Spot
from protocol.games.ys.events import BidMade, BidShown
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid, PickOrder, Reveal
from protocol.games.ys.state import Phase
from protocol.seals import Token
from tests.support.builders import A, B, C, D, dealt, tokens, told
from tests.support.ys_driver import Table


def bid(table: Table, seat: Seat, one: int, other: int) -> None:
    """Let `seat` bid two brokers of these values."""
    low, high = tokens(table, seat, one, other)
    table.do(seat, Bid(tokens=(low, high)))


@pytest.mark.rule("R22")
def test_all_bid_at_once_and_open_together() -> None:
    """Nobody's bid changes another's prompt, nothing is opened before the last bid is down."""
    table = dealt()
    assert table.prompts() == dict.fromkeys((A, B, C, D), PickBid())
    for seat in (C, A, D):
        bid(table, seat, 1, 4)
        assert table.events[-1] == BidMade(seat)
    assert table.prompts() == {B: PickBid()}
    bid(table, B, 0, 0)
    assert all(type(asked) is Reveal and asked.why == "bid" for asked in table.prompts().values())
    assert len(table.prompts()) == 4
    table.pay()
    assert {shown.seat: sum(shown.values) for shown in told(table, BidShown)} == {A: 5, B: 0, C: 5, D: 5}
    assert table.state.phase is Phase.ORDER


@pytest.mark.rule("R22")
def test_a_bid_is_two_own_brokers() -> None:
    """One broker twice, another's broker, one of no round, and the wrong way round are refused."""
    table = dealt()
    for pair, code in (
        ((0, 0), "not-as-asked"),
        ((1, 0), "not-as-asked"),
        ((0, 11), "not-your-broker"),
        ((0, 44), "not-your-broker"),
        ((-1, 0), "not-your-broker"),
    ):
        with pytest.raises(Illegal) as refused:
            YS.apply(table.state, A, Bid(tokens=(Token(pair[0]), Token(pair[1]))))
        assert refused.value.code == code


@pytest.mark.rule("R24")
def test_a_card_that_is_taken_is_not_there() -> None:
    """Order cards are taken once, and there are four."""
    table = dealt()
    for seat in (A, B, C, D):
        bid(table, seat, 3, 1)
    table.pay()
    (first,) = table.prompts()
    table.do(first, Order(card=3))
    (second,) = table.prompts()
    assert table.prompts()[second] == PickOrder(among=(1, 2, 4))
    for card in (3, 0, 5):
        with pytest.raises(Illegal) as refused:
            YS.apply(table.state, second, Order(card=card))
        assert refused.value.code == "not-offered"


@pytest.mark.rule("R25")
def test_bid_brokers_cannot_be_placed() -> None:
    """They stay in front of the screen, open."""
    table = dealt().until(lambda at: at.state.phase is Phase.PLACE)
    (seat,) = table.prompts()
    lying = [broker for broker in table.state.brokers if broker.owner == seat and broker.spot == "bid"]
    assert len(lying) == 2
    assert all(broker.up and broker.value is not None for broker in lying)
    with pytest.raises(Illegal) as refused:
        YS.apply(table.state, seat, PlaceDown(token=lying[0].token, spot=Spot("palace-1")))
    assert refused.value.code == "not-there"
