"""Strangers on a real socket: nonsense beside a game, which ends as if they were not there."""

import asyncio
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from protocol import VERSION, wire
from protocol.game import Seat
from protocol.games import GAMES
from protocol.match import Entry
from protocol.messages import Act, Hello, OpenTable, Watch
from tests.support.driver import NAMES, secret
from tests.support.hall import Hall
from tests.support.player import Plan, Player
from tests.support.remote import play

ATTACKS = 150
REAL = tuple(
    wire.encode(message)
    for message in (
        Hello(VERSION, (("ys", 1),), "Eve", bytes(32), bytes(64)),
        OpenTable(1, "ys", 4, (), "T"),
        Watch(2, 1, 0, b""),
        Act(3, 1, Entry(Seat(0), 0, (b"\x81\xa2do\xa6resign",), bytes(64))),
    )
)


def mutated(rng: Random) -> bytes:
    """Return a real frame with some bytes changed, cut or repeated."""
    frame = bytearray(rng.choice(REAL))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(frame))
        frame[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(frame)


async def attack(url: str, rng: Random) -> None:
    """Connect again and again, say nonsense, listen to nothing."""
    for _ in range(ATTACKS):
        try:
            async with connect(url, compression=None) as socket:
                for _ in range(3):
                    await socket.send(mutated(rng))
                await socket.wait_closed()
        except (ConnectionClosed, OSError):
            continue


async def test_a_game_beside_nonsense_ends_as_it_would_alone() -> None:
    """Hundreds of mutated frames end their connections; four players notice nothing."""
    async with Hall(seed=secret("hostile"), ticks=True) as hall:
        players = [Player(GAMES, name, Plan("ys", 4, is_host=name == "Ada"), 3) for name in NAMES[:4]]
        await asyncio.gather(
            attack(hall.url, Random(1)), *(play(lambda: hall.url, player) for player in players)
        )
    assert [player.codes for player in players] == [[], [], [], []]
    assert len({player.chair.match.chain for player in players if player.chair}) == 1
