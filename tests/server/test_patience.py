"""The clocks of one table, with time as a number."""

from protocol.game import NATURE, Seat
from ys_server.patience import Patience


def test_a_clock_runs_from_the_question_on() -> None:
    """Whole seconds are left, rounded up, and never fewer than none."""
    patience = Patience(10)
    assert patience.follow({Seat(0): 0}, 0.0)
    assert patience.left(0.5) == ((Seat(0), 10),)
    assert patience.left(9.5) == ((Seat(0), 1),)
    assert patience.left(99.0) == ((Seat(0), 0),)


def test_only_what_is_new_begins_anew() -> None:
    """The seat that acted gets a new clock, the other one keeps its own."""
    patience = Patience(10)
    patience.follow({Seat(0): 0, Seat(1): 0}, 0.0)
    assert not patience.follow({Seat(0): 0, Seat(1): 0}, 4.0)
    assert patience.follow({Seat(0): 1, Seat(1): 0}, 4.0)
    assert patience.left(4.0) == ((Seat(0), 10), (Seat(1), 6))


def test_nobody_waits_for_nature() -> None:
    """The server itself is no seat one votes about."""
    patience = Patience(10)
    assert not patience.follow({NATURE: 0}, 0.0)
    assert patience.left(0.0) == ()


def test_the_end_of_a_clock_is_told_once() -> None:
    """Again only when another clock has run out, or the same one after a new question."""
    patience = Patience(10)
    patience.follow({Seat(0): 0, Seat(1): 0}, 0.0)
    assert [patience.ran_out(at) for at in (9.0, 10.0, 11.0)] == [False, True, False]
    patience.follow({Seat(0): 3, Seat(1): 0}, 12.0)
    assert [patience.ran_out(at) for at in (13.0, 22.0, 23.0)] == [False, True, False]


def test_who_is_not_awaited_has_no_time_left_to_wait_for() -> None:
    """The engine refuses a vote about such a seat; patience has nothing against it."""
    patience = Patience(10)
    patience.follow({Seat(0): 0}, 0.0)
    assert patience.seconds_left(Seat(0), 3.0) == 7
    assert patience.seconds_left(Seat(1), 3.0) == 0
