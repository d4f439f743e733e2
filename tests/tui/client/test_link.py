"""The link on loopback, against the smallest server that speaks the protocol's first words."""

import asyncio
import socket
import ssl
from collections.abc import Generator
from pathlib import Path

import pytest
from websockets.asyncio.server import Server, ServerConnection, serve

from protocol import VERSION
from protocol.messages import AnyServerMessage, Bye, Challenge, Hello, Lobby, Welcome
from protocol.wire import decode_client, encode
from tests.support.certificates import made
from tests.support.driver import secret
from ys_tui.client.intents import ConnectTo, SayLine
from ys_tui.client.keyring import Scratch
from ys_tui.client.link import LONGEST_PAUSE, SPREAD, Link, in_words, jittered
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.client.store import Store
from ys_tui.client.thread import ClientThread


class Porter:
    """A server that greets, and shuts the door when told."""

    def __init__(self, *, goodbye: Bye | None = None, junk: bool = False) -> None:
        """Greet everybody, or say goodbye, or say nonsense."""
        self.goodbye, self.junk = goodbye, junk
        self.hellos: list[Hello] = []
        self.guests: list[ServerConnection] = []
        self.greeted = asyncio.Event()
        self._server: Server | None = None

    async def open(self, port: int = 0, tls: ssl.SSLContext | None = None) -> str:
        """Begin to listen and return the url."""
        self._server = await serve(self._greet, "127.0.0.1", port, compression=None, ssl=tls)
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Drop everybody and stop listening."""
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _greet(self, guest: ServerConnection) -> None:
        self.guests.append(guest)
        await self._say(guest, Challenge(secret("key"), secret("nonce")))
        message = decode_client(bytes(await guest.recv(decode=False)))
        assert isinstance(message, Hello)
        self.hellos.append(message)
        self.greeted.set()
        if self.goodbye is not None:
            await self._say(guest, self.goodbye)
            return
        if self.junk:
            await guest.send(b"\xc1\xc1")
        else:
            await self._say(guest, Welcome(message.name, VERSION, ()))
            await self._say(guest, Lobby((), (message.name,)))
        await guest.wait_closed()

    async def _say(self, guest: ServerConnection, message: AnyServerMessage) -> None:
        await guest.send(encode(message))


def at_once() -> Generator[float]:
    """Return pauses too short to notice."""
    while True:
        yield 0.001


def new_store(server: str = "", name: str = "Ada") -> Store:
    """Return a store without games."""
    return Store(
        secret("identity"),
        name,
        notes=Scratch(),
        entropy=lambda size: secret("e", size=size),
        games={},
        server=server,
    )


class Watched:
    """A store and its link, and a way to wait for what they show."""

    def __init__(self, url: str) -> None:
        """Link a new store to `url`."""
        self.store = new_store(url)
        self.states: list[Connection] = []
        self._news = asyncio.Event()
        self.task = asyncio.create_task(Link(url, self.store, self._changed, at_once).run())

    def _changed(self) -> None:
        self.states.append(self.store.snapshot.connection)
        self._news.set()

    async def until(self, state: Connection) -> None:
        """Wait until the store shows `state`."""
        while self.store.snapshot.connection is not state:
            self._news.clear()
            await self._news.wait()

    async def end(self) -> None:
        """Take the link down."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def test_link_says_hello_and_is_welcome() -> None:
    """A link to a server brings the client into its lobby."""
    porter = Porter()
    watched = Watched(await porter.open())
    await watched.until(Connection.ONLINE)
    assert porter.hellos[0].name == "Ada"
    await watched.end()
    await porter.close()


async def test_an_ordinary_end_is_no_fault() -> None:
    """Who goes says so (1001): when the player leaves, and when the client wants no more of that server."""
    for goodbye in (None, Bye("name-taken", "somebody is called so")):
        porter = Porter(goodbye=goodbye)
        watched = Watched(await porter.open())
        await watched.until(Connection.ONLINE if goodbye is None else Connection.REFUSED)
        await watched.end()
        (guest,) = porter.guests
        await guest.wait_closed()
        assert guest.close_code in {1001, *([] if goodbye is None else [1000])}, "either side may be first"
        await porter.close()


