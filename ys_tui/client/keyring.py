"""What one profile keeps on disk: identity, name, and notes about its tables. No secret of it is ever shown.

The identity (32 bytes) is the only secret; all of a seat's secrets follow from it. The notes are what makes a
server that forgets or doubles a table visible across restarts, so they are on disk before a batch leaves.
"""

import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Protocol, TypeVar

from msgspec import Meta, Struct

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.keys import Bytes16, Bytes32
from protocol.text import Name, clean
from protocol.vault import IDENTITY, NONCE
from ys_tui.client import files
from ys_tui.client.files import PRIVATE_FOLDER
from ys_tui.client.paths import shown
from ys_tui.client.snapshot import Alarm

T = TypeVar("T")

_NAME_BYTES: Final = 256
_TRUSTING: Final = b"escrow"
"""What follows the nonce of a seat at a table that trusts its host."""


class Note(Struct, frozen=True):
    """What this seat has seen of its table: whatever it is shown later has to begin with that."""

    setup: Bytes32
    length: Annotated[int, Meta(ge=0)]
    chain: Bytes32


class Return(Struct, frozen=True):
    """With what this person asked for a seat of a running game again: the nonce, and the name then."""

    nonce: Bytes16
    name: Name


class KeyringError(Exception):
    """A file of the profile cannot be used; the sentence says what to do. Nothing has changed."""

    code = "keyring"


class UnwrittenError(KeyringError):
    """A file cannot be written now, as on a full disk; it may be later. What was there is there still."""


class Notes(Protocol):
    """Where a store keeps what it must remember of its seats."""

    def sat(self, server: bytes, table: int) -> bytes | None:
        """Return the nonce with which this person last sat down at that table, or None."""
        ...

    def trusts(self, server: bytes, table: int) -> bool:
        """Tell whether the table was shown as one that trusts its host when this person sat down there."""
        ...

    def is_for_another(self, server: bytes, table: int, nonce: bytes) -> bool:
        """Tell whether that nonce was thrown for another table than this one."""
        ...

    def sit(self, server: bytes, table: int, nonce: bytes, *, trusting: bool = False) -> None:
        """Remember, before `Sit` leaves, the nonce that goes with it, and whether the host is trusted."""
        ...

    def stand(self, server: bytes, table: int) -> None:
        """Forget the seat at that table: the person stood up, or never got it."""
        ...

    def returns(self, server: bytes, table: int) -> tuple[Return, ...]:
        """Return with what this person has asked for the seat at that table again, the first first."""
        ...

    def come_back(self, server: bytes, table: int, again: Return) -> None:
        """Remember, before `Sit` leaves, with what the seat of a running game is asked for again."""
        ...

    def note(self, nonce: bytes) -> Note | None:
        """Return what was last noted of the seat with that nonce, or None."""
        ...

    def write(self, nonce: bytes, note: Note) -> Note:
        """Note, before a batch leaves, how far the seat has seen, and return what is noted from now on.

        That is another note if it says more, or is of another setup: neither is ever overwritten.
        """
        ...

    def marks(self, server: bytes) -> Mapping[int, tuple[Alarm, ...]]:
        """Return the alarms with which tables of that server are marked, by table."""
        ...

    def mark(self, server: bytes, table: int, alarms: tuple[Alarm, ...]) -> None:
        """Mark a table with these alarms instead of those before; with none it is marked no longer."""
        ...


