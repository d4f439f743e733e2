"""Tables of earlier rules are played; those of newer ones are told as a difference, and nobody is accused."""

import pytest
from msgspec.structs import replace

from protocol.games.ys.game import YS
from protocol.messages import Began, TableChanged
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import secret
from ys_tui.client import intents
from ys_tui.client.silence import PATIENCE


def test_kept_game_of_earlier_rules_goes_on() -> None:
    """A game of Ys that revision 1 began is played on after the program was brought up to date."""
    desk = Desk(game=YS, seats=4, rules=1)
    assert YS.rules > 1
    desk.begin()
    desk.deliver()
    desk.new_store()
    desk.connect()
    desk.wish(intents.SitDown(TABLE))
    desk.deliver()
    assert desk.alarms == []
    assert desk.shown.seat == 0
    assert len(desk.shown.view.known) > 0


@pytest.mark.parametrize("changes", [{"rules": 99}, {"options": ("ghost",)}, {"game": "chess"}])
def test_newer_table_is_no_lie(changes: dict[str, object]) -> None:
    """Newer rules, another option, another game: it is said, and no alarm is raised, now or later."""
    desk = Desk()
    desk.stage = "playing"
    desk.connect()
    desk.notes.sit(SERVER, TABLE, secret(desk.seed, "nonce", 0, size=16))
    desk.say(TableChanged(desk.info()))
    desk.say(Began(TABLE, replace(desk.table.setup, **changes)))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert notice.code == "rules"
    for second in range(int(2 * PATIENCE)):
        desk.store.tick(float(second))
    assert desk.store.snapshot.alarms == ()
    assert desk.store.snapshot.marks == ()
    desk.say(Began(TABLE, replace(desk.table.setup, **changes)))
    assert desk.store.snapshot.notice == notice, "it is said once"


def test_rules_that_the_game_itself_refuses_are_a_lie() -> None:
    """Revision 1 knew no table of three: nobody can have begun that."""
    desk = Desk(game=YS, seats=3)
    desk.connect()
    desk.say(Began(TABLE, replace(desk.table.setup, rules=1)))
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]
