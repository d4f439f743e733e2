"""Who is who: a key proves a person, a person has a name, and perhaps several connections.

Nothing here knows a table; whether somebody sits anywhere is asked through `is_seated`.
"""

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Final

from ys_server.effects import Conn, Refusal
from ys_server.limits import Credits

VOICE: Final = "server"
"""The name under which the server itself says a line; nobody else has it."""


class Person:
    """Somebody who has proved a key and is connected."""

    __slots__ = ("chat", "conns", "credits", "key", "name")

    def __init__(self, key: bytes, name: str, credits_: Credits, chat: Credits) -> None:
        """Be known by `key` as `name`, without a connection yet."""
        self.key = key
        self.name = name
        self.credits = credits_
        self.chat = chat
        """What may be spent on lines of chat."""
        self.conns: dict[Conn, None] = {}


class Client:
    """One connection: what has been said on it so far."""

    __slots__ = ("address", "conn", "credits", "nonce", "opened", "person", "plays", "rules", "version")

    def __init__(self, conn: Conn, address: str, nonce: bytes, credits_: Credits, now: float) -> None:
        """Begin without a person; `nonce` is what its `Hello` has to sign."""
        self.conn = conn
        self.address = address
        self.nonce = nonce
        self.credits = credits_
        self.opened = now
        self.person: Person | None = None
        self.plays = False
        """Whether a game has taken a move of it, and nothing came too fast since."""
        self.version = 0
        self.rules: Mapping[str, int] = {}


class People:
    """Everybody who is here, and the names of those who were."""

    def __init__(
        self,
        names: Mapping[bytes, str],
        is_seated: Callable[[bytes], bool],
        is_shown: Callable[[bytes], bool] = lambda _key: True,
        *,
        is_bound: Callable[[bytes], bool] = lambda _key: False,
        sits_as: Callable[[str, bytes], bool] = lambda _name, _but: False,
    ) -> None:
        """Remember `names` by key; `is_seated` tells whether a key holds a chair at a table not over.

        `is_bound` tells whether one of its chairs is at a table that has not begun: the setup is to have the
        name of the chair. `sits_as` tells whether anybody but a key sits under a name in lower case. Who is
        not shown to others (`is_shown`) takes no name away from anybody.
        """
        self._names = dict(names)
        self._is_seated, self._is_bound, self._sits_as = is_seated, is_bound, sits_as
        self._is_shown = is_shown
        self._here: dict[bytes, Person] = {}
        self._by_conn: dict[Conn, Person] = {}
        self._gone: dict[bytes, float] = {}

    def arrive(self, key: bytes, name: str, conn: Conn, credits_: Credits, chat: Credits) -> Person:
        """Return the person of `key`, connected by `conn` too; a name in use is kept by who uses it.

        Somebody who is connected or seated stays who they are: what only asks whose turn it is renames
        nobody. Who wants another name says so (`rename`).
        """
        person = self._here.get(key)
        if person is None:
            remembered = self._names.get(key)
            if remembered is not None and self._is_seated(key):
                name = remembered
            self._check_free(key, name)
            person = self._here[key] = Person(key, name, credits_, chat)
        person.conns[conn] = None
        self._by_conn[conn] = person
        self._gone.pop(key, None)
        return person

    def depart(self, person: Person, conn: Conn, now: float, *, is_missed: bool = True) -> None:
        """Note that one connection of `person` has ended; where it is missed, for how long it is away."""
        person.conns.pop(conn, None)
        self._by_conn.pop(conn, None)
        if not person.conns:
            del self._here[person.key]
            if is_missed:
                self._gone[person.key] = now

    def rename(self, person: Person, name: str) -> None:
        """Call somebody by another name that nobody uses; refuse otherwise.

        Games that have begun keep the name of their setup; a chair at a table that has not is in the way.
        """
        if name != person.name and self._is_bound(person.key):
            raise Refusal(
                "seated", "you have a chair at a table that has not begun; leave it, or let it begin"
            )
        self._check_free(person.key, name)
        person.name = name

    def expect(self, keys: Iterable[bytes], now: float) -> None:
        """Count from now on how long those of `keys` who are not here stay away."""
        self._gone.update((key, now) for key in keys if key not in self._here)

    def remember(self, person: Person) -> bool:
        """Keep the person's name for later; tell whether that is news."""
        is_new = self._names.get(person.key) != person.name
        self._names[person.key] = person.name
        return is_new

    def find(self, key: bytes) -> Person | None:
        """Return the person of `key` who is here, or None."""
        return self._here.get(key)

    def of(self, conn: Conn) -> Person | None:
        """Return whose connection that is, or None."""
        return self._by_conn.get(conn)

    def gone_for(self, key: bytes, now: float) -> float:
        """Return for how long the person of `key` has been away; 0 while here, for ever when forgotten."""
        return 0.0 if key in self._here else now - self._gone.get(key, -inf)

    def forget(self, before: float) -> None:
        """Forget who left before that time: it no longer matters when."""
        self._gone = {key: at for key, at in self._gone.items() if at >= before}

    def names(self, but: bytes | None = None) -> tuple[str, ...]:
        """Return the names of all who are here, but for that of the key `but`."""
        return tuple(person.name for person in self._here.values() if person.key != but)

    def conns(self, keys: Iterable[bytes]) -> tuple[Conn, ...]:
        """Return the connections of those of `keys` who are here."""
        here = (person for key in keys if (person := self._here.get(key)) is not None)
        return tuple(conn for person in here for conn in person.conns)

    def _check_free(self, key: bytes, name: str) -> None:
        asked = name.casefold()
        if asked == VOICE:
            raise Refusal("name-taken", f"{name!r} is the server itself; choose another name")
        if not self._is_shown(key):
            return
        for other in self._here.values():
            if other.key != key and other.name.casefold() == asked and self._is_shown(other.key):
                raise Refusal("name-taken", f"{name!r} is here already; choose another name")
        for other_key, other_name in self._names.items():
            is_taken = other_key != key and other_name.casefold() == asked and self._is_shown(other_key)
            if is_taken and self._is_seated(other_key):
                raise Refusal("name-taken", f"{name!r} sits at a table here; choose another name")
        if self._sits_as(asked, key):
            raise Refusal("name-taken", f"{name!r} sits in a game here; choose another name")
