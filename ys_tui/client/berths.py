"""On which servers this profile has seats in games that are not over: the start screen offers them."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.keys import Bytes32
from protocol.text import Title
from ys_tui.client import files
from ys_tui.client.keyring import KeyringError
from ys_tui.client.paths import shown

MOST: Final = 50
"""Servers that are remembered; the one where nothing has changed for longest is forgotten first."""
ADDRESS_LENGTH: Final = 300


class Berth(Struct, frozen=True, omit_defaults=True):
    """A server, as it was reached last, and the tables there at which a game of ours is on."""

    address: Annotated[str, Meta(max_length=ADDRESS_LENGTH)]
    key: Bytes32
    tables: Annotated[tuple[int, ...], Meta(max_length=1_000)] = ()
    titles: Annotated[tuple[tuple[int, Title], ...], Meta(max_length=1_000)] = ()
    """What those of them are called whose title is known."""
    is_own: bool = False
    """Whether it is a server of this profile, which runs only while the profile hosts."""


class Running(Struct, frozen=True):
    """A game of ours that is on."""

    address: str
    table: int
    title: str = ""
    """What its table is called, "" when that is not known."""
    is_own: bool = False
    """Whether a server of our own has to be started for it."""


class Berths:
    """All of them, in the file `path`; without one, as long as the program runs."""

    def __init__(self, path: Path | None = None, *, moves: bool = True, is_own: bool = False) -> None:
        """Remember nothing yet; the file is read when something is asked.

        If a known server is at another address than noted, that is noted only if it `moves`. What is noted
        is of a server of this profile if it `is_own`.
        """
        self._path, self._moves, self._is_own = path, moves, is_own
        self._held: tuple[Berth, ...] = ()

    @property
    def all(self) -> tuple[Berth, ...]:
        """Return every server with a running game of ours; a damaged file says of none."""
        with suppress(CodecError, OSError):
            if self._path is not None and self._path.exists():
                return unpack(files.read(self._path, BYTES), tuple[Berth, ...])
        return self._held

    @property
    def games(self) -> tuple[Running, ...]:
        """Return every running game of ours, at which server something has changed last first."""
        return tuple(
            Running(berth.address, table, dict(berth.titles).get(table, ""), berth.is_own)
            for berth in reversed(self.all)
            for table in reversed(berth.tables)
        )

    def of_own(self) -> "Berths":
        """Return the same for what is noted of a server of this profile."""
        return Berths(self._path, moves=self._moves, is_own=True)

    def at(self, key: bytes) -> tuple[int, ...]:
        """Return the tables of the server with that key at which a game of ours is on, as far as is known."""
        return next((berth.tables for berth in self.all if berth.key == key), ())

    def note(self, address: str, key: bytes, table: int, *, is_on: bool, title: str = "") -> None:
        """Note that a game of ours is on at a table, or no longer; raise KeyringError if that cannot be."""
        before = self.all
        known = next(
            (berth for berth in before if berth.key == key), Berth(address, key, is_own=self._is_own)
        )
        address = address if self._moves else known.address
        others = tuple(number for number in known.tables if number != table)
        titles = {**dict(known.titles), table: title} if title else dict(known.titles)
        tables = (*others, table) if is_on else others
        now = Berth(
            address,
            key,
            tables,
            tuple((number, titles[number]) for number in tables if number in titles),
            self._is_own or known.is_own,
        )
        if _sorted(now) == _sorted(known):
            return
        kept = tuple(berth for berth in before if berth.key != key)
        self._held = ((*kept, now) if now.tables else kept)[-MOST:]
        if self._path is not None:
            try:
                files.replace(self._path, pack(self._held))
            except OSError as error:
                raise KeyringError(f"{shown(self._path)} cannot be written ({error.strerror}).") from error


def _sorted(berth: Berth) -> Berth:
    return replace(berth, tables=tuple(sorted(berth.tables)), titles=tuple(sorted(berth.titles)))