class Scratch:
    """Notes that last as long as the program: for a throw-away identity."""

    def __init__(self) -> None:
        """Begin with nothing noted."""
        self._sat: dict[tuple[bytes, int], bytes] = {}
        self._trusted: set[tuple[bytes, int]] = set()
        self._notes: dict[bytes, Note] = {}
        self._marks: dict[bytes, dict[int, tuple[Alarm, ...]]] = {}
        self._returns: dict[tuple[bytes, int], tuple[Return, ...]] = {}

    def sat(self, server: bytes, table: int) -> bytes | None:
        """Return the nonce of the seat at that table, or None."""
        return self._sat.get((server, table))

    def trusts(self, server: bytes, table: int) -> bool:
        """Tell whether the host of that table was to be trusted when this person sat down there."""
        return (server, table) in self._trusted

    def is_for_another(self, server: bytes, table: int, nonce: bytes) -> bool:
        """Tell whether that nonce was thrown for another table."""
        return any(place != (server, table) and sat == nonce for place, sat in self._sat.items())

    def sit(self, server: bytes, table: int, nonce: bytes, *, trusting: bool = False) -> None:
        """Remember the nonce of the seat at that table."""
        self._sat[server, table] = nonce
        (self._trusted.add if trusting else self._trusted.discard)((server, table))

    def stand(self, server: bytes, table: int) -> None:
        """Forget the seat at that table."""
        self._sat.pop((server, table), None)

    def returns(self, server: bytes, table: int) -> tuple[Return, ...]:
        """Return with what the seat at that table was asked for again."""
        return self._returns.get((server, table), ())

    def come_back(self, server: bytes, table: int, again: Return) -> None:
        """Remember with what the seat at that table is asked for again."""
        self._returns[server, table] = (*self.returns(server, table), again)

    def note(self, nonce: bytes) -> Note | None:
        """Return what was last noted of the seat, or None."""
        return self._notes.get(nonce)

    def write(self, nonce: bytes, note: Note) -> Note:
        """Note how far the seat has seen, and return what is noted from now on."""
        before = self._notes.get(nonce)
        if before is None or _goes_on(before, note):
            self._notes[nonce] = note
        return self._notes[nonce]

    def marks(self, server: bytes) -> Mapping[int, tuple[Alarm, ...]]:
        """Return the marked tables of that server."""
        return self._marks.get(server, {})

    def mark(self, server: bytes, table: int, alarms: tuple[Alarm, ...]) -> None:
        """Mark a table, or take its mark away."""
        self._marks[server] = {**self.marks(server), table: alarms}


