"""What is saved of each record, as statements of SQL."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from protocol.codec import pack
from ys_server.effects import (
    Arranged,
    Begun,
    Cleared,
    Ended,
    Known,
    Opened,
    Outlined,
    Played,
    Record,
    Spoken,
    Timed,
    Used,
)

_FORGET_LINES: Final = (
    "DELETE FROM lines WHERE table_id = ? AND id <="
    " (SELECT id FROM lines WHERE table_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)

Statement = tuple[str, tuple[object, ...]]


def statements(record: Record) -> Iterator[Statement]:
    """Yield what saves a record."""
    return _STATEMENTS[type(record)](record)


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


def _outlined(record: Outlined) -> Iterator[Statement]:
    yield "UPDATE tables SET outline = ? WHERE id = ?", (pack(record.outline), record.table)


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
    Outlined: _outlined,
    Used: _used,
    Spoken: _spoken,
}
