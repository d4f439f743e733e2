"""What is in a server's database, read: tables that have begun, their logs, and what was said there."""

import sqlite3
import time
from collections.abc import Iterator

from msgspec import Struct

from protocol.codec import CodecError, unpack
from protocol.game import Setup
from protocol.match import Entry
from ys_server.desk import Desk
from ys_server.effects import Logged, Saved, Spoken
from ys_server.outline import Outline
from ys_server.patience import Span

_TABLES = (
    "SELECT id, setup, title, host, finished IS NOT NULL, created, spans, outline, desk"
    " FROM tables LEFT JOIN desks ON desks.table_id = id"
)
_LISTED = (
    f"{_TABLES} WHERE finished IS NULL OR id IN (SELECT id FROM tables"  # noqa: S608  # a constant
    " WHERE finished IS NOT NULL AND NOT cleared ORDER BY finished DESC LIMIT ?) ORDER BY id"
)
_LAST = "SELECT n, played FROM entries WHERE table_id = ? ORDER BY n DESC LIMIT 1"

Row = tuple[int, bytes, str, bytes, int, float, bytes | None, bytes | None, bytes | None]


class Unreadable(Struct, frozen=True):
    """A table that is kept in a form nobody can read."""

    table: int
    why: str


def identity(source: sqlite3.Connection) -> bytes | None:
    """Return the secret of the server whose database this is, None before its first start."""
    row = source.execute("SELECT value FROM server WHERE name = 'identity'").fetchone()
    return None if row is None else bytes(row[0])


def every_table(source: sqlite3.Connection) -> Iterator[Saved | Unreadable]:
    """Yield every table of a server's database, those that are long over included."""
    for row in source.execute(f"{_TABLES} ORDER BY id").fetchall():
        yield _table(source, row)


def listed_tables(source: sqlite3.Connection, most_over: int) -> Iterator[Saved | Unreadable]:
    """Yield the tables whose game goes on, and the latest `most_over` of those that are over."""
    for row in source.execute(_LISTED, (most_over,)).fetchall():
        yield _table(source, row)


def log_of(source: sqlite3.Connection, table: int) -> Logged:
    """Return the whole log of a table and what was said there, or raise CodecError."""
    rows = source.execute("SELECT n, entry FROM entries WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    if [number for number, _ in rows] != list(range(len(rows))):
        raise CodecError("entries are missing")
    return Logged(tuple(unpack(entry, Entry) for _, entry in rows), lines_of(source, table))


def lines_of(source: sqlite3.Connection, table: int) -> tuple[Spoken, ...]:
    """Return what was said at a table, or in the lobby, the latest lines of it."""
    rows = source.execute(
        "SELECT name, person, line, said FROM lines WHERE table_id = ? ORDER BY id", (table,)
    )
    now = time.time()
    return tuple(
        Spoken(table, name, bytes(key), line, max(0.0, now - said)) for name, key, line, said in rows
    )


def _table(source: sqlite3.Connection, row: Row) -> Saved | Unreadable:
    table, setup, title, host, is_over, created, spans, outline, desk = row
    last, played = source.execute(_LAST, (table,)).fetchone() or (-1, None)
    try:
        return Saved(
            table,
            title,
            host,
            unpack(setup, Setup),
            last + 1,
            unpack(outline, Outline) if outline else None,
            bool(is_over),
            unpack(desk, Desk) if desk else None,
            unpack(spans, tuple[Span, ...]) if spans else (),
            max(0.0, time.time() - (created if played is None else played)),
        )
    except CodecError as error:
        return Unreadable(table, str(error))
