"""The clocks of one table, with time as a number."""

from collections.abc import Mapping

from protocol.clocks import CLOCKS, DAY
from protocol.game import NATURE, Seat
from ys_server.patience import Asked, Patience

ONE, OTHER = Seat(0), Seat(1)


def asked(*seats: int, since: int = 0, automatic: bool = False) -> Mapping[Seat, Asked]:
    """Return that these seats are asked something since that length of the log."""
    return {Seat(seat): Asked(since, automatic) for seat in seats}


def live(seconds: float = 60.0, away: float = 0.0) -> Patience:
    """Return the clocks of a table with ten minutes each, where everybody is away for so long."""
    return Patience(seconds, CLOCKS["live-10"], lambda _seat, _now: away)


def test_a_clock_runs_from_the_question_on() -> None:
    """Whole seconds are left, rounded up, and never fewer than none."""
    patience = Patience(10)
    assert patience.follow({Seat(0): Asked(0)}, 0.0)
    assert patience.left(0.5) == ((Seat(0), 10),)
    assert patience.left(9.5) == ((Seat(0), 1),)
    assert patience.left(99.0) == ((Seat(0), 0),)


def test_only_what_is_new_begins_anew() -> None:
    """The seat that acted gets a new clock, the other one keeps its own."""
    patience = Patience(10)
    patience.follow({Seat(0): Asked(0), Seat(1): Asked(0)}, 0.0)
    assert not patience.follow({Seat(0): Asked(0), Seat(1): Asked(0)}, 4.0)
    assert patience.follow({Seat(0): Asked(1), Seat(1): Asked(0)}, 4.0)
    assert patience.left(4.0) == ((Seat(0), 10), (Seat(1), 6))


def test_nobody_waits_for_nature() -> None:
    """The server itself is no seat one votes about."""
    patience = Patience(10)
    assert not patience.follow({NATURE: Asked(0)}, 0.0)
    assert patience.left(0.0) == ()


def test_the_end_of_a_clock_is_told_once() -> None:
    """Again only when another clock has run out, or the same one after a new question."""
    patience = Patience(10)
    patience.follow({Seat(0): Asked(0), Seat(1): Asked(0)}, 0.0)
    assert [patience.is_news(at) for at in (9.0, 10.0, 11.0)] == [False, True, False]
    patience.follow({Seat(0): Asked(3), Seat(1): Asked(0)}, 12.0)
    assert [patience.is_news(at) for at in (13.0, 22.0, 23.0)] == [False, True, False]


def test_who_is_not_awaited_has_no_time_left_to_wait_for() -> None:
    """The engine refuses a vote about such a seat; patience has nothing against it."""
    patience = Patience(10)
    patience.follow({Seat(0): Asked(0)}, 0.0)
    assert patience.seconds_left(Seat(0), 3.0) == 7
    assert patience.seconds_left(Seat(1), 3.0) == 0


def test_a_bank_is_used_only_while_the_table_waits_for_that_seat() -> None:
    """What one decision leaves is there for the next, ten seconds more; the other seat's stays whole."""
    patience = live(seconds=999.0)
    patience.follow(asked(0), 0.0)
    assert patience.left(0.0) == ((ONE, 610),)
    patience.follow(asked(1, since=1), 100.0)
    assert patience.left(300.0) == ((OTHER, 410),)
    patience.follow(asked(0, since=2), 400.0)
    assert patience.left(400.0) == ((ONE, 520),)


def test_each_seat_of_a_simultaneous_phase_has_its_own_time() -> None:
    """Who has answered uses nothing; the others go on with what they have used."""
    patience = live(seconds=999.0)
    patience.follow(asked(0, 1), 0.0)
    patience.follow(asked(1), 50.0)
    assert patience.left(100.0) == ((OTHER, 510),)
    patience.follow(asked(0, 1, since=2), 200.0)
    assert patience.left(200.0) == ((ONE, 570), (OTHER, 420))


def test_automatic_answers_cost_nothing_and_have_the_grace_alone() -> None:
    """A client that does not answer by itself is away, whatever is in its bank."""
    patience = live(seconds=60.0)
    patience.follow(asked(0, automatic=True), 0.0)
    assert patience.left(20.0) == ((ONE, 40),)
    patience.follow(asked(0, since=1), 50.0)
    assert patience.left(50.0) == ((ONE, 610),)


def test_who_is_away_has_the_grace_and_not_the_whole_bank() -> None:
    """Ten minutes are for thinking; nobody waits so long for somebody who has gone."""
    patience = live(seconds=60.0, away=50.0)
    patience.follow(asked(0), 0.0)
    assert patience.left(20.0) == ((ONE, 40),)
    assert patience.left(200.0) == ((ONE, 10),)


def test_a_return_and_a_departure_are_news() -> None:
    """The clocks that clients count down are told anew when somebody goes or comes back."""
    gone = {"for": 0.0}
    patience = Patience(60, CLOCKS["live-10"], lambda _seat, _now: gone["for"])
    patience.follow(asked(0), 0.0)
    assert not patience.is_news(0.0)
    gone["for"] = 10.0
    assert patience.is_news(10.0)
    gone["for"] = 11.0
    assert not patience.is_news(11.0)
    gone["for"] = 0.0
    assert patience.is_news(12.0)


def test_days_are_for_each_decision_and_automatic_answers_too() -> None:
    """Nobody is expected to be here: being away shortens nothing."""
    patience = Patience(60, CLOCKS["days-3"], lambda _seat, _now: 9e9)
    patience.follow({ONE: Asked(0), OTHER: Asked(0, automatic=True)}, 0.0)
    assert patience.left(DAY) == ((ONE, 2 * DAY), (OTHER, 2 * DAY))
    patience.follow({ONE: Asked(5), OTHER: Asked(0, automatic=True)}, DAY)
    assert patience.left(DAY) == ((ONE, 3 * DAY), (OTHER, 2 * DAY))


def test_no_clock_runs_while_the_table_is_paused() -> None:
    """What was left is left afterwards, and no end of a clock is told meanwhile."""
    patience = live(seconds=999.0)
    patience.follow(asked(0), 0.0)
    assert patience.follow(asked(0), 100.0, is_paused=True)
    assert patience.left(5_000.0) == ((ONE, 510),)
    assert not patience.is_running
    assert not patience.is_news(5_000.0)
    assert patience.follow(asked(0), 5_000.0)
    assert patience.left(5_010.0) == ((ONE, 500),)


def test_what_was_used_outlasts_the_server_and_its_absence_costs_nothing() -> None:
    """The bank and the question asked now go on where they stood, whatever time it is elsewhere."""
    before = live(seconds=999.0)
    before.follow(asked(0), 0.0)
    before.follow(asked(0, 1, since=1), 100.0)
    spans = before.spans(150.0)
    after = live(seconds=999.0)
    after.restore(spans)
    after.follow(asked(0, 1, since=1), 9_000.0)
    assert after.left(9_000.0) == before.left(150.0) == ((ONE, 470), (OTHER, 560))
    assert after.is_kept
    assert not Patience(60).is_kept
