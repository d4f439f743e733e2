"""`python -m ys_server.bots tables`: what the points are at every table the game has, as Markdown."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.game import combinations
from protocol.games import GAMES
from ys_server.bots.arena.arguments import (
    GAME,
    Table,
    Usual,
    add_processes,
    add_run,
    all_weak,
    described,
    one_against_all,
)
from ys_server.bots.arena.markdown import markdown
from ys_server.bots.arena.parallel import each
from ys_server.bots.arena.play import play
from ys_server.bots.arena.progress import progress
from ys_server.bots.arena.recount import SOURCES, Recount, checked
from ys_server.bots.arena.statistics import mean, mean_error, victories
from ys_server.bots.levels import LEVELS

USUALS: Final[tuple[Usual, ...]] = (all_weak, one_against_all)
"""Who plays: for each there is a Markdown table of its own."""
MOST: Final = max(GAMES[GAME].tables)
HEADINGS: Final = (
    "table",
    *(f"seat {seat + 1}" for seat in range(MOST)),
    "neutral",
    "together",
    *SOURCES,
    "first to last",
    "seat 1 wins",
)


class Task(Struct, frozen=True):
    """A game that is to be played."""

    table: Table
    seed: int
    number: int


class Count(Struct, frozen=True):
    """What a game came to: points by source and player, and each seat's part of the victory."""

    points: Recount
    wins: tuple[float, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter the arguments."""
    add_run(parser, 200)
    add_processes(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play at every table, print a Markdown table for each kind of company, and return the exit code."""
    tables = [
        [Table(usual(seats), options) for seats, options in combinations(GAMES[GAME])] for usual in USUALS
    ]
    numbers = range(1, arguments.games + 1)
    tasks = [Task(table, arguments.seed, number) for group in tables for table in group for number in numbers]
    with progress(len(tasks)) as advance:
        counts = []
        for count in each(counted, tasks, arguments.processes):
            counts.append(count)
            advance()
    at = iter(counts)
    for group in tables:
        bots = ", ".join(group[-1].levels)
        sys.stdout.write(f"{bots}: {arguments.games} games a table, seed {arguments.seed}\n\n")
        rows = [row(table, [next(at) for _ in numbers]) for table in group]
        sys.stdout.write(markdown((HEADINGS, *rows)) + "\n")
    return 0


def counted(task: Task) -> Count:
    """Return what the game of `task` came to."""
    levels = task.table.levels
    bots = [LEVELS[GAME][level] for level in levels]
    played = play(GAMES[GAME], bots, levels, task.seed, task.number, options=task.table.options)
    return Count(checked(played), victories(played.outcome.places))


def row(table: Table, counts: Sequence[Count]) -> tuple[str, ...]:
    """Return a row of the table: points by seat, together, by source of all players, spread, victories."""
    seats = len(table.levels)
    totals = [count.points.totals for count in counts]
    means = [mean(points) for points in zip(*totals, strict=True)]
    sums = [sum(points) for points in totals]
    by_source = zip(*(map(sum, count.points.sources) for count in counts), strict=True)
    spreads = [max(points[:seats]) - min(points[:seats]) for points in totals]
    return (
        described(seats, table.options),
        *_padded([f"{points:.1f}" for points in means[:seats]], MOST),
        *_padded([f"{points:.1f}" for points in means[seats:]], 1),
        f"{mean(sums):.1f} ± {mean_error(sums):.1f}",
        *(f"{mean(points):.1f}" for points in by_source),
        f"{mean(spreads):.1f}",
        f"{mean([count.wins[0] for count in counts]):.0%}",
    )


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))
