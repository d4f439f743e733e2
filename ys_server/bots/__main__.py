"""`python -m ys_server.bots`: serve a server as its bots, or let bots play each other in the arena."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from ys_server.bots import command as serving
from ys_server.bots.arena import command as arena
from ys_server.bots.arena import tables
from ys_server.bots.arena.leaving import command as leaving

INTERRUPTED: Final = 130
"""The exit code of what Ctrl-C has ended."""


def main(arguments: Sequence[str] | None = None, prog: str = "python -m ys_server.bots") -> int:
    """Do what the command line says and return the exit code; `prog` is what was typed before it."""
    parser = argparse.ArgumentParser(prog=prog, description="The bots of Ys.")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="serve | arena | tables | leaving"
    )
    for name, module, says in (
        ("serve", serving, "Play on a server whenever its hosts want bots."),
        ("arena", arena, "Let bots play each other and tell how well each of them did."),
        ("tables", tables, "Tell what the points are at every table the game has."),
        ("leaving", leaving, "Measure what a seat that leaves does to the others' game."),
    ):
        command = commands.add_parser(name, help=says, description=says)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
