"""websockets on one side, the hub on the other: the only module of the server that knows sockets.

Sends never wait. What a connection has not read yet is bounded; a slower reader is cut off and comes back.
"""

import asyncio
import errno
import logging
from collections.abc import Callable, Iterable
from itertools import count
from socket import gaierror
from typing import ClassVar, Final, cast

from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from protocol.wire import CLIENT_BYTES
from ys_server.door import Door, room
from ys_server.effects import Close, Conn, Effect, Send
from ys_server.hub import Hub
from ys_server.limits import Limits

POLICY: Final = 1008
"""The websocket's close code when the hub ends a connection; why is in the `Bye` before it."""
GOING_AWAY: Final = 1001
FAULT: Final = 1011
PING_SECONDS: Final = 20.0
"""A link that is gone is noticed within twice this."""
CLOSE_SECONDS: Final = 2.0
"""How long a peer may take to say goodbye."""

_log: Final = logging.getLogger(__name__)


class Entrant(ServerConnection):
    """A connection that has to pass the door before anything of it is read."""

    door: ClassVar["Door[Entrant]"]
    first_seconds: ClassVar[float]
    """How long it may take to the first byte."""
    _late: asyncio.TimerHandle | None = None
    _is_in = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, or be gone at once."""
        self.transport = transport = cast(asyncio.Transport, transport)
        self._is_in = self.door.comes(self, _address(transport.get_extra_info("peername")))
        if not self._is_in:
            transport.abort()
            return
        super().connection_made(transport)
        self._late = self.loop.call_later(self.first_seconds, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._is_in:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another one."""
        if self._late is not None:
            self._late.cancel()
        if self._is_in:
            self.door.goes(self)
            super().connection_lost(exc)


class Listener:
    """All sockets of the server."""

    def __init__(
        self,
        hub: Hub,
        put: Callable[[Iterable[Effect]], None],
        clock: Callable[[], float],
        limits: Limits | None = None,
    ) -> None:
        """Tell `hub` what arrives, and `put` the effects of it."""
        self._hub = hub
        self._put = put
        self._clock = clock
        self._limits = limits = limits or Limits()
        self._door = Door[Entrant](room(limits), limits.silent, lambda guest: guest.transport.abort())
        self._numbers = count(1)
        self._sockets: dict[Conn, ServerConnection] = {}
        self._server: Server | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def listen(self, host: str, port: int) -> int:
        """Accept connections from now on and return the port; port 0 takes a free one."""

        class Here(Entrant):
            """Somebody at the door of this listener."""

            door = self._door
            first_seconds = self._limits.first_seconds

        self._server = await serve(
            self._talk,
            host,
            port,
            # Hashes and signatures do not shrink: compression would only cost time and memory.
            compression=None,
            max_size=CLIENT_BYTES,
            # A terminal sends no Origin; a web page that tries to use its visitor's connection does.
            origins=[None],
            open_timeout=self._limits.handshake_seconds,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            close_timeout=CLOSE_SECONDS,
            server_header=None,
            create_connection=Here,
        )
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Accept nobody any more, and return when every connection has ended."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def deliver(self, effect: Send | Close) -> None:
        """Carry out what concerns sockets, without waiting for anybody."""
        if isinstance(effect, Close):
            self._close(effect)
            return
        sockets = [self._sockets[conn] for conn in effect.conns if conn in self._sockets]
        broadcast(sockets, effect.frame)
        for socket in sockets:
            waiting = socket.transport.get_write_buffer_size()
            if waiting > self._limits.queue_bytes:
                address = _address(socket.remote_address)
                _log.info(
                    "%s reads too slowly: %d bytes wait",
                    address,
                    waiting,
                    extra={"address": address, "bytes": waiting, "code": "too-slow"},
                )
                socket.transport.abort()

    async def _talk(self, socket: ServerConnection) -> None:
        conn = Conn(next(self._numbers))
        self._sockets[conn] = socket
        assert isinstance(socket, Entrant)
        try:
            self._put(self._hub.opened(conn, _address(socket.remote_address), self._clock()))
            async for data in socket:
                self._door.speaks(socket)
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
        address = _address(socket.remote_address)
        _log.info(
            "connection %d from %s ends: %s",
            effect.conn,
            address,
            effect.code,
            extra={"connection": effect.conn, "address": address, "code": effect.code},
        )
        code = GOING_AWAY if effect.code == "going-away" else POLICY
        task = asyncio.get_running_loop().create_task(socket.close(code, effect.code))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


def unheard(error: OSError, host: str, port: int) -> str:
    """Return in plain words why nobody can be heard at `host` and `port`, and what to do."""
    if isinstance(error, gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine; name another --host"
    why = {
        errno.EADDRINUSE: "is in use; end what uses it, or name another --port",
        errno.EACCES: "is for the system alone; name a --port from 1024 on",
    }.get(error.errno or 0, f"cannot be used: {error.strerror or error}")
    return f"Port {port} of {host} {why}"


def _address(peer: tuple[str, int] | None) -> str:
    return str(peer[0]) if peer else "?"
