"""What a server with many games pays for those that nobody plays: `python -m tests.benchmarks.sleepers`.

A database with 1,000 running games of Ys for four, in their middle on average, is started from: with all
games at rest, as a server leaves them, and as one leaves them that is killed while all are played. One line
of JSON: memory per game asleep and awake, time to the start, time of a waking, and for how long that holds
others up. What all games share is loaded before, by a start from a few others. All times are the process's
own processor time: other programs disturb that less. Linux only: it reads `/proc`.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from protocol.game import NATURE, Seat, Setup
from protocol.games import GAMES
from protocol.match import Match
from protocol.vault import NONCE, Vault
from tests.support.driver import Seated, secret
from tests.support.woken import woken
from ys_server.effects import Begun, Effect, Outlined, Played, Wake
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.outbox import Outbox
from ys_server.patience import Patience
from ys_server.store import Store
from ys_server.table import Table
from ys_server.waking import Waker

IDENTITY: Final = secret("sleepers")
SHARES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""How much of each game has been played; the games are these, over and over."""
YS: Final = GAMES["ys"]
LIMITS: Final = Limits(tables=1 << 20, idle_seconds=0.0)
WAKINGS: Final = 20


def main() -> None:
    """Measure, and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    tables = parser.parse_args().tables
    with TemporaryDirectory() as folder:
        matches = [_played(number, share) for number, share in enumerate(SHARES)]
        few, rested, killed = (Path(folder) / name for name in ("few", "rested", "killed"))
        _fill(few, matches, len(SHARES), with_outlines=True)
        _fill(rested, matches, tables, with_outlines=True)
        _fill(killed, matches, tables, with_outlines=False)
        at_rest, under_way = _apart(_start, few, rested), _apart(_start, few, killed)
        found = {
            "tables": tables,
            "entries_per_table": round(sum(len(match.log) for match in matches) / len(matches)),
            "start_ms_at_rest": at_rest["listens_ms"],
            "start_ms_after_kill": under_way["listens_ms"],
            "all_awake_ms_after_kill": under_way["awake_ms"],
            "kb_per_sleeping": round(at_rest["kb"] / tables, 1),
            "kb_per_awake": round(under_way["kb"] / tables, 1),
            **_apart(_wake, rested),
        }
    sys.stdout.write(json.dumps(found) + "\n")


def _played(number: int, share: float) -> Match[Any]:
    vaults = {
        Seat(n): Vault(secret("sleepers", n), secret("sleepers", number, n, size=NONCE), f"P{n}")
        for n in range(4)
    }
    vaults[NATURE] = Vault(IDENTITY, secret("sleepers", number, size=NONCE), "nature")
    setup = Setup(YS.key, YS.rules, (), tuple(vaults[Seat(n)].keys for n in range(4)), vaults[NATURE].keys)

    def table() -> Seated[Any]:
        return Seated(YS, setup, vaults, seed=number, with_chairs=False)

    whole = table()
    while whole.match.prompts:
        whole.step()
    length = int(len(whole.match.log) * share)
    part = table()
    while len(part.match.log) < length or NATURE in part.match.prompts:
        part.step()
    return part.match


def _fill(path: Path, matches: list[Match[Any]], tables: int, *, with_outlines: bool) -> None:
    store = Store(path)
    store.identity(lambda _: IDENTITY)
    nature = Vault(IDENTITY, bytes(NONCE), "nature")
    for number in range(1, tables + 1):
        match = matches[number % len(matches)]
        store.save([Begun(number, f"Table {number}", match.setup.seats[0].sign, match.setup)])
        store.save([Played(number, n, entry) for n, entry in enumerate(match.log)])
        if with_outlines:
            outline = Table(number, match, nature, Patience(0.0)).outline()
            store.save([Outlined(number, outline)])
    store.close()


def _apart(measure: Callable[..., dict[str, float]], *paths: Path) -> dict[str, float]:
    """Return what is measured in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, paths)


def _start(few: Path, many: Path) -> dict[str, float]:
    """Start from each of two databases, wake what has to be woken, and return what the second start takes."""
    _, store, *_ = _started(few)
    store.close()
    gc.collect()
    memory, begun = _resident(), process_time()
    _, store, listens, awake = kept = _started(many)
    gc.collect()
    used = _resident() - memory
    store.close()
    del kept  # until here the games were in memory
    return {
        "listens_ms": round((listens - begun) * 1e3),
        "awake_ms": round((awake - begun) * 1e3),
        "kb": used / 1024,
    }


def _started(path: Path) -> tuple[Hub, Store, float, float]:
    """Start from a database; return the moments in which all is listed and in which all is awake."""
    hub, store, effects = _hub(path)
    listens = process_time()
    for effect in effects:
        if isinstance(effect, Wake):
            woken(hub, store, effect, 0.0)
    return hub, store, listens, process_time()


def _wake(path: Path) -> dict[str, float]:
    """Wake games of the longest kind while something else wants a turn all the time."""
    return asyncio.run(_wake_some(path))


async def _wake_some(path: Path) -> dict[str, float]:
    hub, store, _ = _hub(path)
    took: list[float] = []
    waits: list[float] = []
    done = asyncio.Event()
    outbox = Outbox(store, lambda _: None, lambda _: ())
    waker = Waker(outbox.log, lambda *_: done.set(), lambda *_: None)
    longest = [n for n in hub._lobby.rooms if n % len(SHARES) == len(SHARES) - 1][:WAKINGS]

    async def turn() -> None:
        while True:
            begun = process_time()
            await asyncio.sleep(0)
            waits.append(process_time() - begun)

    turning = asyncio.create_task(turn())
    for number in longest:
        done.clear()
        begun = process_time()
        waker.wake(hub._lobby.rooms[number].wake(is_urgent=True))
        await done.wait()
        took.append(process_time() - begun)
    turning.cancel()
    await outbox.close()
    store.close()
    held = sorted(wait for wait in waits if wait > 1e-4)  # turns in which a piece of a game was played
    return {
        "waking_ms": round(median(took) * 1e3, 1),
        "others_wait_ms_median": round(median(held) * 1e3, 2),
        "others_wait_ms_p99": round(held[int(len(held) * 0.99)] * 1e3, 2),
    }


def _hub(path: Path) -> tuple[Hub, Store, list[Effect]]:
    store = Store(path)
    hub = Hub(IDENTITY, os.urandom, store.load(), limits=LIMITS)
    return hub, store, hub.restore(0.0)


def _resident() -> int:
    """Return the bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")


if __name__ == "__main__":
    main()
