"""TLS: a certificate of one's own, renewed without an end, and the bots inside."""

import asyncio
import contextlib
import signal
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.test_answers import metrics_of
from tests.server.test_listener import greet
from tests.support import web
from tests.support.certificates import Certificate, made
from tests.support.remote import Process
from ys_server.tls import Tls, TlsError

USUAL = ("--no-config", "--port", "0", "--database", ":memory:")
AGES = ("--limits-handshake-seconds", "3600")
"""A limit that no test waits for."""


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    """Return a certificate for this machine."""
    return made(tmp_path)


def flags(certificate: Certificate) -> tuple[str, ...]:
    """Return the words that give it to a server."""
    return ("--tls-cert", str(certificate.file), "--tls-key", str(certificate.key))


def trusting(certificate: Certificate) -> ssl.SSLContext:
    """Return the trust in that certificate alone."""
    return ssl.create_default_context(cafile=certificate.file)


async def test_guests_come_by_tls_and_the_bots_from_inside(certificate: Certificate) -> None:
    """The first line says wss; a guest who trusts the certificate plays; the bots are there without it."""
    async with Process(*USUAL, *flags(certificate), "--metrics-port", "0") as server:
        assert server.url.startswith("wss://127.0.0.1:")
        port = await metrics_of(server)
        async with connect(server.url, ssl=trusting(certificate)) as socket:
            await greet(socket, "Ada")
            while "ys_bots_alive 1.0\n" not in (await web.get(port, "/metrics")).body:
                pass


async def test_a_renewed_certificate_is_used_after_a_signal(certificate: Certificate, tmp_path: Path) -> None:
    """SIGHUP: newcomers see the new one, who is there stays; a broken one changes nothing and is logged."""
    async with Process(*USUAL, *flags(certificate), "--no-bots") as server:
        assert server.process.stderr is not None
        async with connect(server.url, ssl=trusting(certificate)) as before:
            await greet(before, "Ada")
            renewed = made(tmp_path, "renewed")
            trust = trusting(renewed)
            certificate.file.write_bytes(renewed.file.read_bytes())
            server.process.send_signal(signal.SIGHUP)  # its key is still the old one
            while b"stays as it was" not in (line := await server.process.stderr.readline()):
                assert line
            certificate.key.write_bytes(renewed.key.read_bytes())
            server.process.send_signal(signal.SIGHUP)
            while b"loaded anew" not in (line := await server.process.stderr.readline()):
                assert line
            async with connect(server.url, ssl=trust) as after:
                await greet(after, "Ben")
            await (await before.ping())


@pytest.mark.parametrize("what", ["missing", "other", "swapped", "text", "endless"])
def test_what_cannot_be_used_is_said(certificate: Certificate, tmp_path: Path, what: str) -> None:
    """Which file, and why."""
    other = made(tmp_path, "other")
    (tmp_path / "text").write_text("nothing")
    file, key, said = {
        "missing": (certificate.file, tmp_path / "no", "no cannot be read: no such file or directory"),
        "endless": (Path("/dev/zero"), certificate.key, "zero cannot be read: it is no regular file"),
        "other": (certificate.file, other.key, "other.key is not the key of the certificate in"),
        "swapped": (certificate.key, certificate.file, "holds no certificate, or"),
        "text": (tmp_path / "text", certificate.key, "holds no certificate, or"),
    }[what]
    with pytest.raises(TlsError, match=said):
        Tls(file, key)


def test_a_key_with_a_password_asks_nobody(certificate: Certificate, tmp_path: Path) -> None:
    """A server has no one to ask: such a key is refused with a sentence."""
    locked = tmp_path / "locked.key"
    words = ("ec", "-aes128", "-passout", "pass:secret", "-in", str(certificate.key), "-out", str(locked))
    asyncio.run(_openssl(*words))
    with pytest.raises(TlsError, match="no key without a password"):
        Tls(certificate.file, locked)


async def _openssl(*words: str) -> None:
    process = await asyncio.create_subprocess_exec("openssl", *words, stderr=asyncio.subprocess.DEVNULL)
    assert await process.wait() == 0


async def test_a_server_without_its_certificate_does_not_start(tmp_path: Path) -> None:
    """In a line that names the file, with exit code 1 and no listening line."""
    missing = Certificate(tmp_path / "a.pem", tmp_path / "a.key")
    async with Process(*USUAL, *flags(missing)) as server:
        _, said = await server.process.communicate()
    assert (server.url, server.process.returncode) == ("", 1)
    assert f"ys-server: {missing.file} cannot be read".encode() in said


async def test_stalled_handshakes_of_one_address_make_room_for_who_comes(certificate: Certificate) -> None:
    """They count from the moment they are accepted: the first has to go, whoever comes plays."""
    words = (*USUAL, *flags(certificate), "--no-bots", "--limits-silent", "3", *AGES)
    async with Process(*words) as server, contextlib.AsyncExitStack() as stack:
        port = int(server.url.rpartition(":")[2])
        stalled = [await stack.enter_async_context(stalling(port)) for _ in range(5)]
        for reader in stalled[:2]:
            assert await gone(reader)
        async with connect(server.url, ssl=trusting(certificate)) as socket:
            await greet(socket, "Ada")
            assert await gone(stalled[2])
            assert not any(reader.at_eof() for reader in stalled[3:])


@contextlib.asynccontextmanager
async def stalling(port: int) -> AsyncIterator[asyncio.StreamReader]:
    """Be connected and say nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader
    finally:
        writer.transport.abort()


async def gone(reader: asyncio.StreamReader) -> bool:
    """Return, once the server has ended the connection, whether it did so without a word."""
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


async def test_what_is_no_tls_ends_that_connection_alone(certificate: Certificate) -> None:
    """Plain HTTP at the door for TLS is no fault of the server's, and is not logged as one."""
    async with Process(*USUAL, *flags(certificate), "--no-bots") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert b"HTTP" not in await reader.read()
        writer.close()
        async with connect(server.url, ssl=trusting(certificate)) as socket:
            await greet(socket, "Ada")
        server.process.terminate()
        _, said = await server.process.communicate()
    assert b"Traceback" not in said


async def test_the_name_in_the_certificate_is_told(certificate: Certificate) -> None:
    """Where a name is set, the first line has it in place of the address."""
    async with Process(*USUAL, *flags(certificate), "--no-bots", "--host-name", "localhost") as server:
        assert server.url.startswith("wss://localhost:")


async def test_who_stalls_the_handshake_is_cut_off(certificate: Certificate) -> None:
    """Connected without a word of TLS: the time for saying hello is all there is."""
    words = (*USUAL, *flags(certificate), "--no-bots", "--limits-handshake-seconds", "0.2")
    async with Process(*words) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()
