"""A long evening at one server: whether it grows.

`python -m tests.benchmarks.soak --minutes 30` prints one line of JSON; it fails when something grew,
or when a game ended otherwise than the database tells. At six tables persons and bots play game after game;
beside them others come, look, open a table, sit, chat, watch, leave or are just gone, and ask for a rematch
of a game that is over. The server is told to end, and started anew, at every third of the time.

Per life of the server, from its second half on (until then lists and SQLite's cache fill up to their limits;
nobody thinks, so that they do):

- `rss_mb`, `rss_mb_per_hour`: resident memory of the server at the end, and the trend of it
- `bots_mb`, `bots_mb_per_hour`: the same of the processes with the bots, all together
- `files_first`, `files_most`: open files of the server soon after its start and the most, without connections
- `ended_s`: how long the server took to end

What counts as growth is more than `GROWTH` with time and `FILLS` besides. So short lives find only what grows
fast: at ten minutes 56 MB an hour, at two hours 23.
"""

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import linear_regression
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from msgspec import Struct
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from protocol.messages import Leave, OpenTable, Rematch, Rematched, Say, Sit, TableChanged, Watch
from protocol.vault import NONCE, Vault
from tests.support.crashes import audit
from tests.support.driver import secret
from tests.support.evening import Evening
from tests.support.guest import Guest
from tests.support.remote import Process
from tests.support.sizes import descendants, files, memory

TABLES: Final = 6
GUESTS: Final = 4
NAMES: Final = 400
"""Guests by name: whoever comes back has been away for longer than their chair is kept."""
LIVES: Final = 3
PAUSE: Final = 0.08
"""Seconds before a guest who was cut off tries again."""
SAMPLE_SECONDS: Final = 5.0
END_SECONDS: Final = 30.0
SOON: Final = (
    *("--limits-listed-over", "16"),
    *("--limits-idle-seconds", "30"),
    *("--limits-grace-seconds", "10"),
)
"""Lists that are full, games that are asleep and chairs that are free within the first half of a life."""
GROWTH: Final = 20.0
"""MB per hour of memory that may be chance: pieces that the allocator does not give back."""
FILLS: Final = 3.0
"""MB that may come besides, however long it takes: asyncio leaves each connection that has ended, seven
objects of 978 bytes together, to the collector, which looks when there are 20,000 objects more
(`ys_server.app.GARBAGE`)."""
FILES: Final = 6
"""Files beyond those of the start that may be chance: a connection that comes while files are counted."""


class Sample(Struct, frozen=True):
    """The size of a server at one moment."""

    at: float
    server: int
    bots: int
    files: int
    """Open files that are no connections."""


