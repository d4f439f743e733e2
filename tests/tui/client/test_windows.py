"""Two windows of one person at one table: a server that shows each of them another game gains nothing.

The other window is what it has noted: both share the files of their profile.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.game import Ballot, Seat
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid
from protocol.messages import Began, Entries, Watch
from protocol.vault import Vault
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import secret
from ys_tui.client import intents
from ys_tui.client.keyring import Keyring, Note

ME = Seat(0)


def asked() -> Desk:
    """Return a table of Ys at which the player has chosen a bid, and has not sent it."""
    desk = Desk(seats=4, game=YS)
    desk.begin()
    desk.play_until(PickBid)
    desk.deliver()
    desk.wish(intents.Pick(desk.shown.legal[0]))
    assert desk.sent == []
    return desk


def noted(desk: Desk, length: int, chain: bytes) -> None:
    """Let the other window note that it has seen so much."""
    setup = desk.table.setup
    desk.notes.write(setup.seats[ME].nonce, Note(setup.digest(), length, chain))


def test_two_windows_are_shown_two_beginnings() -> None:
    """The second one, whichever window gets it, is a lie: links of the one game are draws of the other."""
    desk = asked()
    other = Desk(seats=4, game=YS, notes=desk.notes)
    other.connect()
    seats = other.table.setup.seats
    other.say(
        Began(TABLE, replace(other.table.setup, seats=(*seats[:3], replace(seats[3], nonce=bytes(16)))))
    )
    assert other.acts == []
    (alarm,) = other.store.snapshot.alarms
    assert alarm.code == "lying-setup"
    assert "draws of this game could be foreseen" in alarm.detail


def test_two_beginnings_at_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two windows that note the first game of a seat at once, one alone has it."""
    keyring, other = Keyring(tmp_path), Keyring(tmp_path)
    nonce, one, two = secret("nonce", size=16), Note(secret(1), 0, secret(1)), Note(secret(2), 0, secret(2))
    first = iter((None,))
    look = keyring.note
    monkeypatch.setattr(keyring, "note", lambda nonce: next(first, look(nonce)))
    assert other.write(nonce, two) == two
    assert keyring.write(nonce, one) == two
    assert other.note(nonce) == two


def test_keys_of_a_return_are_those_of_no_other_table() -> None:
    """With what a seat was asked for again nothing is sealed elsewhere: its links belong to that game."""
    desk = asked()
    desk.others_play()
    for seat in (1, 2):
        desk.table.do(Seat(seat), Ballot(ME, "bot"))
    have = len(desk.store.tables[TABLE].match.log)
    desk.tell(have, desk.table.match.log[have:])
    desk.wish(intents.ComeBack())
    (again,) = desk.notes.returns(SERVER, TABLE)
    keys = Vault(secret(desk.seed, "identity", 0), again.nonce, again.name).keys
    setup = desk.table.setup
    desk.sent = []
    desk.say(Began(TABLE + 1, replace(setup, seats=(keys, *setup.seats[1:]))))
    desk.say(Entries(TABLE + 1, 0, (), b""))
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]
    assert desk.acts == []


def test_window_that_is_behind_waits_for_what_the_other_has_seen() -> None:
    """It sends nothing on an older stage, which may be another game; what it wanted to send leaves then."""
    desk = asked()
    entry = desk.other_plays(told=False)
    match = desk.table.match
    noted(desk, len(match.log), match.chain)
    desk.wish(intents.Confirm())
    (watch,) = desk.sent
    assert isinstance(watch, Watch)
    assert watch.have == len(match.log) - 1
    desk.sent = []
    desk.tell(watch.have, (entry,))
    assert len(desk.acts) == 1
    desk.deliver()
    assert desk.alarms == []
    assert desk.shown.draft == ()


def test_news_on_their_way_are_not_all_that_the_server_has() -> None:
    """What left the server before it was asked falls short of the other window's note: it is asked again."""
    desk = asked()
    match, first = desk.table.match, desk.other_plays(told=False)
    digest = match.digest()
    second = desk.other_plays(told=False)
    noted(desk, len(match.log), match.chain)
    desk.wish(intents.Confirm())
    have = len(match.log) - 2
    desk.sent = []
    desk.tell(have, (first,), digest)
    assert desk.alarms == []
    (watch,) = desk.sent
    assert isinstance(watch, Watch)
    assert watch.have == have + 1
    desk.sent = []
    desk.tell(have, (first, second))
    assert len(desk.acts) == 1
    assert desk.alarms == []


def test_server_that_has_lost_what_the_other_window_saw() -> None:
    """Where it is asked again and shows nothing more, that is an alarm, and nothing leaves."""
    desk = asked()
    match, first = desk.table.match, desk.other_plays(told=False)
    digest = match.digest()
    desk.other_plays(told=False)
    noted(desk, len(match.log), match.chain)
    desk.wish(intents.Confirm())
    have = len(match.log) - 2
    desk.tell(have, (first,), digest)
    desk.sent = []
    desk.tell(have + 1, (), digest)
    assert desk.alarms == ["rollback"]
    assert desk.sent == []


def test_windows_are_shown_two_logs() -> None:
    """What the other window has seen contradicts what is shown here: nothing leaves, the table is marked."""
    desk = asked()
    noted(desk, len(desk.table.match.log), secret("another history"))
    desk.wish(intents.Confirm())
    assert desk.sent == []
    assert desk.alarms == ["other-history"]
    assert desk.notes.marks(SERVER)[TABLE]


def test_window_is_never_shown_what_the_other_has_seen() -> None:
    """A server that says that this is all there is has gone back behind the other window."""
    desk = asked()
    desk.other_plays(told=False)
    noted(desk, len(desk.table.match.log), desk.table.match.chain)
    desk.wish(intents.Confirm())
    have = len(desk.table.match.log) - 1
    desk.tell(have, (), desk.store.tables[TABLE].match.digest())
    assert desk.acts == []
    assert desk.alarms == ["rollback"]
