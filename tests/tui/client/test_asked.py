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


def marked(desk: Desk) -> dict[int, list[str]]:
    """Return the marks of every table."""
    return {number: [mark.code for mark in marks] for number, marks in desk.store.snapshot.marks}


def test_each_table_has_its_own_patience(desk: Desk) -> None:
    """A table that is asked for later is not blamed for the time that another one took."""
    desk.passes(11)
    desk.say(TableChanged(replace(desk.info(), id=OTHER)))
    desk.passes(10)
    assert marked(desk) == {TABLE: [UNSHOWN]}
    desk.passes(11)
    assert marked(desk) == {TABLE: [UNSHOWN], OTHER: [UNSHOWN]}


def test_answer_does_not_excuse_the_next_table(desk: Desk) -> None:
    """What was waited for one table counts for no other, also when that one was shown."""
    desk.passes(PATIENCE - 1)
    desk.say(Began(TABLE, desk.table.setup))
    desk.say(TableChanged(replace(desk.info(), id=OTHER)))
    desk.passes(2)
    assert OTHER not in marked(desk)


def test_cut_links_do_not_hide_a_table_for_ever(desk: Desk) -> None:
    """A server that shows nothing and cuts the link every fifteen seconds is named all the same."""
    desk.passes(15)
    desk.store.offline(1.0, "")
    desk.passes(1)
    desk.connect()
    assert [type(message) for message in desk.sent] == [Watch], "it is asked for again"
    assert marked(desk) == {}
    desk.passes(PATIENCE - 15)
    assert marked(desk) == {TABLE: [UNSHOWN]}


def test_time_without_a_link_is_not_counted(desk: Desk) -> None:
    """Nobody shows anything while there is no link."""
    desk.store.offline(1.0, "")
    desk.passes(10 * PATIENCE)
    assert marked(desk) == {}


def test_mark_is_lifted_when_the_table_is_shown(desk: Desk) -> None:
    """Late is not never: as soon as the game is shown, the mark is gone, and it is gone for good."""
    desk.passes(PATIENCE)
    assert marked(desk) == {TABLE: [UNSHOWN]}
    desk.say(Began(TABLE, desk.table.setup))
    assert marked(desk) == {}


def test_refused_table_is_not_waited_for(desk: Desk) -> None:
    """A server that says no has answered."""
    desk.refuse_last("locked")
    desk.passes(2 * PATIENCE)
    assert marked(desk) == {}


def test_busy_server_is_asked_again(desk: Desk) -> None:
    """What came too fast is asked for again when the server said, and the server is not blamed."""
    desk.sent = []
    desk.refuse_last("too-fast", "20 requests at once; come back in 9 seconds")
    desk.passes(9)
    assert desk.sent == []
    desk.passes(1)
    assert [type(message) for message in desk.sent] == [Watch]
    desk.passes(PATIENCE - 1)
    assert marked(desk) == {}
    desk.passes(1)
    assert marked(desk) == {TABLE: [UNSHOWN]}, "it was not busy any more"


def test_new_link_asks_once(desk: Desk) -> None:
    """The pause ends with the link: on the next one the table is asked for at once, and not again."""
    desk.refuse_last("too-fast", "20 requests at once; come back in 9 seconds")
    desk.connect()
    desk.passes(12)
    assert [type(message) for message in desk.sent] == [Watch]


def test_setup_that_is_a_lie_is_an_answer(desk: Desk) -> None:
    """What was shown and is not believed is marked for what it is, not for silence."""
    stolen = seated(TOY, 3, 99).setup
    desk.say(Began(TABLE, replace(stolen, nature=stolen.seats[0])))
    desk.passes(2 * PATIENCE)
    assert marked(desk) == {TABLE: ["lying-setup"]}
