"""An evening during which the server is killed again and again, or its connections are cut; and its audit."""

import asyncio
import json
import shutil
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final, NamedTuple

from msgspec import Struct

from protocol.game import Setup
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.record import Record, save
from tests.support.crashing import POINTS
from tests.support.cutting import Cutter
from tests.support.evening import Evening, is_beginning
from tests.support.remote import FREE, ROOT, Process
from ys_server.database import reading
from ys_server.effects import Saved
from ys_server.reading import every_table, log_of

HEARD: Final = 160
"""Entries that persons hear between two kills, at most; each is heard by four, or by one beside bots."""
SAVED: Final = 40
"""Entries that a server saves before it kills itself, at most."""
MEAN_BYTES: Final = 40_000
"""So long a connection lives that is going to be cut, on the average."""


class Found(Struct, frozen=True):
    """What an evening came to; all but the figures of its size should be 0."""

    games: int
    entries: int
    heard: int
    lost: int
    """Entries that somebody had heard and the database had not, after a kill."""
    asked_twice: int
    """Decisions that a person had to take once more."""
    differing: int
    """Persons whose game ended with another chain or digest than the database's replay."""
    unproved: int
    """Games whose file `ys verify` does not prove."""
    codes: dict[str, int]
    """Refusals by code."""

    @property
    def faults(self) -> int:
        """How many things went wrong."""
        return self.lost + self.asked_twice + self.differing + self.unproved


