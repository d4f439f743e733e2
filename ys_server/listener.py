"""websockets on one side, the hub on the other; what happens before a word is said is `entrant`'s.

Sends never wait. What a connection has not read yet is bounded; a slower reader is cut off and comes back.
What is sent in one go, to many and in several messages, is framed once and written once to each.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from ssl import SSLContext
from typing import Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Origin

from protocol.wire import CLIENT_BYTES
from ys_server import answers
from ys_server.addresses import Network, counted
from ys_server.door import Door, room
from ys_server.effects import Close, Conn, Effect, Send
from ys_server.entrant import Entrant
from ys_server.hearing import hearing
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.line import Line

POLICY: Final = 1008
"""The websocket's close code when the hub ends a connection; why is in the `Bye` before it."""
GOING_AWAY: Final = 1001
FAULT: Final = 1011
PING_SECONDS: Final = 20.0
"""A link that is gone is noticed within twice this."""
CLOSE_SECONDS: Final = 2.0
"""How long a peer may take to say goodbye."""

_log: Final = logging.getLogger(__name__)


class Listener:
    """All sockets of the server."""

    def __init__(
        self,
        hub: Hub,
        put: Callable[[Iterable[Effect]], None],
        clock: Callable[[], float],
        limits: Limits | None = None,
        *,
        trusted: Sequence[Network] = (),
        origins: Sequence[str] = (),
        is_well: Callable[[], bool] = lambda: True,
        is_saving: Callable[[], bool] = lambda: False,
    ) -> None:
        """Tell `hub` what arrives, and `put` the effects of it.

        `trusted` proxies are believed about who is behind them, pages of `origins` may connect, `is_well`
        tells whether the server can do what it is there for, and `is_saving` whether moves wait for the disk.
        """
        self._hub = hub
        self._put = put
        self._clock = clock
        self._limits = limits = limits or Limits()
        self._door = Door[Entrant](room(limits), limits.silent, lambda guest: guest.transport.abort())
        self._line = Line(is_saving)
        self._numbers = count(1)
        self._sockets: dict[Conn, Entrant] = {}
        self._unsent: dict[Conn, list[bytes]] = {}
        """Frames that leave before the loop waits again."""
        self._servers: list[Server] = []
        self._trusted, self._is_well = tuple(trusted), is_well
        # A terminal sends no Origin; a web page that tries to use its visitor's connection does.
        self._origins = [None, *map(Origin, origins)]
        self._is_draining = False
        self._securing: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()

    async def listen(self, host: str, port: int, tls: SSLContext | None = None) -> int:
        """Accept connections there, too, and return the port (0 takes a free one), or raise Unheard."""

        class Here(Entrant):
            """Somebody at the door of this listener."""

            door = self._door
            line = self._line
            first_seconds = self._limits.first_seconds
            full = answers.full(self._limits.again_seconds)
            trusted = self._trusted
            tls_seconds = self._limits.handshake_seconds
            securing = self._securing

        Here.tls = tls
        with hearing(host, port):
            server = await serve(
                self._talk,
                host,
                port,
                process_request=self._answer,
                # Hashes and signatures do not shrink: compression would only cost time and memory.
                compression=None,
                max_size=CLIENT_BYTES,
                origins=self._origins,
                open_timeout=self._limits.handshake_seconds,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                close_timeout=CLOSE_SECONDS,
                server_header=None,
                create_connection=Here,
            )
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def drain(self) -> None:
        """Take nobody in any more: whoever comes is told to come back."""
        self._is_draining = True

    @property
    def is_draining(self) -> bool:
        """Whether nobody is taken in any more."""
        return self._is_draining

    def waiting(self) -> tuple[int, ...]:
        """Return for every connection how many bytes wait for it."""
        return tuple(socket.transport.get_write_buffer_size() for socket in self._sockets.values())

    async def close(self) -> None:
        """Listen no more, and return when every connection has ended."""
        self._flush()
        for task in tuple(self._securing):
            task.cancel()
        for server in self._servers:
            server.close()
        for server in self._servers:
            await server.wait_closed()

    def deliver(self, effect: Send | Close) -> None:
        """Carry out what concerns sockets, without waiting for anybody."""
        if isinstance(effect, Close):
            self._close(effect)
            return
        frame = Frame(Opcode.BINARY, effect.frame).serialize(mask=False)
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        for conn in effect.conns:
            if conn in self._sockets:
                self._unsent.setdefault(conn, []).append(frame)

    def _flush(self) -> None:
        """Write what has gathered for each connection."""
        unsent, self._unsent = self._unsent, {}
        for conn, frames in unsent.items():
            socket = self._sockets.get(conn)
            if socket is not None:
                self._write(socket, b"".join(frames))

    def _write(self, socket: Entrant, frames: bytes) -> None:
        """Write whole frames; websockets' own sending would frame each for each, and write each alone."""
        if socket.protocol.state is not State.OPEN:
            return
        socket.transport.write(frames)
        waiting = socket.transport.get_write_buffer_size()
        if waiting > self._limits.queue_bytes:
            _log.info(
                "%s reads too slowly: %d bytes wait",
                socket.address,
                waiting,
                extra={"address": socket.address, "bytes": waiting, "code": "too-slow"},
            )
            socket.transport.abort()

    def _answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """Return the answer to plain HTTP, and to everybody while the server ends; None lets it go on."""
        assert isinstance(socket, Entrant)
        socket.asks(request)
        path = answers.asked(request)
        answer = answers.health(socket, path, is_well=self._is_well(), is_draining=self._is_draining)
        return answers.turned_away(socket) if answer is None and self._is_draining else answer

    async def _talk(self, socket: ServerConnection) -> None:
        conn = Conn(next(self._numbers))
        assert isinstance(socket, Entrant)
        self._sockets[conn] = socket
        try:
            self._put(self._hub.opened(conn, counted(socket.address), self._clock()))
            async for data in socket:
                self._door.speaks(socket)
                if not self._hub.plays(conn):
                    await self._line.turn()
                self._put(self._hub.received(conn, data, self._clock()))
        except ConnectionClosed as closed:
            _log.debug("connection %d: %s", conn, closed)
        except Exception:  # noqa: BLE001  # a fault in a game's rules must not take the other tables down
            _log.exception("connection %d ends by a fault of the server", conn)
            await socket.close(FAULT)
        finally:
            self._sockets.pop(conn, None)
            self._put(self._hub.closed(conn, self._clock()))

    def _close(self, effect: Close) -> None:
        socket = self._sockets.pop(effect.conn, None)
        if socket is None:
            return
        self._write(socket, b"".join(self._unsent.pop(effect.conn, ())))
        _log.info(
            "connection %d from %s ends: %s",
            effect.conn,
            socket.address,
            effect.code,
            extra={"connection": effect.conn, "address": socket.address, "code": effect.code},
        )
        code = GOING_AWAY if effect.code == "going-away" else POLICY
        task = asyncio.get_running_loop().create_task(socket.close(code, effect.code))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
