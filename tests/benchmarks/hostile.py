"""Hostile strangers beside honest games: whether those notice.

`python -m tests.benchmarks.hostile` (or `make hostile`) prints one line of JSON; it fails when the server
ends, logs a fault, grows, or keeps honest people waiting. 40 people play recorded games, 100 moves a second;
every answer is compared byte by byte. A process of its own sends 100,000 frames, 2,000 per second, in five
attacks with quiet in between, so that what else the machine does counts for both; as many come before, until
all that the server remembers for minutes is full. A connection says hello, then sends real messages with
something altered, then a frame that ends it: garbage, mutated real traffic, or a header that promises too
much. Every tenth says no hello. What strangers send is thought up before they begin: it is the server that is
measured, not how fast this machine can think up nonsense beside it.

- `quiet_p95_ms`, `hostile_p95_ms`: from when a move was due until the last of its table has the answer
- `ratio`, `more_ms`: the second over the first, and beyond it; the goal is 3 times, or 5 ms more
- `sent`, `judged`: frames that were sent, and those that the server has looked at; the rest came too late
- `connections`, and those `turned_away`; `late_s`: how far the attacks fell behind their pace
- `memory_mb`: of the server before them; `most_mb`: in the attacks (who does not hang up holds a place for
  two seconds); `grown_mb`: from the first attack to the last, less what the honest moves cost
"""

import argparse
import asyncio
import gc
import json
import os
import sys
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from protocol import VERSION, wire
from protocol.messages import Challenge, Hello, greeting
from protocol.vault import Vault
from tests.benchmarks.crowd import UPGRADE, Group, at_server, framed
from tests.benchmarks.recording import SHORTEST, recorded, specs
from tests.support.hostile import UNREADABLE, altered, stranger
from tests.support.remote import ROOT, Process
from tests.support.sizes import memory

SEED: Final = 1
PEOPLE: Final = 40
SEATS: Final = 4
PER_SECOND: Final = 100
FRAMES: Final = 100_000
FRAMES_PER_SECOND: Final = 2_000
EACH: Final = 10
"""Frames of one connection."""
RUDE: Final = 10
"""Every so many connections say no hello."""
SLICES: Final = 5
AT_ONCE: Final = 1_000
"""Connections that strangers have open at once, at most: then they wait, and fall behind."""
PATIENCE: Final = 5.0
"""Seconds a stranger waits for its end."""
LATEST: Final = 60.0
"""Seconds after which a move that has not come shows that something is wrong, on a busy machine, too."""
TIMES: Final = 3.0
MORE_MS: Final = 5.0
GROWTH_MB: Final = 8.0
"""Growth that may be chance: pieces that the allocator does not give back."""
LIMITS: Final = ("--limits-burst", "2000", "--limits-tables-per-person", "100")
"""What one host needs who opens all honest tables; strangers profit from the first one."""


class Stranger(asyncio.Protocol):
    """One hostile connection: says hello if it is polite, sends its frames at once, and waits for its end."""

    def __init__(self, number: int, frames: list[bytes], *, is_polite: bool) -> None:
        """Be somebody who has never been there."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the connection has ended."""
        self._is_polite, self._count = is_polite, len(frames)
        self._frames = b"".join(map(framed, frames))
        self._vault = _somebody(number) if is_polite else None
        self._heard = b""
        self._has_spoken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(UPGRADE.format("/", "localhost").encode())

    def data_received(self, data: bytes) -> None:
        """Speak as soon as the challenge is there."""
        self._heard += data
        begin = self._heard.find(b"\r\n\r\n") + 6
        if self._has_spoken or begin < 6 or len(self._heard) < begin or len(self._heard) < self._end(begin):
            return
        self._has_spoken = True
        challenge = wire.decode_server(self._heard[begin : self._end(begin)])
        assert isinstance(challenge, Challenge)
        hello = b"" if self._vault is None else framed(_hello(self._vault, challenge))
        self.transport.write(hello + self._frames)

    def _end(self, begin: int) -> int:
        """Return where the first payload ends, which is a short one."""
        return begin + self._heard[begin - 1]

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        if not self.ended.done():
            self.ended.set_result(None)

    @property
    def judged(self) -> int:
        """How many frames the server has looked at: all of them, if it was the last one that ended it."""
        if self._is_polite and b"\xa9bad-frame" in self._heard:
            return self._count
        return self._heard.count(b"\xa2is\xa7refused") + self._heard.count(b"\xa2is\xa3bye")