class Guests:
    """People who come and go, and finish nothing."""

    def __init__(self, url: str, evening: Evening, seed: int) -> None:
        """Let them go to `url`, where the evening takes place."""
        self.did: Counter[str] = Counter()
        """What they did and how it was answered."""
        self._url, self._evening, self._seed = url, evening, seed
        self._rng = Random(seed)
        self._numbers = count()

    async def run(self) -> None:
        """Come and go until cancelled."""
        while True:
            number = next(self._numbers)
            guest = Guest(f"Guest {number % NAMES}", self._seed)
            try:
                async with asyncio.timeout(30):
                    await guest.enter(self._url)
                    await self._visit(guest, number)
            except (OSError, EOFError, AssertionError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                self.did["cut off"] += 1  # the server ends, or starts anew
                await asyncio.sleep(PAUSE)
            finally:
                with suppress(ConnectionClosed, OSError):
                    await guest.leave()
            await self._again()
            await asyncio.sleep(self._rng.random())

    async def _visit(self, guest: Guest, number: int) -> None:
        self._count("open", await guest.ask(OpenTable(0, "ys", 4, (), f"Visit {number}")))
        mine = [m.table for m in guest.messages if isinstance(m, TableChanged)]
        own = next((table.id for table in reversed(mine) if table.title == f"Visit {number}"), None)
        if own is not None:
            nonce = secret(self._seed, "visit", number, size=NONCE)
            keys = Vault(guest.identity, nonce, guest.name).keys
            self._count("sit", await guest.ask(Sit(0, own, keys)))
            self._count("say", await guest.ask(Say(0, own, "Anybody?")))
        running = [number for number, match in self._evening.matches() if match.prompts]
        if running:
            self._count("watch", await guest.ask(Watch(0, self._rng.choice(running), 0, b"")))
        if own is not None and self._rng.random() < 0.8:  # else just gone, and the table ends by itself
            self._count("leave", await guest.ask(Leave(0, own)))

    async def _again(self) -> None:
        """Let the host of the latest game that is over ask for a rematch, then think better of it."""
        over = [game for game in self._evening.games if game.is_over]
        if not over or self._rng.random() < 0.7:
            return
        host = Guest(over[-1].persons[0].name, self._evening.seed)
        try:
            async with asyncio.timeout(30):
                await host.enter(self._url)
                self._count("rematch", await host.ask(Rematch(0, over[-1].table)))
                to = [m.to for m in host.messages if isinstance(m, Rematched)]
                if to:
                    self._count("leave", await host.ask(Leave(0, to[-1])))
        except (OSError, EOFError, AssertionError, ConnectionClosed, InvalidHandshake, InvalidMessage):
            self.did["cut off"] += 1
        finally:
            with suppress(ConnectionClosed, OSError):
                await host.leave()

    def _count(self, what: str, code: str) -> None:
        self.did[f"{what}: {code}" if code else what] += 1


async def measured(minutes: float, seed: int) -> dict[str, Any]:
    """Return all figures."""
    lives: list[dict[str, float]] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "ys.sqlite3"
        kept = ("--database", str(path), "--limits-burst", "1000", *SOON)
        async with Process("--port", "0", *kept) as first:
            url = first.url
        usual = ("--port", url.rpartition(":")[2], *kept, "--log-level", "warning")
        evening = Evening(lambda: url, TABLES, seed)
        guests = Guests(url, evening, seed)
        playing = asyncio.create_task(evening.run())
        coming = [asyncio.create_task(guests.run()) for _ in range(GUESTS)]
        try:
            for number in range(LIVES):
                is_last = number == LIVES - 1
                lives.append(await _life(usual, minutes * 60 / LIVES, playing, folder / "log"))
                print(json.dumps(lives[-1]), file=sys.stderr, flush=True)
                if is_last:
                    evening.last_games()
                    async with Process(*usual, log=folder / "log"):
                        await playing
        finally:
            for task in (playing, *coming):
                task.cancel()
            await asyncio.gather(playing, *coming, return_exceptions=True)
        found = await audit(evening, path, folder)
        size = path.stat().st_size
    hours = minutes / 60 / LIVES / 2  # in which growth was looked for, of each life
    grown = sum(
        life["rss_mb_per_hour"] * hours > GROWTH * hours + FILLS
        or life["files_most"] > life["files_first"] + FILES
        for life in lives
    )
    return {
        "minutes": minutes,
        "load": round(os.getloadavg()[0], 1),
        "lives": lives,
        "games": found.games,
        "entries": found.entries,
        "database_mb": round(size / 1e6, 1),
        "guests": dict(sorted(guests.did.items())),
        "grown": grown,
        "faults": found.faults,
    }


async def _life(
    arguments: tuple[str, ...], seconds: float, playing: "asyncio.Task[None]", log: Path
) -> dict[str, float]:
    """Let a server live for so long, then tell it to end, and return how it grew."""
    samples: list[Sample] = []
    async with Process(*arguments, log=log) as server:
        begun = perf_counter()
        while (at := perf_counter() - begun) < seconds:
            await asyncio.sleep(SAMPLE_SECONDS)
            assert not playing.done(), playing
            assert server.process.returncode is None, "the server has ended"
            samples.append(_sample(at, server.process.pid))
        ending = perf_counter()
        server.process.terminate()
        async with asyncio.timeout(END_SECONDS):
            code = await server.process.wait()
        ended = perf_counter() - ending
    assert code == 0, server.said
    late = samples[len(samples) // 2 :]
    times = [sample.at for sample in late]
    return {
        "rss_mb": round(late[-1].server / 1e6, 1),
        "rss_mb_per_hour": round(_trend(times, [sample.server for sample in late]), 1),
        "bots_mb": round(late[-1].bots / 1e6, 1),
        "bots_mb_per_hour": round(_trend(times, [sample.bots for sample in late]), 1),
        "files_first": samples[0].files,
        "files_most": max(sample.files for sample in samples),
        "ended_s": round(ended, 2),
    }


def _trend(times: list[float], sizes: list[int]) -> float:
    return linear_regression(times, sizes).slope * 3_600 / 1e6 if len(times) > 1 else 0.0


def _sample(at: float, pid: int) -> Sample:
    bots = sum(map(memory, descendants(pid)))
    return Sample(at, memory(pid), bots, files(pid))


def main() -> int:
    """Measure and print; return 1 when something grew or went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = asyncio.run(measured(options.minutes, options.seed))
    print(json.dumps(figures))
    return int(bool(figures["grown"] or figures["faults"]))


if __name__ == "__main__":
    sys.exit(main())
