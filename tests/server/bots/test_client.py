"""The bots' way to their server: an end that is asked for is kept, whatever else happens in that moment."""

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

from protocol.messages import AnyClientMessage, AnyServerMessage, Bye
from protocol.wire import encode
from ys_server.bots.client import Client
from ys_server.bots.crew import Crew
from ys_server.bots.pool import Pool


class Unlucky(Crew):
    """Loses its connection in the very step in which it is asked to end."""

    task: asyncio.Task[None]
    heard = 0

    def received(self, message: AnyServerMessage) -> list[AnyClientMessage]:
        """Ask for the end and lose the link, the first time; say nothing later."""
        self.heard += 1
        if self.heard == 1:
            self.task.cancel()
            raise ConnectionClosedError(None, None)
        return super().received(message)


@pytest.mark.timeout(20)
async def test_bots_end_although_their_link_is_lost_in_that_moment() -> None:
    """A server that dies closes their stdin and their link at once: they do not look for it any more."""

    async def house(connection: ServerConnection) -> None:
        await connection.send(encode(Bye("going-away", "closing time")))
        await connection.wait_closed()

    crew = Unlucky(bytes(32), bytes)
    async with serve(house, "127.0.0.1", 0, compression=None) as server:
        port = int(next(iter(server.sockets)).getsockname()[1])
        crew.task = asyncio.create_task(Client(f"ws://127.0.0.1:{port}", crew, Pool(1), lambda: 0.0).run())
        done, _ = await asyncio.wait((crew.task,), timeout=5.0)
        crew.task.cancel()
        await asyncio.wait((crew.task,))
    assert done, f"the bots went on and heard {crew.heard} messages"
    assert crew.task.cancelled()
