"""Who may come in: counts connections from the moment they are accepted, before anybody has said a word.

A socket costs nothing to open and a file here. Who says nothing makes room for who comes later; nobody who
has spoken is ever put out.
"""

import errno
import resource
from collections import Counter
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from ys_server.limits import Limits

RESERVE: Final = 128
"""Files for what is no connection yet or never: those accepted in one go, database, log, pipes."""
OUT_OF_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""What the system says when it cannot accept a connection for want of something."""
UNKNOWN: Final = ""
"""In place of an address."""

Guest = TypeVar("Guest")


class Door(Generic[Guest]):
    """All connections, and those of them that have not spoken, the one that came first in front."""

    def __init__(self, room: int, silent: int, put_out: Callable[[Guest], None]) -> None:
        """Hold `room` guests, `silent` of one address among them that say nothing; `put_out` ends others."""
        self._room, self._most, self._put_out = room, silent, put_out
        self._here: dict[Guest, str] = {}
        self._silent: dict[Guest, str] = {}
        self._counts: Counter[str] = Counter()
        """How many of each address are silent."""

    def comes(self, guest: Guest, address: str = UNKNOWN) -> bool:
        """Let `guest` in, if need be in the place of one who is silent; tell whether there was room.

        Whose address is not known yet counts for no address until `is_from` tells it.
        """
        if address != UNKNOWN and self._counts[address] >= self._most:
            self._make_room(self._first_of(address))
        elif len(self._here) >= self._room and self._silent:
            self._make_room(next(iter(self._silent)))
        if len(self._here) >= self._room:
            return False
        self._here[guest] = self._silent[guest] = address
        self._counts[address] += 1
        return True

    def is_from(self, guest: Guest, address: str) -> None:
        """Count `guest`, who has come through a proxy, for the address that it named."""
        if guest not in self._silent:
            return
        if self._counts[address] >= self._most:
            self._make_room(self._first_of(address))
        self._counts -= Counter((self._silent[guest],))
        self._silent[guest] = address
        self._counts[address] += 1

    def speaks(self, guest: Guest) -> None:
        """Note that `guest` has spoken: the place is kept."""
        address = self._silent.pop(guest, None)
        if address is not None:
            self._counts -= Counter((address,))  # drops what becomes nought

    def goes(self, guest: Guest) -> None:
        """Forget `guest`."""
        self.speaks(guest)
        self._here.pop(guest, None)

    def _first_of(self, address: str) -> Guest:
        return next(other for other, where in self._silent.items() if where == address)

    def _make_room(self, guest: Guest) -> None:
        self.goes(guest)
        self._put_out(guest)


def room(limits: Limits) -> int:
    """Return how many connections there may be, after asking the system for as many files as that takes."""
    wanted = limits.connections + limits.silent + RESERVE  # the hub turns the last ones away in words
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - RESERVE, wanted // 2)
