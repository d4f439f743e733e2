"""A database whose file was cut short, by a full disk or a copy that is not whole: what is left is saved.

Of every game's log that is a beginning; players give back the rest of it when they come (`Offer`).
"""

import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ys_server import database
from ys_server.database import StoreError

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER: Final = 100
_NAMES: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
_ENTRY: Final = "SELECT * FROM entries WHERE table_id = ? AND n = ?"

_log = logging.getLogger(__name__)


def mend(path: Path, steps: Sequence[str]) -> None:
    """Make the database at `path` one that can be used, if it was cut short; the torn one is kept beside it.

    Raises StoreError, with nothing changed, when the server's own secret is not in what is left.
    """
    if not _is_short(path):
        return
    hold = database.Hold(path)
    try:
        with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.") as aside:
            torn, fresh = Path(aside) / "torn", Path(aside) / "fresh"
            _copy(path, torn)
            if _wal(torn).exists() and _is_whole(torn):
                return  # a server ended while it moved pages from its log: SQLite knows what to do
            games, entries = _save(path, torn, fresh, steps)
            kept = _keep(path)
            _wal(path).unlink(missing_ok=True)  # it must not be read into the new file
            fresh.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} was cut short and cannot be mended: {error}") from error
    finally:
        hold.release()
    _log.error(
        "%s was cut short: %d entries of %d games are left, players may give back more; it is kept as %s",
        path,
        entries,
        games,
        kept,
    )


def _is_short(path: Path) -> bool:
    """Tell whether the file says that it is longer than it is."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(_HEADER)
    if not head or not head.startswith(_MAGIC[: len(head)]):
        return False
    pages = int.from_bytes(head[28:32], "big")
    return len(head) < _HEADER or pages * _page(head) > path.stat().st_size


def _page(head: bytes) -> int:
    size = int.from_bytes(head[16:18], "big")
    return 1 << 16 if size == 1 else size


def _copy(path: Path, to: Path) -> None:
    """Copy the file, without the page of which only a part is there, and its write-ahead log."""
    shutil.copyfile(path, to)
    with to.open("r+b") as file:
        page, size = _page(file.read(_HEADER)), to.stat().st_size
        file.truncate(size - size % page if page else 0)
    if _wal(path).exists():
        shutil.copyfile(_wal(path), _wal(to))


def _is_whole(torn: Path) -> bool:
    with contextlib.closing(_opened(torn)) as source:
        return not database.flaws(source)


def _save(path: Path, torn: Path, fresh: Path, steps: Sequence[str]) -> tuple[int, int]:
    """Put all that can be read of a copy into a new file; return how many games and entries that is."""
    with contextlib.closing(_opened(torn)) as source, contextlib.closing(database.open_file(fresh)) as target:
        try:
            version = database.schema_version(source)
            identity = source.execute("SELECT value FROM server WHERE name = 'identity'").fetchone()
        except sqlite3.DatabaseError:
            identity = None
        if identity is None:
            raise StoreError(
                f"{path} was cut short, and the server's secret, without which no game goes on, is gone with"
                " the rest; put a backup in its place"
            )
        for step in steps[:version]:
            target.executescript(step)
        target.execute("BEGIN")
        for name in [name for (name,) in target.execute(_NAMES)]:
            if name != "entries":
                _fill(target, name, _rows(source, name))
        games = [number for (number,) in target.execute("SELECT id FROM tables ORDER BY id")]
        for number in games:
            _fill(target, "entries", _log_of(source, number))
        target.execute("DELETE FROM seats WHERE table_id NOT IN (SELECT id FROM tables)")
        (entries,) = target.execute("SELECT count(*) FROM entries").fetchone()
        target.execute("COMMIT")
        target.execute(f"PRAGMA user_version = {version}")
    return len(games), int(entries)


def _rows(source: sqlite3.Connection, name: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table up to the first page that is missing."""
    with contextlib.suppress(sqlite3.DatabaseError):
        yield from source.execute(f"SELECT * FROM {name}")  # noqa: S608  # a name of our own schema


def _log_of(source: sqlite3.Connection, table: int) -> Iterator[tuple[object, ...]]:
    """Yield the entries of a game up to the first one that is missing."""
    with contextlib.suppress(sqlite3.DatabaseError):
        for number in count():
            row = source.execute(_ENTRY, (table, number)).fetchone()
            if row is None:
                return
            yield row


def _fill(target: sqlite3.Connection, name: str, rows: Iterator[tuple[object, ...]]) -> None:
    for row in rows:
        places = ", ".join("?" * len(row))
        target.execute(f"INSERT OR IGNORE INTO {name} VALUES ({places})", row)  # noqa: S608  # as above


def _opened(path: Path) -> sqlite3.Connection:
    """Return the database although pages are missing: SQLite does that for who may write into its schema."""
    source = sqlite3.connect(path, timeout=database.BUSY_SECONDS, isolation_level=None)
    source.execute("PRAGMA writable_schema = ON")
    return source


def _keep(path: Path) -> Path:
    """Return a copy of the file as it is, with its write-ahead log, where nothing is yet."""
    names = (path.with_name(f"{path.name}.torn-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    for part, copy in ((path, kept), (_wal(path), _wal(kept))):
        if part.exists():
            database.make_private(copy)
            shutil.copyfile(part, copy)
    return kept


def _wal(path: Path) -> Path:
    """Return where SQLite has the write-ahead log of the database at `path`."""
    return path.with_name(f"{path.name}-wal")
