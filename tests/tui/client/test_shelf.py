"""The shelf: finished games as files that are whole, never overwritten, and marked after an alarm."""

import os
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.game import Seat
from protocol.match import Entry
from protocol.record import PIECE, Record, load, save
from tests.support.records import whole
from ys_tui.client.shelf import Shelf, ShelfError, alarms_of
from ys_tui.client.snapshot import Alarm

END = bytes.fromhex("1a2b3c4d") + bytes(28)
ALARM = Alarm("lying-server", "What Ben showed you is not what Ben sealed.")


def _on(folder: Path, day: int = 30) -> Shelf:
    return Shelf(folder / "games", lambda: date(2026, 11, day))


def test_a_game_is_kept_under_a_name_that_tells(tmp_path: Path) -> None:
    """Date, game, seats and the beginning of the chain; only the player may read the folder."""
    shelf = _on(tmp_path)
    path = shelf.keep(whole(), END)
    assert path.name == "2026-11-30-toy-3-1a2b3c4d.ysgame"
    assert load(path.read_bytes()) == whole()
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    assert shelf.games() == (path,)
    assert list(path.parent.iterdir()) == [path]


def test_a_game_is_kept_once(tmp_path: Path) -> None:
    """The same game, seen again on another day, is the file that is there."""
    first = _on(tmp_path).keep(whole(), END)
    assert _on(tmp_path, 31 - 1).keep(whole(), END) == first
    assert _on(tmp_path, 29).keep(whole(), END) == first
    assert _on(tmp_path).games() == (first,)


def test_games_of_one_day_are_in_the_order_in_which_they_were_kept(tmp_path: Path) -> None:
    """The date in the name goes first, as copies keep it; within a day the time of the file does."""
    kept = []
    for day, end, seconds in ((30, "ff", 100), (30, "00", 300), (30, "77", 200), (29, "55", 900)):
        path = _on(tmp_path, day).keep(whole(seed=seconds), bytes.fromhex(end) * 32)
        os.utime(path, (seconds, seconds))
        kept.append(path)
    first, third, second, day_before = kept
    assert _on(tmp_path).games() == (day_before, first, second, third)


def test_another_game_is_never_overwritten(tmp_path: Path) -> None:
    """A game whose name is taken by another one gets a name of its own."""
    shelf = _on(tmp_path)
    paths = [shelf.keep(whole(seed=seed), END) for seed in (1, 2, 3)]
    assert [path.name for path in paths] == [
        "2026-11-30-toy-3-1a2b3c4d.ysgame",
        "2026-11-30-toy-3-1a2b3c4d-2.ysgame",
        "2026-11-30-toy-3-1a2b3c4d-3.ysgame",
    ]
    assert [path.read_bytes() for path in paths] == [save(whole(seed=seed)) for seed in (1, 2, 3)]


def test_what_cannot_be_written_is_said_with_the_folder(tmp_path: Path) -> None:
    """No folder can be made there: the sentence names it, and nothing is left behind."""
    (tmp_path / "games").write_bytes(b"")
    with pytest.raises(ShelfError, match=r"games cannot be written \(.+\)\."):
        _on(tmp_path).keep(whole(), END)
    assert list(tmp_path.iterdir()) == [tmp_path / "games"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full while a game is written, no half file stays."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    shelf = _on(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(ShelfError, match="No space left on device"):
            shelf.keep(whole(), END)
    assert shelf.games() == ()
    assert list(shelf.folder.iterdir()) == []


def test_a_game_too_long_for_a_record_is_said(tmp_path: Path) -> None:
    """What nobody could read is not written."""
    entry = Entry(Seat(0), 0, (bytes(2_000),) * 16, bytes(64))
    with pytest.raises(ShelfError, match="a record has"):
        _on(tmp_path).keep(Record(whole().setup, (entry,) * PIECE), END)


def test_an_alarm_marks_the_game_beside_its_record(tmp_path: Path) -> None:
    """The record is the same with an alarm and without; what was seen lies beside it."""
    shelf = _on(tmp_path)
    path = shelf.keep(whole(), END, (ALARM,))
    assert path.read_bytes() == save(whole())
    assert alarms_of(path) == (ALARM,)
    assert shelf.games() == (path,)
    assert alarms_of(shelf.keep(whole(seed=2), END)) == ()


@pytest.mark.parametrize("harm", ["bytes", "folder"])
def test_a_damaged_mark_is_a_mark(tmp_path: Path, harm: str) -> None:
    """Nobody takes a mark away by damaging it."""
    path = _on(tmp_path).keep(whole(), END, (ALARM,))
    (mark,) = (other for other in path.parent.iterdir() if other != path)
    mark.unlink()
    if harm == "bytes":
        mark.write_bytes(b"nothing was wrong")
    else:
        mark.mkdir()
    (alarm,) = alarms_of(path)
    assert alarm.code == "damaged-mark"


def test_text_of_a_mark_is_cleaned(tmp_path: Path) -> None:
    """A mark that somebody else wrote cannot harm the terminal."""
    path = _on(tmp_path).keep(whole(), END, (replace(ALARM, detail="\x1b[2JBen\n"),))
    assert alarms_of(path) == (replace(ALARM, detail="[2JBen"),)
