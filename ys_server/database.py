"""The file of a server's database: whose it is, who may open it, its schema, and copies of it.

One server holds it, by a lock beside it; a backup and a check read it meanwhile. What is in it is `store`'s.
"""

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""The file holds the server's secret: nobody else on the machine may read it."""
BUSY_SECONDS: Final = 5.0
"""How long to wait for somebody who writes into the file by hand, before a table is given up for it."""
_OWN: Final = frozenset({"server", "people", "tables", "entries"})
"""Tables by which a server's database is known."""


class StoreError(Exception):
    """The database cannot be used, or did not take a record; the sentence says why."""


def schema() -> tuple[str, ...]:
    """Return the steps that make the database, the first first."""
    folder = resources.files("ys_server") / "schema"
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda s: s.name)
    return tuple(step.read_text(encoding="utf-8") for step in steps)


class Hold:
    """The right to be the one server of a database, until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Take it, or raise StoreError when another server has it.

        The lock is a file of its own: SQLite would lose its locks if the database were opened beside it.
        """
        self._file = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR, PRIVATE)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StoreError(in_use(path)) from None

    def release(self) -> None:
        """Let another server have it; the file stays, or two might lock two of them."""
        os.close(self._file)


def open_memory() -> sqlite3.Connection:
    """Return a database that nobody else sees and that ends with its connection."""
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def open_file(path: Path) -> sqlite3.Connection:
    """Return the database at `path` to write into, made where it is missing."""
    make_private(path)
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read the server's database at `path`, all of one moment, whoever writes into it meanwhile."""
    if not path.is_file():
        raise StoreError(f"there is no database at {path}")
    check_ours(path, may_be_empty=False)
    try:
        with contextlib.closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw", timeout=BUSY_SECONDS, uri=True, isolation_level=None
            )
        ) as database:
            database.execute("PRAGMA query_only = ON")
            database.execute("BEGIN")
            yield database
    except sqlite3.Error as error:
        raise StoreError(reason(path, error)) from error


def prepare(database: sqlite3.Connection, path: Path | None, steps: Sequence[str]) -> None:
    """Bring the schema up to date step by step, each whole or not at all, with a backup first."""
    execute = database.execute
    execute("PRAGMA journal_mode = WAL")
    execute("PRAGMA synchronous = FULL")
    execute("PRAGMA foreign_keys = ON")
    version = schema_version(database)
    if version > len(steps):
        raise StoreError(f"{path} was made by a newer version (schema {version}, not {len(steps)})")
    if 0 < version < len(steps) and path is not None:
        kept = path.with_name(f"{path.name}.schema-{version}.bak")
        kept.unlink(missing_ok=True)  # of an upgrade that did not go through: the file has not changed since
        copy(database, kept)
    for number, step in enumerate(steps[version:], version + 1):
        _go_up(database, number, step)


@contextlib.contextmanager
def current(source: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Give what is in `source` by the latest schema: itself, or a copy in memory that is brought up to it."""
    steps = schema()
    version = schema_version(source)
    if version >= len(steps):
        yield source
        return
    with contextlib.closing(open_memory()) as copied:
        source.backup(copied)
        for number, step in enumerate(steps[version:], version + 1):
            _go_up(copied, number, step)
        yield copied


def schema_version(database: sqlite3.Connection) -> int:
    """Return how many steps of the schema the database has gone through."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def copy(database: sqlite3.Connection, target: Path) -> None:
    """Write all that is in `database` into the new file `target`, whole, private and on disk, or not at all.

    Raises StoreError when there is such a file: nothing is ever overwritten.
    """
    part = target.with_name(target.name + ".part")
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        raise StoreError(f"{target} exists; a backup overwrites nothing, name another file") from None
    except OSError as error:
        raise StoreError(f"cannot write {target}: {_plain(error)}") from error
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as backup:
            database.backup(backup)
            backup.execute("PRAGMA journal_mode = DELETE")  # one file, without another beside it
            _check_whole(backup, target)
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except BaseException as error:
        for left in (part, target):
            left.unlink(missing_ok=True)
        if isinstance(error, OSError | sqlite3.Error):
            why = _plain(error) if isinstance(error, OSError) else error
            raise StoreError(f"cannot write {target}: {why}") from error
        raise


def flaws(database: sqlite3.Connection) -> tuple[str, ...]:
    """Return what SQLite finds wrong with the file, nothing when it is whole."""
    try:
        found = [
            line for (text,) in database.execute("PRAGMA integrity_check(10)") for line in text.splitlines()
        ]
        orphans = [
            f"{table}: a row belongs to no table"
            for table, *_ in database.execute("PRAGMA foreign_key_check")
        ]
    except sqlite3.DatabaseError as error:  # torn so badly that not even this can be asked
        return (str(error),)
    return (*(line for line in found if line != "ok"), *dict.fromkeys(orphans))


def check_ours(path: Path, *, may_be_empty: bool = True) -> None:
    """Raise StoreError, with nothing changed, when a file is at `path` that is no server's database."""
    if not path.exists() or not path.stat().st_size:
        if may_be_empty:
            return
        raise StoreError(f"{path} is empty")
    # As if nobody wrote into it: reading would else leave files of SQLite's beside it, open to whoever this
    # one is open to. What is still in the write-ahead log does not count; the tables are not there alone.
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
        ) as database:
            rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.DatabaseError as error:
        raise StoreError(reason(path, error)) from error
    if rows and not {name for (name,) in rows} >= _OWN:
        raise StoreError(f"{path} is a database of another program; name another file")


def make_private(path: Path) -> None:
    """Make sure that the file exists and only its owner can read it, nor SQLite's files beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    path.chmod(PRIVATE)


def reason(path: Path | None, error: sqlite3.Error) -> str:
    """Return in plain words why the database at `path` cannot be used."""
    if "locked" in str(error):
        return in_use(path)
    return f"cannot use {path} as a database: {error}"


def is_damage(error: BaseException | None) -> bool:
    """Tell whether SQLite says by `error` that a file is a database, and is torn or not whole."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of it only says where
    return code == sqlite3.SQLITE_CORRUPT


def in_use(path: Path | None) -> str:
    """Return the sentence that the database is another server's at the moment."""
    return f"another server is using {path}; end it, or give this one its own --database"


def _go_up(database: sqlite3.Connection, number: int, step: str) -> None:
    database.executescript(f"BEGIN;\n{step}\nPRAGMA user_version = {number};\nCOMMIT;")


def _check_whole(backup: sqlite3.Connection, target: Path) -> None:
    found = flaws(backup)
    if found:
        raise StoreError(f"the copy in {target} is not whole: {found[0]}")


def _sync(path: Path) -> None:
    """Have the system write `path` to disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _plain(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
