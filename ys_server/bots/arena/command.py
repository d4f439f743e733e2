"""`python -m ys_server.bots arena`: its arguments, its progress bar, its files."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from protocol.games import GAMES
from protocol.record import SUFFIX, Record, save
from ys_server.bots.arena.play import Played, games
from ys_server.bots.arena.recount import recount
from ys_server.bots.arena.report import Report, Tally
from ys_server.bots.levels import LEVELS

GAME: Final = "ys"
MOST_GAMES: Final = 1_000_000
USAGE: Final = 2
"""Exit code of a command that was called wrongly."""


class Advance(Protocol):
    """What tells the progress bar that a game is over."""

    def __call__(self) -> None:
        """Count one game more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter the arena's arguments."""
    parser.add_argument("--games", type=_count, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument(
        "--bots",
        type=_bots,
        default=_bots("greedy,random,random,random"),
        metavar="A,B,C,D",
        help=f"the bot of each seat: {', '.join(LEVELS[GAME])} (default greedy,random,random,random)",
    )
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="equal seeds give equal games (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of a table")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="write each game to a file of its own in DIR"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play what the arguments say, print the figures, and return the exit code."""
    directory: Path | None = arguments.save
    if directory is not None:
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            sys.stderr.write(f"cannot write to {directory}: {error.strerror}\n")
            return USAGE
    try:
        report = _played(arguments, directory)
    except OSError as error:
        sys.stderr.write(f"cannot write to {directory}: {error.strerror}\n")
        return USAGE
    if arguments.json:
        sys.stdout.write(report.json() + "\n")
    else:
        Console().print(report.table())
    return 0


def _played(arguments: argparse.Namespace, directory: Path | None) -> Report:
    levels: tuple[str, ...] = arguments.bots
    bots = [LEVELS[GAME][level] for level in levels]
    tally = Tally(levels, arguments.seed)
    began = perf_counter()
    with _progress(arguments.games) as advance:
        for number, played in enumerate(
            games(GAMES[GAME], bots, levels, arguments.seed, arguments.games), start=1
        ):
            counted = recount(played.events, len(levels))
            assert counted.totals == played.outcome.points, f"game {number}: {counted.totals} by a recount"
            tally.add(played, counted)
            if directory is not None:
                (directory / _name(played, number)).write_bytes(_saved(played))
            advance()
    return tally.report(perf_counter() - began)


def _name(played: Played, number: int) -> str:
    """Return a name that sorts by number, and that no other game has: runs may share a folder."""
    match = played.match
    return f"{match.setup.game}-{len(match.setup.seats)}-{number:07}-{match.chain.hex()[:8]}{SUFFIX}"


def _saved(played: Played) -> bytes:
    return save(Record(played.match.setup, tuple(played.match.log)))


@contextmanager
def _progress(count: int) -> Iterator[Advance]:
    """Show a bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=count)
        yield lambda: progress.advance(task)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_GAMES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games from 1 to {MOST_GAMES}")
    return int(text)


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _bots(text: str) -> tuple[str, ...]:
    levels = tuple(text.split(","))
    known = LEVELS[GAME]
    for level in levels:
        if level not in known:
            raise argparse.ArgumentTypeError(f"there is no bot {level!r}; there are {', '.join(known)}")
    if len(levels) not in GAMES[GAME].tables:
        seats = " or ".join(map(str, GAMES[GAME].tables))
        raise argparse.ArgumentTypeError(f"{len(levels)} bots are named; the game is for {seats}")
    return levels
