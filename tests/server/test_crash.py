"""The server is killed again and again, links are cut, and nothing that anybody was told is lost."""

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from protocol import VERSION, wire
from protocol.games import GAMES
from protocol.games.ys.prompts import PickBid
from protocol.match import Entry, Match
from protocol.messages import (
    Began,
    Challenge,
    Entries,
    Hello,
    Lobby,
    LobbyChanged,
    Look,
    Watch,
    Welcome,
    greeting,
)
from protocol.vault import Vault
from tests.support.crashes import cut, killed
from tests.support.driver import NAMES, secret
from tests.support.remote import ROOT
from tests.support.remote import Process as Server
from ys_server.store import Store

PLAYERS = NAMES[:4]


@contextlib.asynccontextmanager
async def players(url: str, hold: Path) -> AsyncIterator[Sequence[Process]]:
    """Run four players, each a process of its own; the last two make no bid while `hold` exists."""
    running = []
    for number, name in enumerate(PLAYERS):
        more = (*(("--host",) if number == 0 else ()), *(("--hold", str(hold)) if number > 1 else ()))
        command = (sys.executable, "-m", "tests.support.remote", url, name, "7", *more)
        running.append(await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=DEVNULL, stdout=PIPE))
    try:
        yield running
    finally:
        for process in running:
            if process.returncode is None:
                process.kill()
            await process.communicate()
            process._transport.close()  # type: ignore[attr-defined]  # or its pipe is reported as left behind


async def watch_until_two_bids_are_in(url: str) -> Match[Any]:
    """Follow the game as a spectator until exactly two of four bids are in; return what was seen."""
    vault = Vault(secret("spectator"), bytes(16), "Eve")
    match: Match[Any] | None = None
    async with connect(url, compression=None) as socket:
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = wire.decode_server(frame)
            if isinstance(message, Challenge):
                signature = vault.sign(greeting(message.key, message.nonce, VERSION))
                await say(socket, Hello(VERSION, (), "Eve", vault.keys.sign, signature))
            if isinstance(message, Welcome):
                await say(socket, Look(0, on=True))
            tables = message.tables if isinstance(message, Lobby | LobbyChanged) else ()
            if match is None and [table.stage for table in tables] == ["playing"]:
                await say(socket, Watch(1, tables[0].id, 0, b""))
            if isinstance(message, Began):
                match = Match(GAMES["ys"], message.setup)
            if isinstance(message, Entries) and match is not None:
                match.extend(message.start, message.entries, message.digest)
                asked = [prompt for prompt in match.prompts.values() if isinstance(prompt, PickBid)]
                if len(asked) == 2:
                    return match
    raise AssertionError("the server has gone")


async def say(socket: ClientConnection, message: Hello | Look | Watch) -> None:
    """Send a message."""
    await socket.send(wire.encode(message))


def saved(path: Path) -> tuple[Match[Any], tuple[Entry, ...]]:
    """Return the game as the database replays it, and its entries."""
    store = Store(path)
    (table,) = store.load().tables
    entries = store.log(table.table).entries
    store.close()
    match: Match[Any] = Match(GAMES["ys"], table.setup)
    match.extend(0, entries)
    return match, entries


@pytest.mark.timeout(120)
async def test_restart_during_a_simultaneous_choice_loses_no_choice(tmp_path: Path) -> None:
    """Killed with two of four bids in: after the restart the same two are there, the others are asked.

    What was drawn is the same. Killed again, and between a save and its send, all have one history.
    """
    hold, path = tmp_path / "hold", tmp_path / "a.sqlite3"
    hold.touch()
    usual = ("--database", str(path), "--no-bots")
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(Server("--port", "0", *usual))
        port = ("--port", first.url.rpartition(":")[2])
        watching = asyncio.create_task(watch_until_two_bids_are_in(first.url))
        running = await stack.enter_async_context(players(first.url, hold))
        seen = await watching
        first.process.send_signal(signal.SIGKILL)
        await first.process.wait()
        assert saved(path)[1] == tuple(seen.log)

        again = await stack.enter_async_context(Server(*port, *usual))
        shown = await watch_until_two_bids_are_in(again.url)
        assert shown.log == seen.log
        assert (shown.digest(), shown.prompts) == (seen.digest(), seen.prompts)
        again.process.send_signal(signal.SIGKILL)
        await again.process.wait()

        hold.unlink()
        second = await stack.enter_async_context(
            Server("between", "60", *port, *usual, module="tests.support.crashing")
        )
        assert await second.process.wait() == -signal.SIGKILL
        between = saved(path)[1]
        assert between[: len(seen.log)] == tuple(seen.log)
        assert len(between) >= len(seen.log) + 60

        await stack.enter_async_context(Server(*port, *usual))
        told = [(await process.communicate())[0].decode().split() for process in running]
        assert [process.returncode for process in running] == [0] * 4
    match, entries = saved(path)
    assert not match.prompts
    assert entries[: len(between)] == between
    assert told == [[match.chain.hex(), match.digest().hex()]] * 4


@pytest.mark.timeout(120)
async def test_ten_kills_of_four_tables_lose_nothing(tmp_path: Path) -> None:
    """At any moment and at each place of a saving: nothing heard is lost, nothing is decided twice.

    All games end alike for everybody, as the database replays them, and their files are proved.
    """
    figures = await killed(10, 4, 7, tmp_path)
    assert figures["faults"] == 0, figures
    assert figures["games"] >= 4
    assert all(figures[f"kills_{point}"] for point in ("before", "within", "between"))


@pytest.mark.timeout(120)
async def test_ten_connections_cut_at_random_bytes_lose_nothing(tmp_path: Path) -> None:
    """In a handshake, in a frame, between two: whoever comes back has all of it, and nothing twice."""
    figures = await cut(10, 2, 7, tmp_path)
    assert figures["faults"] == 0, figures
