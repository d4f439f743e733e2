"""What `ys` switches on in a terminal is off when it is gone, or when it has been there once more."""

import contextlib
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted in /proc"),
    pytest.mark.timeout(180),
]
FIRST = "Bid two brokers"
USUAL = {b"7", b"25"}
"""Lines that wrap, and a cursor that is seen: so a terminal is without any program."""
MOUSE = {b"1000", b"1003", b"1006"}


def solo() -> Terminal:
    """Return `ys solo` on a terminal."""
    return Terminal("solo", "--seed", "3", "--bots", "random,random,random")


def modes(output: bytes) -> set[bytes]:
    """Return the modes that a terminal is in after `output`."""
    on = set(USUAL)
    for names, switch in re.findall(rb"\x1b\[\?([\d;]+)([hl])", output):
        on = on | set(names.split(b";")) if switch == b"h" else on - set(names.split(b";"))
    return on


def keyboards(output: bytes) -> int:
    """Return how many programs have asked for keys in another writing, and not taken it back."""
    return len(re.findall(rb"\x1b\[>\d+u", output)) - len(re.findall(rb"\x1b\[<\d*u", output))


def killed_workers(terminal: Terminal) -> None:
    """Kill the server and the bots, then quit."""
    for pid in terminal.family()[1:]:
        with contextlib.suppress(ProcessLookupError):  # the bots end by themselves where the server is gone
            os.kill(pid, signal.SIGKILL)
    terminal.press("\x11")


WAYS: dict[str, Callable[[Terminal], None]] = {
    "SIGTERM": lambda terminal: terminal.process.send_signal(signal.SIGTERM),
    "SIGHUP": lambda terminal: terminal.process.send_signal(signal.SIGHUP),
    "its workers are killed": killed_workers,
}


@pytest.mark.parametrize("way", WAYS)
def test_shell_receives_no_mouse_reports_afterwards(way: str) -> None:
    """However it ends, no mode is left on: no mouse, no bracketed paste, no other screen, a cursor."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        assert modes(terminal.output) >= MOUSE, "there is something to switch off"
        WAYS[way](terminal)
        terminal.ended()
        assert modes(terminal.output) == USUAL
        assert keyboards(terminal.output) == 0


def test_shell_is_well_again_after_the_next_start() -> None:
    """Killed outright it can switch nothing off: who starts it again and quits has a sane terminal."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        terminal.process.kill()
        terminal.ended()
        left = terminal.output
    assert modes(left) >= MOUSE
    with solo() as terminal:
        terminal.wait_for(FIRST)
        terminal.press("\x11")
        terminal.ended()
        assert modes(left + terminal.output) == USUAL
