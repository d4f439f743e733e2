"""The logs of the games in which a profile has a seat, on disk: what a server has lost, a client gives back.

Each is a file as `protocol.record` writes it, so that `ys verify` and `ys replay` read it. It is only ever
replaced by a longer one, and stays when the game is over: a server may come back with a state of before.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from protocol.game import Setup
from protocol.match import Entry
from protocol.record import LIMIT, SUFFIX, Record, RecordError, load, save
from ys_tui.client import files
from ys_tui.client.files import PRIVATE_FOLDER
from ys_tui.client.keyring import KeyringError
from ys_tui.client.paths import shown

MOST: Final = 200
"""Logs that are kept; the one to which nothing was added for longest goes first."""
_HEX: Final = 16
"""Digits of a key, and of a setup, in the name of a log."""


class Log:
    """The log of one table, as far as it is on disk."""

    def __init__(self, setup: Setup, path: Path | None = None) -> None:
        """Have nothing on disk, and without a path never anything; the file is read when it is asked for."""
        self._setup, self._path = setup, path
        self.length = 0
        """How many entries are on disk, as far as this program has read or written them."""

    def read(self) -> Sequence[Entry]:
        """Return the entries on disk, which whoever plays them checks; a file of no use has none."""
        if self._path is None:
            return ()
        try:
            record = load(files.read(self._path, LIMIT))
        except (OSError, RecordError):
            return ()
        if record.setup != self._setup:
            return ()
        self.length = len(record.entries)
        return record.entries

    def is_behind(self, length: int) -> bool:
        """Whether a log of `length` entries is to be written."""
        return self._path is not None and length > self.length

    def write(self, entries: Sequence[Entry]) -> None:
        """Have these entries on disk, unless there are as many; raise KeyringError if that cannot be."""
        if self._path is None or not self.is_behind(len(entries)):
            return
        try:
            data = save(Record(self._setup, tuple(entries)))
            if not self._path.exists():
                _make_room(self._path.parent)
            if not _has(self._path, len(data)):  # another window of this profile may have seen more
                files.replace(self._path, data)
        except OSError as error:
            raise KeyringError(f"{shown(self._path)} cannot be written ({error.strerror}).") from error
        except RecordError as error:
            raise KeyringError(f"{shown(self._path)} cannot be written: {error}.") from error
        self.length = len(entries)

    def forget(self) -> None:
        """Have nothing on disk: what was there is no log of this table."""
        self.length = 0
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


class Logs:
    """All logs of one profile."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep them in `folder`, which is made with the first one; without one, nothing is kept."""
        self._folder = folder

    def of(self, server: bytes, table: int, setup: Setup) -> Log:
        """Return the log of a table of the server with that key."""
        if self._folder is None:
            return Log(setup)
        name = f"{_stem(server, table)}{setup.digest().hex()[:_HEX]}{SUFFIX}"
        return Log(setup, self._folder / name)

    def latest(self, server: bytes, table: int) -> Path | None:
        """Return the file of the game that was played last under that number, or None."""
        if self._folder is None:
            return None
        found = self._folder.glob(f"{_stem(server, table)}*{SUFFIX}")
        return max(found, key=lambda path: path.stat().st_mtime, default=None)


def _stem(server: bytes, table: int) -> str:
    return f"{server.hex()[:_HEX]}-{table}-"


def _has(path: Path, size: int) -> bool:
    """Tell whether a longer log is there already: two of one setup differ in length as their bytes do."""
    return path.exists() and path.stat().st_size >= size


def _make_room(folder: Path) -> None:
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    logs = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in logs[: max(0, len(logs) - MOST + 1)]:
        path.unlink(missing_ok=True)
