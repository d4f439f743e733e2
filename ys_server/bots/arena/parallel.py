"""Many games at once: as many processes as there are cores, results in the games' own order."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import Final, TypeVar

A = TypeVar("A")
B = TypeVar("B")

CHUNK: Final = 4
"""Games that a process is given at once."""


def cores() -> int:
    """Return how many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(work: Callable[[A], B], given: Sequence[A], processes: int) -> Iterator[B]:
    """Yield what `work` makes of each of `given`; when it is left early, the processes end, too."""
    if processes == 1:
        yield from map(work, given)
        return
    with get_context("spawn").Pool(processes, _deaf) as pool:
        yield from pool.imap(work, given, CHUNK)


def _deaf() -> None:
    """Leave Ctrl-C to the process that waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
