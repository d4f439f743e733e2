"""The server against a bare relay: how much of the speed is left with rules, signatures and a log on disk.

`python -m tests.benchmarks.relay` prints one line of JSON. Server and relay are processes of their own, on
asyncio both; they are measured in turns with the same recorded frames, and every figure is the median of the
turns. Four people sit at a table, and each move goes to all of them; the next one is sent by its seat as soon
as that has seen the answer. Every answer of the server is compared with the recorded one, byte by byte.

- `throughput_ratio_N`: moves per second at N connections, the server's over the relay's
- `cpu_ratio_N`: the same per second of the process's own processor time, which other programs disturb less
- `server_N`, `bare_N`: those moves per second; `server_us_N`, `bare_us_N`: processor time of one move
- `p99_ms_at_500`: from when a move was due, at 500 moves per second and 100 connections, until the last of
  its table has the answer; `p99_ratio_at_500`: over a bare relay that appends the same frames to a database
- `memory_per_idle_ratio`: resident memory of a connection that has said hello, over one at the bare relay
- `table_cost_ratio_1000`: processor time of one move at 1,000 tables over that at 10 (4 connections each);
  `bare_cost_ratio_1000` is the same at the bare relay, for the cost of the connections alone
- `load`: how busy the machine was, before and after; `cores`, `loop`, `seconds`
"""

import argparse
import asyncio
import contextlib
import importlib.util
import json
import os
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from time import clock_gettime, perf_counter
from typing import Any, Final

from msgspec import Struct

from tests.benchmarks.crowd import (
    PATIENCE,
    Group,
    Link,
    at_bare,
    at_server,
    idle_at_bare,
    idle_at_server,
)
from tests.benchmarks.recording import SHORTEST, Recording, recorded, specs
from tests.support.remote import Process

SEED: Final = 1
SEATS: Final = 4
WHOLE: Final = 1 << 20
"""More moves than any game has."""
AT_ONCE: Final = 24
"""Tables that are in play at a time, at least: fewer would wait for the disk, and speed would not be seen."""
PER_SECOND: Final = 500
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
LIMITS: Final = {
    "connections": 10_000,
    "silent": 10_000,
    "burst": 1_000_000_000,
    "per-second": 1_000_000_000,
    "tables": 10_000,
    "tables-per-person": 10_000,
    "listed-over": 10_000,
}


class Load(Struct, frozen=True):
    """How much is measured of what."""

    connections: tuple[int, ...] = (10, 100, 1_000, 4_000)
    turns: int = 5
    moves: int = 3_000
    """Moves of one turn."""
    even_turns: int = 3
    even_moves: int = 2_000
    """Moves of one turn at an even pace."""
    tables: tuple[int, int] = (10, 1_000)
    """Few and many, for what one costs."""
    scale_moves: int = 1_000
    idle: int = 2_000


QUICK: Final = Load((10, 40), 2, 200, 1, 250, (2, 10), 100, 100)


