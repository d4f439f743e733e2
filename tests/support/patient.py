"""A server where strangers may be silent for an hour: `python -m tests.support.patient …` as `ys_server`."""

import sys
from typing import Final

from msgspec.structs import replace

from ys_server.app import run
from ys_server.config import parse

_HOUR: Final = 3_600.0


def main() -> int:
    """Serve until told to end."""
    config = parse(sys.argv[1:])
    return run(config, limits=replace(config.limits, first_seconds=_HOUR, handshake_seconds=_HOUR))


if __name__ == "__main__":
    sys.exit(main())
