"""Whom the player does not want to hear: kept by key in the profile, for names change."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.keys import Bytes32
from protocol.text import Name
from ys_tui.client import files
from ys_tui.client.keyring import KeyringError
from ys_tui.client.paths import shown

MOST: Final = 500
"""People that may be muted; the one muted longest ago is heard again first."""


class Silenced(Struct, frozen=True):
    """Somebody who is not heard, and the name by which they were muted."""

    key: Bytes32
    name: Name


class Muted:
    """Everybody who is muted, in the file `path`; without one, as long as the program runs."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file; with one that is damaged everybody is heard."""
        self._path = path
        self._people: tuple[Silenced, ...] = ()
        with suppress(CodecError, OSError):
            self._people = self._load()

    def __contains__(self, key: object) -> bool:
        """Tell whether the person with that key is muted."""
        return any(person.key == key for person in self._people)

    @property
    def people(self) -> tuple[tuple[bytes, str], ...]:
        """Key and name of everybody who is muted."""
        return tuple((person.key, person.name) for person in self._people)

    def set(self, name: str, key: bytes, *, is_muted: bool) -> None:
        """Hear somebody no more, or again; raise KeyringError when it cannot be written."""
        with suppress(CodecError, OSError):  # what another window has written
            self._people = self._load()
        others = tuple(person for person in self._people if person.key != key)
        self._people = (*others, *((Silenced(key, name),) * is_muted))[-MOST:]
        if self._path is not None:
            try:
                files.replace(self._path, pack(self._people))
            except OSError as error:
                raise KeyringError(f"{shown(self._path)} cannot be written ({error.strerror}).") from error

    def _load(self) -> tuple[Silenced, ...]:
        if self._path is None or not self._path.exists():
            return self._people
        return unpack(files.read(self._path, BYTES), tuple[Silenced, ...])
