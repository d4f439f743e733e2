"""`python -m ys_server.bots arena`: its arguments and its files."""

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console

from protocol.games import GAMES
from protocol.record import SUFFIX, Record, save
from ys_server.bots.arena.arguments import GAME, Table, add_run, add_table, table
from ys_server.bots.arena.play import Played, games
from ys_server.bots.arena.progress import progress
from ys_server.bots.arena.recount import checked
from ys_server.bots.arena.report import Report, Tally
from ys_server.bots.levels import LEVELS

USAGE: Final = 2
"""Exit code of a command that was called wrongly."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter the arena's arguments."""
    add_run(parser, 100)
    add_table(parser)
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of a table")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="write each game to a file of its own in DIR"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play what the arguments say, print the figures, and return the exit code."""
    played_at = table(arguments)
    directory: Path | None = arguments.save
    try:
        if directory is not None:
            directory.mkdir(parents=True, exist_ok=True)
        report = _played(played_at, arguments.seed, arguments.games, directory)
    except OSError as error:
        sys.stderr.write(f"cannot write to {directory}: {error.strerror}\n")
        return USAGE
    if arguments.json:
        sys.stdout.write(report.json() + "\n")
    else:
        Console().print(report.table())
    return 0


def _played(at: Table, seed: int, count: int, directory: Path | None) -> Report:
    bots = [LEVELS[GAME][level] for level in at.levels]
    tally = Tally(at, seed)
    began = perf_counter()
    with progress(count) as advance:
        for number, played in enumerate(
            games(GAMES[GAME], bots, at.levels, seed, count, options=at.options), start=1
        ):
            tally.add(played, checked(played))
            if directory is not None:
                (directory / _name(played, number)).write_bytes(_saved(played))
            advance()
    return tally.report(perf_counter() - began)


def _saved(played: Played) -> bytes:
    return save(Record(played.match.setup, tuple(played.match.log)))


def _name(played: Played, number: int) -> str:
    """Return the file's name: the game, its seats, its number, and the chain that no other game has."""
    return f"{GAME}-{len(played.match.setup.seats)}-{number:07}-{played.match.chain.hex()[:8]}{SUFFIX}"