async def test_lost_link_comes_back_by_itself() -> None:
    """The server goes away and returns: the client notices, tries, and says hello again."""
    porter = Porter()
    url = await porter.open()
    watched = Watched(url)
    await watched.until(Connection.ONLINE)
    await porter.close()
    await watched.until(Connection.LOST)
    again = Porter()
    await again.open(int(url.rpartition(":")[2]))
    await watched.until(Connection.ONLINE)
    assert again.hellos[0].key == porter.hellos[0].key
    await watched.end()
    await again.close()


async def test_name_of_no_machine_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads nowhere is said, with what to do."""

    async def nowhere(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", nowhere)
    watched = Watched("ws://nonsense:4747")
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem.startswith("there is no machine called nonsense; check the name")
    await watched.end()


async def test_nobody_there_is_told_in_words() -> None:
    """An address where nobody listens is tried for ever, and the reason is a sentence."""
    porter = Porter()
    url = await porter.open()
    await porter.close()
    watched = Watched(url)
    await watched.until(Connection.LOST)
    assert "nobody answers" in watched.store.snapshot.problem
    assert not watched.task.done()
    await watched.end()


async def test_final_goodbye_ends_the_trying() -> None:
    """A server that does not want this client is left alone, with its own words on the screen."""
    porter = Porter(goodbye=Bye("name-taken", "Ada is here already."))
    watched = Watched(await porter.open())
    await watched.task
    assert watched.store.snapshot.connection is Connection.REFUSED
    assert watched.store.snapshot.problem == "Ada is here already."
    assert len(porter.hellos) == 1
    await porter.close()


async def test_nonsense_is_a_lost_link_not_a_crash() -> None:
    """Bytes that are no message end the connection, and the client tries again."""
    porter = Porter(junk=True)
    watched = Watched(await porter.open())
    await watched.until(Connection.LOST)
    assert "cannot read" in watched.store.snapshot.problem
    await watched.end()
    await porter.close()


async def test_reason_of_a_closing_server_is_harmless() -> None:
    """What a server says while it hangs up is shown without its control characters."""
    porter = Porter()
    watched = Watched(await porter.open())
    await watched.until(Connection.ONLINE)
    closing = asyncio.create_task(porter.guests[0].close(1008, "gone\x1b[2J\u202eaway"))
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem == "gone [2J away"
    await closing
    await watched.end()
    await porter.close()


async def test_server_of_something_else_is_told() -> None:
    """A server that speaks no websocket gives a sentence."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    watched = Watched(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await watched.until(Connection.LOST)
    assert "no Ys server (it said 404)" in watched.store.snapshot.problem
    await watched.end()
    server.close()
    await server.wait_closed()


def test_pauses_grow_and_differ() -> None:
    """Pauses grow to half a minute at most, and two clients that lost a server together part ways."""
    one, other = jittered(), jittered()
    first, second = [next(one) for _ in range(12)], [next(other) for _ in range(12)]
    assert first != second
    assert max(first[-3:]) <= LONGEST_PAUSE
    assert min(first[-3:]) >= LONGEST_PAUSE / 2
    assert first[1] < first[-1]


def test_clients_that_lost_a_server_together_come_back_over_seconds() -> None:
    """No quarter of a second sees a fifth of two hundred, and nobody waits long."""
    firsts = sorted(next(jittered()) for _ in range(200))
    assert firsts[-1] <= SPREAD
    assert firsts[-1] - firsts[0] > SPREAD / 2
    assert max(sum(at <= other < at + 0.25 for other in firsts) for at in firsts) < 40


async def test_certificate_that_nobody_vouches_for_is_told(tmp_path: Path) -> None:
    """Not trusted, and why; one that the system is told to trust lets the client through."""
    certificate = made(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.file, certificate.key)
    porter = Porter()
    url = (await porter.open(tls=context)).replace("ws:", "wss:")
    watched = Watched(url)
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem == (
        "its certificate is not trusted here: self-signed certificate; ask the host"
    )
    await watched.end()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SSL_CERT_FILE", str(certificate.file))
        trusting = Watched(url)
        await trusting.until(Connection.ONLINE)
        await trusting.end()
    await porter.close()


