"""`python -m tests.support.odd …`: a server whose hosts may ask for the odd levels; the rest is ys_server's.

The environment says after how many seconds bots that say nothing are ended: on a busy machine they may.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

from protocol.games.ys.game import YS
from tests.support.odd.levels import ODD
from ys_server import child
from ys_server.app import run
from ys_server.config import parse

ROOT: Final = Path(__file__).resolve().parents[3]
SILENT: Final = "YS_ODD_SILENT"
"""The variable."""


def main() -> int:
    """Serve as the command line says."""
    game: Any = YS
    game.bots = (*game.bots, *ODD)
    child.MODULE = "tests.support.odd.bots"  # type: ignore[misc]  # final for all but this
    child.SILENT_SECONDS = float(os.environ.get(SILENT, "3600"))  # type: ignore[misc]
    os.environ["PYTHONPATH"] = str(ROOT)
    return run(parse())


if __name__ == "__main__":
    sys.exit(main())
