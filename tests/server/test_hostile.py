"""Strangers on a real socket: nonsense, bombs and stalls, and a game beside them that does not notice."""

import asyncio
import contextlib
import tracemalloc
import zlib
from collections.abc import Iterator
from itertools import repeat
from random import Random
from time import process_time

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol import wire
from protocol.games import GAMES
from protocol.messages import Bye, Challenge
from tests.benchmarks import hostile
from tests.benchmarks.crowd import UPGRADE
from tests.server.test_listener import greet, hear, served
from tests.support.driver import NAMES, secret
from tests.support.hall import Hall
from tests.support.hostile import REAL, corpus, mutated
from tests.support.playbook import Playbook
from tests.support.player import Plan, Player
from tests.support.remote import play
from ys_server.limits import Limits

ATTACKS = 150
FRAMES = tuple(map(wire.encode, REAL))
CORPUS = dict(corpus())
MOST_SECONDS, MOST_BYTES = 0.01, 1_000_000
"""What a bad frame may cost: of its own length, the longest has 60,000 bytes."""
FINAL, CONTINUED, DEFLATED, BINARY = 0x80, 0x00, 0x40, 0x02


async def attack(url: str, rng: Random) -> None:
    """Connect again and again, say nonsense, listen to nothing."""
    for _ in range(ATTACKS):
        try:
            async with connect(url, compression=None) as socket:
                for _ in range(3):
                    await socket.send(mutated(rng, FRAMES))
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


@pytest.mark.parametrize("name", CORPUS)
def test_few_bytes_eat_neither_time_nor_memory(name: str) -> None:
    """A frame of the corpus, before hello and after it, ends its connection at once; everybody else stays."""
    times = []
    for _ in range(3):  # what else the machine does counts for nothing
        book, begun = strangers(), process_time()
        book.says("Eve", CORPUS[name])
        times.append(process_time() - begun)
    book = strangers()
    tracemalloc.start()
    said = [book.says(who, CORPUS[name]) for who in ("Eve", "Mallory")]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said == [[f"{who} < Bye bad-frame", f"close {who}"] for who in ("Eve", "Mallory")]
    assert min(times) < MOST_SECONDS
    assert peak < MOST_BYTES
    assert book.looks("Ada")


def strangers() -> Playbook:
    """Return a server at which Ada and Eve are, and Mallory has not said hello."""
    book = Playbook()
    book.arrives("Ada", "Eve")
    book.connects("Mallory")
    return book


async def test_a_compressed_bomb_is_not_inflated() -> None:
    """Compression was not agreed upon: a frame that says it is deflated ends its connection unread."""
    bomb = zlib.compress(bytes(50_000_000), 9, -15)
    assert len(bomb) < wire.CLIENT_BYTES
    async with served() as server, connect(server.url) as ada:
        await greet(ada, "Ada")
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(UPGRADE.format("/", "localhost").encode())
        await reader.readuntil(b"\r\n\r\n")
        length = len(bomb).to_bytes(2, "big")
        tracemalloc.start()
        writer.write(bytes((FINAL | DEFLATED | BINARY, 0xFE)) + length + bytes(4) + bomb)
        said = await reader.read()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert (1002).to_bytes(2, "big") in said
        assert peak < MOST_BYTES
        writer.close()
        await writer.wait_closed()
        await (await ada.ping())


async def test_a_message_in_endless_pieces_is_cut_off() -> None:
    """However small each piece is, together they are no longer than a frame may be."""
    async with served() as server, connect(server.url) as ada, connect(server.url) as eve:
        await greet(ada, "Ada")
        with pytest.raises(ConnectionClosed) as closed:
            await eve.send(_endless())
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await (await ada.ping())


def _endless() -> Iterator[bytes]:
    return repeat(bytes(1_000))


async def test_a_request_that_trickles_is_not_waited_for() -> None:
    """A byte now and then keeps no place: the whole handshake has its time."""
    async with served(Limits(handshake_seconds=0.2)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        request = UPGRADE.format("/" + "x" * 4_000, "localhost").encode()
        sent: list[int] = []
        trickling = asyncio.create_task(_trickle(writer, request, sent))
        with contextlib.suppress(ConnectionResetError):  # the end, met by a byte under way
            await reader.read()
        assert len(sent) < len(request)
        trickling.cancel()
        writer.close()
        await asyncio.gather(trickling, writer.wait_closed(), return_exceptions=True)
        assert server.listener.waiting() == ()


async def _trickle(writer: asyncio.StreamWriter, request: bytes, sent: list[int]) -> None:
    """Send `request` slowly, noting each byte, until the connection ends."""
    for byte in request:
        writer.write(bytes((byte,)))
        await writer.drain()
        sent.append(byte)
        await asyncio.sleep(0.01)  # the attack itself


async def test_half_open_connections_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that is gone without a word answers no ping: its place is free again, its person away."""
    monkeypatch.setattr("ys_server.listener.PING_SECONDS", 1.0)
    async with served() as server, connect(server.url) as ada, connect(server.url) as ben:
        await greet(ada, "Ada")
        await greet(ben, "Ben")
        ben.transport.pause_reading()
        while server.hub.census().people > 1:
            await (await ada.ping())
        assert server.hub.census().connections == 1
        ben.transport.abort()


async def test_a_flood_from_one_address_leaves_room_for_others() -> None:
    """The address behind a proxy is told its limit; somebody from another one comes in."""
    async with served(Limits(per_address=3), trusted=("127.0.0.1",)) as server:

        async def come(address: str) -> ClientConnection:
            return await connect(server.url, additional_headers={"X-Forwarded-For": address})

        flood = [await come("203.0.113.7") for _ in range(20)]
        said = [await hear(socket) for socket in flood]
        assert [isinstance(message, Challenge) for message in said] == [True] * 3 + [False] * 17
        assert {message.code for message in said if isinstance(message, Bye)} == {"too-many-connections"}
        ada = await come("203.0.113.8")
        await greet(ada, "Ada")
        for socket in (*flood, ada):
            await socket.close()


async def test_strangers_of_all_kinds_beside_a_game() -> None:
    """The attack that is measured, for a moment: all of it is looked at, and the server is as it was."""
    async with served() as server, connect(server.url) as ada:
        await greet(ada, "Ada")
        figures = await hostile.attack(server.url, hostile.strangers(400, 3), 4_000)
        assert figures["turned_away"] == 0
        assert figures["sent"] == 400
        assert figures["judged"] > 320
        while server.hub.census().connections > 1:
            await (await ada.ping())
        await (await ada.ping())
        assert server.hub.census().people == 1