async def test_tls_where_none_was_typed_is_told(tmp_path: Path) -> None:
    """The address was typed without a scheme, and a server with TLS is there: the words name wss."""
    certificate = made(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.file, certificate.key)
    porter = Porter()
    watched = Watched(await porter.open(tls=context))
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem == (
        "it is no Ys server; if its host says that it speaks TLS, type the address with wss://"
    )
    await watched.end()
    await porter.close()


def test_reason_of_a_certificate_ends_without_a_stop() -> None:
    """What the library says of a certificate is part of a sentence here."""
    error = ssl.SSLCertVerificationError()
    error.verify_message = "certificate is not valid for '127.0.0.1'."
    assert in_words(error, "wss://127.0.0.1").endswith("is not valid for '127.0.0.1'; ask the host")


async def test_tls_where_there_is_none_is_told() -> None:
    """The address was typed with wss, and a plain server is there."""
    porter = Porter()
    watched = Watched((await porter.open()).replace("ws:", "wss:"))
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem.startswith("it speaks no TLS there; type the address with ws://")
    await watched.end()
    await porter.close()


async def test_server_that_takes_nobody_in_is_told_in_its_words() -> None:
    """An answer of 503 is a matter of seconds, no other kind of server; its words can harm no terminal."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 9\r\n\r\nfull\x1b[2J\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    watched = Watched(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await watched.until(Connection.LOST)
    assert watched.store.snapshot.problem == "the server takes nobody in just now (full [2J)"
    await watched.end()
    server.close()
    await server.wait_closed()


class Screen:
    """Who is rung: takes the newest snapshot when the test asks for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ring in `loop`."""
        self._loop = loop
        self.bell = asyncio.Event()
        self.rings = 0

    def ring(self) -> None:
        """Be told, from another thread, that there is news."""
        self.rings += 1
        self._loop.call_soon_threadsafe(self.bell.set)


async def until_shown(client: ClientThread, screen: Screen, state: Connection) -> Snapshot:
    """Take snapshots as they come until one shows `state`."""
    while (snapshot := client.latest()).connection is not state:
        await screen.bell.wait()
        screen.bell.clear()
    return snapshot


async def test_thread_brings_snapshots_up_and_intents_down() -> None:
    """Link and store run on their own thread: the screen is rung, and a wish reaches the server."""
    porter = Porter()
    url = await porter.open()
    screen = Screen(asyncio.get_running_loop())
    client = ClientThread(new_store, screen.ring, at_once)
    client.start()
    client.wish(ConnectTo(url, "Ben"))
    snapshot = await until_shown(client, screen, Connection.ONLINE)
    assert snapshot.name == "Ben"
    client.wish(SayLine("nobody hears"))
    await asyncio.to_thread(client.stop)
    await porter.close()


async def test_screen_that_takes_nothing_is_rung_once() -> None:
    """A stalled screen piles nothing up: one ring until it takes the newest snapshot."""
    porter = Porter()
    url = await porter.open()
    screen = Screen(asyncio.get_running_loop())
    client = ClientThread(new_store, screen.ring, at_once)
    client.start()
    client.wish(ConnectTo(url, "Ben"))
    await porter.greeted.wait()
    assert screen.rings == 1
    await until_shown(client, screen, Connection.ONLINE)
    await asyncio.to_thread(client.stop)
    await porter.close()


@pytest.mark.parametrize("method", ["received", "online", "snapshot"])
async def test_fault_in_the_store_is_not_swallowed(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception below the screens reaches whoever is rung."""
    porter = Porter()
    url = await porter.open()

    error = ZeroDivisionError("a fault of ours")

    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(Store, method, property(broken) if method == "snapshot" else broken)
    screen = Screen(asyncio.get_running_loop())
    client = ClientThread(new_store, screen.ring, at_once)
    client.start()
    client.wish(ConnectTo(url, "Ben"))
    while client.failure is None:
        await screen.bell.wait()
        screen.bell.clear()
        client.latest()
    assert client.failure is error
    await asyncio.to_thread(client.stop)
    await porter.close()
