"""The socket of the client: frames in and out of a peer, and trying again for ever when the link is lost."""

import asyncio
import contextlib
import random
import socket
import ssl
from collections.abc import Callable, Generator, Sequence
from functools import cache
from http import HTTPStatus
from math import inf
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.client import backoff
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from protocol.messages import AnyClientMessage, AnyServerMessage
from protocol.text import clean
from protocol.wire import SERVER_BYTES, WireError, decode_server, encode
from ys_tui.client.lag import NOTICED, OVERDUE

OUTGOING: Final = 256
"""Messages that may wait for a slow link; with more it is given up and made anew."""
LONGEST_PAUSE: Final = 30.0
"""Seconds between two tries, at most."""
MEASURED: Final = 20.0
"""Seconds between a good answer and the next time it is measured how long one takes."""
SPREAD: Final = 4.0
"""Seconds over which the clients of a server come back that all of them have lost at one moment."""
_LEAVING: Final = 1001
"""The websocket's close code of a client that goes: nothing is wrong."""
_CLOSING: Final = 2.0
"""Seconds a server gets to say goodbye."""

Delays = Callable[[], Generator[float]]


class Peer(Protocol):
    """Who speaks over a link: the client's store."""

    @property
    def is_welcome(self) -> bool:
        """Whether the server has let this client in."""
        ...

    @property
    def is_refused(self) -> bool:
        """Whether trying again is of no use."""
        ...

    def online(self) -> None:
        """Note that there is a connection."""
        ...

    def offline(self, retry: float, problem: str) -> None:
        """Note that there is none, and when it is tried again."""
        ...

    def received(self, message: AnyServerMessage) -> Sequence[AnyClientMessage]:
        """Take a message and return the answers."""
        ...

    def measured(self, seconds: float) -> bool:
        """Take how long an answer took, infinite for an overdue one; tell whether that is news."""
        ...


def jittered() -> Generator[float]:
    """Return pauses that grow and differ from client to client: a server's return is no stampede."""
    for pause in backoff(initial_delay=SPREAD, min_delay=1.0, max_delay=LONGEST_PAUSE):
        yield pause * random.uniform(0.5, 1.0)  # noqa: S311  # spreads load, guards nothing


