"""`python -m tests.support.odd.bots serve …`: the bots of a server, who know the odd levels."""

import argparse
import sys
from typing import Final

from tests.support.odd.levels import enter
from ys_server.bots import command

WORKER: Final = (sys.executable, "-m", "tests.support.odd.worker")
"""What a pool starts."""


def main() -> int:
    """Serve until stdin closes."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(sys.argv[2:]), WORKER)


if __name__ == "__main__":
    enter()
    sys.exit(main())
