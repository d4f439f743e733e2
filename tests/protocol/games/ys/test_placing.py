"""Placing brokers and showing the last one (R26–R32)."""

from collections import Counter

import pytest

from protocol.game import Action, Illegal, Seat, View
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import AREAS, SQUARES, Spot
from protocol.games.ys.events import Gained, LastShown, Placed
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import Place, Reveal
from protocol.games.ys.state import Phase
from protocol.seals import Opening
from tests.support.builders import A, B, C, D, counting, dealt, placed, tokens, told
from tests.support.ys_driver import Table


def placing(d: str = "") -> Table:
    """Return a table at which a is to place first, then b, c and d; d may have placed already."""
    return counting(placed(phase=Phase.PLACE, d=d))


def up(table: Table, seat: Seat, value: int, spot: str) -> PlaceUp:
    """Return the placing of a broker of this value, face up."""
    (token,) = tokens(table, seat, value)
    return PlaceUp(token=token, opening=table.view(seat).known[token], spot=Spot(spot))


def down(table: Table, seat: Seat, value: int, spot: str) -> PlaceDown:
    """Return the placing of a broker of this value, face down."""
    (token,) = tokens(table, seat, value)
    return PlaceDown(token=token, spot=Spot(spot))


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    return refusal.value.code


@pytest.mark.rule("R26")
def test_one_up_one_down_by_ascending_order_card() -> None:
    """A second broker of one face is refused; after both it is the next one's turn, four times around."""
    table = placing()
    assert table.prompts()[A] == Place(up=1, down=1, spots=AREAS + SQUARES)
    table.do(A, up(table, A, 4, "palace-1"))
    assert table.prompts()[A] == Place(up=0, down=1, spots=AREAS + SQUARES)
    assert refused(table, A, up(table, A, 3, "palace-1")) == "no-more"
    assert refused(table, B, up(table, B, 3, "palace-1")) == "not-asked"
    table.do(A, down(table, A, 3, "palace-1"))
    assert list(table.prompts()) == [B]
    table.until(lambda at: at.state.phase is Phase.SHOW_LAST)
    turns = [event.seat for event in told(table, Placed)]
    assert turns == [seat for _ in range(4) for seat in (A, B, C, D) for _ in range(2)]


@pytest.mark.rule("R26a")
def test_either_broker_may_come_first() -> None:
    """Down, then up is as good as up, then down."""
    table = placing()
    table.do(A, down(table, A, 4, "port-1"))
    assert refused(table, A, down(table, A, 3, "port-1")) == "no-more"
    table.do(A, up(table, A, 3, "port-1"))
    assert list(table.prompts()) == [B]


@pytest.mark.rule("R27")
@pytest.mark.parametrize(
    "spots", [("palace-1", "palace-1"), ("market-1-red", "market-3-red"), ("port-4", "market-1-blue")]
)
def test_any_two_places_will_do(spots: tuple[str, str]) -> None:
    """Both in one area, both in the market, one in each."""
    table = placing()
    table.do(A, up(table, A, 1, spots[0]))
    table.do(A, down(table, A, 1, spots[1]))
    assert [event.spot for event in told(table, Placed)] == list(spots)


@pytest.mark.rule("R28")
def test_a_square_holds_one_broker() -> None:
    """A taken square, line 0, a place off the board and one that does not exist are refused."""
    table = placing(d="1down@market-2-red")
    for spot, code in (
        ("market-2-red", "taken"),
        ("market-0-red", "closed"),
        ("hand", "closed"),
        ("port-5", "closed"),
    ):
        assert refused(table, A, down(table, A, 0, spot)) == code
        assert refused(table, A, up(table, A, 0, spot)) == code
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert Spot("market-2-red") not in asked.spots
    assert len(asked.spots) == 23


@pytest.mark.rule("R4", "R28")
def test_a_full_market_leaves_the_city() -> None:
    """With twelve brokers in the market only areas are offered, however many stand there."""
    brokers = " ".join(
        f"{value}down@{spot}" for value, spot in zip((0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4), SQUARES, strict=False)
    )
    table = placing(d=brokers)
    table.do(A, up(table, A, 0, SQUARES[-1]))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert asked.spots == AREAS


@pytest.mark.rule("R29")
def test_a_broker_in_the_market_scores_at_once() -> None:
    """One point each, face up or down; none in the city."""
    table = placing()
    table.do(A, up(table, A, 4, "market-1-blue"))
    table.do(A, down(table, A, 0, "market-1-red"))
    table.do(B, up(table, B, 4, "palace-1"))
    assert [player.points for player in table.state.players] == [2, 0, 0, 0]
    assert told(table, Gained) == [
        Gained(A, "points", 1, "market-1-blue"),
        Gained(A, "points", 1, "market-1-red"),
    ]


@pytest.mark.rule("R30")
def test_the_eleventh_broker_lies_open_beside_the_bid() -> None:
    """After four turns each player opens the one that is left; the three are its tie-break."""
    table = dealt(4).until(lambda at: at.state.phase is Phase.SHOW_LAST)
    on_board = Counter(
        (broker.owner, broker.up) for broker in table.state.brokers if broker.spot in AREAS + SQUARES
    )
    assert set(on_board.values()) == {4}
    prompts = table.prompts()
    assert all(
        isinstance(asked, Reveal) and asked.why == "last" and len(asked.tokens) == 1
        for asked in prompts.values()
    )
    assert len(prompts) == 4
    brokers = {
        seat: [b for b in table.state.brokers if b.owner == seat and b.spot == "bid"] for seat in prompts
    }
    table.until(lambda at: at.state.phase is not Phase.SHOW_LAST)
    for shown in told(table, LastShown):
        assert shown.tie == shown.value + sum(broker.value or 0 for broker in brokers[shown.seat])
    assert len(told(table, LastShown)) == 4


@pytest.mark.rule("R31", "R32")
def test_players_know_their_own_hand_and_no_other() -> None:
    """A view knows the values of the seat's own eleven brokers; a spectator may do nothing."""
    table = dealt(4).until(lambda at: at.state.turn == 3)
    for seat in (A, B, C, D):
        known = table.view(seat).known
        assert sorted(known) == [broker.token for broker in table.state.brokers if broker.owner == seat]
    assert len(YS.legal(View(table.state, None, {}))) == 0
    hidden = [broker for broker in table.state.brokers if not broker.up and broker.spot != "bid"]
    assert all(broker.value is None for broker in hidden)


@pytest.mark.rule("R32")
def test_what_misses_its_seal_is_refused() -> None:
    """Another value or another salt than the sealed one, and another's or a placed broker, change nothing."""
    table = placing()
    honest = up(table, A, 4, "palace-1")
    opening = honest.opening
    for false in (Opening(3, opening.salt), Opening(4, bytes(16))):
        assert refused(table, A, PlaceUp(token=honest.token, opening=false, spot=honest.spot)) == "bad-seal"
    assert refused(table, A, down(table, B, 4, "palace-1")) == "not-your-broker"
    table.do(A, honest)
    assert refused(table, A, PlaceDown(token=honest.token, spot=honest.spot)) == "not-there"
