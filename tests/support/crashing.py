"""A server that kills itself between a save and its send: `python -m tests.support.crashing N …`.

After N entries are on disk the process is gone, as by a power cut; the rest of the line is that of ys_server.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from ys_server.app import run
from ys_server.config import parse
from ys_server.effects import Played, Record
from ys_server.store import Store


class Doomed(Store):
    """A store whose process does not outlive a number of entries."""

    left = 0

    def save(self, records: Sequence[Record]) -> None:
        """Save, and be gone if that was the last entry to live for."""
        super().save(records)
        self.left -= sum(isinstance(record, Played) for record in records)
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> int:
    """Serve until the entries named on the command line are saved."""
    entries = int(sys.argv[1])

    def doomed(path: Path | None) -> Doomed:
        store = Doomed(path)
        store.left = entries
        return store

    return run(parse(sys.argv[2:]), open_store=doomed)


if __name__ == "__main__":
    sys.exit(main())
