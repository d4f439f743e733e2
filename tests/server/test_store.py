"""The database: what is saved is there again, private, whole, and only one server's."""

import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from protocol.chance import seeded
from protocol.match import Entry
from tests.support.driver import play
from tests.support.toy import TOY
from ys_server.database import StoreError, schema
from ys_server.effects import Begun, Ended, Known, Memory, Opened, Played
from ys_server.store import Store

MATCH = play(TOY, 3, 1, with_chairs=False)
BEGUN = Begun(4, "A table", bytes(32), MATCH.setup)


def log(start: int = 0, stop: int | None = None) -> list[Played]:
    """Return the records of a slice of the match."""
    return [Played(4, n, entry) for n, entry in enumerate(MATCH.log)][start:stop]


def entries(store: Store) -> tuple[Entry, ...]:
    """Return the entries of the one table."""
    (table,) = store.load().tables
    found = store.log(table.table).entries
    assert table.length == len(found)
    return found


@pytest.fixture(params=["memory", "disk"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """Every test holds for both kinds of database."""
    return None if request.param == "memory" else tmp_path / "deep" / "server.sqlite3"


def test_a_new_database_remembers_nothing(path: Path | None) -> None:
    """No people, no tables, no nonces, no number given."""
    store = Store(path)
    assert store.load() == Memory({}, frozenset(), 0, ())
    store.close()


def test_what_was_saved_is_loaded(path: Path | None) -> None:
    """People, numbers, nonces, setup and entries come back as they were."""
    store = Store(path)
    store.save([Known(b"k", "Ada"), Opened(9), BEGUN, *log()])
    store.save([Known(b"k", "Eve"), Ended(4)])
    memory = store.load()
    assert (memory.names, memory.last_table) == ({b"k": "Eve"}, 9)
    assert memory.nonces == {seat.nonce for seat in MATCH.setup.seats}
    assert memory.tables[0].setup == MATCH.setup
    assert entries(store) == tuple(MATCH.log)
    store.close()


def test_a_transaction_is_saved_whole_or_not_at_all(path: Path | None) -> None:
    """A record that does not fit takes its whole batch with it, and the next batch is saved."""
    store = Store(path)
    store.save([BEGUN, *log(0, 2)])
    with pytest.raises(StoreError, match="not saved"):
        store.save([Known(b"k", "Ada"), *log(1, 3)])
    assert store.load().names == {}
    store.save(log(2, 3))
    assert entries(store) == tuple(MATCH.log[:3])
    store.close()


def test_the_identity_is_made_once(tmp_path: Path) -> None:
    """The server is known by the same key after a restart."""
    store = Store(tmp_path / "a.sqlite3")
    first = store.identity(seeded(1, "server"))
    store.close()
    store = Store(tmp_path / "a.sqlite3")
    assert store.identity(seeded(2, "server")) == first == seeded(1, "server")(32)
    store.close()


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    """The database and all that lies beside it are 0600, also where the file was more open before."""
    path = tmp_path / "a.sqlite3"
    path.touch(mode=0o644)
    store = Store(path)
    store.save([Known(b"k", "Ada")])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("a.sqlite3*")}
    store.close()
    assert modes == dict.fromkeys(("a.sqlite3", "a.sqlite3-wal", "a.sqlite3-shm", "a.sqlite3.lock"), 0o600)


def test_a_second_server_is_refused_in_plain_words(tmp_path: Path) -> None:
    """Two servers on one file would write two histories."""
    path = tmp_path / "a.sqlite3"
    store = Store(path)
    with pytest.raises(StoreError, match=r"another server is using .*a\.sqlite3"):
        Store(path)
    store.close()
    Store(path).close()


def test_what_is_no_database_is_refused_in_plain_words(tmp_path: Path) -> None:
    """A file of something else is named, and left as it is."""
    path = tmp_path / "a.txt"
    path.write_text("no database at all, but long enough to be taken for a header of one " * 9)
    with pytest.raises(StoreError, match="cannot use"):
        Store(path)
    assert path.read_text().startswith("no database")


@pytest.mark.parametrize("kind", ["text", "database"])
def test_file_of_somebody_else_is_left_as_it_is(tmp_path: Path, kind: str) -> None:
    """A text or another program's database is refused with its bytes and its permissions unchanged."""
    path = tmp_path / "notes"
    if kind == "text":
        path.write_text("no database at all, but something else" * 40)
    else:
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE notes (line)")
        database.commit()
        database.close()
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="notes"):
        Store(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["notes"]


def test_own_file_that_others_may_read_is_tightened(tmp_path: Path) -> None:
    """A database of ours that was copied carelessly is readable by its owner alone afterwards."""
    path = tmp_path / "a.sqlite3"
    Store(path).close()
    path.chmod(0o644)
    store = Store(path)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    store.close()


def test_an_upgrade_goes_step_by_step_after_a_backup(tmp_path: Path) -> None:
    """Numbered steps are applied once each; the file as it was stands beside it, private."""
    path = tmp_path / "a.sqlite3"
    store = Store(path)
    store.save([BEGUN, *log()])
    store.close()
    steps = (*schema(), "CREATE TABLE extra (x);", "INSERT INTO extra VALUES (1);")
    for _ in range(2):
        store = Store(path, steps)
        assert entries(store) == tuple(MATCH.log)
        assert store._db.execute("SELECT * FROM extra").fetchall() == [(1,)]
        store.close()
    backup = tmp_path / f"a.sqlite3.schema-{len(schema())}.bak"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    store = Store(backup)
    assert entries(store) == tuple(MATCH.log)
    store.close()


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    """A step is whole or not at all; the version stays."""
    path = tmp_path / "a.sqlite3"
    Store(path).close()
    with pytest.raises(StoreError, match="cannot use"):
        Store(path, (*schema(), "CREATE TABLE extra (x); nonsense;"))
    store = Store(path)
    assert store._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'extra'").fetchone() == (0,)
    store.close()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    """An older server does not touch what a newer one wrote."""
    path = tmp_path / "a.sqlite3"
    Store(path, (*schema(), "CREATE TABLE extra (x);")).close()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


@pytest.mark.parametrize("kept", [0.5, 0.7, 0.9])
def test_a_truncated_log_leaves_a_prefix(tmp_path: Path, kept: float) -> None:
    """A power cut in the middle of a write: whole transactions from the first on, never a hole."""
    path = tmp_path / "a.sqlite3"
    store = Store(path)
    store.save([BEGUN])
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that what is cut are entries
    for record in log():
        store.save([record])
    copy = tmp_path / "b.sqlite3"
    shutil.copy(path, copy)
    wal = (tmp_path / "a.sqlite3-wal").read_bytes()
    (tmp_path / "b.sqlite3-wal").write_bytes(wal[: int(len(wal) * kept)])
    store.close()
    cut = Store(copy)
    found = entries(cut)
    cut.close()
    assert 0 < len(found) < len(MATCH.log)
    assert found == tuple(MATCH.log[: len(found)])


def test_one_table_that_cannot_be_read_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A setup of nonsense leaves that table out, with a word in the log; a hole in a log does not."""
    path = tmp_path / "a.sqlite3"
    store = Store(path)
    store.save([BEGUN, *log(), Begun(5, "B", bytes(32), MATCH.setup), Begun(6, "C", bytes(32), MATCH.setup)])
    store.close()
    database = sqlite3.connect(path)
    database.execute("DELETE FROM entries WHERE n = 1")
    database.execute("UPDATE tables SET setup = x'c1' WHERE id = 6")
    database.commit()
    database.close()
    store = Store(path)
    assert [table.table for table in store.load().tables] == [4, 5]
    assert "table 6 is left out" in caplog.text
    with pytest.raises(StoreError, match="entries are missing"):
        store.log(4)
    assert store.log(5).entries == ()
    store.close()


def test_only_the_latest_games_that_are_over_are_loaded(
    path: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old results stay on disk without costing a start; games that go on are all loaded."""
    monkeypatch.setattr("ys_server.store.LATEST", 1)
    store = Store(path)
    for table in (1, 2, 3):
        store.save([Begun(table, "T", bytes(32), MATCH.setup)])
    store.save([Ended(1)])
    store.save([Ended(2)])
    assert [table.table for table in store.load().tables] == [2, 3]
    store.close()
