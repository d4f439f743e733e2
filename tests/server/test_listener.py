"""The server on loopback sockets: hello, limits, slow reader, garbage, stalled handshake, ping, a game."""

import asyncio
import contextlib
import socket as sockets
from collections.abc import AsyncIterator, Iterable, Sequence
from ipaddress import ip_network

import pytest
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol import VERSION, wire
from protocol.chance import seeded
from protocol.messages import Bye, Challenge, Hello, Lobby, Look, OpenTable, Say, Watch, Welcome, greeting
from tests.support.driver import NAMES
from tests.support.playbook import GAMES, IDENTITY, RULES
from tests.support.playbook import Playbook as Names
from tests.support.player import Plan, Player
from tests.support.remote import play
from ys_server.effects import Effect
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.listener import Listener
from ys_server.outbox import Outbox
from ys_server.store import Store


class Served(Struct):
    """A running server of this process."""

    url: str
    port: int
    hub: Hub
    listener: Listener
    outbox: Outbox


@contextlib.asynccontextmanager
async def served(
    limits: Limits | None = None,
    *,
    ticks: bool = False,
    trusted: Iterable[str] = (),
    origins: Sequence[str] = (),
) -> AsyncIterator[Served]:
    """Serve toys on a free port of loopback; with `ticks`, time passes for the hub as well."""
    loop = asyncio.get_running_loop()
    limits = limits or Limits()
    store = Store(None)
    hub = Hub(IDENTITY, seeded(1, "server"), store.load(), games=GAMES, limits=limits)

    def put(effects: Iterable[Effect]) -> None:
        outbox.put(effects)

    listener = Listener(
        hub,
        put,
        loop.time,
        limits,
        trusted=tuple(map(ip_network, trusted)),
        origins=origins,
        is_well=lambda: outbox.is_well,
    )
    outbox = Outbox(store, listener.deliver, lambda tables: hub.stopped(tables, loop.time()))
    port = await listener.listen("127.0.0.1", 0)
    ticking = asyncio.create_task(_tick(hub, outbox)) if ticks else None
    try:
        yield Served(f"ws://127.0.0.1:{port}", port, hub, listener, outbox)
    finally:
        if ticking:
            ticking.cancel()
        outbox.put(hub.ending(loop.time()))
        await outbox.close()
        await listener.close()
        store.close()


async def _tick(hub: Hub, outbox: Outbox) -> None:
    while True:
        await asyncio.sleep(0.01)
        outbox.put(hub.tick(asyncio.get_running_loop().time()))


async def hear(socket: ClientConnection) -> object:
    """Return the next message."""
    frame = await socket.recv()
    assert isinstance(frame, bytes)
    return wire.decode_server(frame)


async def greet(socket: ClientConnection, name: str) -> None:
    """Say hello, look at the lobby and hear it."""
    challenge = await hear(socket)
    assert isinstance(challenge, Challenge)
    vault = Names().vault(name)
    signature = vault.sign(greeting(challenge.key, challenge.nonce, VERSION))
    await socket.send(wire.encode(Hello(VERSION, RULES, name, vault.keys.sign, signature)))
    assert isinstance(await hear(socket), Welcome)
    await socket.send(wire.encode(Look(0, on=True)))
    assert isinstance(await hear(socket), Lobby)


async def test_a_whole_game_over_sockets() -> None:
    """Four players over loopback end with one history."""
    async with served(ticks=True) as server:
        players = [Player(GAMES, NAMES[n], Plan("toy", 4, is_host=n == 0), 1) for n in range(4)]
        await asyncio.gather(*(play(lambda: server.url, player) for player in players))
        assert len({player.chair.match.chain for player in players if player.chair}) == 1
        assert [code for player in players for code in player.codes] == []


@pytest.mark.parametrize("frame", [b"\xc1" * 9, "text", bytes(100)])
async def test_garbage_is_answered_with_a_bye(frame: bytes | str) -> None:
    """The peer hears why before the connection closes."""
    async with served() as server, connect(server.url, compression=None) as socket:
        await hear(socket)
        await socket.send(frame)
        assert await hear(socket) == Bye("bad-frame", "that is no message of this protocol")
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "bad-frame")


async def test_a_frame_beyond_the_limit_closes_the_connection() -> None:
    """Nothing longer than a client's frame is ever held in memory; the others go on."""
    async with served() as server, connect(server.url) as big, connect(server.url) as other:
        await hear(big)
        await big.send(bytes(wire.CLIENT_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await big.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await greet(other, "Ada")


async def test_a_stalled_hello_is_closed() -> None:
    """Connected, but silent: the connection ends by the hub's clock."""
    async with served(Limits(handshake_seconds=600)) as server, connect(server.url) as socket:
        await hear(socket)
        server.outbox.put(server.hub.tick(asyncio.get_running_loop().time() + 600))
        bye = await hear(socket)
        assert isinstance(bye, Bye)
        assert bye.code == "hello-late"


async def test_a_stalled_opening_is_closed() -> None:
    """Not even a request: the socket is closed, too."""
    async with served(Limits(handshake_seconds=0.05)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def test_a_web_page_may_not_connect() -> None:
    """Browsers send an Origin; terminals do not."""
    async with served() as server:
        with pytest.raises(InvalidStatus):
            await connect(server.url, origin="http://example.org").__aenter__()  # type: ignore[arg-type]  # a plain string


async def test_compression_is_not_negotiated() -> None:
    """Whatever the client offers: no inflating of strangers' bytes."""
    async with served() as server, connect(server.url) as socket:
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


async def test_pings_are_answered() -> None:
    """A ping is the barrier: what was sent before it has been handled."""
    async with served() as server, connect(server.url) as socket:
        await greet(socket, "Ada")
        await socket.send(wire.encode(OpenTable(1, "toy", 2, (), "T")))
        await (await socket.ping())
        assert server.hub._lobby.rooms.keys() == {1}


async def test_who_does_not_read_is_cut_off_and_the_others_are_not() -> None:
    """What waits for one connection is bounded; the table goes on for everybody else."""
    limits = Limits(queue_bytes=20_000, burst=10**6, per_second=10**6, chat_burst=10**6)
    async with served(limits) as server, connect(server.url, compression=None) as ada:
        raw = sockets.socket()
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
        async with connect(server.url, sock=raw, compression=None, max_queue=1) as slow:
            await greet(ada, "Ada")
            await greet(slow, "Ben")
            await ada.send(wire.encode(OpenTable(1, "toy", 2, (), "T")))
            await hear(ada)
            await slow.send(wire.encode(Watch(1, 1, 0, b"")))
            await hear(slow)
            slow.transport.pause_reading()
            line = wire.encode(Say(2, 1, "x" * 290))
            for _ in range(40_000):
                await ada.send(line)
                await ada.recv()
                if len(server.listener._sockets) == 1:
                    break
            assert len(server.listener._sockets) == 1
            await (await ada.ping())
            slow.transport.abort()


async def test_a_fault_in_the_rules_ends_one_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception nobody foresaw is logged and costs its connection, nobody else's."""
    async with served() as server, connect(server.url) as ada, connect(server.url) as ben:
        await greet(ada, "Ada")
        monkeypatch.setattr("ys_server.room.Room.info", lambda *_: 1 // 0)
        await ada.send(wire.encode(OpenTable(1, "toy", 2, (), "T")))
        with pytest.raises(ConnectionClosed) as closed:
            await ada.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
        monkeypatch.undo()
        await greet(ben, "Ben")
    assert "ZeroDivisionError" in caplog.text
