"""`ys replay FILE` without a screen: the journal of a kept game is printed, and the table read out."""

import sys
from collections.abc import Iterator

from ys_tui.client import verify
from ys_tui.games.kept import journal
from ys_tui.games.spoken import SPOKEN
from ys_tui.plain.paper import Paper
from ys_tui.replay import Replay


def readout(replay: Replay, moment: int) -> Iterator[str]:
    """Yield the table as it was at a moment, read out."""
    spoken, table = SPOKEN[replay.record.setup.game], replay.seen(moment)
    yield spoken.where(table)
    for read in spoken.board.values():
        yield from read(table)


def run(replay: Replay, at: int | None, *, with_board: bool) -> int:
    """Print the journal up to entry `at`, or all of it, and if wanted the table then."""
    verify.tolerate()
    moment = replay.last if at is None else replay.after(at)
    Paper(sys.stdout).say(*journal(replay, moment), *(readout(replay, moment) if with_board else ()))
    return 0
