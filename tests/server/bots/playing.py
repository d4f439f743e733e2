"""A host of a table with bots on a real socket."""

import asyncio
import contextlib
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.bots.house import Host

PATIENCE = 240.0
"""Seconds for what a test waits for."""
IDLE_SECONDS = 0.1
"""Who was told that no bots are here yet asks again after so long: nothing tells when they come."""


async def play(host: Host, url: str, until: Callable[[], bool] | None = None) -> None:
    """Let `host` talk to the server at `url` until it is so, or its game is over.

    It is refused nothing but bots that are to come.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            async for connection in connect(url, compression=None, proxy=None):
                with contextlib.suppress(ConnectionClosed):
                    async with connection:
                        await _talk(host, connection, until or (lambda: host.is_done))
                        return
    except TimeoutError:
        raise AssertionError(f"the wait was in vain; refused: {host.codes}") from None


async def _talk(host: Host, connection: ClientConnection, until: Callable[[], bool]) -> None:
    host.connected()
    while not until():
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                frame = await connection.recv(decode=False)
        except TimeoutError:
            answers = host.idle()
        else:
            answers = host.received(frame)
        for answer in answers:
            await connection.send(answer)
        assert until() or set(host.codes) <= {"no-bots"}, host.codes
