"""A server tells its network that it is there, what changes, and that it ends."""

import asyncio
import contextlib
import logging
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import ifaddr
import pytest

from protocol import VERSION
from protocol.beacon import Beacon
from protocol.games import GAMES
from tests.support.driver import secret
from tests.support.ear import LOOPBACK, Ear
from ys_server import announce
from ys_server.announce import Announcer, reachable

EVERYWHERE = "0.0.0.0"  # noqa: S104  # only asked about
RULES = tuple((game.key, game.rules) for game in GAMES.values())


def _name() -> str:
    """Return a name that no other test on this machine has."""
    return f"Ada {secrets.token_hex(4)}"


class Harbour:
    """A server as far as its announcement goes; what is true of it can be changed."""

    def __init__(self) -> None:
        """Be a server without tables."""
        self.name, self.tables = _name(), 0
        self._key = secrets.token_bytes(32)

    @contextlib.asynccontextmanager
    async def announced(self, port: int, host: str = LOOPBACK) -> AsyncIterator[None]:
        """Be announced while the body lasts."""
        beacon = Beacon(self.name, VERSION, RULES)
        announcer = Announcer(beacon, self._key, (host, port), lambda: self.tables, (LOOPBACK,))
        task = asyncio.create_task(announcer.run(every=0.01))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def test_server_is_heard_changed_and_withdrawn() -> None:
    """All that a server says is heard by who listens; so is another number of tables, and its end."""
    harbour = Harbour()
    with Ear() as ear:
        async with harbour.announced(4711):
            heard = await asyncio.to_thread(ear.server, harbour.name)
            assert (heard.port, heard.addresses) == (4711, (LOOPBACK,))
            assert heard.beacon == Beacon(harbour.name, VERSION, RULES, 0)
            assert heard.fits(RULES)
            harbour.tables = 3
            await asyncio.to_thread(ear.server, harbour.name, lambda server: server.beacon.tables == 3)
        await asyncio.to_thread(ear.gone, harbour.name)


async def test_server_that_moved_is_heard_at_its_new_port() -> None:
    """Who comes back on another port is the same server, listed once and where it is now."""
    harbour = Harbour()
    with Ear() as ear:
        async with harbour.announced(4711):
            first = await asyncio.to_thread(ear.server, harbour.name)
        async with harbour.announced(4712):
            moved = await asyncio.to_thread(ear.server, harbour.name, lambda server: server.port == 4712)
            assert moved.id == first.id


async def test_name_to_listen_on_is_announced_by_its_address() -> None:
    """A server that listens on a name is announced where that name leads."""
    harbour = Harbour()
    with Ear() as ear:
        async with harbour.announced(4711, host="localhost"):
            assert (await asyncio.to_thread(ear.server, harbour.name)).addresses == (LOOPBACK,)


def test_killed_server_is_heard_at_its_new_port(tmp_path: Path) -> None:
    """After SIGKILL nothing is withdrawn; once it is started again, `ys-server` is heard at its new port."""
    name = _name()
    with Ear() as ear:
        first = _start(tmp_path, name)
        try:
            before = ear.server(name)
        finally:
            first.kill()
            first.communicate()
        second = _start(tmp_path, name)
        try:
            after = ear.server(name, lambda server: server.port != before.port)
            assert after.id == before.id
        finally:
            second.send_signal(signal.SIGTERM)
            second.communicate()
        ear.gone(name)


def _start(folder: Path, name: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "ys_server", "--no-config", "--no-bots", "--port", "0"),
            *("--host", LOOPBACK, "--database", str(folder / "server.db")),
            *("--announce", "--announce-as", name, "--announce-on", LOOPBACK),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("fault", [OSError(19, "No such device"), RuntimeError("No interfaces to listen on")])
async def test_network_without_multicast_is_one_line_in_the_log(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be announced, the server goes on, tries again, and says so once."""
    tries = asyncio.Semaphore(0)

    def deaf(**_: object) -> None:
        tries.release()
        raise fault

    monkeypatch.setattr(announce, "AsyncZeroconf", deaf)
    with caplog.at_level(logging.WARNING):
        async with Harbour().announced(4711):
            for _ in range(3):
                await tries.acquire()
    assert [record.getMessage() for record in caplog.records] == [
        f"not announced on the network: multicast does not work here ({fault})"
    ]


async def test_server_for_this_machine_alone_is_not_announced(caplog: pytest.LogCaptureFixture) -> None:
    """Who listens on loopback is reached by nobody else: nothing is announced, and the log says why."""
    announcer = Announcer(Beacon(_name(), VERSION, RULES), secret("key"), (LOOPBACK, 4711), lambda: 0)
    with caplog.at_level(logging.WARNING):
        await announcer._refresh()
    assert announcer._told is None
    assert caplog.messages == ["not announced on the network: no other machine reaches this one"]


def test_every_address_of_the_family_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """All interfaces but loopback where all are listened on; one where it is one; those named, if any are."""
    adapters = [
        ifaddr.Adapter("lo", "lo", [ifaddr.IP("127.0.0.1", 8, "lo"), ifaddr.IP(("::1", 0, 0), 128, "lo")], 1),
        ifaddr.Adapter(
            "eth0", "eth0", [ifaddr.IP("192.0.2.2", 24, "e"), ifaddr.IP(("fd00::2", 0, 0), 64, "e")], 2
        ),
        ifaddr.Adapter("wlan0", "wlan0", [ifaddr.IP("198.51.100.7", 24, "w")], 3),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    assert reachable(EVERYWHERE) == ("192.0.2.2", "198.51.100.7")
    assert reachable("::") == ("fd00::2",)
    assert reachable("198.51.100.7") == ("198.51.100.7",)
    assert reachable("127.0.0.1") == ()
    assert reachable(EVERYWHERE, ["127.0.0.1"]) == ("127.0.0.1",)
    assert reachable(EVERYWHERE, ["192.0.2.2", "fd00::2"]) == ("192.0.2.2",)
