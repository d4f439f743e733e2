"""A note that cannot be written: nothing leaves, the player is told, and it goes on once there is room."""

from pathlib import Path

import pytest

from protocol.game import NATURE, Ballot, Resign, Seat
from protocol.messages import Began, Watch
from protocol.seating import PAUSE
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.toy import PickBid
from ys_tui.client import files, intents
from ys_tui.client.keyring import Keyring
from ys_tui.client.pause import LONGEST
from ys_tui.client.silence import PATIENCE
from ys_tui.client.unwritten import AGAIN


class Disk:
    """A disk that is full while a test says so: what is written in whole fails there."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        replace, add = files.replace, files.add

        def replaced(path: Path, data: bytes) -> None:
            self._write()
            replace(path, data)

        def added(path: Path, data: bytes) -> bool:
            self._write()
            return add(path, data)

        patch.setattr(files, "replace", replaced)
        patch.setattr(files, "add", added)

    def _write(self) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return the disk of the profile, with room."""
    return Disk(monkeypatch)


@pytest.fixture
def desk(disk: Disk, tmp_path: Path) -> Desk:
    """Return a table that has just begun, with the notes of the player on that disk."""
    desk = Desk(notes=Keyring(tmp_path / "profile"))
    desk.begin()
    return desk


def bids(desk: Desk) -> None:
    """Let the player confirm a bid."""
    desk.play_until(PickBid)
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())


@pytest.fixture
def full(desk: Desk, disk: Disk) -> Desk:
    """Return the table with a bid that was confirmed while the disk is full."""
    desk.play_until(PickBid)
    disk.is_full = True
    bids(desk)
    return desk


def notices(desk: Desk) -> int:
    """Return how many words the player has been told."""
    notice = desk.store.snapshot.notice
    return 0 if notice is None else notice.number


def test_nothing_leaves_without_its_note(full: Desk) -> None:
    """The draft is the player's still and not shown as sent; the words name the file and accuse nobody."""
    assert full.acts == []
    assert not full.shown.sent
    assert len(full.shown.draft) == 1
    notice = full.store.snapshot.notice
    assert notice is not None
    assert notice.detail.startswith("Not sent yet; it is tried again by itself: ")
    assert notice.detail.endswith("cannot be written (No space left on device).")
    full.passes(PATIENCE * 2)
    assert full.alarms == []
    assert full.store.snapshot.marks == ()


def test_told_once(full: Desk) -> None:
    """The tries that follow by the clock are silent; a player who confirms again is answered."""
    told = notices(full)
    full.passes(AGAIN * 4)
    assert notices(full) == told
    full.wish(intents.Confirm())
    assert notices(full) > told
    assert full.acts == []


def test_goes_on_by_itself(full: Desk, disk: Disk) -> None:
    """Once there is room, what was confirmed leaves within a few seconds, is shown as sent, and arrives."""
    disk.is_full = False
    full.passes(AGAIN + 1)
    assert full.shown.sent
    (bid,) = full.acts
    full.deliver()
    assert full.table.match.find(bid) is not None
    full.passes(AGAIN * 3)
    assert full.acts == []


def test_goes_on_at_the_next_wish(full: Desk, disk: Disk) -> None:
    """Whoever confirms again does not wait for the clock."""
    disk.is_full = False
    full.wish(intents.Confirm())
    assert len(full.acts) == 1
    full.passes(AGAIN * 3)
    assert len(full.acts) == 1


def test_draft_is_decided_anew(full: Desk, disk: Disk) -> None:
    """A draft that was taken back, or chosen anew, waits for its own confirmation."""
    full.wish(intents.Undo())
    assert full.shown.draft == ()
    full.wish(intents.Pick(full.shown.legal[-1]))
    disk.is_full = False
    full.passes(AGAIN * 3)
    assert full.acts == []
    assert len(full.shown.draft) == 1


def test_answer_is_given_later(desk: Desk, disk: Disk) -> None:
    """What the client owes by itself, such as the opening of a bid, is not lost either."""
    bids(desk)
    desk.deliver()
    disk.is_full = True
    desk.others_play()
    assert desk.table.match.prompts[Seat(0)].automatic
    assert desk.acts == []
    disk.is_full = False
    desk.passes(AGAIN + 1)
    assert len(desk.acts) == 1


def test_resignation_is_given_later(desk: Desk, disk: Disk) -> None:
    """A declaration keeps its place till it can leave, and leaves once."""
    desk.play_until(PickBid)
    disk.is_full = True
    desk.wish(intents.ResignGame())
    assert desk.acts == []
    disk.is_full = False
    desk.passes(AGAIN + 1)
    (entry,) = desk.acts
    assert isinstance(desk.game.decode(entry.actions[0]), Resign)
    desk.passes(AGAIN * 3)
    assert desk.acts == [entry]


def test_draft_leaves_behind_a_ballot(full: Desk, disk: Disk) -> None:
    """What was confirmed is not forgotten for what leaves before it: both do, each once."""
    full.wish(intents.Vote(NATURE, PAUSE))
    assert full.acts == []
    disk.is_full = False
    full.passes(AGAIN + 1)
    (ballot,) = full.acts
    assert isinstance(full.game.decode(ballot.actions[0]), Ballot)
    length = len(full.table.match.log)
    full.deliver()
    voted, bid = full.table.match.log[length:]
    assert (voted, bid.seat) == (ballot, 0)
    assert full.shown.draft == ()


def test_link_lost_meanwhile(full: Desk, disk: Disk) -> None:
    """The confirmed draft leaves over the next link, and not before what happened there is held."""
    length = len(full.table.match.log)
    full.connect()
    disk.is_full = False
    full.passes(AGAIN * 2)
    assert full.acts == []
    full.deliver()
    (bid,) = full.table.match.log[length:]
    assert bid.seat == 0
    assert full.shown.draft == ()


def test_game_that_begins_on_a_full_disk(disk: Disk, tmp_path: Path) -> None:
    """A table of which nothing can be noted is no lie: it is asked for again, and held once there is room."""
    desk = Desk(notes=Keyring(tmp_path / "profile"))
    desk.connect()
    disk.is_full = True
    desk.say(Began(TABLE, desk.table.setup))
    told = notices(desk)
    assert told == 1
    assert desk.store.snapshot.alarms == ()
    assert desk.store.snapshot.marks == ()
    desk.passes(AGAIN)
    (watch,) = desk.sent
    assert isinstance(watch, Watch)
    desk.deliver()
    assert notices(desk) == told
    disk.is_full = False
    desk.passes(LONGEST)
    desk.deliver()
    desk.wish(intents.WatchTable(TABLE))
    assert desk.shown.seat == 0
    assert desk.notes.marks(SERVER) == {}


def test_game_on_a_disk_that_stays_full(disk: Disk, tmp_path: Path) -> None:
    """It is asked for less and less often, each time in full, and the server is blamed for nothing."""
    desk = Desk(notes=Keyring(tmp_path / "profile"))
    desk.connect()
    disk.is_full = True
    desk.say(Began(TABLE, desk.table.setup))
    asked = 0
    for _ in range(int(LONGEST) * 10):
        desk.passes(1)
        asked += sum(isinstance(message, Watch) for message in desk.sent)
        desk.deliver()
    assert 4 + 7 <= asked <= 4 + 9, "after 2, 4, 8 and 16 seconds, then after 30 each"
    assert desk.store.snapshot.marks == ()
    assert desk.store.snapshot.alarms == ()
