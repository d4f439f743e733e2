"""What the server remembers, saved in transactions and loaded at the start; the file is `database`'s.

One connection, one user at a time: `app` calls `save` from a single writer thread.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from protocol.codec import CodecError, pack, unpack
from protocol.game import Setup
from protocol.match import Entry
from protocol.messages import LOBBY
from ys_server import database, mending
from ys_server.database import StoreError
from ys_server.desk import Desk
from ys_server.effects import (
    Arranged,
    Begun,
    Cleared,
    Ended,
    Known,
    Memory,
    Opened,
    Played,
    Record,
    Saved,
    Spoken,
    Standing,
    Timed,
    Used,
)
from ys_server.patience import Span

LATEST: Final = 8
"""Games over that are loaded again, to see the end once more; each costs its replay at the start."""

_TABLES: Final = "SELECT id, setup, title, host, finished IS NOT NULL, created, spans FROM tables"
_FORGET_LINES: Final = (
    "DELETE FROM lines WHERE table_id = ? AND id <="
    " (SELECT id FROM lines WHERE table_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)

_log = logging.getLogger(__name__)


class Unreadable(Struct, frozen=True):
    """A table that is kept in a form nobody can read."""

    table: int
    why: str


class Kept(Struct, frozen=True):
    """A table as it is kept."""

    saved: Saved
    is_over: bool
    """Whether it was noted that its game is over."""


class Store:
    """The database of one server, open until `close`."""

    def __init__(self, path: Path | None, steps: Sequence[str] | None = None) -> None:
        """Open the file at `path`, made and brought up to date where needed; None keeps all in memory."""
        self._hold: database.Hold | None = None
        steps = database.schema() if steps is None else steps
        try:
            if path is None:
                self._db = database.open_memory()
            else:
                mending.mend(path, steps)
                database.check_ours(path)
                database.make_private(path)
                self._hold = database.Hold(path)
                self._db = database.open_file(path)
        except (OSError, sqlite3.Error) as error:
            if self._hold is not None:
                self._hold.release()
            raise StoreError(f"cannot open {path}: {error}") from error
        try:
            database.prepare(self._db, path, steps)
        except sqlite3.Error as error:
            self.close()
            raise StoreError(database.reason(path, error)) from error
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Write everything back and let the file go."""
        self._db.close()
        if self._hold is not None:
            self._hold.release()

    def identity(self, entropy: Callable[[int], bytes]) -> bytes:
        """Return the server's 32 secret bytes, made by `entropy` at the first start."""
        kept = kept_identity(self._db)
        if kept is None:
            kept = entropy(32)
            self._db.execute("INSERT INTO server VALUES ('identity', ?)", (kept,))
        return kept

    def load(self) -> Memory:
        """Return all that was saved, every game that goes on and the latest over; or raise StoreError."""
        try:
            return self._load()
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read: {error}; ys-server check tells more") from error

    def _load(self) -> Memory:
        names = {bytes(key): str(name) for key, name in self._db.execute("SELECT key, name FROM people")}
        rows = self._db.execute("SELECT nonce FROM seats UNION SELECT nonce FROM nonces")
        return Memory(
            names,
            frozenset(bytes(nonce) for (nonce,) in rows),
            int.from_bytes(self._value("last-table") or b"", "big"),
            self._tables(),
            self._standing(),
            _lines(self._db, LOBBY),
        )

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

    def _value(self, name: str) -> bytes | None:
        row = self._db.execute("SELECT value FROM server WHERE name = ?", (name,)).fetchone()
        return None if row is None else bytes(row[0])

    def _tables(self) -> tuple[Saved, ...]:
        rows = self._db.execute(
            f"{_TABLES} WHERE finished IS NULL OR id IN (SELECT id FROM tables"  # noqa: S608  # a constant
            " WHERE finished IS NOT NULL AND NOT cleared ORDER BY finished DESC LIMIT ?) ORDER BY id",
            (LATEST,),
        ).fetchall()
        kept = [_read(self._db, row) for row in rows]
        for table in kept:
            if isinstance(table, Unreadable):  # one bad row stops no other table
                _log.error("table %d is left out: %s", table.table, table.why)
        return tuple(table.saved for table in kept if isinstance(table, Kept))

    def _standing(self) -> tuple[Standing, ...]:
        rows = self._db.execute(
            "SELECT table_id, desk FROM desks WHERE table_id NOT IN (SELECT id FROM tables) ORDER BY table_id"
        ).fetchall()
        standing: list[Standing] = []
        for table, desk in rows:
            try:
                standing.append(Standing(table, unpack(desk, Desk), _lines(self._db, table)))
            except CodecError as error:  # one bad row stops no other table
                _log.error("table %d is left out: %s", table, error)  # expected, has a reason
        return tuple(standing)


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
        "INSERT INTO tables (id, setup, title, host, created) VALUES (?, ?, ?, ?, ?)",
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
    yield (
        "INSERT INTO entries VALUES (?, ?, ?, ?)",
        (record.table, record.number, pack(record.entry), time.time()),
    )