class Keyring:
    """The files of one profile in `folder`: `identity`, `name`, `notes/`."""

    def __init__(self, folder: Path) -> None:
        """Read the identity in `folder`, or make one at first start; raise KeyringError in plain words."""
        self.path = folder / "identity"
        """Where the identity lies."""
        self._folder = folder
        try:
            (folder / "notes").mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            self.is_new = self._make()
        except OSError as error:
            raise KeyringError(
                f"{shown(folder)} cannot be written ({error.strerror}). Make room or change its owner."
            ) from error
        self.identity = self._read()

    @property
    def greeting(self) -> str:
        """What the player is told at first start: one line."""
        path = shown(self.path)
        return f"Whoever holds the file {path} plays as you. Back it up: cp -p {path} SOMEWHERE-SAFE"

    @property
    def name(self) -> str:
        """The name used last, or "" at first."""
        try:
            return clean(files.read(self._folder / "name", BYTES)[:_NAME_BYTES].decode(errors="replace"))
        except FileNotFoundError:
            return ""

    def remember_name(self, name: str) -> None:
        """Offer `name` again at the next start."""
        if name != self.name:
            _write(self._folder / "name", name.encode())

    def sat(self, server: bytes, table: int) -> bytes | None:
        """Return the nonce with which this profile last sat down at that table, or None."""
        kept = self._load(self._seat(server, table), bytes)
        return None if kept is None else kept[:NONCE]

    def trusts(self, server: bytes, table: int) -> bool:
        """Tell whether the host of that table was to be trusted when this profile sat down there."""
        return (self._load(self._seat(server, table), bytes) or b"")[NONCE:] == _TRUSTING

    def is_for_another(self, server: bytes, table: int, nonce: bytes) -> bool:
        """Tell whether that nonce was thrown for another table."""
        here = self._seat(server, table)
        seats = (path for path in here.parent.glob("seat-*") if path != here)
        return any((self._load(path, bytes) or b"")[:NONCE] == nonce for path in seats)

    def sit(self, server: bytes, table: int, nonce: bytes, *, trusting: bool = False) -> None:
        """Remember, on disk, the nonce of the seat at that table, and whether its host is trusted."""
        _write(self._seat(server, table), pack(nonce + _TRUSTING if trusting else nonce))

    def stand(self, server: bytes, table: int) -> None:
        """Forget, on disk, the seat at that table."""
        _remove(self._seat(server, table))

    def returns(self, server: bytes, table: int) -> tuple[Return, ...]:
        """Return with what this profile has asked for the seat at that table again."""
        return self._load(self._back(server, table), tuple[Return, ...]) or ()

    def come_back(self, server: bytes, table: int, again: Return) -> None:
        """Remember, on disk, with what the seat at that table is asked for again."""
        _write(self._back(server, table), pack((*self.returns(server, table), again)))

    def note(self, nonce: Bytes16) -> Note | None:
        """Return what was last noted of the seat with that nonce, or None."""
        return self._load(self._folder / "notes" / nonce.hex(), Note)

    def write(self, nonce: Bytes16, note: Note) -> Note:
        """Note, on disk, how far the seat has seen; another window of this profile may have noted more.

        Of two windows that note a seat for the first time at one moment, one is told the other's note.
        """
        path = self._folder / "notes" / nonce.hex()
        before = self.note(nonce)
        if before is None and _add(path, pack(note)):
            return note
        before = before or self.note(nonce)
        if before is None or _goes_on(before, note):
            _write(path, pack(note))
            return note
        return before

    def marks(self, server: bytes) -> Mapping[int, tuple[Alarm, ...]]:
        """Return the marked tables of that server; a mark that cannot be read is one all the same."""
        found: dict[int, tuple[Alarm, ...]] = {}
        for path in sorted((self._folder / "notes").glob(f"mark-{server.hex()[:32]}-*")):
            number = path.name.rpartition("-")[2]
            if number.isdecimal():
                found[int(number)] = self._read_mark(path)
        return found

    def mark(self, server: bytes, table: int, alarms: tuple[Alarm, ...]) -> None:
        """Mark a table on disk, or take its mark away."""
        path = self._folder / "notes" / f"mark-{server.hex()[:32]}-{table}"
        if alarms:
            _write(path, pack(alarms))
        else:
            _remove(path)

    def _read_mark(self, path: Path) -> tuple[Alarm, ...]:
        try:
            return unpack(files.read(path, BYTES), tuple[Alarm, ...])
        except (CodecError, OSError):
            return (
                Alarm("damaged-mark", f"The table was marked, and {shown(path)} that says why is damaged."),
            )

    def _make(self) -> bool:
        """Make the identity file if there is none, whole or not at all; tell whether it was made."""
        if self.path.exists():
            return False
        return files.add(self.path, secrets.token_bytes(IDENTITY))

    def _read(self) -> bytes:
        try:
            with files.regular(self.path) as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                identity = file.read(IDENTITY + 1)
        except OSError as error:
            raise KeyringError(f"{shown(self.path)} cannot be read ({error.strerror}).") from error
        path = shown(self.path)
        if mode & 0o077:
            raise KeyringError(f"Others may read {path}, your identity. Type: chmod 600 {path}")
        if len(identity) != IDENTITY:
            raise KeyringError(
                f"{path} is no identity: it has to hold {IDENTITY} bytes. Put your copy back; "
                "without one move the file away, and a new identity is made (running games are lost then)."
            )
        return identity

    def _seat(self, server: bytes, table: int) -> Path:
        return self._folder / "notes" / f"seat-{server.hex()[:32]}-{table}"

    def _back(self, server: bytes, table: int) -> Path:
        return self._folder / "notes" / f"back-{server.hex()[:32]}-{table}"

    def _load(self, path: Path, into: type[T]) -> T | None:
        try:
            return unpack(files.read(path, BYTES), into)
        except FileNotFoundError:
            return None
        except (CodecError, OSError) as error:
            raise KeyringError(
                f"The note {shown(path)} is damaged; nothing is played on without it."
            ) from error


def _goes_on(before: Note, note: Note) -> bool:
    """Tell whether `note` says more of the same setup."""
    return before.setup == note.setup and before.length < note.length


def _add(path: Path, data: bytes) -> bool:
    """Put `data` into a new file at `path`; tell whether it was made."""
    try:
        return files.add(path, data)
    except OSError as error:
        raise UnwrittenError(f"{shown(path)} cannot be written ({error.strerror}).") from error


def _write(path: Path, data: bytes) -> None:
    """Put `data` into `path`, whole or not at all, so that it survives a power cut."""
    try:
        files.replace(path, data)
    except OSError as error:
        raise UnwrittenError(f"{shown(path)} cannot be written ({error.strerror}).") from error


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
        files.sync(path.parent)
    except OSError as error:
        raise KeyringError(f"{shown(path)} cannot be removed ({error.strerror}).") from error
