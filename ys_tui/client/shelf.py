"""Where the finished games of a profile are kept: one file a game, and none is ever overwritten.

Beside a game at whose table the client had raised an alarm lies a mark that says what was seen. It is no part
of the record: a record holds nothing that is not signed.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.record import SUFFIX, Record, RecordError, save
from protocol.text import LINE_LENGTH, clean
from ys_tui.client import files
from ys_tui.client.files import PRIVATE_FOLDER
from ys_tui.client.paths import shown
from ys_tui.client.snapshot import Alarm

_MARK: Final = ".alarms"
DATE: Final = len("2026-11-30")
"""Characters of the name of a game that tell when it was kept."""
_HEX: Final = 8
"""Digits of the chain in the name of a game: enough to tell one's own games from each other."""


class ShelfError(Exception):
    """The game could not be kept; the sentence says why."""

    code = "not-kept"


def today() -> date:
    """Return the date where the player is."""
    return datetime.now().astimezone().date()


class Shelf:
    """The folder with the games; it is made when the first one is kept."""

    def __init__(self, folder: Path, today: Callable[[], date] = today) -> None:
        """Keep games in `folder`; nothing is done there yet."""
        self.folder, self._today = folder, today

    def keep(self, record: Record, end: bytes, alarms: Sequence[Alarm] = ()) -> Path:
        """Keep a game whose chain is `end`, unless it is there already, and return its file.

        Raises ShelfError; then nothing has changed.
        """
        try:
            data = save(record)
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            path = self._found(data, end) or self._add(data, record, end)
            if alarms:
                files.replace(_mark(path), pack(tuple(alarms)))
        except OSError as error:
            raise ShelfError(f"{shown(self.folder)} cannot be written ({error.strerror}).") from error
        except RecordError as error:
            raise ShelfError(f"{error}.") from error
        return path

    def games(self) -> tuple[Path, ...]:
        """Return the files of all games, the oldest first: by the date in the name, then by the time."""
        return tuple(sorted(self.folder.glob(f"*{SUFFIX}"), key=_when))

    def _found(self, data: bytes, end: bytes) -> Path | None:
        """Return the file that holds the game already, be it from another day."""
        same = (path for path in self.folder.glob(f"*-{end.hex()[:_HEX]}*{SUFFIX}") if path.is_file())
        return next((path for path in same if files.holds(path, data)), None)

    def _add(self, data: bytes, record: Record, end: bytes) -> Path:
        setup = record.setup
        stem = f"{self._today().isoformat()}-{setup.game}-{len(setup.seats)}-{end.hex()[:_HEX]}"
        names = chain((f"{stem}{SUFFIX}",), (f"{stem}-{number}{SUFFIX}" for number in count(2)))
        paths = map(self.folder.joinpath, names)
        return next(path for path in paths if files.add(path, data) or files.holds(path, data))


def alarms_of(path: Path) -> tuple[Alarm, ...]:
    """Return the alarms at the table of the game in `path`; a mark that cannot be read is one, too."""
    mark = _mark(path)
    try:
        found = unpack(files.read(mark, BYTES), tuple[Alarm, ...])
    except FileNotFoundError:
        return ()
    except (CodecError, OSError):
        return (Alarm("damaged-mark", f"The game is marked, and {mark.name} that says why is damaged."),)
    return tuple(Alarm(clean(alarm.code), clean(alarm.detail, 2 * LINE_LENGTH)) for alarm in found)


def _when(path: Path) -> tuple[str, int, str]:
    """Return what a game is ordered by; a file that is gone meanwhile is the first of its day."""
    try:
        written = path.stat().st_mtime_ns
    except OSError:
        written = 0
    return path.name[:DATE], written, path.name


def _mark(path: Path) -> Path:
    return path.with_name(path.name + _MARK)
