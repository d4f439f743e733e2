"""A process that thinks for the bots: questions come in by stdin, answers go out by stdout, one at a time.

`python -m ys_server.bots.worker MEGABYTES SECONDS`, started by the crew. It holds no secret but the hand of
the seat it was last asked for, and it ends when its stdin does, also in the middle of a thought.
"""

import contextlib
import os
import resource
import select
import signal
import sys
import threading
from pathlib import Path
from typing import Final

from ys_server.bots.question import READY, STARVED, answered, framed, read_frame

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2
EXPENDABLE: Final = "500"
"""When memory runs out, the system ends this rather than the server."""


def main() -> int:
    """Answer questions until there are no more; with more memory or time than given it is gone sooner."""
    megabytes, seconds = int(sys.argv[1]), float(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the server
    threading.Thread(target=_end_with_the_crew, daemon=True).start()
    _confine(megabytes << 20)
    answers = _only_way_out()
    os.write(answers, framed(READY))
    with open(STDIN, "rb", closefd=False) as questions:
        while (question := read_frame(questions)) is not None:
            # Code that never returns to Python is deaf to all but this, should the crew be gone.
            signal.setitimer(signal.ITIMER_REAL, 2 * seconds)
            answer = answered(question)
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.write(answers, framed(answer))
            if answer == STARVED:
                return 1
    return 0


def _end_with_the_crew() -> None:
    """End the process as soon as nobody can write to stdin any more."""
    poll = select.poll()
    poll.register(STDIN, 0)  # a hang-up is told in any case
    poll.poll()
    os._exit(0)


def _confine(memory: int) -> None:
    """Take no more than so many bytes of memory, where the system can see to that."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EXPENDABLE)


def _only_way_out() -> int:
    """Return the file for answers; what a bot prints goes nowhere: it knows what others must not."""
    answers = os.dup(STDOUT)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for file in (STDOUT, STDERR):
        os.dup2(nowhere, file)
    os.close(nowhere)
    return answers


if __name__ == "__main__":
    sys.exit(main())
