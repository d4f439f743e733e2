"""On which servers this profile has seats in games that are not over: where `ys turns` and `ys keep` ask."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.codec import CodecError, pack, unpack
from protocol.keys import Bytes32
from ys_tui.client import files
from ys_tui.client.keyring import KeyringError
from ys_tui.client.paths import shown

MOST: Final = 50
"""Servers that are remembered; the one where nothing has changed for longest is forgotten first."""
ADDRESS_LENGTH: Final = 300


class Berth(Struct, frozen=True):
    """A server, as it was reached last, and the tables there at which a game of ours is on."""

    address: Annotated[str, Meta(max_length=ADDRESS_LENGTH)]
    key: Bytes32
    tables: Annotated[tuple[int, ...], Meta(max_length=1_000)] = ()


class Berths:
    """All of them, in the file `path`; without one, as long as the program runs."""

    def __init__(self, path: Path | None = None, *, moves: bool = True) -> None:
        """Remember nothing yet; the file is read when something is asked.

        If a known server is at another address than noted, that is noted only if it `moves`.
        """
        self._path, self._moves = path, moves
        self._held: tuple[Berth, ...] = ()

    @property
    def all(self) -> tuple[Berth, ...]:
        """Return every server with a running game of ours; a damaged file says of none."""
        with suppress(CodecError, OSError):
            if self._path is not None and self._path.exists():
                return unpack(self._path.read_bytes(), tuple[Berth, ...])
        return self._held

    def at(self, key: bytes) -> tuple[int, ...]:
        """Return the tables of the server with that key at which a game of ours is on, as far as is known."""
        return next((berth.tables for berth in self.all if berth.key == key), ())

    def note(self, address: str, key: bytes, table: int, *, is_on: bool) -> None:
        """Note that a game of ours is on at a table, or no longer; raise KeyringError if that cannot be."""
        before = self.all
        known = next((berth for berth in before if berth.key == key), Berth(address, key))
        address = address if self._moves else known.address
        others = tuple(number for number in known.tables if number != table)
        now = Berth(address, key, (*others, table) if is_on else others)
        if (now.address, set(now.tables)) == (known.address, set(known.tables)):
            return
        kept = tuple(berth for berth in before if berth.key != key)
        self._held = ((*kept, now) if now.tables else kept)[-MOST:]
        if self._path is not None:
            try:
                files.replace(self._path, pack(self._held))
            except OSError as error:
                raise KeyringError(f"{shown(self._path)} cannot be written ({error.strerror}).") from error
