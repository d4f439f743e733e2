"""Whether a database is sound: the file as SQLite sees it, and every table's log played again."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from protocol.game import Game, Illegal
from protocol.games import GAMES
from protocol.match import MatchError
from protocol.text import clean
from protocol.vault import Vault
from ys_server import database
from ys_server.patience import Patience
from ys_server.store import Kept, Unreadable, kept_identity, kept_tables
from ys_server.table import Table


class Report(Struct, frozen=True):
    """What was found."""

    tables: int
    """How many tables were played again, from the first entry to the last."""
    entries: int
    failing: tuple[str, ...]
    """One sentence for each thing that is wrong; none when all is well."""


def check(path: Path, games: Mapping[str, Game[Any]] = GAMES) -> Report:
    """Return what is wrong in the database at `path`; raise StoreError when it cannot be read at all."""
    with database.reading(path) as file:
        failing = [f"the file: {flaw}" for flaw in database.flaws(file)]
        known = len(database.schema())
        version = database.schema_version(file)
        if version > known:
            raise database.StoreError(f"{path} was made by a newer version (schema {version}, not {known})")
        tables = entries = 0
        try:
            with database.current(file) as source:
                identity = kept_identity(source)
                for kept in kept_tables(source):
                    tables += 1
                    if isinstance(kept, Kept):
                        entries += len(kept.saved.entries)
                    failing += [f"table {_number(kept)}: {flaw}" for flaw in _flaws(kept, identity, games)]
        except sqlite3.Error as error:
            failing.append(f"after {tables} tables: {clean(str(error))}")
    return Report(tables, entries, tuple(failing))


def _number(kept: Kept | Unreadable) -> int:
    return kept.saved.table if isinstance(kept, Kept) else kept.table


def _flaws(kept: Kept | Unreadable, identity: bytes | None, games: Mapping[str, Game[Any]]) -> Iterator[str]:
    """Yield what keeps a table from being continued as it was."""
    if isinstance(kept, Unreadable):
        yield f"cannot be read: {clean(kept.why)}"
        return
    saved = kept.saved
    game = games.get(saved.setup.game)
    if game is None:
        yield f"{clean(saved.setup.game)} is not played here"
        return
    nature = saved.setup.nature
    vault = Vault(identity or b"", nature.nonce, nature.name)
    if vault.keys != nature:
        yield "its nature has another identity than this server"
    try:
        table = Table(saved.table, game, saved.setup, vault, Patience(0.0))
        table.restore(saved.entries)
    except (Illegal, MatchError) as error:
        yield clean(str(error))
        return
    was_ended = saved.desk is not None and saved.desk.is_abandoned
    if kept.is_over and not (table.is_over or was_ended):
        yield f"is noted as over, and its {len(saved.entries)} entries do not end the game"