class Link:
    """The way to one server."""

    def __init__(self, url: str, peer: Peer, changed: Callable[[], None], delays: Delays = jittered) -> None:
        """Stand ready for `url`; `changed` is called whenever the peer may have something new to show."""
        self._url, self._peer, self._changed, self._delays = url, peer, changed, delays
        self._pauses = self._told()
        self._problem = ""
        self._out: asyncio.Queue[bytes] | None = None
        self._connection: ClientConnection | None = None

    async def run(self) -> None:
        """Keep the link up until the server refuses this client or the task is cancelled."""
        connecting = connect(
            self._url,
            compression=None,
            max_size=SERVER_BYTES,
            proxy=None,
            close_timeout=_CLOSING,
            process_exception=self._excuse,
            reconnect_delays=lambda: self._pauses,
        )
        async with contextlib.aclosing(connecting.__aiter__()) as connections:  # type: ignore[type-var]  # a generator
            async for connection in connections:
                self._peer.online()
                self._changed()
                await self._serve(connection)
                if self._peer.is_refused:
                    self._changed()
                    return
                if self._peer.is_welcome:
                    self._pauses = self._told()
                await asyncio.sleep(next(self._pauses))

    def send(self, messages: Sequence[AnyClientMessage]) -> None:
        """Send `messages` when the link takes them; without a link they are lost (`resume` asks anew)."""
        if self._out is None or self._connection is None:
            return
        try:
            for message in messages:
                self._out.put_nowait(encode(message))
        except asyncio.QueueFull:
            self._problem = "the link is too slow"
            self._connection.transport.abort()

    async def _serve(self, connection: ClientConnection) -> None:
        self._out, self._connection, self._problem = asyncio.Queue(OUTGOING), connection, ""
        beside = (
            asyncio.create_task(self._write(connection, self._out)),
            asyncio.create_task(self._measure(connection)),
        )
        try:
            async for frame in connection:
                self.send(self._peer.received(decode_server(frame if isinstance(frame, bytes) else b"")))
                self._changed()
                if self._peer.is_refused:
                    await connection.close(_LEAVING)
                    return
        except asyncio.CancelledError:
            await connection.close(_LEAVING)  # or websockets would call it a fault
            raise
        except ConnectionClosed as closed:
            self._problem = self._problem or (closed.rcvd.reason if closed.rcvd else "")
        except WireError as error:
            self._problem = f"the server sent what this client cannot read ({error})"
            await connection.close(1002)
        finally:
            self._out = self._connection = None
            for task in beside:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _write(self, connection: ClientConnection, out: asyncio.Queue[bytes]) -> None:
        with contextlib.suppress(ConnectionClosed):  # the reading side hears of it, too
            while True:
                await connection.send(await out.get())

    async def _measure(self, connection: ClientConnection) -> None:
        """Ask again and again how long the server takes to answer."""
        with contextlib.suppress(ConnectionClosed):  # as above
            while True:
                pong = asyncio.ensure_future(await connection.ping())
                done, _ = await asyncio.wait((pong,), timeout=OVERDUE)
                if not done and self._peer.measured(inf):
                    self._changed()
                seconds = await pong
                if self._peer.measured(seconds):
                    self._changed()
                await asyncio.sleep(MEASURED if seconds < NOTICED else MEASURED / 4)

    def _excuse(self, error: Exception) -> Exception | None:
        """Say in words why there is no connection; only a useless address is not tried again."""
        self._problem = in_words(error, self._url)
        retried = OSError | TimeoutError | InvalidHandshake | EOFError
        return None if isinstance(error, retried) and not isinstance(error, InvalidURI) else error

    def _told(self) -> Generator[float]:
        for pause in self._delays():
            self._peer.offline(pause, clean(self._problem))  # a server says goodbye in its own words
            self._changed()
            yield pause


def _no_machine(_error: Exception, url: str) -> str:
    host = clean(urlsplit(url).hostname or url)
    return f"there is no machine called {host}; check the name, or type the address the host's screen shows"


def _no_trust(error: "ssl.SSLCertVerificationError", _url: str) -> str:
    why = clean(error.verify_message) or "nobody vouches for it"
    return f"its certificate is not trusted here: {why.rstrip('.')}; ask the host"


def _no_ys(error: InvalidHandshake, url: str) -> str:
    said = f" (it said {error.response.status_code})" if isinstance(error, InvalidStatus) else ""
    tls = (
        "; if its host says that it speaks TLS, type the address with wss://" if url.startswith("ws:") else ""
    )
    return f"it is no Ys server{said}{tls}"


def _status(error: InvalidStatus, url: str) -> str:
    status = error.response.status_code
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        why = clean((error.response.body or b"").decode(errors="replace"))
        return f"the server takes nobody in just now{f' ({why})' if why else ''}"
    return _no_ys(error, url)


NOBODY: Final = "nobody answers there"
"""What is said where no server runs."""
_NO_TLS: Final = "it speaks no TLS there; type the address with ws:// if its host says so"


def in_words(error: Exception, url: str) -> str:
    """Return in words why there is no connection to `url`."""
    for kind, words in _words():
        if isinstance(error, kind):
            return words(error, url)
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()


@cache
def _words() -> tuple[tuple[type[Exception], Callable[[Any, str], str]], ...]:
    """Return what each kind of error is told with: the first that fits says it."""
    return (
        (socket.gaierror, _no_machine),
        (ConnectionRefusedError, lambda *_: NOBODY),
        (TimeoutError, lambda *_: "there was no answer in time"),
        (ssl.SSLCertVerificationError, _no_trust),
        (ssl.SSLError, lambda *_: _NO_TLS),
        (
            ConnectionResetError,
            lambda _, url: _NO_TLS if url.startswith("wss:") else "the connection was cut",
        ),
        (InvalidStatus, _status),
        (InvalidHandshake, _no_ys),
    )
