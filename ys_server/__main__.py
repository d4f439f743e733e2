"""`python -m ys_server` and `ys-server`: read the settings, then serve."""

import sys


def main() -> int:
    """Serve until told to end; return the exit code."""
    from ys_server.config import parse

    config = parse()
    from ys_server.app import run

    return run(config)


if __name__ == "__main__":
    sys.exit(main())
