"""The file of the database: upgraded from every earlier schema, backed up while it is written, checked."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from protocol.game import NATURE
from tests.server import old_schemas
from tests.support.driver import play, secret
from tests.support.playbook import GAMES
from tests.support.toy import TOY
from ys_server import database
from ys_server.checking import Report, check
from ys_server.database import StoreError, schema
from ys_server.effects import Begun, Ended, Opened, Played
from ys_server.store import Store

MATCH = play(TOY, 3, 1, with_chairs=False)
PEOPLE = 2
"""The schema since which desks, lines and clocks are kept."""
OUTLINES = 3
"""The schema since which it is kept how a game stands."""
LOG = [Played(4, n, entry) for n, entry in enumerate(MATCH.log)]


def store_at(path: Path) -> Store:
    """Return the store of the server that was nature in the match."""
    store = Store(path)
    store.identity(lambda _: secret(1, "identity", NATURE))
    return store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a database with a game that is over."""
    path = tmp_path / "a.sqlite3"
    store = store_at(path)
    store.save([Opened(4), Begun(4, "A table", bytes(32), MATCH.setup), *LOG, Ended(4)])
    store.close()
    return path


def do(path: Path, statement: str) -> None:
    """Change the file behind the server's back."""
    with closing(sqlite3.connect(path)) as opened:
        opened.execute(statement)
        opened.commit()


def back_up(path: Path, target: Path) -> None:
    """Do what `ys-server backup` does."""
    with database.reading(path) as source:
        database.copy(source, target)


@pytest.mark.parametrize("version", range(1, len(schema()) + 1))
def test_a_database_of_every_schema_is_checked_as_it_is(tmp_path: Path, version: int) -> None:
    """An earlier one is read as if it were brought up to date; the file stays what it is."""
    path = tmp_path / "old.sqlite3"
    old_schemas.build(version, path)
    before = path.read_bytes()
    assert check(path, {TOY.key: TOY}).tables == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(1, len(schema()) + 1))
def test_a_database_of_every_schema_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    """What a server of that time kept is all there; a newer schema needs a file of the one before it here."""
    path = tmp_path / "old.sqlite3"
    old_schemas.build(version, path)
    store = Store(path)
    memory = store.load()
    assert store.identity(bytes) == bytes(range(32))
    lines, logs = store.log(4).lines, {table: store.log(table).entries for table in (3, 4)}
    store.close()
    assert memory.names == {b"k" * 32: "Ada", b"l" * 32: "Ben"}
    assert memory.last_table == 5
    over, goes_on = memory.tables
    assert (over.table, over.title, goes_on.table, goes_on.title) == (3, "Over", 4, "Goes on")
    assert (over.length, goes_on.length) == (len(logs[3]), len(logs[4]))
    assert over.length == goes_on.length + 1
    assert (over.is_over, goes_on.is_over) == (True, False)
    assert [table.outline is not None for table in (over, goes_on)] == [False, version >= OUTLINES]
    assert [standing.table for standing in memory.standing] == ([5] if version >= PEOPLE else [])
    assert len(memory.lines) == len(lines) == len(goes_on.spans) == int(version >= PEOPLE)
    assert (goes_on.desk is not None) is (version >= PEOPLE)
    is_old = version < len(schema())
    assert (tmp_path / f"old.sqlite3.schema-{version}.bak").exists() is is_old


def test_a_backup_while_the_server_writes_is_a_moment_of_it(tmp_path: Path) -> None:
    """Every copy is whole and private, holds a beginning of the log, and the server saves all the while."""
    path = tmp_path / "a.sqlite3"
    store = store_at(path)
    store.save([Begun(4, "A table", bytes(32), MATCH.setup)])

    def write() -> None:
        for record in LOG:
            store.save([record])

    writing = threading.Thread(target=write)
    writing.start()
    copies: list[Path] = []
    while writing.is_alive() or not copies:
        copies.append(tmp_path / f"{len(copies)}.backup")
        back_up(path, copies[-1])
    writing.join()
    back_up(path, tmp_path / "last.backup")
    store.close()
    lengths = []
    for copy in copies:
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        report = check(copy, GAMES)
        assert report.failing == ()
        lengths.append(report.entries)
    assert lengths == sorted(lengths)
    assert check(tmp_path / "last.backup", GAMES) == Report(1, len(LOG), ())
    assert not list(tmp_path.glob("*.backup?*"))


def test_a_backup_overwrites_nothing(path: Path, tmp_path: Path) -> None:
    """A file of that name stays as it is, and nothing is left beside it."""
    target = tmp_path / "kept"
    target.write_text("mine")
    with pytest.raises(StoreError, match="overwrites nothing"):
        back_up(path, target)
    assert target.read_text() == "mine"
    assert {file.name for file in tmp_path.iterdir()} == {"a.sqlite3", "a.sqlite3.lock", "kept"}


def test_a_backup_that_fails_leaves_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full, or a copy that is not whole, is no backup."""
    monkeypatch.setattr("ys_server.database.flaws", lambda _: ("page 3 is torn",))
    with pytest.raises(StoreError, match="page 3 is torn"):
        back_up(path, tmp_path / "b")
    with pytest.raises(StoreError, match="no such file or directory"):
        back_up(path, tmp_path / "nowhere" / "b")
    assert {file.name for file in tmp_path.iterdir()} == {"a.sqlite3", "a.sqlite3.lock"}


@pytest.mark.parametrize("content", [None, b"", b"no database, but long enough to look like one " * 30])
def test_what_is_no_servers_database_cannot_be_checked(tmp_path: Path, content: bytes | None) -> None:
    """Nor backed up; it is named, and stays as it is."""
    path = tmp_path / "x"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError, match="x"):
        check(path, GAMES)
    assert [file.name for file in tmp_path.iterdir()] == ([] if content is None else ["x"])


def test_a_sound_database_has_nothing_wrong(path: Path) -> None:
    """All of its entries were played again."""
    assert check(path, GAMES) == Report(1, len(LOG), ())


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM entries WHERE n = 1", "table 4: cannot be read: entries are missing"),
        ("UPDATE entries SET entry = x'c1' WHERE n = 1", "table 4: cannot be read: "),
        (
            "UPDATE entries SET entry = (SELECT entry FROM entries WHERE n = 1) WHERE n = 2",
            "table 4: ",
        ),
        (
            "DELETE FROM entries WHERE n > 2",
            "table 4: is noted as over, and its 3 entries do not end the game",
        ),
        ("UPDATE server SET value = zeroblob(32) WHERE name = 'identity'", "table 4: its nature has another"),
        ("INSERT INTO entries VALUES (9, 0, x'00', 0)", "the file: entries: a row belongs to no table"),
    ],
)
def test_each_thing_that_is_wrong_is_said(path: Path, statement: str, said: str) -> None:
    """Which table fails and why; the file is left as it is."""
    do(path, statement)
    before = path.read_bytes()
    (flaw,) = check(path, GAMES).failing
    assert flaw.startswith(said)
    assert path.read_bytes() == before


def test_a_game_that_is_not_played_here_is_named(path: Path) -> None:
    """Its log cannot be played again: that is said, not passed over."""
    assert check(path, {}).failing == ("table 4: toy is not played here",)


def test_a_newer_database_is_not_judged(path: Path) -> None:
    """An older program cannot tell what is right in it."""
    do(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version"):
        check(path, GAMES)


def test_a_torn_file_is_said_to_be_torn(path: Path) -> None:
    """A page of nonsense is found by SQLite, and whatever can be is still looked at."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size - 4096 * 2)
        file.write(b"\xa5" * 4096)
    assert check(path, GAMES).failing
