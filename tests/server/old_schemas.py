"""Databases of every schema there has been, as SQL: `python -m tests.server.old_schemas` writes the latest.

It is run once, when a schema is new; the files of earlier ones can no longer be made, only kept.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from protocol.game import NATURE, Setup
from protocol.match import Entry, Match
from tests.support.driver import play, vault
from tests.support.toy import TOY
from ys_server.database import schema
from ys_server.desk import Desk
from ys_server.effects import Arranged, Begun, Ended, Known, Opened, Outlined, Played, Spoken, Timed, Used
from ys_server.outline import Outline
from ys_server.patience import Patience, Span
from ys_server.store import Store
from ys_server.table import Table

FOLDER = Path(__file__).parents[1] / "data" / "schemas"


def old(version: int) -> Path:
    """Return the file of that schema."""
    return FOLDER / f"{version}.sql"


def build(version: int, path: Path) -> None:
    """Make at `path` a database as a server of that schema left it."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(old(version).read_text(encoding="utf-8"))


def write() -> None:
    """Keep a database of the schema as it is now: two people, a game that goes on, one over, one to begin."""
    match = play(TOY, 3, 1, with_chairs=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.sqlite3"
        store = Store(path)
        store.identity(lambda size: bytes(range(size)))
        store.save([Known(b"k" * 32, "Ada"), Known(b"l" * 32, "Ben"), Opened(5)])
        store.save([Begun(3, "Over", b"k" * 32, match.setup), Begun(4, "Goes on", b"l" * 32, match.setup)])
        store.save([Played(3, n, entry) for n, entry in enumerate(match.log)])
        store.save([Ended(3), *(Played(4, n, entry) for n, entry in enumerate(match.log[:-1]))])
        desk = Desk(TOY.key, (), "Goes on", 3, b"l" * 32, clock="days-3")
        store.save([Arranged(4, desk), Timed(4, (Span(0, 1, 2.5, 0.0),)), Used(b"n" * 16)])
        store.save([Outlined(4, _outline(match.setup, match.log[:-1]))])
        store.save([Arranged(5, Desk(TOY.key, (), "Open", 2, b"k" * 32))])
        store.save([Spoken(table, "Ada", b"k" * 32, "hello", keep=9) for table in (0, 4, 5)])
        store.close()
        with closing(sqlite3.connect(path)) as database:
            lines = "\n".join(database.iterdump())
    version = len(schema())
    FOLDER.mkdir(exist_ok=True)
    old(version).write_text(f"{lines}\nPRAGMA user_version = {version};\n", encoding="utf-8")


def _outline(setup: Setup, log: Sequence[Entry]) -> Outline:
    match: Match[Any] = Match(TOY, setup)
    match.extend(0, log)
    return Table(4, match, vault(1, NATURE), Patience(0.0)).outline()


if __name__ == "__main__":
    write()
