"""Who is who: a key proves a person, a person has a name, and perhaps several connections.

Nothing here knows a table; whether somebody sits anywhere is asked through `is_seated`.
"""

from collections.abc import Callable, Mapping
from math import inf

from ys_server.effects import Conn, Refusal
from ys_server.limits import Credits


class Person:
    """Somebody who has proved a key and is connected."""

    def __init__(self, key: bytes, name: str, credits_: Credits) -> None:
        """Be known by `key` as `name`, without a connection yet."""
        self.key = key
        self.name = name
        self.credits = credits_
        self.conns: dict[Conn, None] = {}


class Client:
    """One connection: what has been said on it so far."""

    def __init__(self, conn: Conn, address: str, nonce: bytes, credits_: Credits, now: float) -> None:
        """Begin without a person; `nonce` is what its `Hello` has to sign."""
        self.conn = conn
        self.address = address
        self.nonce = nonce
        self.credits = credits_
        self.opened = now
        self.person: Person | None = None
        self.version = 0
        self.rules: Mapping[str, int] = {}


class People:
    """Everybody who is here, and the names of those who were."""

    def __init__(self, names: Mapping[bytes, str], is_seated: Callable[[bytes], bool]) -> None:
        """Remember `names` by key; `is_seated` tells whether a key holds a chair at a table not over."""
        self._names = dict(names)
        self._is_seated = is_seated
        self._here: dict[bytes, Person] = {}
        self._gone: dict[bytes, float] = {}

    def arrive(self, key: bytes, name: str, conn: Conn, credits_: Credits) -> Person:
        """Return the person of `key`, connected by `conn` too; a name in use is kept by who uses it.

        Somebody who is connected or seated stays who they are, whatever name they ask for now.
        """
        person = self._here.get(key)
        if person is None:
            remembered = self._names.get(key)
            if remembered is not None and self._is_seated(key):
                name = remembered
            self._check_free(key, name)
            person = self._here[key] = Person(key, name, credits_)
        person.conns[conn] = None
        self._gone.pop(key, None)
        return person

    def depart(self, person: Person, conn: Conn, now: float) -> None:
        """Note that one connection of `person` has ended."""
        person.conns.pop(conn, None)
        if not person.conns:
            self._gone[person.key] = now
            del self._here[person.key]

    def remember(self, person: Person) -> bool:
        """Keep the person's name for later; tell whether that is news."""
        is_new = self._names.get(person.key) != person.name
        self._names[person.key] = person.name
        return is_new

    def find(self, key: bytes) -> Person | None:
        """Return the person of `key` who is here, or None."""
        return self._here.get(key)

    def gone_for(self, key: bytes, now: float) -> float:
        """Return for how long the person of `key` has been away; 0 while here, for ever when forgotten."""
        return 0.0 if key in self._here else now - self._gone.get(key, -inf)

    def forget(self, before: float) -> None:
        """Forget who left before that time: it no longer matters when."""
        self._gone = {key: at for key, at in self._gone.items() if at >= before}

    def names(self) -> tuple[str, ...]:
        """Return the names of all who are here."""
        return tuple(person.name for person in self._here.values())

    def conns(self) -> tuple[Conn, ...]:
        """Return every connection that has said who it is."""
        return tuple(conn for person in self._here.values() for conn in person.conns)

    def _check_free(self, key: bytes, name: str) -> None:
        asked = name.casefold()
        for other in self._here.values():
            if other.name.casefold() == asked:
                raise Refusal("name-taken", f"{name!r} is here already; choose another name")
        for other_key, other_name in self._names.items():
            if other_key != key and other_name.casefold() == asked and self._is_seated(other_key):
                raise Refusal("name-taken", f"{name!r} sits at a table here; choose another name")
