"""The bots' way to their server: an end that is asked for is kept, whatever else happens in that moment."""

import asyncio
from functools import cached_property

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

    @cached_property
    def is_back(self) -> asyncio.Event:
        """Set once it hears something on another connection."""
        return asyncio.Event()

    def received(self, message: AnyServerMessage) -> list[AnyClientMessage]:
        """Ask for the end and lose the link, the first time; say nothing later."""
        self.heard += 1
        if self.heard == 1:
            self.task.cancel()
            raise ConnectionClosedError(None, None)
        self.is_back.set()
        return super().received(message)


class Listening(Crew):
    """Says when it has heard something."""

    def received(self, message: AnyServerMessage) -> list[AnyClientMessage]:
        """Note that something was heard."""
        self.heard.set()
        return super().received(message)

    @cached_property
    def heard(self) -> asyncio.Event:
        """Set from then on."""
        return asyncio.Event()


async def test_bots_end_although_their_link_is_lost_in_that_moment() -> None:
    """A server that dies closes their stdin and their link at once: they do not look for it any more."""

    async def house(connection: ServerConnection) -> None:
        await connection.send(encode(Bye("going-away", "closing time")))
        await connection.wait_closed()

    crew = Unlucky(bytes(32), bytes)
    async with serve(house, "127.0.0.1", 0, compression=None) as server:
        port = int(next(iter(server.sockets)).getsockname()[1])
        crew.task = asyncio.create_task(Client(f"ws://127.0.0.1:{port}", crew, Pool(1), lambda: 0.0).run())
        back = asyncio.create_task(crew.is_back.wait())
        done, _ = await asyncio.wait((crew.task, back), return_when=asyncio.FIRST_COMPLETED)
        for task in (crew.task, back):
            task.cancel()
        await asyncio.wait((crew.task, back))
    assert done == {crew.task}, f"the bots went on and heard {crew.heard} messages"
    assert crew.task.cancelled()


async def test_bots_that_end_say_that_nothing_is_wrong() -> None:
    """They go with 1001; a fault (1011) would look like one of theirs in the server's log."""
    here: asyncio.Queue[ServerConnection] = asyncio.Queue()

    async def house(connection: ServerConnection) -> None:
        here.put_nowait(connection)
        await connection.wait_closed()

    async with serve(house, "127.0.0.1", 0, compression=None) as server:
        port = int(next(iter(server.sockets)).getsockname()[1])
        crew = Listening(bytes(32), bytes)
        task = asyncio.create_task(Client(f"ws://127.0.0.1:{port}", crew, Pool(1), lambda: 0.0).run())
        connection = await here.get()
        await connection.send(encode(Bye("going-away", "closing time")))
        await crew.heard.wait()
        task.cancel()
        await asyncio.wait((task,))
        await connection.wait_closed()
    assert connection.close_code == 1001
