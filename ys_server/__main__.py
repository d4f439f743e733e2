"""`python -m ys_server` and `ys-server`: read the settings, then serve, or do what a command asks."""

import sys


def main() -> int:
    """Serve until told to end, or carry out a command; return the exit code."""
    from ys_server import commands

    return commands.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
