"""A server that kills itself at a place of its saving: `python -m tests.support.crashing POINT N …`.

With entry N of its life it is gone, as by a power cut; the rest of the line is that of ys_server. POINT is
before (the records are not written), within (written, not committed) or between (committed, not sent).
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ys_server.app import run
from ys_server.config import parse
from ys_server.effects import Played, Record
from ys_server.store import Store

POINTS: Final = ("before", "within", "between")


class Doomed(Store):
    """A store whose process does not outlive a number of entries."""

    left = 0
    point = ""

    def save(self, records: Sequence[Record]) -> None:
        """Save, and be gone at the point chosen if there is the last entry to live for."""
        self.left -= sum(isinstance(record, Played) for record in records)
        if self.left <= 0:
            if self.point == "before":
                _end()
            if self.point == "within":
                self._db.set_trace_callback(_end_at_commit)
        super().save(records)
        if self.left <= 0:
            _end()


def _end_at_commit(statement: str) -> None:
    if statement == "COMMIT":
        _end()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> int:
    """Serve until the entries named on the command line are there."""
    point, entries = sys.argv[1], int(sys.argv[2])
    assert point in POINTS

    def doomed(path: Path | None) -> Doomed:
        store = Doomed(path)
        store.point, store.left = point, entries
        return store

    return run(parse(sys.argv[3:]), open_store=doomed)


if __name__ == "__main__":
    sys.exit(main())
