"""`python -m ys_server.bots leaving`: what it does to a game when a seat leaves, by policy and by round."""

import argparse
import sys
from functools import partial
from typing import Final

from ys_server.bots.arena.arguments import add_processes, add_run, add_table, all_strong, described, table
from ys_server.bots.arena.leaving.figures import by_policy, by_round
from ys_server.bots.arena.leaving.measure import Leave, measured
from ys_server.bots.arena.leaving.policies import POLICIES
from ys_server.bots.arena.parallel import each
from ys_server.bots.arena.progress import progress

FEWEST: Final = 3
"""Seats at which a game goes on when one of them leaves."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter the arguments of the measurement."""
    add_run(parser, 1200)
    add_table(parser, all_strong)
    add_processes(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play every game with and without leaving, print both tables, and return the exit code."""
    at = table(arguments)
    if len(at.levels) < FEWEST:
        arguments.refuse("when one of two leaves, the other has won: there is nothing to measure (R52c)")
    work = partial(measured, at, arguments.seed)
    leaves: list[Leave] = []
    with progress(arguments.games) as advance:
        for of_one_game in each(work, range(1, arguments.games + 1), arguments.processes):
            leaves += of_one_game
            advance()
    sys.stdout.write(f"{arguments.games} games, {described(len(at.levels), at.options)}")
    sys.stdout.write(f", {','.join(at.levels)}, seed {arguments.seed}; each figure ± its standard error\n\n")
    sys.stdout.write(f"{by_policy(leaves)}\n{by_round(leaves)}\n")
    sys.stdout.writelines(f"{policy.key}: {policy.text}\n" for policy in POLICIES)
    return 0
