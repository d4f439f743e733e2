"""Sleeping games played again beside all else: the database read by its thread, the log in small pieces."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.game import Action, Game, Seat, Step
from protocol.games import GAMES
from protocol.match import Match
from tests.server.test_answers import metrics_of
from tests.support import web
from tests.support.driver import play
from tests.support.player import Plan, Player
from tests.support.remote import Process
from tests.support.remote import play as comes
from tests.support.toy import TOY, Toy, ToyState
from ys_server.effects import Begun, Played, Spoken, Wake
from ys_server.outbox import Outbox
from ys_server.store import Store
from ys_server.waking import AT_ONCE, Waker

YS = GAMES["ys"]
LONG = play(YS, 4, 1, with_chairs=False)
SHORT = play(TOY, 3, 1, with_chairs=False)
MATCHES: Mapping[int, Match[Any]] = {1: LONG, 2: SHORT, 3: SHORT}


class Bedroom:
    """A waker over a real database with a long game and two short ones, and what comes of it."""

    def __init__(self, store: Store) -> None:
        """Have all games asleep."""
        self.store = store
        self.came: list[str] = []
        self.matches: dict[int, Match[Any]] = {}
        self.outbox = Outbox(store, lambda _: None, lambda _: (), wake=self._wake)
        self.waker = Waker(self.outbox.log, self._woken, self._not_woken)
        self._more = asyncio.Event()

    def wakes(self, table: int, *, is_urgent: bool = True, game: Game[Any] | None = None) -> None:
        """Let a table be woken."""
        match = MATCHES[table]
        self.outbox.put([Wake(table, game or match.game, match.setup, is_urgent)])

    async def heard(self, count: int) -> list[str]:
        """Return what has come of the wakings once so many are through."""
        while len(self.came) < count:
            self._more.clear()
            await self._more.wait()
        return self.came

    def _wake(self, wake: Wake) -> None:
        self.waker.wake(wake)

    def _woken(self, table: int, match: Match[Any], _lines: tuple[Spoken, ...]) -> None:
        self.came.append(f"{table} awake")
        self._more.set()
        self.matches[table] = match

    def _not_woken(self, table: int, why: str) -> None:
        self.came.append(f"{table}: {why}")
        self._more.set()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a database on disk with the games."""
    with contextlib.closing(Store(tmp_path / "a.sqlite3")) as store:
        for number, match in MATCHES.items():
            store.save([Begun(number, "T", bytes(32), match.setup)])
            store.save([Played(number, n, entry) for n, entry in enumerate(match.log)])
        yield store


@pytest.fixture
async def bedroom(store: Store) -> AsyncIterator[Bedroom]:
    """Return the waker, closed afterwards."""
    bedroom = Bedroom(store)
    yield bedroom
    bedroom.waker.close()
    await bedroom.outbox.close()


async def test_a_game_is_played_to_where_it_was(bedroom: Bedroom) -> None:
    """From the database alone: same chain, same state."""
    bedroom.wakes(1)
    assert await bedroom.heard(1) == ["1 awake"]
    assert bedroom.matches[1].chain == LONG.chain
    assert bedroom.matches[1].digest() == LONG.digest()


async def test_all_else_comes_to_its_turn_while_a_long_game_is_played(bedroom: Bedroom) -> None:
    """Between every few entries, so that nobody waits for the whole of it."""
    turns = 0
    bedroom.wakes(1)
    while not bedroom.came:
        turns += 1
        await asyncio.sleep(0)
    assert turns > len(LONG.log) // AT_ONCE > 10


async def test_who_waits_comes_before_what_wakes_by_itself(bedroom: Bedroom) -> None:
    """A server that starts has many to wake; the one that is needed is next."""
    bedroom.wakes(1, is_urgent=False)
    bedroom.wakes(2, is_urgent=False)
    bedroom.wakes(3, is_urgent=False)
    bedroom.wakes(3)
    assert await bedroom.heard(3) == ["3 awake", "1 awake", "2 awake"]


async def test_what_cannot_be_read_or_played_is_told_and_the_next_is_woken(bedroom: Bedroom) -> None:
    """Each with its reason: entries that are missing, a signature that is wrong."""
    bedroom.store._db.execute("DELETE FROM entries WHERE table_id = 1 AND n = 7")
    bedroom.store._db.execute("DELETE FROM entries WHERE table_id = 2")
    bedroom.store.save([Played(2, 0, replace(SHORT.log[0], sign=bytes(64)))])
    for table in (1, 2, 3):
        bedroom.wakes(table)
    one, two, three = await bedroom.heard(3)
    assert one == "1: entries are missing"
    assert two.startswith("2: entry 0 by seat")
    assert three == "3 awake"


class Faulty(Toy):
    """A toy whose rules fail."""

    def apply(self, state: ToyState, seat: Seat, action: Action) -> Step[ToyState]:
        """Fail."""
        raise ZeroDivisionError


async def test_a_fault_in_the_rules_keeps_no_other_game_asleep(
    bedroom: Bedroom, caplog: pytest.LogCaptureFixture
) -> None:
    """Who waited for it is told, the fault is logged with where it was."""
    bedroom.wakes(2, game=Faulty())
    bedroom.wakes(3)
    assert await bedroom.heard(2) == ["2: a fault of the server", "3 awake"]
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.timeout(120)
async def test_a_real_server_lets_a_game_sleep_and_wakes_it_also_after_a_kill(tmp_path: Path) -> None:
    """Over sockets: everybody leaves in the middle, nothing stays in memory, the game ends as one."""
    usual = ("--port", "0", "--database", str(tmp_path / "a.sqlite3"), "--no-bots", "--limits-idle-seconds")
    players = [
        Player(GAMES, name, Plan("ys", 3, is_host=name == "Ada"), 4) for name in ("Ada", "Ben", "Cara")
    ]
    async with Process(*usual, "0", "--metrics-port", "0") as server:
        port = await metrics_of(server)
        going = [asyncio.create_task(comes(lambda: server.url, player)) for player in players]
        await when(players[0], 40)
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        while 'ys_games{state="asleep"} 1.0\n' not in (await web.get(port, "/metrics")).body:
            pass
        going = [asyncio.create_task(comes(lambda: server.url, player)) for player in players]
        await when(players[0], 80)
        server.process.kill()
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
    async with Process(*usual, "600") as again:
        await asyncio.gather(*(comes(lambda: again.url, player) for player in players))
    chains = {player.chair.match.chain for player in players if player.chair is not None}
    assert len(chains) == 1
    with contextlib.closing(Store(tmp_path / "a.sqlite3")) as store:
        (table,) = store.load().tables
        match: Match[Any] = Match(YS, table.setup)
        match.extend(0, store.log(table.table).entries)
    assert chains == {match.chain}


async def when(player: Player, length: int) -> None:
    """Return once the player's log has so many entries."""
    event = asyncio.Event()
    player.heard = lambda: (
        event.set() if player.chair is not None and len(player.chair.match.log) >= length else None
    )
    player.heard()
    await event.wait()
