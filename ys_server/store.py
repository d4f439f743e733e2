"""What the server remembers, saved in transactions and loaded at the start; the file is `database`'s.

One connection, one user at a time: `app` calls `save` from a single writer thread.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from protocol.codec import CodecError, unpack
from protocol.messages import LOBBY
from ys_server import database, mending, reading
from ys_server.database import StoreError
from ys_server.desk import Desk
from ys_server.effects import Logged, Memory, Record, Saved, Standing
from ys_server.reading import Unreadable
from ys_server.records import statements

LATEST: Final = 64
"""Games over that are loaded again, to see the end once more: as many as a server lists."""

_log = logging.getLogger(__name__)


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
        kept = reading.identity(self._db)
        if kept is None:
            kept = entropy(32)
            self._db.execute("INSERT INTO server VALUES ('identity', ?)", (kept,))
        return kept

    def load(self) -> Memory:
        """Return what was saved of all but the logs, every game that goes on and the latest over.

        Raises StoreError.
        """
        try:
            return self._load()
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read: {error}; ys-server check tells more") from error

    def log(self, table: int) -> Logged:
        """Return the log of a table and its latest lines, or raise StoreError when that cannot be read."""
        try:
            return reading.log_of(self._db, table)
        except (sqlite3.Error, CodecError) as error:
            raise StoreError(str(error)) from error

    def _load(self) -> Memory:
        names = {bytes(key): str(name) for key, name in self._db.execute("SELECT key, name FROM people")}
        rows = self._db.execute("SELECT nonce FROM seats UNION SELECT nonce FROM nonces")
        return Memory(
            names,
            frozenset(bytes(nonce) for (nonce,) in rows),
            int.from_bytes(self._value("last-table") or b"", "big"),
            self._tables(),
            self._standing(),
            reading.lines_of(self._db, LOBBY),
        )

    def save(self, records: Sequence[Record]) -> None:
        """Save all `records` in one transaction that is on disk afterwards, or none and raise StoreError."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for record in records:
                    for statement, values in statements(record):
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
        kept = tuple(reading.listed_tables(self._db, LATEST))
        for table in kept:
            if isinstance(table, Unreadable):  # one bad row stops no other table
                _log.error("table %d is left out: %s", table.table, table.why)
        return tuple(table for table in kept if isinstance(table, Saved))

    def _standing(self) -> tuple[Standing, ...]:
        rows = self._db.execute(
            "SELECT table_id, desk FROM desks WHERE table_id NOT IN (SELECT id FROM tables) ORDER BY table_id"
        ).fetchall()
        standing: list[Standing] = []
        for table, desk in rows:
            try:
                standing.append(Standing(table, unpack(desk, Desk), reading.lines_of(self._db, table)))
            except CodecError as error:  # one bad row stops no other table
                _log.error("table %d is left out: %s", table, error)  # expected, has a reason
        return tuple(standing)