def _somebody(number: int) -> Vault:
    name, identity, nonce = stranger(number)
    vault = Vault(identity, nonce, name)
    vault.sign(b"")  # its keys are made when they are first used
    return vault


def _hello(vault: Vault, challenge: Challenge) -> bytes:
    sign = vault.sign(greeting(challenge.key, challenge.nonce, VERSION))
    return wire.encode(Hello(VERSION, (("ys", 1),), vault.keys.name, vault.keys.sign, sign))


def strangers(frames_in_all: int, seed: int) -> list[Stranger]:
    """Return who will send so many frames; who they are and what they send follows from `seed`."""
    rng, made = Random(seed), []
    for number in range(frames_in_all // EACH):
        script = [altered(rng) for _ in range(EACH - 1)]
        script.insert(0 if number % RUDE == 0 else len(script), rng.choice(UNREADABLE)(rng))
        made.append(Stranger(seed * frames_in_all + number, script, is_polite=number % RUDE > 0))
    return made


async def attack(url: str, those: list[Stranger], per_second: int) -> dict[str, float]:
    """Let those send so many frames per second, and return what came of it."""
    port = int(url.rpartition(":")[2])
    room = asyncio.Semaphore(AT_ONCE)
    counts = {"sent": 0, "judged": 0, "connections": 0, "turned_away": 0}

    async def one(made: Stranger) -> None:
        try:
            await asyncio.get_running_loop().create_connection(lambda: made, "127.0.0.1", port)
            await asyncio.wait((made.ended,), timeout=PATIENCE)
            made.transport.abort()
            counts["connections"] += 1
            counts["sent"] += EACH
            counts["judged"] += made.judged
        except OSError:
            counts["turned_away"] += 1
        finally:
            room.release()

    begun, late = perf_counter(), 0.0
    async with asyncio.TaskGroup() as tasks:
        for number, made in enumerate(those):
            await room.acquire()
            wait = begun + number * EACH / per_second - perf_counter()
            late = max(late, -wait)
            await asyncio.sleep(max(0.0, wait))
            tasks.create_task(one(made))
    return {**counts, "late_s": round(late, 2), "seconds": round(perf_counter() - begun, 1)}


async def walk(groups: list[Group], moves: int, per_second: int) -> list[float]:
    """Play so many moves evenly in time; return how long after its time each was seen by all of its table."""
    times: list[float] = []
    done = asyncio.Event()
    dues: dict[int, deque[float]] = {number: deque() for number in range(len(groups))}

    def told(number: int) -> None:
        times.append(perf_counter() - dues[number].popleft())
        if dues[number]:
            groups[number].go(1)
        if len(times) == moves:
            done.set()

    for number, group in enumerate(groups):
        group.told = lambda number=number: told(number)  # type: ignore[misc]  # mypy: the default is no parameter
    begun = perf_counter()
    for count, number in enumerate(islice(cycle(range(len(groups))), moves)):
        due = begun + count / per_second
        await asyncio.sleep(max(0.0, due - perf_counter()))
        dues[number].append(due)
        if len(dues[number]) == 1:
            groups[number].go(1)
    async with asyncio.timeout(LATEST):
        await done.wait()
    return times


async def measured(frames: int, seed: int) -> dict[str, Any]:
    """Return all figures."""
    each = frames // SLICES
    moves = each * PER_SECOND // FRAMES_PER_SECOND
    people = [tuple(range(first, first + SEATS)) for first in range(0, PEOPLE, SEATS)]
    games = (SLICES + 1) * 2 * moves // len(people) // SHORTEST[SEATS] + 1
    tables = [(0, each) for each in people for _ in range(games)]
    wanted = specs(SEED, PEOPLE + 1, tables, spread=False, most=1 << 20)
    calm: list[float] = []
    disturbed: list[float] = []
    peaks: list[int] = []
    attacked: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "ys.sqlite3")
        flags = (
            "--port",
            "0",
            "--no-bots",
            "--seed",
            str(SEED),
            "--database",
            path,
            "--log-level",
            "warning",
        )
        server = Process(*flags, *LIMITS)
        try:
            async with server:
                pid = server.process.pid
                groups = await at_server(server.url, recorded(wanted))
                await (await _attacker(server.url, frames, (seed + 1) * SLICES))()
                await walk(groups, moves, PER_SECOND)  # warms up
                before = memory(pid)
                calm += await walk(groups, moves, PER_SECOND)
                cost = memory(pid) - before
                for number in range(SLICES):
                    if number:
                        calm += await walk(groups, moves // 2, PER_SECOND)
                    begin = await _attacker(server.url, each, seed * SLICES - number)
                    attacking = asyncio.create_task(begin())
                    watching = asyncio.create_task(_sizes(pid))
                    disturbed += await walk(groups, moves, PER_SECOND)
                    watching.cancel()
                    peaks.append(max(await watching))
                    attacked.update(await attacking)
                assert server.process.returncode is None
                for group in groups:
                    group.close()
        finally:
            sys.stderr.write(server.said)
        faults = server.said.count("Traceback")
    grown = peaks[-1] - peaks[0] - cost * 1.5 * (SLICES - 1)
    low, high = (quantiles(times, n=20)[18] * 1e3 for times in (calm, disturbed))
    is_good = (high <= TIMES * low or high <= low + MORE_MS) and grown / 1e6 <= GROWTH_MB and not faults
    return {
        "quiet_moves": len(calm),
        "quiet_p95_ms": round(low, 2),
        "hostile_moves": len(disturbed),
        "hostile_p95_ms": round(high, 2),
        "ratio": round(high / low, 2),
        "more_ms": round(high - low, 2),
        **attacked,
        "memory_mb": round(before / 1e6, 1),
        "most_mb": round(max(peaks) / 1e6, 1),
        "grown_mb": round(grown / 1e6, 1),
        "faults": faults,
        "load": round(os.getloadavg()[0], 1),
        "is_good": is_good,
    }


async def _sizes(pid: int) -> list[int]:
    """Return how much memory a process has, twice a second until cancelled."""
    sizes: list[int] = []
    with suppress(asyncio.CancelledError):
        while True:
            sizes.append(memory(pid))
            await asyncio.sleep(0.5)
    return sizes


async def _attacker(url: str, frames: int, seed: int) -> Callable[[], Coroutine[Any, Any, dict[str, Any]]]:
    """Return how a process of its own begins to attack: it is ready to."""
    command = (sys.executable, "-m", "tests.benchmarks.hostile", "--attack", url)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, "--frames", str(frames), "--seed", str(seed), cwd=ROOT, stdin=pipe, stdout=pipe
    )
    assert process.stdout is not None
    await process.stdout.readline()

    async def begin() -> dict[str, Any]:
        attacked: dict[str, Any] = json.loads((await process.communicate(b"\n"))[0])
        return attacked

    return begin


async def _attack(url: str, frames: int, seed: int) -> dict[str, float]:
    those = strangers(frames, seed)
    gc.freeze()
    print("ready", flush=True)
    sys.stdin.readline()
    return await attack(url, those, FRAMES_PER_SECOND)


def main() -> int:
    """Measure and print; return 1 when honest people suffered."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hostile", description=__doc__)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--attack", metavar="URL", help="only attack whoever is there")
    options = parser.parse_args()
    if options.attack:
        print(json.dumps(asyncio.run(_attack(options.attack, options.frames, options.seed))))
        return 0
    figures = asyncio.run(measured(options.frames, options.seed))
    print(json.dumps(figures))
    return int(not figures["is_good"])


if __name__ == "__main__":
    sys.exit(main())
