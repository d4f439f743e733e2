"""What the count shows of the brokers it is about, also to somebody who has missed more than one of them."""

import pytest

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import Spot
from protocol.games.ys.state import Broker
from protocol.seals import Token
from ys_tui.games.ys.count import Crowd, steps_of

HERE, THERE = Spot("1 port"), Spot("2 palace")
MINE = Broker(token=Token(3), owner=Seat(0), seal=bytes(32), spot=HERE)
COUNT, ROUND = events.CountBegan(1), events.RoundBegan(2, (), (), ())


def _placed(token: int) -> Event:
    return events.Placed(Seat(0), Token(token), THERE, 4)


def _crowds(*happened: Event) -> list[Crowd]:
    return [step.crowd for step in steps_of(happened, (MINE,)) if step.event == COUNT]


def test_brokers_are_counted_where_they_were_placed_last() -> None:
    """What was placed before the count stands there, with its value when it lies face up."""
    (crowd,) = _crowds(_placed(3), COUNT, ROUND)
    assert (crowd[MINE.token].spot, crowd[MINE.token].value) == (THERE, 4)


@pytest.mark.parametrize("happened", [(ROUND, _placed(118), COUNT), (ROUND, _placed(118), COUNT, ROUND)])
def test_who_missed_a_round_sees_no_brokers_of_another(happened: tuple[Event, ...]) -> None:
    """News of several rounds at once, as after resigning, are told without a picture of the later ones."""
    assert _crowds(*happened) == [{}]


def test_each_count_has_the_brokers_of_its_own_round() -> None:
    """A count that was half told, and a whole round behind it: the first has its picture, the second none."""
    assert _crowds(COUNT, ROUND, _placed(118), COUNT) == [{MINE.token: MINE}, {}]


def test_broker_that_moves_between_two_counts_is_at_both_places() -> None:
    """A card that moves a broker during a count changes the counts after it, not the one before."""
    moved = events.Moved(Seat(0), MINE.token, HERE, THERE, "")
    assert [crowd[MINE.token].spot for crowd in _crowds(COUNT, moved, COUNT)] == [HERE, THERE]
