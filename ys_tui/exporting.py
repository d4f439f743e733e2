"""What a player takes out of the client as files: a copy of a game, its journal, a picture.

They lie where the client was started, or at home. No file that is there is ever written over: the next number
is taken.
"""

import os
from collections.abc import Iterable
from itertools import chain, count
from pathlib import Path

from protocol.record import SUFFIX, Record, RecordError, save
from ys_tui.client import files
from ys_tui.client.paths import shown
from ys_tui.replay import Replay

_HEX = 8
"""Digits of the chain in a name: enough to tell one's own games from each other."""
_READABLE = 0o644
"""Who may read what was exported: like any file that is made by hand."""


class ExportError(Exception):
    """A file could not be written; the sentence says which and why."""

    code = "not-exported"


def folder() -> Path:
    """Return where files go: where the client was started or, if nothing can be written there, home."""
    try:
        here = Path.cwd()
    except OSError:  # it was removed since
        return Path.home()
    return here if os.access(here, os.W_OK) else Path.home()


def stem(replay: Replay) -> str:
    """Return what the files of a game are called: game, seats, and digits that are this game's own."""
    setup = replay.record.setup
    return f"{setup.game}-{len(setup.seats)}-{replay.chain.hex()[:_HEX]}"


def copy(replay: Replay, folder: Path) -> str:
    """Write the record of a game, and return the path as it is shown; raise ExportError."""
    try:
        data = save(Record(replay.record.setup, replay.record.entries))
    except RecordError as error:
        raise ExportError(f"The game cannot be saved: {error}.") from None
    return _written(folder, stem(replay), SUFFIX, data)


def text(lines: Iterable[str], name: str, folder: Path) -> str:
    """Write lines of text, and return the path as it is shown; raise ExportError."""
    return _written(folder, name, ".txt", "".join(f"{line}\n" for line in lines).encode())


def picture(svg: str, name: str, folder: Path) -> str:
    """Write a picture, and return the path as it is shown; raise ExportError."""
    return _written(folder, name, ".svg", svg.encode())


def _written(folder: Path, name: str, suffix: str, data: bytes) -> str:
    names = chain((f"{name}{suffix}",), (f"{name}-{number}{suffix}" for number in count(2)))
    try:
        path = next(path for path in map(folder.joinpath, names) if files.add(path, data))
        path.chmod(_READABLE)
    except OSError as error:
        where = shown(str(folder))
        raise ExportError(f"Nothing can be written in {where} ({error.strerror}).") from None
    return shown(str(path))
