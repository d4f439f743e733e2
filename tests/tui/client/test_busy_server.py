"""A server that is too busy is no cheat: what it turns away leaves again later; delay for ever is named."""

from itertools import count

import pytest

from protocol.game import Resign
from protocol.messages import Watch
from tests.support.desk import TABLE, Desk
from tests.support.toy import PickBid
from ys_tui.client import intents
from ys_tui.client.pause import EXCUSED, LONGEST, Pause
from ys_tui.client.silence import PATIENCE, REFUSALS

BUSY = "20 requests at once; come back in 4 seconds"


@pytest.fixture
def desk() -> Desk:
    """Return a table that has just begun: the client owes its sealing, and has sent it."""
    desk = Desk()
    desk.begin()
    return desk


@pytest.fixture
def bid() -> Desk:
    """Return a table to which the player has sent a bid."""
    desk = Desk()
    desk.begin()
    desk.play_until(PickBid)
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    return desk


def test_owed_answer_leaves_again(desk: Desk) -> None:
    """A sealing that came too fast is sent again, byte for byte, after the seconds that were named."""
    (first,) = desk.acts
    desk.refuse("too-fast", BUSY)
    desk.passes(4)
    assert desk.acts == []
    desk.passes(1)
    assert desk.acts == [first]
    desk.passes(PATIENCE - 1)
    assert desk.alarms == []
    desk.deliver()
    desk.passes(PATIENCE)
    assert desk.alarms == []


def test_bid_leaves_again(bid: Desk) -> None:
    """The player is told once, and need not confirm anew; three such refusals accuse nobody."""
    (first,) = bid.acts
    notices = set()
    for _ in range(REFUSALS):
        bid.refuse("too-fast", BUSY)
        assert bid.shown.sent
        assert bid.store.snapshot.notice is not None
        notices.add(bid.store.snapshot.notice)
        bid.passes(5)
        assert bid.acts == [first]
    assert [notice.code for notice in notices] == ["too-fast"]
    assert bid.alarms == []
    bid.deliver()
    assert bid.table.match.find(first) is not None


def test_resignation_leaves_again(bid: Desk) -> None:
    """What needs no question waits and leaves in the same way."""
    bid.deliver()
    bid.wish(intents.ResignGame())
    bid.refuse("too-fast", BUSY)
    bid.passes(5)
    (entry,) = bid.acts
    assert isinstance(bid.game.decode(entry.actions[0]), Resign)


def test_missed_entries_are_asked_for_again(bid: Desk) -> None:
    """Refused because it came too fast after a lost link: asked for again, and nobody is accused."""
    bid.connect()
    assert [type(message) for message in bid.sent] == [Watch]
    bid.sent = []
    bid.refuse_last("too-many-watchers", "full; come back in 10 seconds")
    bid.passes(11)
    assert [type(message) for message in bid.sent] == [Watch]
    bid.passes(PATIENCE - 1)
    assert bid.alarms == []
    bid.deliver()
    bid.passes(PATIENCE)
    assert bid.alarms == []


def test_busy_for_ever_is_named(desk: Desk) -> None:
    """A server that turns the same away again and again is excused a few times, not for ever."""
    for turn in count():
        if desk.alarms:
            break
        assert turn < 20
        desk.refuse("too-fast", BUSY)
        desk.passes(5)
    assert desk.alarms == ["unanswered"]
    assert turn > EXCUSED


def test_excuses_begin_anew(desk: Desk) -> None:
    """Whoever took the sealing in the end may be busy again when the bid comes."""
    for _ in range(EXCUSED):
        desk.refuse("too-fast", BUSY)
        desk.passes(5)
    desk.play_until(PickBid)
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    desk.refuse("too-fast", f"come back in {PATIENCE + 5:.0f} seconds")
    desk.passes(PATIENCE + 4)
    assert desk.alarms == []


def test_lost_link_ends_the_pause(desk: Desk) -> None:
    """After a new connection it is sent with the first chance, once."""
    desk.refuse("too-fast", BUSY)
    desk.connect()
    desk.passes(10)
    assert [type(message) for message in desk.sent] == [Watch], "nothing leaves before the past is there"
    desk.show(Watch(1, TABLE, 0, b""))
    assert len(desk.acts) == 1
    desk.passes(10)
    assert len(desk.acts) == 1


@pytest.mark.parametrize("code", ["abandoned", "stopped"])
def test_table_that_is_over_for_the_server_is_no_lie(desk: Desk, code: str) -> None:
    """A game that the server has ended is told as that; what was owed there is not missed."""
    desk.refuse(code)
    desk.passes(3 * PATIENCE)
    assert dict(desk.store.snapshot.marks) == {}


def test_pauses_grow_where_no_seconds_are_named() -> None:
    """Each is longer than the one before, up to a bound; what was taken begins anew."""
    pause = Pause()

    def lasts() -> float:
        pause.begin("too much")
        pause.tick(0.0)
        for second in count(1):
            pause.tick(float(second))
            if pause.take():
                break
        return float(second)

    assert [lasts() for _ in range(6)] == [2.0, 4.0, 8.0, 16.0, LONGEST, LONGEST]
    pause.answered()
    assert lasts() == 2.0


@pytest.mark.parametrize(("words", "due"), [("come back in 1 second", 2.0), ("come back in 4 seconds", 5.0)])
def test_a_pause_lasts_as_long_as_the_server_names(words: str, due: float) -> None:
    """One second is named like several; each has one on top."""
    pause = Pause()
    pause.begin(words)
    pause.tick(0.0)
    pause.tick(due - 0.5)
    assert not pause.take()
    pause.tick(due)
    assert pause.take()


def test_longest_pause_is_bounded() -> None:
    """A server cannot name a day."""
    pause = Pause()
    pause.begin("come back in 86400 seconds")
    pause.tick(0.0)
    pause.tick(LONGEST)
    assert pause.take()
    assert not pause.take(), "once"
