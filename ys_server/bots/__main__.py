"""`python -m ys_server.bots`: serve a server as its bots, or let bots play each other in the arena."""

import argparse
import sys
from collections.abc import Sequence

from ys_server.bots.arena import command as arena


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m ys_server.bots", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="serve | arena")
    arena.add_arguments(commands.add_parser("arena", help="bots against bots", description=arena.__doc__))
    chosen = parser.parse_args(arguments)
    return arena.run(chosen)


if __name__ == "__main__":
    sys.exit(main())
