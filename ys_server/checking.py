"""Whether a database is sound: the file as SQLite sees it, and every table's log played again."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from protocol.codec import CodecError
from protocol.game import Game, Illegal
from protocol.games import GAMES
from protocol.match import Match, MatchError
from protocol.text import clean
from protocol.vault import Vault
from ys_server import database, reading
from ys_server.effects import Saved
from ys_server.patience import Patience
from ys_server.reading import Unreadable
from ys_server.table import Table


class Report(Struct, frozen=True):
    """What was found."""

    tables: int
    """How many tables were played again, from the first entry to the last."""
    entries: int
    failing: tuple[str, ...]
    """One sentence for each thing that is wrong; none when all is well."""


def check(path: Path, games: Mapping[str, Game[Any]] = GAMES) -> Report:
    """Return what is wrong in the database at `path`; raise StoreError when it is none of this program's."""
    try:
        return _report(path, games)
    except database.StoreError as error:
        if not database.is_damage(error.__cause__):
            raise
        why = clean(str(error.__cause__))
        return Report(0, 0, (f"the file: it is damaged or cut off, and cannot be read ({why})",))


def _report(path: Path, games: Mapping[str, Game[Any]]) -> Report:
    with database.reading(path) as file:
        failing = [f"the file: {flaw}" for flaw in database.flaws(file)]
        known = len(database.schema())
        version = database.schema_version(file)
        if version > known:
            raise database.StoreError(f"{path} was made by a newer version (schema {version}, not {known})")
        tables = entries = 0
        try:
            with database.current(file) as source:
                identity = reading.identity(source)
                for saved in reading.every_table(source):
                    tables += 1
                    entries += saved.length if isinstance(saved, Saved) else 0
                    flaws = _flaws(source, saved, identity, games)
                    failing += [f"table {saved.table}: {flaw}" for flaw in flaws]
        except sqlite3.Error as error:
            failing.append(f"after {tables} tables: {clean(str(error))}")
    return Report(tables, entries, tuple(failing))


def _flaws(
    source: sqlite3.Connection,
    saved: Saved | Unreadable,
    identity: bytes | None,
    games: Mapping[str, Game[Any]],
) -> Iterator[str]:
    """Yield what keeps a table from being continued as it was."""
    if isinstance(saved, Unreadable):
        yield f"cannot be read: {clean(saved.why)}"
        return
    game = games.get(saved.setup.game)
    if game is None:
        yield f"{clean(saved.setup.game)} is not played here"
        return
    nature = saved.setup.nature
    vault = Vault(identity or b"", nature.nonce, nature.name)
    if vault.keys != nature:
        yield "its nature has another identity than this server"
    try:
        entries = reading.log_of(source, saved.table).entries
        match: Match[Any] = Match(game, saved.setup)
        match.extend(0, entries)
    except CodecError as error:
        yield f"cannot be read: {clean(str(error))}"
        return
    except (Illegal, MatchError) as error:
        yield clean(str(error))
        return
    outline = Table(saved.table, match, vault, Patience(0.0)).outline()
    was_ended = saved.desk is not None and saved.desk.is_abandoned
    if saved.is_over and not (outline.is_over or was_ended):
        yield f"is noted as over, and its {len(entries)} entries do not end the game"
    if saved.outline is not None and saved.outline.length == len(entries) and saved.outline != outline:
        yield "is listed otherwise than its entries have left it"