def _ended(record: Ended) -> Iterator[Statement]:
    yield "UPDATE tables SET finished = ? WHERE id = ?", (time.time(), record.table)


def _arranged(record: Arranged) -> Iterator[Statement]:
    yield (
        "INSERT INTO desks VALUES (?, ?) ON CONFLICT DO UPDATE SET desk = excluded.desk",
        (record.table, pack(record.desk)),
    )


def _cleared(record: Cleared) -> Iterator[Statement]:
    yield "DELETE FROM desks WHERE table_id = ?", (record.table,)
    yield "DELETE FROM lines WHERE table_id = ?", (record.table,)
    yield "UPDATE tables SET cleared = 1 WHERE id = ?", (record.table,)


def _timed(record: Timed) -> Iterator[Statement]:
    yield "UPDATE tables SET spans = ? WHERE id = ?", (pack(record.spans), record.table)


def _used(record: Used) -> Iterator[Statement]:
    yield "INSERT OR IGNORE INTO nonces VALUES (?)", (record.nonce,)


def _spoken(record: Spoken) -> Iterator[Statement]:
    yield (
        "INSERT INTO lines (table_id, said, person, name, line) VALUES (?, ?, ?, ?, ?)",
        (record.table, time.time() - record.ago, record.key, record.name, record.line),
    )
    yield (
        _FORGET_LINES,
        (record.table, record.table, record.keep),
    )


_STATEMENTS: Final[dict[type[Record], Callable[..., Iterator[Statement]]]] = {
    Known: _known,
    Opened: _opened,
    Begun: _begun,
    Played: _played,
    Ended: _ended,
    Arranged: _arranged,
    Cleared: _cleared,
    Timed: _timed,
    Used: _used,
    Spoken: _spoken,
}


def kept_tables(source: sqlite3.Connection) -> Iterator[Kept | Unreadable]:
    """Yield every table of a server's database, those that are long over included."""
    rows = source.execute(f"{_TABLES} ORDER BY id")
    for row in rows.fetchall():
        yield _read(source, row)


def kept_identity(source: sqlite3.Connection) -> bytes | None:
    """Return the secret of the server whose database this is, None before its first start."""
    row = source.execute("SELECT value FROM server WHERE name = 'identity'").fetchone()
    return None if row is None else bytes(row[0])


Row = tuple[int, bytes, str, bytes, int, float, bytes | None]


def _read(source: sqlite3.Connection, row: Row) -> Kept | Unreadable:
    table, setup, title, host, is_over, created, spans = row
    rows = source.execute(
        "SELECT n, entry, played FROM entries WHERE table_id = ? ORDER BY n", (table,)
    ).fetchall()
    desk = source.execute("SELECT desk FROM desks WHERE table_id = ?", (table,)).fetchone()
    last = max((played for *_, played in rows if played is not None), default=created)
    try:
        entries = {number: entry for number, entry, _ in rows}
        if list(entries) != list(range(len(entries))):
            raise CodecError("entries are missing")
        log = tuple(unpack(entry, Entry) for entry in entries.values())
        saved = Saved(
            table,
            title,
            host,
            unpack(setup, Setup),
            log,
            unpack(desk[0], Desk) if desk else None,
            unpack(spans, tuple[Span, ...]) if spans else (),
            max(0.0, time.time() - last),
            _lines(source, table),
        )
        return Kept(saved, bool(is_over))
    except CodecError as error:
        return Unreadable(table, str(error))


def _lines(source: sqlite3.Connection, table: int) -> tuple[Spoken, ...]:
    rows = source.execute(
        "SELECT name, person, line, said FROM lines WHERE table_id = ? ORDER BY id", (table,)
    )
    now = time.time()
    return tuple(
        Spoken(table, name, bytes(key), line, max(0.0, now - said)) for name, key, line, said in rows
    )
