"""The people this profile has played with: name and key of each. A key is who somebody is, a name is not.

A key is learnt when a game with it begins; one that takes another's place only when the player says so.
"""

import time
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.keys import Bytes32
from protocol.text import Name
from ys_tui.client import files
from ys_tui.client.keyring import KeyringError
from ys_tui.client.paths import shown
from ys_tui.client.snapshot import Face, Standing

MOST: Final = 1_000
"""People that are remembered; whoever was met longest ago is forgotten first."""
_Count = Annotated[int, Meta(ge=0)]


class Person(Struct, frozen=True):
    """A name together with a key, and when they were met, in seconds of the common clock."""

    name: Name
    key: Bytes32
    first: _Count
    last: _Count
    games: _Count


class People:
    """Everybody who was met, in the file `path`; without one, as long as the program runs."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """Read the file; one that is damaged is put aside, and `problem` says so."""
        self._path, self._clock = path, clock
        self.problem = ""
        """What is to be told about the file, "" when all is well."""
        self._people: tuple[Person, ...] = ()
        try:
            self._people = self._load()
        except (CodecError, OSError):
            self._put_aside()

    def refresh(self) -> None:
        """Take what another window of this profile has written since; a damaged file says nothing."""
        with suppress(CodecError, OSError):
            self._people = self._load() or self._people

    def face(self, name: str, key: bytes, *, is_own: bool, is_bot: bool) -> Face:
        """Return what is known of somebody who calls himself `name` and signs with `key`."""
        if is_own or is_bot:
            return Face(name, key, Standing.SELF if is_own else Standing.BOT)
        same = next((person for person in self._people if person.key == key and _is(person, name)), None)
        holder = self._holder(name)
        if holder is not None and holder.key != key:
            return Face(name, key, Standing.CHANGED, holder.games, holder.last, word=_changed(name, holder))
        if same is not None:
            return Face(name, key, Standing.KNOWN, same.games, same.last)
        before = next((person for person in reversed(self._people) if person.key == key), None)
        if before is not None:
            word = f"{name} has the key that you know as {before.name}."
            return Face(name, key, Standing.RENAMED, before.games, before.last, word=word)
        return Face(name, key, Standing.NEW)

    def met(self, faces: Iterable[Face]) -> None:
        """Note that a game with these people has begun; a changed key is noted only once it was accepted.

        Raises KeyringError when the file cannot be written.
        """
        known = (Standing.NEW, Standing.KNOWN, Standing.RENAMED)
        names = [face for face in faces if face.standing in known]
        if names:
            self._note(names, games=1)

    def accept(self, name: str, key: bytes, *, is_playing: bool) -> None:
        """Take `key` for that of `name` from now on, the game that is on included.

        Raises KeyringError when the file cannot be written.
        """
        self._note([Face(name, key, Standing.CHANGED)], games=int(is_playing))

    def _holder(self, name: str) -> Person | None:
        """Return who held the name last: the newest record of it counts."""
        return next((person for person in reversed(self._people) if _is(person, name)), None)

    def _note(self, faces: Iterable[Face], games: int) -> None:
        now = int(self._clock())
        self.refresh()  # damaged since, the file is replaced
        for face in faces:
            same = [one for one in self._people if one.key == face.key and _is(one, face.name)]
            person = same[-1] if same else Person(face.name, face.key, now, now, 0)
            others = tuple(one for one in self._people if one not in same)
            self._people = (*others, replace(person, last=now, games=person.games + games))[-MOST:]
        if self._path is not None:
            try:
                files.replace(self._path, pack(self._people))
            except OSError as error:
                raise KeyringError(f"{shown(self._path)} cannot be written ({error.strerror}).") from error

    def _load(self) -> tuple[Person, ...]:
        if self._path is None or not self._path.exists():
            return self._people
        return unpack(files.read(self._path, BYTES), tuple[Person, ...])

    def _put_aside(self) -> None:
        assert self._path is not None
        names = chain(("damaged",), (f"damaged-{number}" for number in count(2)))
        paths = (self._path.with_name(f"{self._path.name}.{name}") for name in names)
        aside = next(path for path in paths if not path.exists())
        with suppress(OSError):
            self._path.replace(aside)
        self.problem = (
            f"The list of people you have met was damaged and begins anew; the old one is {shown(aside)}."
        )


def _is(person: Person, name: str) -> bool:
    return _folded(person.name) == _folded(name)


def _folded(name: str) -> str:
    """Return a name without what an eye would overlook: case, and letters in another width."""
    return unicodedata.normalize("NFKC", name).casefold()


def _changed(name: str, known: Person) -> str:
    day = datetime.fromtimestamp(known.last, UTC).date().isoformat()
    met = f"last met {day}, {known.games} game{'s' * (known.games != 1)}"
    return (
        f"{name} has another key than the {name} you know ({met}): a new identity, or somebody else. "
        f"Let {name} read the words of the key to you."
    )
