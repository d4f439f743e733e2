"""One connection of the server: it passes the door before anything of it is read, TLS included."""

import asyncio
from collections.abc import Sequence
from ssl import SSLContext
from typing import ClassVar, cast

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request
from websockets.protocol import State

from ys_server.addresses import Network, counted, is_trusted, origin
from ys_server.door import UNKNOWN, Door
from ys_server.line import Line


class Entrant(ServerConnection):
    """A connection from the moment it is accepted."""

    door: ClassVar["Door[Entrant]"]
    line: ClassVar[Line]
    """Where it stands until its request is read."""
    first_seconds: ClassVar[float]
    """How long it may take to the first byte."""
    full: ClassVar[bytes]
    """What is said where there is no room."""
    trusted: ClassVar[Sequence[Network]]
    """The proxies that are believed about who is behind them."""
    tls: ClassVar[SSLContext | None]
    tls_seconds: ClassVar[float]
    """How long the handshake of TLS may take."""
    securing: ClassVar["set[asyncio.Task[None]]"]
    """The handshakes of TLS that are under way."""
    address = "?"
    """Where it comes from, as far as that is known."""
    _late: asyncio.TimerHandle | None = None
    _is_in = False
    _is_made = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in, or be told that there is no room and be gone at once."""
        self.transport = transport = cast(asyncio.Transport, transport)
        self.address = _address(transport.get_extra_info("peername"))
        is_proxy = is_trusted(self.address, self.trusted)
        self._is_in = self.door.comes(self, UNKNOWN if is_proxy else counted(self.address))
        self._early: list[bytes] = []
        if not self._is_in:
            if self.tls is None:
                transport.write(self.full)
            transport.close()
        elif self.tls is None:
            self._make(transport)
        else:
            task = self.loop.create_task(self._secure(transport, self.tls))
            self.securing.add(task)
            task.add_done_callback(self.securing.discard)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._is_made and self.protocol.state is not State.CONNECTING:
            super().data_received(data)
        elif self._is_in:
            self._early.append(data)
            if self._is_made and len(self._early) == 1:
                self._stand()

    def eof_received(self) -> None:
        """Note that nothing more comes."""
        if self._is_made:
            super().eof_received()

    def asks(self, request: Request) -> None:
        """Take from what a proxy passed on where this connection comes from."""
        forwarded = request.headers.get_all("X-Forwarded-For")
        if forwarded and is_trusted(self.address, self.trusted):
            self.address = origin(self.address, forwarded, self.trusted)
            self.door.is_from(self, counted(self.address))

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another one."""
        if self._late is not None:
            self._late.cancel()
        if self._is_in:
            self.door.goes(self)
        if self._is_made:
            super().connection_lost(exc)

    def _make(self, transport: asyncio.Transport) -> None:
        """Begin to talk."""
        self._is_made = True
        super().connection_made(transport)
        self._late = self.loop.call_later(self.first_seconds, transport.abort)

    def _stand(self) -> None:
        """Let what has come be read when it is our turn; nothing more comes meanwhile."""
        self.transport.pause_reading()
        self.line.stand(self._read_on)

    def _read_on(self) -> None:
        data, self._early = b"".join(self._early), []
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().data_received(data)

    async def _secure(self, transport: asyncio.Transport, tls: SSLContext) -> None:
        """Begin to talk once TLS stands; asyncio's own way there would not let the door see who stalls."""
        try:
            secure = await self.loop.start_tls(
                transport, self, tls, server_side=True, ssl_handshake_timeout=self.tls_seconds
            )
        except OSError:  # no TLS, or somebody who has gone: nobody is there to be told
            secure = None
        if secure is None or transport.is_closing():
            self.door.goes(self)
            return
        self._make(secure)
        if self._early:  # came with the end of the handshake
            self._stand()


def _address(peer: tuple[str, int] | None) -> str:
    return str(peer[0]) if peer else "?"
