"""The chairs of one table in which bots sit: where each comes from, and the decisions taken in it.

A chair's vault and level are found again in the setup: the last byte of its nonce is the number of the level.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from protocol.game import Action, Seat, Setup, View
from protocol.games import GAMES
from protocol.keys import SeatKeys
from protocol.messages import Entries
from protocol.seat import Chair
from protocol.vault import NONCE, Vault
from ys_server.bots.levels import LEVELS, weakest
from ys_server.bots.question import Question

log = logging.getLogger("ys.bots")

FAILURES: Final = 3
"""So many failures, and the weakest level plays the seat to the end of the game."""


class Place:
    """One chair, and the bot in it."""

    def __init__(self, chair: Chair[Any], vault: Vault, level: str) -> None:
        """Seat a bot of `level`."""
        self.chair = chair
        self.vault = vault
        self.level = level
        self._failures = 0

    def number(self) -> int:
        """Return how many actions the seat has done or drafted: the number of its next decision."""
        seat = self.chair.seat
        done = sum(len(entry.actions) for entry in self.chair.match.log if entry.seat == seat)
        return done + len(self.chair.draft)

    @property
    def is_weakest(self) -> bool:
        """Whether the game's weakest bot plays here: it decides without thinking, and nobody replaces it."""
        return self.level == weakest(self.chair.match.setup.game)

    def failed(self) -> bool:
        """Count a failure of the bot; tell whether it was the one after which another plays the seat."""
        self._failures += 1
        if self._failures == FAILURES:
            self.level = weakest(self.chair.match.setup.game)
        return self._failures == FAILURES


class Decision(Struct, frozen=True):
    """Something a bot has to decide; it can be thought over anywhere, and concerns nobody once it is late."""

    table: int
    place: Place
    view: View[Any]
    chance: bytes

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.place.chair.match.setup.game

    @property
    def is_late(self) -> bool:
        """Whether the game has gone on since, or something was sent for the seat."""
        chair = self.place.chair
        return chair.state is not self.view.state or chair.pending is not None

    @property
    def options(self) -> Sequence[Action]:
        """What is legal."""
        return self.place.chair.match.game.legal(self.view)

    def question(self, seconds: float) -> Question:
        """Return what another process is asked, which has to know no more than the bot."""
        return Question(self.game, self.place.level, self.view, self.chance, seconds)

    def think(self, seconds: float) -> Action:
        """Return what the bot chooses."""
        return self.question(seconds).choose()

    def replaced(self) -> Action:
        """Return what the weakest bot chooses in its place."""
        return Question(self.game, weakest(self.game), self.view, self.chance, 0.0).choose()


class Sat:
    """A table at which the bots hold chairs of a running game, or are to take one."""

    def __init__(self, setup: Setup, identity: bytes, key: bytes) -> None:
        """Sit in the chairs of `setup` that `identity`, known by `key`, has there."""
        self.setup = setup
        self._identity, self._key = identity, key
        self.places = seated(setup, identity, key)
        self._looking_on: Chair[Any] | None = None
        if not self.places:
            self._looking_on = Chair(GAMES[setup.game], setup, None, None)

    @property
    def chair(self) -> Chair[Any]:
        """A chair, or the place of a spectator: all of them hold the same log."""
        return self._looking_on or self.places[0].chair

    def extend(self, message: Entries) -> None:
        """Take entries for all of the table's chairs; raises what `Match.extend` raises."""
        chairs = tuple(place.chair for place in self.places)
        for chair in chairs if self._looking_on is None else (self._looking_on, *chairs):
            chair.extend(message.start, message.entries, message.digest)
        self._follow()

    def _follow(self) -> None:
        """Sit in the seats that the log has given to a bot, and in no other."""
        match = self.chair.match
        taken = {place.chair.seat for place in self.places}
        for seat, has in enumerate(match.seating.chairs):
            if has.sign != self._key or seat in taken or has == self.setup.seats[seat]:
                continue
            place = seat_of(self.setup, Seat(seat), has, self._identity)
            if place is None:
                continue
            place.chair.extend(0, match.log)
            self.places = (*self.places, place)


def nonce_of(level: int, entropy: Callable[[int], bytes]) -> bytes:
    """Return a fresh nonce for a chair at the level of that number."""
    return entropy(NONCE)[:-1] + bytes((level,))


def seated(setup: Setup, identity: bytes, key: bytes) -> tuple[Place, ...]:
    """Return the chairs of `setup` that `identity`, known by `key`, sits in, each with its bot."""
    places = []
    for seat, has in enumerate(setup.seats):
        if has.sign == key and (place := seat_of(setup, Seat(seat), has, identity)) is not None:
            places.append(place)
    return tuple(places)


def seat_of(setup: Setup, seat: Seat, has: SeatKeys, identity: bytes) -> Place | None:
    """Return the place of a bot in `seat`, which it has by the keys `has`; None when they are not ours.

    Where they are not those of the setup the place is taken once the log says so.
    """
    game = GAMES.get(setup.game)
    levels = tuple(LEVELS.get(setup.game, {}))
    if game is None or has.nonce[-1] >= len(levels):
        return None
    vault = Vault(identity, has.nonce, has.name, bot=True)
    if vault.keys != has:
        log.error("a seat has other keys than ours: seat %d", seat)
        return None
    is_first = setup.seats[seat] == has
    chair = Chair(game, setup, seat, vault if is_first else None)
    if not is_first:
        chair.come_back(vault)
    return Place(chair, vault, levels[has.nonce[-1]])


def decision(table: int, place: Place) -> Decision:
    """Return what the chair at `table`, whose player is asked something, has to decide."""
    return Decision(table, place, place.chair.view(), place.vault.own_chance(place.number()))