class Side:
    """One of the two processes, with the groups that play at it."""

    def __init__(self, process: Process, groups: Sequence[Group] = ()) -> None:
        """Measure that process."""
        self.pid, self.groups = process.process.pid, groups
        self.rates: list[float] = []
        self.costs: list[float] = []
        self.late: list[float] = []

    def cpu(self) -> float:
        """Return the seconds of a processor it has used."""
        return clock_gettime(~self.pid << 3 | 2)  # Linux's number for that process's clock

    def memory(self) -> int:
        """Return the bytes of memory it has."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    async def rush(self, moves: int, *, counts: bool = True) -> None:
        """Play so many moves, shared out between the groups, as fast as they are answered."""
        left, done = moves, asyncio.get_running_loop().create_future()

        def told() -> None:
            nonlocal left
            left -= 1
            if not left:
                done.set_result(None)

        before, begun = self.cpu(), perf_counter()
        for group, share in zip(self.groups, _shares(moves, len(self.groups)), strict=True):
            group.told = told
            group.go(share)
        async with asyncio.timeout(PATIENCE):
            await done
        took, used = perf_counter() - begun, self.cpu() - before
        if counts:
            self.rates.append(moves / took)
            self.costs.append(used / moves)

    async def walk(self, moves: int, *, counts: bool = True) -> None:
        """Play so many moves evenly in time, and note how long after its time each was seen by all."""
        times: list[float] = []
        walkers = [_Walker(group, times) for group in self.groups]
        before, begun = self.cpu(), perf_counter()
        for number, walker in enumerate(islice(cycle(walkers), moves)):
            due = begun + number / PER_SECOND
            if (wait := due - perf_counter()) > 0:
                await asyncio.sleep(wait)
            walker.owes(due)
        async with asyncio.timeout(PATIENCE):
            for walker in walkers:
                await walker.done()
        if counts:
            self.late.append(quantiles(times, n=100)[98] * 1e3)
            self.costs.append((self.cpu() - before) / moves)


class _Walker:
    """A group that plays a move when it is due, or as soon as the one before is done."""

    def __init__(self, group: Group, times: list[float]) -> None:
        """Walk with `group`; `times` gets how late each move was seen."""
        self._group, self._times = group, times
        self._due: deque[float] = deque()
        self._idle = asyncio.Event()
        self._idle.set()
        group.told = self._told

    def owes(self, due: float) -> None:
        """Play one move more."""
        self._idle.clear()
        self._due.append(due)
        if len(self._due) == 1:
            self._group.go(1)

    async def done(self) -> None:
        """Return when nothing is owed."""
        await self._idle.wait()

    def _told(self) -> None:
        self._times.append(perf_counter() - self._due.popleft())
        if self._due:
            self._group.go(1)
        else:
            self._idle.set()


def recordings(connections: int, turns: int, moves: int, at_once: int = 1) -> list[Recording]:
    """Return games for so many people, enough for `turns` of `moves` moves, `at_once` or more under way.

    Where whole games would be too much, every group plays a part of one, at different stages of the game.
    """
    people = range(connections)
    together = [tuple(people[at : at + SEATS]) for at in range(0, connections, SEATS)]
    lanes = -(-at_once // len(together))
    each = turns * -(-moves // (lanes * len(together)))
    is_part = each <= min(SHORTEST.values())
    tables = [
        (lane, seats)
        for seats in together
        for lane in range(lanes)
        for _ in range(-(-each // SHORTEST[len(seats)]))
    ]
    most = each if is_part else WHOLE
    return recorded(specs(SEED, connections + 1, tables, spread=is_part, most=most))


@contextlib.asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Process]:
    """Run the server, with a fresh database."""
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        limits = [word for limit, most in LIMITS.items() for word in (f"--limits-{limit}", str(most))]
        flags = ("--port", "0", "--no-bots", "--seed", str(SEED), "--log-level", "warning")
        async with Process(*flags, "--database", f"{fresh}/server.sqlite3", *limits) as process:
            yield process


@contextlib.asynccontextmanager
async def bare(folder: Path, *, appends: bool = False) -> AsyncIterator[Process]:
    """Run the bare relay."""
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        append = ("--append", f"{fresh}/frames.sqlite3") if appends else ()
        async with Process(*append, module="tests.benchmarks.bare") as process:
            yield process


async def pair(
    stack: contextlib.AsyncExitStack, folder: Path, games: Sequence[Recording], *, appends: bool = False
) -> tuple[Side, Side]:
    """Return server and relay until the end of `stack`, everybody ready to play `games` at both."""
    ours = await stack.enter_async_context(server(folder))
    theirs = await stack.enter_async_context(bare(folder, appends=appends))
    sides = (
        Side(ours, await at_server(ours.url, games)),
        Side(theirs, await at_bare(theirs.url, games)),
    )
    for group in (group for side in sides for group in side.groups):
        stack.callback(group.close)
    return sides


async def speeds(folder: Path, load: Load, size: int) -> dict[str, float]:
    """Return how fast both are with so many connections."""
    async with contextlib.AsyncExitStack() as stack:
        sides = await pair(stack, folder, recordings(size, load.turns + 1, load.moves, AT_ONCE))
        for turn in range(load.turns + 1):
            for side in sides:
                await side.rush(load.moves, counts=turn > 0)  # the first one warms up
    (rate, bare_rate), (cost, bare_cost) = (
        [median(side.rates) for side in sides],
        [median(side.costs) for side in sides],
    )
    return {
        f"throughput_ratio_{size}": round(rate / bare_rate, 3),
        f"cpu_ratio_{size}": round(bare_cost / cost, 3),
        f"server_{size}": round(rate),
        f"bare_{size}": round(bare_rate),
        f"server_us_{size}": round(cost * 1e6),
        f"bare_us_{size}": round(bare_cost * 1e6),
    }


async def delays(folder: Path, load: Load, size: int = 100) -> dict[str, float]:
    """Return how long a move takes at an even pace, at the server and at a relay that keeps it, too."""
    async with contextlib.AsyncExitStack() as stack:
        games = recordings(size, load.even_turns + 1, load.even_moves)
        sides = await pair(stack, folder, games, appends=True)
        for turn in range(load.even_turns + 1):
            for side in sides:
                await side.walk(load.even_moves, counts=turn > 0)
    late, bare_late = (median(side.late) for side in sides)
    return {
        f"p99_ms_at_{PER_SECOND}": round(late, 2),
        f"bare_p99_ms_at_{PER_SECOND}": round(bare_late, 2),
        f"p99_ratio_at_{PER_SECOND}": round(late / bare_late, 2),
    }


async def scale(folder: Path, load: Load) -> dict[str, float]:
    """Return what a move costs at many tables over what it costs at few, at the same even pace."""
    async with contextlib.AsyncExitStack() as stack:
        few, many = [
            await pair(stack, folder, recordings(tables * SEATS, load.even_turns + 1, load.scale_moves))
            for tables in load.tables
        ]
        for turn in range(load.even_turns + 1):
            for side in (*few, *many):
                await side.walk(load.scale_moves, counts=turn > 0)
    ours, theirs = (median(more.costs) / median(less.costs) for more, less in zip(many, few, strict=True))
    tables = load.tables[1]
    return {f"table_cost_ratio_{tables}": round(ours, 3), f"bare_cost_ratio_{tables}": round(theirs, 3)}


async def idle(
    running: contextlib.AbstractAsyncContextManager[Process],
    connected: Callable[[str, Sequence[int]], Awaitable[list[Link]]],
    number: int,
) -> float:
    """Return the bytes of memory of one connection, measured at so many beyond the first tenth."""
    async with running as process:
        side, first = Side(process), number // 10
        links = await connected(process.url, range(first))
        before = side.memory()
        links += await connected(process.url, range(first, first + number))
        used = side.memory() - before
        for one in links:
            one.close()
    return used / number


async def measured(load: Load) -> dict[str, Any]:
    """Return all figures."""
    begun, busy = perf_counter(), os.getloadavg()[0]
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in load.connections:
            figures |= await speeds(folder, load, size)
        figures |= await delays(folder, load)
        figures |= await scale(folder, load)
        memory = await idle(server(folder), idle_at_server, load.idle)
        least = await idle(bare(folder), idle_at_bare, load.idle)
    figures |= {
        "memory_per_idle_ratio": round(memory / least, 3),
        "memory_per_idle_kb": round(memory / 1024, 1),
        "bare_memory_per_idle_kb": round(least / 1024, 1),
        "load": [round(busy, 1), round(os.getloadavg()[0], 1)],
        "cores": os.cpu_count(),
        "loop": "uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        "seconds": round(perf_counter() - begun),
    }
    return figures


def _shares(moves: int, groups: int) -> Iterator[int]:
    """Yield how many of `moves` each group plays."""
    for number in range(groups):
        yield moves // groups + (number < moves % groups)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.relay", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="little of everything: only to see that it works"
    )
    load = QUICK if parser.parse_args().quick else Load()
    print(json.dumps(asyncio.run(measured(load))))


if __name__ == "__main__":
    main()
