"""Files that a player takes out: never one written over, and a plain word when there is no writing."""

from pathlib import Path

import pytest

from protocol.games import GAMES
from protocol.record import load
from protocol.verdict import Proved, judge
from tests.support.records import whole
from ys_tui import exporting
from ys_tui.exporting import ExportError
from ys_tui.games.spoken import SPOKEN
from ys_tui.replay import Replay


@pytest.fixture(name="replay", scope="module")
def _replay() -> Replay:
    """Return a whole game, played again."""
    return Replay(whole(("ys", 3, ())), GAMES, SPOKEN["ys"].begins)


def test_a_copy_proves_itself(replay: Replay, tmp_path: Path) -> None:
    """The file that is saved holds the whole game, and anybody may read it."""
    told = exporting.copy(replay, tmp_path)
    (path,) = tmp_path.iterdir()
    assert told.endswith(path.name)
    assert path.name == f"ys-3-{replay.chain.hex()[:8]}.ysgame"
    assert isinstance(judge(load(path.read_bytes()), GAMES), Proved)
    assert path.stat().st_mode & 0o777 == 0o644


def test_no_file_is_written_over(tmp_path: Path) -> None:
    """A second export of the same name takes the next number; the first stays as it was."""
    (tmp_path / "journal.txt").write_text("mine", encoding="utf-8")
    exporting.text(("one", "two"), "journal", tmp_path)
    exporting.text(("three",), "journal", tmp_path)
    exporting.picture("<svg/>", "journal", tmp_path)
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert found == {
        "journal.txt": "mine",
        "journal-2.txt": "one\ntwo\n",
        "journal-3.txt": "three\n",
        "journal.svg": "<svg/>",
    }


def test_files_go_home_where_none_can_be_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Started in a folder of somebody else's, or in one that is gone; else they lie where one started."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    assert exporting.folder() == here
    with monkeypatch.context() as patched:
        patched.setattr("os.access", lambda path, mode: path != here)  # whoever runs this may be allowed all
        assert exporting.folder() == home
    here.rmdir()
    assert exporting.folder() == home


def test_where_nothing_can_be_written_it_is_said(replay: Replay, tmp_path: Path) -> None:
    """The sentence names the folder and the reason; nothing is left behind."""
    gone = tmp_path / "gone"
    with pytest.raises(ExportError, match=r"Nothing can be written in .*gone.* \(No such file"):
        exporting.copy(replay, gone)
    assert list(tmp_path.iterdir()) == []
