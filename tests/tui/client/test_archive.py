"""What the client keeps: every game that it saw to its end, at the moment when it ends, and only those."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from protocol.game import Ballot, Choice, Seat
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid as PickYsBid
from protocol.messages import Began, Lobby, Watch
from protocol.record import Record, load
from protocol.seating import END
from protocol.verdict import Flaw, Proved
from tests.support.desk import TABLE, Desk
from tests.support.driver import NAMES, secret
from tests.support.records import verdict
from tests.support.toy import PickBid, Take
from ys_tui.client import listing
from ys_tui.client.intents import AcceptKey, Confirm, Pick, WatchTable
from ys_tui.client.people import People
from ys_tui.client.shelf import Shelf, ShelfError, alarms_of
from ys_tui.client.snapshot import Alarm, Face, Standing
from ys_tui.client.visit import CHANGED_KEY


class Full:
    """A shelf on which there is no room, until there is."""

    def __init__(self) -> None:
        """Have no room."""
        self.room, self.asked = False, 0

    def keep(self, record: Record, end: bytes, alarms: Sequence[Alarm] = ()) -> Path:
        """Refuse, or take."""
        self.asked += 1
        if not self.room:
            raise ShelfError("There is no room.")
        return Path("kept")


def _bid(desk: Desk) -> None:
    desk.play_until(PickBid)
    desk.wish(Pick(desk.shown.legal[0]))
    desk.wish(Confirm())


def _finish(desk: Desk) -> None:
    """Play the game of `desk` to its end, with the first of whatever may be chosen."""
    _bid(desk)
    while desk.table.match.prompts:
        desk.deliver()
        asked = desk.table.match.prompts.get(Seat(0))
        if isinstance(asked, Choice):
            desk.wish(Pick(Take("keep")))
            desk.wish(Confirm())
        elif any(seat != 0 for seat in desk.table.match.prompts):
            desk.other_plays()
    desk.deliver()


@pytest.fixture(name="shelf")
def _shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "games")


def test_a_finished_game_is_kept_and_proves_itself(shelf: Shelf) -> None:
    """At the end the file is there with the whole game, and the table says where."""
    desk = Desk(shelf=shelf)
    desk.begin()
    desk.play_until(PickBid)
    assert (desk.shown.kept, shelf.games()) == (None, ())
    _finish(desk)
    (path,) = shelf.games()
    assert desk.shown.kept is not None
    assert desk.shown.kept.path == str(path)
    assert load(path.read_bytes()).entries == tuple(desk.table.match.log)
    assert isinstance(verdict(path.read_bytes()), Proved)
    assert alarms_of(path) == ()


def test_a_spectator_keeps_the_game_too(shelf: Shelf) -> None:
    """Who only looked on, from the first entry to the last, has the same file."""
    desk = Desk(shelf=shelf)
    desk.begin()
    _finish(desk)
    (path,) = shelf.games()
    before = path.read_bytes()
    path.unlink()
    desk.stage = "over"
    desk.new_store(secret("a spectator"))
    desk.connect()
    desk.wish(WatchTable(TABLE))
    assert isinstance(desk.sent[0], Watch)
    desk.deliver()
    assert desk.shown.seat is None
    assert [path.read_bytes() for path in shelf.games()] == [before]


def test_coming_back_to_a_finished_game_adds_no_file(shelf: Shelf) -> None:
    """A game seen again after a restart is the one that is kept."""
    desk = Desk(shelf=shelf)
    desk.begin()
    _finish(desk)
    desk.new_store()
    desk.connect()
    desk.wish(WatchTable(TABLE))
    desk.deliver()
    (path,) = shelf.games()
    assert desk.shown.kept is not None
    assert desk.shown.kept.path == str(path)


def test_no_room_is_said_and_the_game_goes_on() -> None:
    """When the file cannot be written the player is told why, at the table and once in passing."""
    shelf = Full()
    desk = Desk(shelf=shelf)
    desk.begin()
    _finish(desk)
    said = "The game could not be saved: There is no room."
    assert desk.shown.kept is not None
    assert (desk.shown.kept.path, desk.shown.kept.problem) == ("", said)
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert (notice.code, notice.detail) == ("not-kept", said)
    assert shelf.asked == 1


def test_what_had_no_room_is_kept_at_the_next_occasion() -> None:
    """Once there is room, catching up with the table is enough; after that it is not written again."""
    shelf = Full()
    desk = Desk(shelf=shelf)
    desk.begin()
    _finish(desk)
    shelf.room = True
    for _ in range(2):
        desk.connect()
        desk.deliver()
    assert shelf.asked == 2
    assert desk.shown.kept is not None
    assert (desk.shown.kept.path, desk.shown.kept.problem) == ("kept", "")


def test_an_alarm_at_the_table_marks_the_game(shelf: Shelf) -> None:
    """A game whose table began without the own chair is kept with what was said of it."""
    desk = Desk(shelf=shelf)
    desk.begin()
    _finish(desk)
    for path in shelf.games():
        path.unlink()
    desk.new_store(secret("a cheated person"))
    desk.connect()
    desk.say(Began(TABLE, desk.table.setup))
    desk.tell(0, desk.table.match.log)
    (path,) = shelf.games()
    assert [alarm.code for alarm in alarms_of(path)] == ["chair-lost"]


@pytest.mark.parametrize("is_accepted", [False, True])
def test_a_changed_key_marks_the_game_unless_it_was_accepted(shelf: Shelf, *, is_accepted: bool) -> None:
    """A game with somebody whose key had changed, and was not accepted until its end, is kept with that."""
    known = People()
    known.met([Face(NAMES[1], secret("before"), Standing.NEW)])
    desk = Desk(shelf=shelf, people=known)
    desk.begin()
    if is_accepted:
        desk.wish(AcceptKey(NAMES[1], desk.table.setup.seats[1].sign))
    _finish(desk)
    (path,) = shelf.games()
    assert [alarm.code for alarm in alarms_of(path)] == ([] if is_accepted else [CHANGED_KEY])


def test_without_a_shelf_nothing_is_kept() -> None:
    """A throw-away client plays as ever and keeps nothing."""
    desk = Desk()
    desk.begin()
    _finish(desk)
    desk.say(Lobby((desk.info(),), ()))
    assert desk.shown.kept is None


def test_a_game_that_the_table_has_ended_is_kept_as_such(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its file holds all of it and says that a vote has ended it; it is listed, and counts as no failure."""
    desk = Desk(seats=4, game=YS, shelf=shelf)
    desk.begin()
    desk.play_until(PickYsBid)
    desk.deliver()
    desk.others_play()
    for seat in (1, 2):
        desk.table.do(Seat(seat), Ballot(Seat(0), END))
    have = len(desk.store.tables[TABLE].match.log)
    desk.tell(have, desk.table.match.log[have:])
    (path,) = shelf.games()
    assert desk.shown.kept is not None
    assert desk.shown.kept.path == str(path)
    found = verdict(path.read_bytes())
    assert isinstance(found, Flaw)
    assert found.has_no_result
    assert listing.run(tmp_path, shelf, is_json=False, is_strict=True) == 0
    assert "the table voted to end the game" in capsys.readouterr().out
