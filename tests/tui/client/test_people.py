"""People that were met: a key that changed is said loudly, a name that changed softly, bots never."""

import stat
from pathlib import Path

import pytest

from protocol.codec import pack
from tests.support.desk import TABLE, Desk
from tests.support.driver import NAMES, secret
from ys_tui.client import people as module
from ys_tui.client.intents import AcceptKey, SitDown
from ys_tui.client.keyring import KeyringError
from ys_tui.client.people import MOST, People, Person
from ys_tui.client.snapshot import Face, Standing
from ys_tui.client.visit import CHANGED_KEY

BEN, CARA = secret("ben"), secret("cara")
DAY = 86_400


def people(path: Path | None = None, now: float = 100 * DAY) -> People:
    """Return who is known, at some time."""
    return People(path, lambda: now)


def face(known: People, name: str, key: bytes) -> Face:
    """Return what is known of somebody else who is no bot."""
    return known.face(name, key, is_own=False, is_bot=False)


def plays(known: People, name: str, key: bytes) -> None:
    """Begin a game with somebody."""
    known.met([face(known, name, key)])


def test_met_again(tmp_path: Path) -> None:
    """Who was met is known at the next start: how often, and when last; nothing is said about it."""
    plays(people(tmp_path / "people"), "Ben", BEN)
    plays(people(tmp_path / "people", 200 * DAY), "Ben", BEN)
    assert face(people(tmp_path / "people"), "Ben", BEN) == Face("Ben", BEN, Standing.KNOWN, 2, 200 * DAY)
    assert face(people(tmp_path / "people"), "Cara", CARA) == Face("Cara", CARA, Standing.NEW)
    assert stat.S_IMODE((tmp_path / "people").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["people"]


def test_changed_key_until_it_is_accepted(tmp_path: Path) -> None:
    """Another key for a known name is said; playing on does not make it known, only the player does."""
    known = people(tmp_path / "people")
    plays(known, "Ben", BEN)
    for _ in range(2):
        changed = face(known, "Ben", CARA)
        assert changed.standing is Standing.CHANGED
        assert "another key than the Ben you know (last met 1970-04-11, 1 game)" in changed.word
        known.met([changed])
    known.accept("Ben", CARA, is_playing=True)
    accepted = face(people(tmp_path / "people"), "Ben", CARA)
    assert (accepted.standing, accepted.games) == (Standing.KNOWN, 1)
    assert face(known, "Ben", BEN).standing is Standing.CHANGED, "the old one is not Ben's any more"


@pytest.mark.parametrize("name", ["ben", "BEN", "Ｂen"])
def test_name_that_looks_the_same(name: str) -> None:
    """A name in other letters of the same look is the known one."""
    known = people()
    plays(known, "Ben", BEN)
    assert face(known, name, CARA).standing is Standing.CHANGED


def test_known_key_under_another_name() -> None:
    """It is said softly, once the game has begun no more: both names are that key's."""
    known = people()
    plays(known, "Ben", BEN)
    renamed = face(known, "Benno", BEN)
    assert (renamed.standing, renamed.word) == (Standing.RENAMED, "Benno has the key that you know as Ben.")
    known.met([renamed])
    assert face(known, "Benno", BEN).standing is Standing.KNOWN
    assert face(known, "Ben", BEN).standing is Standing.KNOWN


def test_bots_and_oneself_are_nobody() -> None:
    """A bot may have any name and key, and so may the player: nothing is said or noted."""
    known = people()
    plays(known, "Ben", BEN)
    bot = known.face("Ben", CARA, is_own=False, is_bot=True)
    own = known.face("Ben", CARA, is_own=True, is_bot=False)
    assert (bot.standing, bot.word, own.standing, own.word) == (Standing.BOT, "", Standing.SELF, "")
    known.met([bot, own])
    assert face(known, "Ben", BEN).games == 1


@pytest.mark.parametrize("data", [b"", b"\xc1", pack((1, 2)), b"\x00" * 5_000])
def test_damaged_file_never_stops_the_start(tmp_path: Path, data: bytes) -> None:
    """It is put aside and named, and people are met anew."""
    (tmp_path / "people").write_bytes(data)
    known = people(tmp_path / "people")
    assert str(tmp_path / "people.damaged") in known.problem
    assert (tmp_path / "people.damaged").read_bytes() == data
    plays(known, "Ben", BEN)
    again = people(tmp_path / "people")
    assert again.problem == ""
    assert face(again, "Ben", BEN).standing is Standing.KNOWN


def test_file_in_the_way_is_told(tmp_path: Path) -> None:
    """What cannot be written is said in words."""
    known = people(tmp_path / "none" / "people")
    with pytest.raises(KeyringError, match="cannot be written"):
        plays(known, "Ben", BEN)


def test_each_damaged_file_is_put_aside(tmp_path: Path) -> None:
    """A second damage does not cost what was put aside at the first."""
    for data in (b"one", b"two", b"three"):
        (tmp_path / "people").write_bytes(data)
        told = people(tmp_path / "people").problem
    names = ("people.damaged", "people.damaged-2", "people.damaged-3")
    assert [(tmp_path / name).read_bytes() for name in names] == [b"one", b"two", b"three"]
    assert str(tmp_path / names[-1]) in told


def test_two_windows_of_one_profile(tmp_path: Path) -> None:
    """What the one has met is not forgotten by the other's next meeting."""
    one, other = people(tmp_path / "people"), people(tmp_path / "people")
    plays(one, "Ben", BEN)
    plays(other, "Cara", CARA)
    assert face(people(tmp_path / "people"), "Ben", BEN).standing is Standing.KNOWN


def test_the_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has an end; who was met lately is on it."""
    monkeypatch.setattr(module, "MOST", 2)
    known = people()
    for name in ("Ada", "Ben", "Cara"):
        plays(known, name, secret(name))
    assert face(known, "Ada", secret("Ada")).standing is Standing.NEW
    assert face(known, "Ben", secret("Ben")).standing is Standing.KNOWN


def test_a_full_list_can_be_read_again(tmp_path: Path) -> None:
    """As many people as are remembered fit the limits of what is read."""
    everybody = tuple(Person("Ä" * 16, secret(number), 2**40, 2**40, 2**20) for number in range(MOST))
    (tmp_path / "people").write_bytes(pack(everybody))
    assert people(tmp_path / "people").problem == ""


# --- in the store --------------------------------------------------------------------------------------


def desk_with(known: People) -> Desk:
    """Return a desk whose store knows these people."""
    desk = Desk(people=known)
    desk.begin()
    desk.deliver()
    return desk


def test_beginning_a_game_is_meeting() -> None:
    """The others at the table are known afterwards; coming back to the same game is no second meeting."""
    known = people()
    desk = desk_with(known)
    seats = desk.table.setup.seats
    assert [one.standing for one in desk.store.snapshot.faces] == ["you", "known", "known"]
    desk.connect()
    desk.deliver()
    desk.new_store()
    desk.begin()
    assert face(known, NAMES[1], seats[1].sign).games == 1


def test_changed_key_is_an_alarm_at_the_table_until_accepted() -> None:
    """It stands among the alarms, stops nothing, and goes when the player accepts the key."""
    known = people()
    plays(known, NAMES[1], CARA)
    desk = desk_with(known)
    assert desk.alarms == [CHANGED_KEY]
    assert NAMES[1] in desk.shown.alarms[0].detail
    assert desk.table.match.log, "the game goes on"
    desk.wish(AcceptKey(NAMES[1], desk.table.setup.seats[1].sign))
    assert desk.alarms == []
    assert dict(desk.store.snapshot.marks).get(TABLE) is None


def test_changed_key_marks_the_row_of_the_table_until_accepted() -> None:
    """The lobby shows it, also after a restart and before the table is shown; accepting it takes it back."""
    known = people()
    plays(known, NAMES[1], CARA)
    desk = desk_with(known)

    def marked() -> list[str]:
        return [mark.code for mark in dict(desk.store.snapshot.marks).get(TABLE, ())]

    assert marked() == [CHANGED_KEY]
    desk.new_store()
    desk.connect()
    assert desk.store.snapshot.table is None
    assert marked() == [CHANGED_KEY]
    desk.wish(AcceptKey(NAMES[1], desk.table.setup.seats[1].sign))
    assert marked() == []


def test_two_changed_keys_are_two_alarms() -> None:
    """Each is said, and accepting the one leaves the other."""
    known = people()
    plays(known, NAMES[1], CARA)
    plays(known, NAMES[2], BEN)
    desk = desk_with(known)
    assert desk.alarms == [CHANGED_KEY] * 2
    desk.wish(AcceptKey(NAMES[1], desk.table.setup.seats[1].sign))
    (left,) = desk.shown.alarms
    assert left.detail.startswith(NAMES[2])


def test_changed_key_is_said_before_the_game() -> None:
    """In the waiting room the face already says so."""
    known = people()
    plays(known, NAMES[1], CARA)
    desk = Desk(people=known)
    desk.connect()
    desk.wish(SitDown(TABLE))
    standings = [one.standing for one in desk.store.snapshot.faces]
    assert standings == [Standing.SELF, Standing.CHANGED, Standing.NEW]


def test_damaged_list_is_told_at_the_start(tmp_path: Path) -> None:
    """The word about it is the first notice."""
    (tmp_path / "people").write_bytes(b"\xc1")
    desk = Desk(people=people(tmp_path / "people"))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert "people.damaged" in notice.detail
