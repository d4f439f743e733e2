"""Standing aside for the shell that a program on a terminal was started from."""

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Final

from textual.driver import Driver

ALONE: Final = "There is no shell here that could bring the game back: ys goes on."
"""What is said where it is not possible."""


def stand_aside() -> bool:
    """Stop, together with who waits for us (make), until the shell brings us back; tell whether one can."""
    if not _has_a_shell():
        return False
    os.killpg(0, signal.SIGTSTP)
    return True


def heed_in_turn(driver: Driver, is_on: Callable[[], bool]) -> None:
    """Let the running loop do what `driver` does at the signals that stop and wake a program.

    In a handler it would write in the middle of what is being written, and wait for that for ever. While the
    screens are not on, nothing is drawn; where it was stopped unasked, it begins with a sane terminal.
    """
    loop = asyncio.get_running_loop()
    stops, wakes = (signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT))
    if not callable(stops) or not callable(wakes):
        return
    is_aside = False

    def stop() -> None:
        nonlocal is_aside
        is_aside = is_on()
        if is_aside:
            stops(signal.SIGTSTP, None)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def wake() -> None:
        nonlocal is_aside
        if is_on():
            if not is_aside:
                driver.suspend_application_mode()
            wakes(signal.SIGCONT, None)
        is_aside = False

    loop.add_signal_handler(signal.SIGTSTP, stop)
    loop.add_signal_handler(signal.SIGCONT, wake)


def _has_a_shell() -> bool:
    """Tell whether somebody stops and wakes us: a shell gives each of its jobs a process group of its own."""
    try:
        return os.getpgrp() != os.getpgid(os.getsid(0))
    except OSError:  # whoever began the session is gone
        return False
