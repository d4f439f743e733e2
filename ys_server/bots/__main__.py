"""`python -m ys_server.bots`: serve a server as its bots, or let bots play each other in the arena."""

import argparse
import sys
from collections.abc import Sequence

from ys_server.bots import command as serving
from ys_server.bots.arena import command as arena


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m ys_server.bots", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="serve | arena")
    for name, module, help_ in (
        ("serve", serving, "play on a server whenever its hosts want bots"),
        ("arena", arena, "bots against bots"),
    ):
        command = commands.add_parser(name, help=help_, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    chosen = parser.parse_args(arguments)
    return int(chosen.run(chosen))


if __name__ == "__main__":
    sys.exit(main())
