"""What the count shows of the brokers it is about, also to somebody who has missed more than one of them."""

import pytest

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import Spot
from protocol.games.ys.state import Broker
from protocol.seals import Token
from ys_tui.games.ys.count import crowd_of

HERE, THERE = Spot("1 port"), Spot("2 palace")
MINE = Broker(token=Token(3), owner=Seat(0), seal=bytes(32), spot=HERE)
COUNT, ROUND = events.CountBegan(1), events.RoundBegan(2, (), (), ())


def _placed(token: int) -> Event:
    return events.Placed(Seat(0), Token(token), THERE, 4)


def test_brokers_are_counted_where_they_were_placed_last() -> None:
    """What was placed before the count stands there, with its value when it lies face up."""
    crowd = crowd_of((MINE,), (_placed(3), COUNT, ROUND))
    assert (crowd[MINE.token].spot, crowd[MINE.token].value) == (THERE, 4)


@pytest.mark.parametrize(
    "happened",
    [
        (ROUND, _placed(118), COUNT),
        (ROUND, _placed(118), COUNT, ROUND),
        (COUNT, ROUND, _placed(118), COUNT),
    ],
)
def test_who_missed_a_round_sees_no_brokers_of_another(happened: tuple[Event, ...]) -> None:
    """News of several rounds at once, as after resigning, are told without a picture."""
    assert crowd_of((MINE,), happened) == {}


def test_the_round_after_the_count_changes_nothing() -> None:
    """Brokers that are placed in the next round are not those that were counted."""
    assert crowd_of((MINE,), (COUNT, ROUND, _placed(118))) == {MINE.token: MINE}
    assert crowd_of((MINE,), (ROUND, _placed(118))) == {MINE.token: MINE}
