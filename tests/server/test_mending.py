"""Database and write-ahead log cut short: they open, a suffix is lost, and the players give it back."""

import logging
import stat
from pathlib import Path

import pytest

from tests.support.torn import Torn, cuts
from ys_server.database import Hold, StoreError
from ys_server.store import Store

HALF = 0.5


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Torn:
    """Return the files of a server with three games."""
    return Torn(tmp_path_factory.mktemp("torn"))


def test_files_cut_at_random_bytes_lose_a_suffix_which_players_give_back(tmp_path: Path) -> None:
    """Whatever is left is a beginning of each log, and once everybody has come it is whole again."""
    found = list(cuts(tmp_path, 45, 3))
    assert not any(cut.is_wrong for cut in found)
    opened = [cut for cut in found if cut.has_opened]
    assert len(opened) > 0.9 * len(found)
    for what in ("database", "log"):
        assert any(cut.given_back for cut in opened if cut.what == what), what


def test_a_file_whose_pages_are_in_the_log_loses_nothing(torn: Torn) -> None:
    """A server that was killed early has all in its log, however little of the file is there."""
    found = [torn.cut("both", part / 10) for part in range(1, 10)]
    assert all(cut.has_opened for cut in found)
    assert not any(cut.lost or cut.is_wrong for cut in found)


def test_a_log_without_its_end_is_read_to_its_last_whole_transaction(torn: Torn) -> None:
    """A kill in the middle of a write needs no mending: some entries are missing, no table is."""
    cut = torn.cut("log", 0.9)
    assert cut.has_opened
    assert not cut.forgotten
    assert 0 < cut.lost == cut.given_back


def test_a_file_without_its_end_is_mended_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The torn file stays beside the new one, both are their owner's alone, and the operator is told."""
    path = _half(tmp_path)
    before = path.read_bytes()
    with caplog.at_level(logging.ERROR):
        store = Store(path)
    assert store.load().tables
    store.close()
    kept = path.with_name("ys.sqlite3.torn-1")
    assert kept.read_bytes() == before
    assert {stat.S_IMODE(file.stat().st_mode) for file in (path, kept)} == {0o600}
    assert "was cut short" in caplog.text
    assert str(kept) in caplog.text
    Store(path).close()
    assert sorted(file.name for file in tmp_path.glob("ys.sqlite3*")) == [
        "ys.sqlite3",
        "ys.sqlite3.lock",
        "ys.sqlite3.torn-1",
    ]


def test_a_file_without_the_servers_secret_is_left_alone(tmp_path: Path) -> None:
    """No new server comes to be in its place: the operator is told to take a backup."""
    path = _half(tmp_path)
    with path.open("r+b") as file:
        file.truncate(5_000)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="put a backup in its place"):
        Store(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.torn-*"))


def test_a_short_file_of_a_running_server_is_not_touched(tmp_path: Path) -> None:
    """Another server has it: this one does not start."""
    path = _half(tmp_path)
    before = path.read_bytes()
    hold = Hold(path)
    with pytest.raises(StoreError, match="another server is using"):
        Store(path)
    hold.release()
    assert path.read_bytes() == before


def _half(folder: Path) -> Path:
    """Return half a database."""
    whole = folder / "server"
    whole.mkdir()
    Torn(whole)
    path = folder / "ys.sqlite3"
    data = (whole / "whole.sqlite3").read_bytes()
    path.write_bytes(data[: int(len(data) * HALF) + 1])
    return path
