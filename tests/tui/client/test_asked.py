"""Tables that a server does not show though they were asked for: each is waited for by itself."""

import pytest
from msgspec.structs import replace

from protocol.messages import Began, TableChanged, Watch
from tests.support.desk import TABLE, Desk
from tests.support.driver import seated
from tests.support.toy import TOY
from ys_tui.client.silence import PATIENCE, UNSHOWN

OTHER = TABLE + 1


@pytest.fixture
def desk() -> Desk:
    """Return a server at which the player has a chair in a running game, which it was asked to show."""
    desk = Desk()
    desk.stage = "playing"
    desk.connect()
    assert [type(message) for message in desk.sent] == [Watch]
    return desk


class Clock:
    """The time that passes for the player."""

    def __init__(self, desk: Desk) -> None:
        """Begin at some time."""
        self._desk, self._now = desk, 500.0
        desk.store.tick(self._now)

    def passes(self, seconds: int) -> None:
        """Let so many seconds pass, tick by tick."""
        for _ in range(seconds):
            self._now += 1.0
            self._desk.store.tick(self._now)


def marked(desk: Desk) -> dict[int, list[str]]:
    """Return the marks of every table."""
    return {number: [mark.code for mark in marks] for number, marks in desk.store.snapshot.marks}


def test_each_table_has_its_own_patience(desk: Desk) -> None:
    """A table that is asked for later is not blamed for the time that another one took."""
    clock = Clock(desk)
    clock.passes(11)
    desk.say(TableChanged(replace(desk.info(), id=OTHER)))
    clock.passes(10)
    assert marked(desk) == {TABLE: [UNSHOWN]}
    clock.passes(11)
    assert marked(desk) == {TABLE: [UNSHOWN], OTHER: [UNSHOWN]}


def test_answer_does_not_excuse_the_next_table(desk: Desk) -> None:
    """What was waited for one table counts for no other, also when that one was shown."""
    clock = Clock(desk)
    clock.passes(int(PATIENCE) - 1)
    desk.say(Began(TABLE, desk.table.setup))
    desk.say(TableChanged(replace(desk.info(), id=OTHER)))
    clock.passes(2)
    assert OTHER not in marked(desk)


def test_cut_links_do_not_hide_a_table_for_ever(desk: Desk) -> None:
    """A server that shows nothing and cuts the link every fifteen seconds is named all the same."""
    clock = Clock(desk)
    clock.passes(15)
    desk.store.offline(1.0, "")
    clock.passes(1)
    desk.connect()
    assert [type(message) for message in desk.sent] == [Watch], "it is asked for again"
    assert marked(desk) == {}
    clock.passes(int(PATIENCE) - 15)
    assert marked(desk) == {TABLE: [UNSHOWN]}


def test_time_without_a_link_is_not_counted(desk: Desk) -> None:
    """Nobody shows anything while there is no link."""
    clock = Clock(desk)
    desk.store.offline(1.0, "")
    clock.passes(10 * int(PATIENCE))
    assert marked(desk) == {}


def test_mark_is_lifted_when_the_table_is_shown(desk: Desk) -> None:
    """Late is not never: as soon as the game is shown, the mark is gone, and it is gone for good."""
    Clock(desk).passes(int(PATIENCE))
    assert marked(desk) == {TABLE: [UNSHOWN]}
    desk.say(Began(TABLE, desk.table.setup))
    assert marked(desk) == {}


def test_refused_table_is_not_waited_for(desk: Desk) -> None:
    """A server that says no has answered."""
    clock = Clock(desk)
    desk.refuse_last("locked")
    clock.passes(2 * int(PATIENCE))
    assert marked(desk) == {}


def test_setup_that_is_a_lie_is_an_answer(desk: Desk) -> None:
    """What was shown and is not believed is marked for what it is, not for silence."""
    clock = Clock(desk)
    stolen = seated(TOY, 3, 99).setup
    desk.say(Began(TABLE, replace(stolen, nature=stolen.seats[0])))
    clock.passes(2 * int(PATIENCE))
    assert marked(desk) == {TABLE: ["lying-setup"]}
