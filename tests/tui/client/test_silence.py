"""What counts as waiting for a server, and what does not."""

from itertools import count

from tests.support.desk import Desk
from tests.support.toy import PickBid
from ys_tui.client import intents
from ys_tui.client.silence import PATIENCE, Silence


def test_every_answer_begins_the_count_anew() -> None:
    """Two answers that took fifteen seconds each, the second right after the first, are not thirty."""
    desk = Desk()
    desk.begin()
    desk.passes(PATIENCE - 5)
    desk.play_until(PickBid)
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    desk.passes(PATIENCE - 5)
    assert desk.alarms == []
    desk.passes(5)
    assert desk.alarms == ["unanswered"]


def test_the_time_matters_only_while_something_is_waited_for() -> None:
    """Where the players think, nobody looks at the clock; what is sent is waited for until it is answered."""
    desk = Desk()
    desk.begin()
    desk.passes(1)
    desk.play_until(PickBid)
    desk.passes(1)
    timed = [desk.store.is_timed]
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    timed.append(desk.store.is_timed)
    desk.deliver()
    desk.passes(1)
    timed.append(desk.store.is_timed)
    assert timed == [False, True, False]


def test_what_was_not_waited_for_is_not_counted() -> None:
    """The clock may stand still while nothing is waited for: waiting begins with the first look at it."""
    silence = Silence()
    silence.tick(0.0, is_waiting=False, is_linked=True)
    assert not silence.tick(PATIENCE, is_waiting=True, is_linked=True)
    seconds = next(n for n in count(1) if silence.tick(PATIENCE + n, is_waiting=True, is_linked=True))
    assert seconds == PATIENCE


def test_sleep_counts_as_one_step() -> None:
    """A machine that slept for an hour has waited for two seconds; awake again, it goes on counting."""
    silence = Silence()
    assert not silence.tick(0.0, is_waiting=True, is_linked=True)
    hours = next(hour for hour in count(1) if silence.tick(3600.0 * hour, is_waiting=True, is_linked=True))
    assert hours == PATIENCE / 2
