"""A folder for a game that leaves nothing behind; what a killed client left, the next one clears away."""

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

_PREFIX: Final = "ys-game-"
_LOCK: Final = "lock"
"""Held as long as its process lives: a folder whose lock is free is nobody's any more."""


class Throwaway:
    """A private folder among the temporary ones, there until `cleanup`."""

    def __init__(self) -> None:
        """Clear away what others left, and make it."""
        _clear()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        draft = self.path / f"{_LOCK}.new"
        self._lock = os.open(draft, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        draft.rename(self.path / _LOCK)  # it is never there unlocked

    def cleanup(self) -> None:
        """Remove it with all that is in it; once more does no harm."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _clear() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # somebody else's, still in use, or gone already
            _clear_away(folder)


def _clear_away(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        return
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    finally:
        os.close(lock)
