"""Tables that trust their host, as the player's client has them: only who was told so sits at one."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Escrow, Seat
from protocol.messages import Act, Began, TableChanged
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import seated, secret
from tests.support.toy import TOY, PickBid, Reveal, Seal
from ys_tui.client.intents import Confirm, Pick, SitDown
from ys_tui.client.keyring import Keyring, Notes, Scratch
from ys_tui.client.trust import LYING

NONCE = secret("a nonce", size=16)


def begun(*, told: bool) -> Desk:
    """Return a client whose game begins at a table that trusts its host, which its player was told or not."""
    desk = Desk()
    desk.table = seated(TOY, len(desk.table.setup.seats), desk.seed, options=("escrow",), with_chairs=False)
    desk.connect()
    desk.notes.sit(SERVER, TABLE, desk.table.setup.seats[0].nonce, trusting=told)
    desk.stage = "playing"
    desk.say(Began(TABLE, desk.table.setup))
    desk.say(TableChanged(desk.info()))
    desk.wish(SitDown(TABLE))
    return desk


@pytest.mark.parametrize("is_on_disk", [False, True], ids=["scratch", "disk"])
def test_it_is_noted_whether_the_host_is_trusted(tmp_path: Path, is_on_disk: bool) -> None:
    """The note goes with the nonce, table by table; one that was written without it says no."""

    def notes() -> Notes:
        return Keyring(tmp_path) if is_on_disk else scratch

    scratch = Scratch()
    notes().sit(SERVER, 3, NONCE, trusting=True)
    notes().sit(SERVER, 4, NONCE)
    assert [notes().trusts(SERVER, table) for table in (3, 4, 5)] == [True, False, False]
    assert notes().sat(SERVER, 3) == notes().sat(SERVER, 4) == NONCE
    notes().sit(SERVER, 3, NONCE)
    assert not notes().trusts(SERVER, 3)


def test_what_was_shown_when_sitting_down_is_what_is_noted() -> None:
    """The lobby says whether a table trusts its host; sitting down there is the consent."""
    for options in ((), ("escrow",)):
        desk = Desk()
        desk.table = seated(TOY, 2, desk.seed, options=options, with_chairs=False)
        desk.connect()
        desk.say(TableChanged(replace(desk.info(), chairs=())))
        desk.wish(SitDown(TABLE))
        assert desk.notes.trusts(SERVER, TABLE) == bool(options)


def test_nothing_is_locked_for_a_server_that_did_not_say_so() -> None:
    """A game that begins with the option, which was not there when the player sat down, is an alarm."""
    desk = begun(told=False)
    assert not any(isinstance(message, Act) for message in desk.sent)
    (alarm,) = desk.store.snapshot.alarms
    assert alarm.code == LYING
    assert "locks all you seal" in alarm.detail


@pytest.mark.parametrize("is_on_disk", [False, True], ids=["scratch", "disk"])
def test_keys_for_one_table_are_not_taken_for_another(tmp_path: Path, is_on_disk: bool) -> None:
    """A server that moves who sat down elsewhere to a table that trusts it is told nothing: an alarm."""
    desk = Desk(notes=Keyring(tmp_path) if is_on_disk else None)
    desk.table = seated(TOY, len(desk.table.setup.seats), desk.seed, options=("escrow",), with_chairs=False)
    desk.connect()
    desk.notes.sit(SERVER, TABLE + 1, desk.table.setup.seats[0].nonce)
    desk.stage = "playing"
    desk.say(Began(TABLE, desk.table.setup))
    desk.say(TableChanged(desk.info()))
    assert not any(isinstance(message, Act) for message in desk.sent)
    (alarm,) = desk.store.snapshot.alarms
    assert (alarm.code, "another table" in alarm.detail) == (LYING, True)


def test_client_locks_what_it_seals() -> None:
    """Its player is asked nothing about it: seals and box are one entry, sent by itself."""
    desk = begun(told=True)
    desk.deliver()
    entry = next(entry for entry in desk.table.match.log if entry.seat == 0)
    assert [type(action) for action in map(TOY.decode, entry.actions)] == [Seal, Escrow]


@pytest.mark.parametrize("is_refused_first", [False, True])
def test_client_that_was_slower_than_nature_says_nothing(*, is_refused_first: bool) -> None:
    """Its own opening is refused as overtaken: nothing is told or under way, and the game goes on."""
    desk = begun(told=True)
    desk.play_until(PickBid)
    desk.wish(Pick(desk.shown.legal[0]))
    desk.wish(Confirm())
    desk.play_until(Reveal)
    match, nature = desk.table.match, desk.table.vaults[NATURE]
    assert len(desk.acts) == 1
    entry = match.sign(NATURE, nature, match.lent(Seat(0), nature))
    match.submit(entry)
    before = desk.store.snapshot.notice
    for is_refusal in (is_refused_first, not is_refused_first):
        if is_refusal:
            desk.refuse("overtaken")
        else:
            desk.tell(len(match.log) - 1, (entry,))
    assert desk.store.snapshot.notice == before
    assert (desk.alarms, desk.acts, desk.shown.sent) == ([], [], False)
    assert desk.shown.confirmed == match.state