async def killed(kills: int, tables: int, seed: int, folder: Path) -> dict[str, Any]:
    """Play an evening at so many tables, kill the server so often, and return the figures."""
    path, rng = folder / "ys.sqlite3", Random(seed)
    points: Counter[str] = Counter()
    starts: list[float] = []
    lost = 0
    kept = ("--database", str(path), *FREE)
    async with Process("--port", "0", *kept) as first:
        url = first.url
    usual = ("--port", url.rpartition(":")[2], *kept)
    evening = Evening(lambda: url, tables, seed)
    playing = asyncio.create_task(evening.run())
    try:
        for number in range(kills):
            point = POINTS[number // 3 % len(POINTS)] if number % 3 == 0 else "outside"
            points[point] += 1
            begun = perf_counter()
            async with _life(point, rng, usual) as server:
                starts.append(perf_counter() - begun)
                if point == "outside":
                    await _unless_ended(playing, evening.hears(rng.randrange(HEARD)))
                    server.process.send_signal(signal.SIGKILL)
                assert await _unless_ended(playing, server.process.wait()) == -signal.SIGKILL
            lost += _lost(evening, path, folder)
            if number % 10 == 9:  # it takes long: who waits is told
                sys.stderr.write(f"{number + 1} of {kills} kills\n")
        evening.last_games()
        async with Process(*usual):
            await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    found = await audit(evening, path, folder, lost)
    figures = {f"kills_{point}": count for point, count in sorted(points.items())}
    return {"kills": kills, **figures, "start_median_s": round(median(starts), 2), **_named(found)}


async def cut(cuts: int, tables: int, seed: int, folder: Path) -> dict[str, Any]:
    """Play an evening at so many tables, cut so many connections, and return the figures."""
    path = folder / "ys.sqlite3"
    async with (
        Process("--port", "0", "--database", str(path), *FREE) as server,
        Cutter(int(server.url.rpartition(":")[2]), seed, MEAN_BYTES) as cutter,
    ):
        evening = Evening(lambda: cutter.url, tables, seed)
        playing = asyncio.create_task(evening.run())
        try:
            await _unless_ended(playing, cutter.cuts(cuts))
            evening.last_games()
            await playing
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    return {"cuts": cuts, **_named(await audit(evening, path, folder))}


async def audit(evening: Evening, path: Path, folder: Path, lost: int = 0) -> Found:
    """Hold what every person knows against the database's replay, and against `ys verify`."""
    assert all(game.is_over for game in evening.games)
    replayed = {number: _replay(kept) for number, kept in stored(path).items()}
    differing = 0
    files = []
    for game in evening.games:
        truth = replayed[game.table]
        for person in game.persons:
            match = person.match
            assert match is not None
            differing += (match.chain, match.digest()) != (truth.chain, truth.digest())
        longest = game.longest
        assert longest is not None
        files.append(folder / f"{game.table}.ysgame")
        files[-1].write_bytes(save(Record(longest.setup, tuple(longest.log))))
    persons = [person for game in evening.games for person in game.persons]
    return Found(
        games=len(evening.games),
        entries=sum(len(match.log) for match in replayed.values()),
        heard=evening.heard,
        lost=lost,
        asked_twice=sum(times - 1 for person in persons for times in person.decisions.values()),
        differing=differing,
        unproved=len(files) - await _proved(files),
        codes=dict(sorted(evening.codes.items())),
    )


class Kept(NamedTuple):
    """A game as a database has it."""

    setup: Setup
    entries: tuple[Entry, ...]


def stored(path: Path) -> Mapping[int, Kept]:
    """Return the games in the database at `path` by table."""
    with reading(path) as source:
        tables = list(every_table(source))
        assert all(isinstance(table, Saved) for table in tables), tables
        return {
            table.table: Kept(table.setup, log_of(source, table.table).entries)
            for table in tables
            if isinstance(table, Saved)
        }


@asynccontextmanager
async def _life(point: str, rng: Random, arguments: tuple[str, ...]) -> AsyncIterator[Process]:
    """Run a server that will be killed, or that kills itself at `point`."""
    if point == "outside":
        process = Process(*arguments)
    else:
        entries = str(rng.randrange(1, SAVED))
        process = Process(point, entries, *arguments, module="tests.support.crashing")
    async with process:
        yield process


async def _unless_ended(playing: "asyncio.Task[None]", what: Any) -> Any:  # noqa: ANN401  # whatever is awaited
    """Return what `what` comes to; raise what ended the evening if that comes first."""
    waiting = asyncio.ensure_future(what)
    await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
    if playing.done() and not waiting.done():
        waiting.cancel()
        await playing
        raise AssertionError("the evening is over")
    return await waiting


def _lost(evening: Evening, path: Path, folder: Path) -> int:
    """Return how many entries were heard and are not in the database as the kill has left it.

    A copy is looked at: whoever opens the file itself tidies it up for the server that comes next.
    """
    with TemporaryDirectory(dir=folder) as aside:
        for part in (path, path.with_name(f"{path.name}-wal")):
            if part.exists():
                shutil.copy(part, aside)
        kept = stored(Path(aside) / path.name)
    lost = 0
    for number, match in evening.matches():
        entries: tuple[Entry, ...] = kept[number].entries if number in kept else ()
        equal = (one == other for one, other in zip(match.log, entries, strict=False))
        agreed = next(
            (n for n, is_equal in enumerate(equal) if not is_equal), min(len(match.log), len(entries))
        )
        lost += len(match.log) - agreed
    for game in evening.games:
        longest = game.longest
        for person in game.persons:
            if longest is not None and person.match is not None:
                lost += not is_beginning(person.match, longest)
    return lost


def _replay(kept: Kept) -> Match[Any]:
    match: Match[Any] = Match(GAMES[kept.setup.game], kept.setup)
    match.extend(0, kept.entries)
    return match


async def _proved(files: list[Path]) -> int:
    """Return how many of the files `ys verify` proves."""
    names = map(str, files)
    command = (sys.executable, "-m", "ys_tui", "verify", "--json", *names)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    said = (await process.communicate())[0].decode()
    process._transport.close()  # type: ignore[attr-defined]  # or its pipe is reported as left behind
    return sum(json.loads(line)["verdict"] == "proved" for line in said.splitlines())


def _named(found: Found) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__struct_fields__} | {"faults": found.faults}
