"""How often one may try codes and passwords: slowly, counted where the guesses come from."""

from typing import Final

from protocol.text import in_seconds
from ys_server.effects import Refusal
from ys_server.limits import LOOPBACK, Credits, Limits
from ys_server.people import Client, Person
from ys_server.room import Room

CROWDED: Final = 1_000
"""Purses that are kept before those that are full again are thrown away."""


class Entrance:
    """The doors of all tables."""

    def __init__(self, limits: Limits) -> None:
        """Know of no guess yet."""
        self._limits = limits
        self._purses: dict[object, Credits] = {}

    def enter(self, room: Room, client: Client, person: Person, word: str, now: float) -> None:
        """Let somebody in who may come in or has the right word, and remember it; refuse otherwise.

        Of a table that is not listed nobody learns here that it exists.
        """
        if room.admits(person.key):
            return
        if room.lock.is_hidden and not word:
            raise no_such_table(room.number)
        if person.key in room.kicked:
            raise Refusal("kicked", f"the host of table {room.number} has put you out")
        if not word:
            raise Refusal("locked", f"table {room.number} has a password")
        self.guess(client, person, now)
        if not room.lock.opens(word):
            if room.lock.is_hidden:
                raise no_such_table(room.number)
            raise Refusal("wrong-word", f"that is not the password of table {room.number}")
        self.right(client, person, now)
        room.admit(person.key)

    def guess(self, client: Client, person: Person, now: float) -> None:
        """Count a guess, or refuse it when there were too many from there."""
        purse = self._purse(client, person, now)
        if not purse.spend(1, now):
            most = f"{self._limits.guesses} wrong words may come from one place"
            raise Refusal("too-many-guesses", f"{most}; come back in {in_seconds(purse.seconds(1))}")

    def right(self, client: Client, person: Person, now: float) -> None:
        """Give the latest guess back: it was right."""
        self._purse(client, person, now).spend(-1, now)

    def _purse(self, client: Client, person: Person, now: float) -> Credits:
        """Return the purse of an address; where that stands for many, of the person."""
        place: object = person.key if client.address in LOOPBACK else client.address
        if place not in self._purses:
            if len(self._purses) >= CROWDED:
                used = ((other, purse) for other, purse in self._purses.items() if not purse.is_full(now))
                self._purses = dict(used)
            self._purses[place] = Credits(self._limits.guesses, self._limits.guesses_per_second, now)
        return self._purses[place]


def no_such_table(number: int) -> Refusal:
    """Return the refusal of what concerns a table that is not there, or not for who asks."""
    return Refusal("no-such-table", f"there is no table {number}")
