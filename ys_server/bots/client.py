"""The bots' connection to their server: frames in and out, decisions left to the pool, trying again."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Generator, Sequence
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from protocol.game import Illegal
from protocol.messages import AnyClientMessage
from protocol.wire import SERVER_BYTES, decode_server, encode
from ys_server.bots.chairs import Decision
from ys_server.bots.crew import Crew
from ys_server.bots.pool import Failed, Pool
from ys_server.bots.question import asked

log = logging.getLogger("ys.bots")

FIRST_PAUSE: Final = 0.1
"""Seconds before the first try to connect again; each further pause is longer by half."""
LONGEST_PAUSE: Final = 3.0
GIVE_UP: Final = 60.0
"""Seconds without a connection after which the server counts as gone for good."""
LEAVING: Final = 1001
"""The websocket's close code of a client that goes: nothing is wrong."""
AGAIN: Final = 1.0
"""Seconds until a request that was refused for the moment is made again."""
SECONDS: Final = 2.0
"""What a bot is given for one decision."""


class ServerGone(Exception):
    """No connection could be made for so long that the server is taken to be gone for good."""


class _Late(Exception):
    """Nobody needs the decision any more."""


class Client:
    """The crew's way to one server."""

    def __init__(
        self, url: str, crew: Crew, pool: Pool, clock: Callable[[], float], give_up: float = GIVE_UP
    ) -> None:
        """Stand ready to take `crew`, which thinks in `pool`, to the server at `url`."""
        self._url = url
        self._crew = crew
        self._pool = pool
        self._clock = clock
        self._give_up = give_up
        self._lost_at = clock()

    async def run(self) -> None:
        """Play until the task is cancelled; raise ServerGone when the server is gone for good."""
        connections = connect(
            self._url,
            compression=None,
            max_size=SERVER_BYTES,
            proxy=None,
            process_exception=self._judge,
            reconnect_delays=_pauses,
        )
        async for connection in connections:
            try:
                await self._converse(connection)
            except* ConnectionClosed:
                pass
            finally:
                await connection.close(LEAVING)  # or websockets would call it a fault that the bots end
            self._crew.offline()
            self._lost_at = self._clock()
            _end_if_asked()
            await asyncio.sleep(FIRST_PAUSE)

    def _judge(self, problem: Exception) -> Exception | None:
        """Return None while it is worth trying again."""
        if not isinstance(problem, OSError | InvalidHandshake | InvalidMessage):
            return problem
        if self._clock() - self._lost_at > self._give_up:
            return ServerGone(f"no connection to {self._url} for {self._give_up:.0f} s")
        return None

    async def _converse(self, connection: ClientConnection) -> None:
        wake = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen(connection, wake))
            tasks.create_task(self._think(connection, wake, tasks))
            tasks.create_task(self._ask_again(connection))

    async def _listen(self, connection: ClientConnection, wake: asyncio.Event) -> None:
        while True:
            frame = await connection.recv(decode=False)
            await _send(connection, self._crew.received(decode_server(frame)))
            wake.set()

    async def _think(
        self, connection: ClientConnection, wake: asyncio.Event, tasks: asyncio.TaskGroup
    ) -> None:
        """Let one decision be taken after the other at each table, at many tables at once."""
        thinking: set[int] = set()

        async def decide(decision: Decision) -> None:
            try:
                await _send(connection, await self._decided(decision))
            finally:
                thinking.discard(decision.table)
                wake.set()

        while True:
            await wake.wait()
            wake.clear()
            while (decision := self._crew.due(thinking)) is not None:
                thinking.add(decision.table)
                tasks.create_task(decide(decision))

    async def _decided(self, decision: Decision) -> Sequence[AnyClientMessage]:
        """Return what is to be sent once a bot has decided, or has failed to."""
        if decision.place.is_weakest:
            return self._crew.decided(decision, decision.think(SECONDS))

        def question() -> bytes:
            if self._crew.is_late(decision):
                raise _Late
            return asked(decision.question(SECONDS))

        try:
            raw = await self._pool.think(question)
        except _Late:
            return ()
        except Failed as failed:
            return self._crew.failed(decision, failed.code, failed.detail)
        try:
            action = decision.place.chair.match.game.decode(raw)
        except Illegal as illegal:
            return self._crew.failed(decision, "illegal", illegal.code)
        return self._crew.decided(decision, action)

    async def _ask_again(self, connection: ClientConnection) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            await _send(connection, self._crew.again())


async def serve(client: Client, ended: asyncio.Event) -> int:
    """Play until `ended` is set or the server is gone for good; return the exit code."""
    playing = asyncio.create_task(client.run())
    ending = asyncio.create_task(ended.wait())
    await asyncio.wait((playing, ending), return_when=asyncio.FIRST_COMPLETED)
    for task in (playing, ending):
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await ending
    try:
        await playing
    except asyncio.CancelledError:
        return 0
    except (ServerGone, OSError) as problem:
        log.warning("the bots end: %s", problem)
        return 1
    return 0


def _end_if_asked() -> None:
    """End although the link was lost in that moment: a TaskGroup then raises its tasks' errors alone."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def _send(connection: ClientConnection, messages: Sequence[AnyClientMessage]) -> None:
    for message in messages:
        await connection.send(encode(message))


def _pauses() -> Generator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(LONGEST_PAUSE, pause * 1.5)
