"""The door: strangers who say nothing make room, those who speak stay, and there are always files left."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.test_listener import greet, served
from tests.support.remote import Process
from ys_server.door import Door
from ys_server.limits import Limits

HERE, THERE = "10.0.0.1", "10.0.0.2"
CROWD, FILES = 345, 256


def door(room: int, silent: int) -> tuple[Door[str], list[str]]:
    """Return a door, and who is put out there."""
    out: list[str] = []
    return Door(room, silent, out.append), out


def test_first_of_the_silent_makes_room_for_the_next() -> None:
    """Of one address, only so many say nothing; another address has its own places."""
    entrance, out = door(10, 2)
    assert all(entrance.comes(guest, HERE) for guest in ("a", "b"))
    assert entrance.comes("c", THERE)
    assert out == []
    assert entrance.comes("d", HERE)
    assert out == ["a"]


def test_who_has_spoken_is_never_put_out() -> None:
    """A full house turns newcomers away, when nobody in it is silent."""
    entrance, out = door(2, 2)
    for guest in ("a", "b"):
        assert entrance.comes(guest, HERE)
        entrance.speaks(guest)
    assert not entrance.comes("c", HERE)
    assert out == []
    entrance.goes("a")
    assert entrance.comes("c", HERE)
    assert entrance.comes("d", THERE)
    assert out == ["c"]


def test_who_comes_by_a_proxy_counts_for_the_address_it_names() -> None:
    """Not for the proxy's: those of another address stay, however many come."""
    entrance, out = door(10, 2)
    for guest in ("a", "b", "c"):
        assert entrance.comes(guest)
        entrance.is_from(guest, THERE if guest == "b" else HERE)
    assert out == []
    assert entrance.comes("d")
    entrance.is_from("d", HERE)
    assert out == ["a"]
    entrance.speaks("b")
    entrance.is_from("b", HERE)
    entrance.goes("c")
    assert entrance.comes("e", HERE)
    assert out == ["a"]


@contextlib.contextmanager
def crowd(port: int, size: int) -> Iterator[list[socket.socket]]:
    """Open so many sockets that say nothing."""
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(size)]
    try:
        yield sockets
    finally:
        for each in sockets:
            each.close()


async def test_silent_sockets_do_not_use_up_the_files() -> None:
    """With fewer files than strangers a client comes in before their time is over, and the log is quiet."""
    words = ("--port", "0", "--database", ":memory:", "--no-bots")
    server = Process(*words, module="tests.support.patient", files=FILES)
    async with server:
        with crowd(int(server.url.rpartition(":")[2]), CROWD):
            async with connect(server.url, compression=None, open_timeout=None) as client:
                await greet(client, "Ada")
    assert "Traceback" not in server.said
    assert "system resource" not in server.said


async def test_friends_behind_one_address_all_come_in() -> None:
    """More people than may be silent: they speak, so there is room for each."""
    async with served(Limits(silent=3)) as server, contextlib.AsyncExitStack() as stack:
        names = [f"Friend {number}" for number in range(12)]
        clients = [await stack.enter_async_context(connect(server.url, compression=None)) for _ in names[:3]]
        for client, name in zip(clients, names, strict=False):
            await greet(client, name)
        for name in names[3:]:
            clients.append(await stack.enter_async_context(connect(server.url, compression=None)))
            await greet(clients[-1], name)
        for client in clients:
            await (await client.ping())


async def test_who_finds_no_room_is_told_when_to_come_back() -> None:
    """Before a word was heard: the code of HTTP, the reason, the seconds; then the socket is closed."""
    async with served(Limits()) as server, connect(server.url) as ada:
        await greet(ada, "Ada")
        server.listener._door._room = 1
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.url).__aenter__()
        response = refused.value.response
        assert (response.status_code, response.headers["Retry-After"]) == (503, "10")
        assert b"come back in 10 seconds" in (response.body or b"")
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
        writer.close()
        await writer.wait_closed()
        await (await ada.ping())


async def test_first_byte_is_not_waited_for_long() -> None:
    """A socket that says nothing is closed before the time for the whole greeting is over."""
    async with served(Limits(first_seconds=0.05)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
