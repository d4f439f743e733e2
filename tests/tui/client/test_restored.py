"""A server comes back with an older copy of its database, as docs/operating.md describes: what is lost then.

The server is a process, the copy one of `ys-server backup`, the clients have the files of a profile each.
"""

import asyncio
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol.games.ys.game import YS
from protocol.match import Entry, Match
from protocol.record import load
from tests.support.remote import ROOT, Process
from ys_tui.client import intents
from ys_tui.client import snapshot as up
from ys_tui.client.berths import Berths
from ys_tui.client.keyring import Keyring
from ys_tui.client.link import Link
from ys_tui.client.logs import Logs
from ys_tui.client.store import Store
from ys_tui.client.table import Table

NAMES = ("Ada", "Ben", "Cara")
PATIENCE = 60.0
TABLE = 1


class Person:
    """One player's client: a real store on a real link, whose profile outlives it."""

    def __init__(self, name: str, folder: Path, news: asyncio.Event) -> None:
        """Be `name`, with a profile in `folder`; nothing runs yet."""
        self.name, self._folder, self._news = name, folder, news

    @asynccontextmanager
    async def here(self, url: str) -> AsyncIterator["Person"]:
        """Run the program as long as the block does, and be welcome at the server."""
        folder = self._folder
        self.store = Store(
            Keyring(folder).identity,
            self.name,
            notes=Keyring(folder),
            entropy=secrets.token_bytes,
            games={YS.key: YS},
            server=url,
            berths=Berths(folder / "servers"),
            logs=Logs(folder / "logs"),
        )
        self._link = Link(url, self.store, self._news.set, _at_once)
        running = asyncio.create_task(self._link.run())
        try:
            await self.until(lambda: self.store.is_welcome)
            yield self
            self.store.tick(asyncio.get_running_loop().time())
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    @property
    def table(self) -> Table:
        """The table as this client holds it."""
        return self.store.tables[TABLE]

    @property
    def match(self) -> Match[Any]:
        """The game as this client has seen it."""
        return self.table.match

    @property
    def log(self) -> tuple[Entry, ...]:
        """Everything this client has seen of the game."""
        return tuple(self.match.log)

    @property
    def is_at_ease(self) -> bool:
        """Whether the client holds all of the game and found nothing wrong."""
        return self.store.tables.get(TABLE) is not None and self.table.is_live and not self.table.alarms

    async def knows_the_table(self) -> None:
        """Wait until the lobby shows the table."""
        await self.until(lambda: self.store.hall.find(TABLE) is not None)

    async def is_told(self) -> up.Notice:
        """Wait until something is said to the player."""
        await self.until(lambda: self.store.snapshot.notice is not None)
        assert self.store.snapshot.notice is not None
        return self.store.snapshot.notice

    def wish(self, *wishes: intents.Intent) -> None:
        """Let the player wish something."""
        for intent in wishes:
            self._link.send(self.store.intend(intent))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so, looking whenever a client has heard anything."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def decide(self) -> None:
        """Choose and confirm, if the table waits for this player."""
        legal = self.table.snapshot(None, ()).legal
        self.wish(intents.Pick(legal[0]), intents.Confirm())


def _at_once() -> Generator[float]:
    while True:
        yield 0.01


class Place:
    """A server's database, its copy, and three people."""

    def __init__(self, folder: Path) -> None:
        """Have no server running."""
        self.database, self.backup = folder / "a.sqlite3", folder / "b.sqlite3"
        news = asyncio.Event()
        self.people = tuple(Person(name, folder / name, news) for name in NAMES)

    def server(self) -> Process:
        """Return the server, which runs as long as its block does."""
        return Process("--database", str(self.database), "--port", "0", "--no-bots")

    async def copy(self) -> None:
        """Make a backup while the server runs."""
        words = ("backup", str(self.backup), "--no-config", "--database", str(self.database))
        command = [sys.executable, "-m", "ys_server", *words]
        await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True, cwd=ROOT)

    def put_back(self) -> None:
        """Put the copy in the place of the database of the server that has ended."""
        for end in ("-wal", "-shm"):
            self.database.with_name(self.database.name + end).unlink(missing_ok=True)
        self.backup.replace(self.database)

    async def opens(self) -> None:
        """Open a table and begin its game with everybody."""
        host = self.people[0]
        host.wish(intents.OpenTable(YS.key, len(NAMES), (), "Evening"))
        await host.until(lambda: host.store.snapshot.at == TABLE)
        for person in self.people[1:]:
            await person.knows_the_table()
            person.wish(intents.SitDown(TABLE))
        await host.until(lambda: len(host.store.hall.find(TABLE).chairs) == len(NAMES))  # type: ignore[union-attr]
        host.wish(intents.StartGame(TABLE))

    async def plays(self, decisions: int) -> None:
        """Let so many decisions be made, and all see them."""
        for _ in range(decisions):
            await self.people[0].until(self._is_asked)
            person = next(person for person in self.people if person.table.turn is not None)
            length = len(person.log)
            person.decide()
            await person.until(lambda: self._have_all(length + 1))  # noqa: B023
        await self.people[0].until(self._is_asked)

    def _is_asked(self) -> bool:
        tables = [person.store.tables.get(TABLE) for person in self.people]
        return self._have_all(0) and any(table is not None and table.turn is not None for table in tables)

    def _have_all(self, length: int) -> bool:
        if not all(person.is_at_ease for person in self.people):
            return False
        logs = {person.log for person in self.people}
        return len(logs) == 1 and len(*logs) >= length


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Return a place without a table."""
    return Place(tmp_path)


def _entries(path: str) -> tuple[Entry, ...]:
    return load(Path(path).read_bytes()).entries


async def everybody(place: Place, url: str, stack: AsyncExitStack) -> None:
    """Let all start their programs."""
    for person in place.people:
        await stack.enter_async_context(person.here(url))


async def test_games_go_on_where_they_were(place: Place) -> None:
    """All programs were closed: the first who comes back gives the server what it lost; all play on."""
    async with place.server() as server, AsyncExitStack() as stack:
        await everybody(place, server.url, stack)
        await place.opens()
        await place.plays(4)
        await place.copy()
        before = len(place.people[0].log)
        await place.plays(4)
        log = place.people[0].log
        assert len(log) > before
    place.put_back()
    async with place.server() as server, AsyncExitStack() as stack:
        first = place.people[2]
        await stack.enter_async_context(first.here(server.url))
        await first.until(lambda: first.is_at_ease)
        assert first.log[: len(log)] == log
        for person in place.people[:2]:
            await stack.enter_async_context(person.here(server.url))
        for person in place.people:
            person.wish(intents.SitDown(TABLE))
        await place.plays(3)
        assert all(person.log[: len(log)] == log for person in place.people)


async def test_table_begun_after_the_copy_is_told_of(place: Place) -> None:
    """The server cannot have it back: each player is told so, and what was played lies in a file."""
    async with place.server() as server, AsyncExitStack() as stack:
        await everybody(place, server.url, stack)
        await place.copy()
        await place.opens()
        await place.plays(2)
        log = place.people[0].log
    place.put_back()
    async with place.server() as server, AsyncExitStack() as stack:
        await everybody(place, server.url, stack)
        for person in place.people:
            notice = await person.is_told()
            assert notice.code == "table-lost"
            assert _entries(notice.detail.partition("ys replay ")[2]) == log
