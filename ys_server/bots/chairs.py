"""The chairs of one table in which bots sit: where each comes from, and the decisions taken in it.

A chair's vault and level are found again in the setup: the last byte of its nonce is the number of the level.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from protocol.chance import Rng
from protocol.game import Action, Seat, Setup, View
from protocol.games import GAMES
from protocol.seat import Chair
from protocol.vault import NONCE, Vault
from ys_server.bots.bot import Bot
from ys_server.bots.levels import LEVELS

log = logging.getLogger("ys.bots")


class Place:
    """One chair, and the bot in it."""

    def __init__(self, chair: Chair[Any], vault: Vault, bot: Bot) -> None:
        """Seat `bot`."""
        self.chair = chair
        self.vault = vault
        self.bot = bot

    def number(self) -> int:
        """Return how many actions the seat has done or drafted: the number of its next decision."""
        seat = self.chair.seat
        done = sum(len(entry.actions) for entry in self.chair.match.log if entry.seat == seat)
        return done + len(self.chair.draft)


class Decision(Struct, frozen=True):
    """Something a bot has to decide; it can be thought over in any thread."""

    place: Place
    view: View[Any]
    options: Sequence[Action]
    rng: Rng

    def think(self, seconds: float) -> Action:
        """Return what the bot chooses."""
        return self.place.bot.choose(self.view, self.options, self.rng, seconds)


class Sat(Struct, frozen=True):
    """A table at which the bots hold chairs of a running game."""

    setup: Setup
    places: tuple[Place, ...]

    @property
    def chair(self) -> Chair[Any]:
        """The first chair: all of a table's chairs hold the same log."""
        return self.places[0].chair


def nonce_of(level: int, entropy: Callable[[int], bytes]) -> bytes:
    """Return a fresh nonce for a chair at the level of that number."""
    return entropy(NONCE)[:-1] + bytes((level,))


def seated(setup: Setup, identity: bytes, key: bytes) -> tuple[Place, ...]:
    """Return the chairs of `setup` that `identity`, known by `key`, sits in, each with its bot."""
    game = GAMES.get(setup.game)
    levels = tuple(LEVELS.get(setup.game, {}).values())
    places = []
    for seat, has in enumerate(setup.seats):
        if game is None or has.sign != key or has.nonce[-1] >= len(levels):
            continue
        vault = Vault(identity, has.nonce, has.name, bot=True)
        if vault.keys != has:
            log.error("a game began with other keys than ours in seat %d", seat)
            continue
        places.append(Place(Chair(game, setup, Seat(seat), vault), vault, levels[has.nonce[-1]]))
    return tuple(places)


def decision(place: Place) -> Decision:
    """Return what the chair, whose player is asked something, has to decide."""
    view = place.chair.view()
    options = place.chair.match.game.legal(view)
    return Decision(place, view, options, Rng(place.vault.own_chance(place.number())))
