"""Standing aside for the shell that a program on a terminal was started from."""

import os
import signal
from typing import Final

ALONE: Final = "There is no shell here that could bring the game back: ys goes on."
"""What is said where it is not possible."""


def stand_aside() -> bool:
    """Stop, together with who waits for us (make), until the shell brings us back; tell whether one can."""
    if not _has_a_shell():
        return False
    os.killpg(0, signal.SIGTSTP)
    return True


def _has_a_shell() -> bool:
    """Tell whether somebody stops and wakes us: a shell gives each of its jobs a process group of its own."""
    try:
        return os.getpgrp() != os.getpgid(os.getsid(0))
    except OSError:  # whoever began the session is gone
        return False
