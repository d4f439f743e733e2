"""SQLite, and nothing else here: what the server remembers, saved in transactions, loaded at the start.

One connection, one user at a time: `app` calls `save` from a single writer thread.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Final

from protocol.codec import CodecError, pack, unpack
from protocol.game import Setup
from protocol.match import Entry
from ys_server.effects import Begun, Ended, Known, Memory, Opened, Played, Record, Saved

PRIVATE: Final = 0o600
"""The file holds the server's secret: nobody else on the machine may read it."""
_OWN: Final = frozenset({"server", "people", "tables", "entries"})
"""Tables by which a server's database is known."""
LATEST: Final = 8
"""Games over that are loaded again, to see the end once more; each costs its replay at the start."""


_log = logging.getLogger(__name__)


class StoreError(Exception):
    """The database cannot be used, or did not take a record; the sentence says why."""


def schema() -> tuple[str, ...]:
    """Return the steps that make the database, the first first."""
    folder = resources.files("ys_server") / "schema"
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda s: s.name)
    return tuple(step.read_text(encoding="utf-8") for step in steps)


class Store:
    """The database of one server, open until `close`."""

    def __init__(self, path: Path | None, steps: Sequence[str] | None = None) -> None:
        """Open the file at `path`, made and brought up to date where needed; None keeps all in memory."""
        self._path = path
        steps = schema() if steps is None else steps
        try:
            if path is not None:
                _check_ours(path)
                _make_private(path)
            self._db = sqlite3.connect(
                ":memory:" if path is None else path, timeout=0, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open {path}: {error}") from error
        try:
            self._prepare(steps)
        except sqlite3.Error as error:
            self._db.close()
            raise StoreError(_reason(path, error)) from error
        except StoreError:
            self._db.close()
            raise

    def close(self) -> None:
        """Write everything back and let the file go."""
        self._db.close()

    def identity(self, entropy: Callable[[int], bytes]) -> bytes:
        """Return the server's 32 secret bytes, made by `entropy` at the first start."""
        kept = self._value("identity")
        if kept is None:
            kept = entropy(32)
            self._db.execute("INSERT INTO server VALUES ('identity', ?)", (kept,))
        return kept

    def load(self) -> Memory:
        """Return all that was saved: every game that goes on, and the latest that are over."""
        names = {bytes(key): str(name) for key, name in self._db.execute("SELECT key, name FROM people")}
        nonces = frozenset(bytes(nonce) for (nonce,) in self._db.execute("SELECT nonce FROM seats"))
        return Memory(names, nonces, int.from_bytes(self._value("last-table") or b"", "big"), self._tables())

    def save(self, records: Sequence[Record]) -> None:
        """Save all `records` in one transaction that is on disk afterwards, or none and raise StoreError."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for record in records:
                    for statement, values in _STATEMENTS[type(record)](record):
                        self._db.execute(statement, values)
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise StoreError(f"not saved: {error}") from error

    def _prepare(self, steps: Sequence[str]) -> None:
        execute = self._db.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = FULL")
        execute("PRAGMA foreign_keys = ON")
        # In this locking mode the lock is taken by the first write and kept: a second server stops here.
        execute("BEGIN EXCLUSIVE")
        execute("COMMIT")
        version: int = execute("PRAGMA user_version").fetchone()[0]
        if version > len(steps):
            raise StoreError(f"{self._path} was made by a newer version (schema {version}, not {len(steps)})")
        if 0 < version < len(steps):
            self._back_up(version)
        for number, step in enumerate(steps[version:], version + 1):
            self._db.executescript(f"BEGIN;\n{step}\nPRAGMA user_version = {number};\nCOMMIT;")

    def _back_up(self, version: int) -> None:
        """Keep the file as it is beside itself: an upgrade that goes wrong loses nothing."""
        if self._path is None:
            return
        path = self._path.with_name(f"{self._path.name}.schema-{version}.bak")
        path.unlink(missing_ok=True)
        _make_private(path)
        copy = sqlite3.connect(path)
        try:
            self._db.backup(copy)
        finally:
            copy.close()

    def _value(self, name: str) -> bytes | None:
        row = self._db.execute("SELECT value FROM server WHERE name = ?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def _tables(self) -> tuple[Saved, ...]:
        rows = self._db.execute(
            "SELECT id, setup, title, host FROM tables WHERE finished IS NULL OR id IN"
            " (SELECT id FROM tables WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT ?) ORDER BY id",
            (LATEST,),
        ).fetchall()
        return tuple(saved for row in rows if (saved := self._table(*row)) is not None)

    def _table(self, table: int, setup: bytes, title: str, host: bytes) -> Saved | None:
        """Return one table, or None when it cannot be read: one bad row stops no other table."""
        rows = self._db.execute("SELECT n, entry FROM entries WHERE table_id = ? ORDER BY n", (table,))
        try:
            entries = dict(rows)
            if list(entries) != list(range(len(entries))):
                raise CodecError("entries are missing")
            log = tuple(unpack(entry, Entry) for entry in entries.values())
            return Saved(table, title, host, unpack(setup, Setup), log)
        except CodecError as error:
            _log.error("table %d is left out: %s", table, error)  # its reason is the whole story
            return None


Statement = tuple[str, tuple[object, ...]]


def _known(record: Known) -> Iterator[Statement]:
    yield (
        "INSERT INTO people VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name",
        (
            record.key,
            record.name,
        ),
    )


def _opened(record: Opened) -> Iterator[Statement]:
    number = record.table.to_bytes(8, "big")
    yield (
        "INSERT INTO server VALUES ('last-table', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        (number,),
    )


def _begun(record: Begun) -> Iterator[Statement]:
    setup = record.setup
    yield (
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?, NULL)",
        (
            record.table,
            pack(setup),
            record.title,
            record.host,
            time.time(),
        ),
    )
    for number, seat in enumerate(setup.seats):
        yield "INSERT INTO seats VALUES (?, ?, ?, ?)", (record.table, number, seat.sign, seat.nonce)


def _played(record: Played) -> Iterator[Statement]:
    yield "INSERT INTO entries VALUES (?, ?, ?)", (record.table, record.number, pack(record.entry))


def _ended(record: Ended) -> Iterator[Statement]:
    yield "UPDATE tables SET finished = ? WHERE id = ?", (time.time(), record.table)


_STATEMENTS: Final[dict[type[Record], Callable[..., Iterator[Statement]]]] = {
    Known: _known,
    Opened: _opened,
    Begun: _begun,
    Played: _played,
    Ended: _ended,
}


def _check_ours(path: Path) -> None:
    """Raise StoreError, with nothing changed, when a file is at `path` that is no server's database."""
    if not path.exists() or not path.stat().st_size:
        return
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)
    try:
        # Or reading would leave a file of SQLite's beside it, as open as this one may be.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise StoreError(_reason(path, error)) from error
    finally:
        database.close()
    if names and not names >= _OWN:
        raise StoreError(f"{path} is a database of another program; name another file")


def _make_private(path: Path) -> None:
    """Make sure that the file exists and only its owner can read it, nor SQLite's files beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    path.chmod(PRIVATE)


def _reason(path: Path | None, error: sqlite3.Error) -> str:
    if "locked" in str(error):
        return f"another server is using {path}; end it, or give this one its own --database"
    return f"cannot use {path} as a database: {error}"
