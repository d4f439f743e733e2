"""Ends the process when the terminal is gone or a signal asks for it, also when the screens hang.

A terminal that was closed sends no signal to whom its shell or `make` stands between; reading it then gives
end of file for ever, and nobody takes what is written to it. One that is open, but not read any more, holds
the screens up in the middle of a line. So threads of their own see to the end: at once, or after a moment.
"""

import contextlib
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Final, Self

GONE: Final = 128 + signal.SIGHUP
"""The exit code, as if the terminal had sent the signal."""
_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_LOOK: Final = None if sys.platform == "linux" else 500
"""Milliseconds between two looks; None where the system wakes us when a terminal goes."""
OFF: Final = (
    b"\x1b[?2004l\x1b[?2048l\x1b[?7h"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Takes a terminal back from screens: paste and sizes, mouse and focus, keyboard, second screen, cursor."""
_ORDERLY: Final = 1.2
"""Seconds that the screens get to end in order after a signal."""
_CLOSING: Final = 0.7
"""Seconds that closing down gets after that: two seconds after a signal nothing is left."""


class Lifeline:
    """While its block lasts, the process ends soon after a signal, and when one of its terminals is gone."""

    def __init__(self, terminals: Sequence[int], close: Callable[[], None]) -> None:
        """Watch these file descriptors; `close` is called before a hard end, and gets a moment."""
        self._terminals, self._close = tuple(terminals), close
        self._modes = [termios.tcgetattr(terminal) for terminal in self._terminals]
        self._is_over = threading.Event()
        self._end_of_watch, self._ends_watch = os.pipe()
        self._thread = threading.Thread(target=self._watch, name="lifeline", daemon=True)
        self._before = [signal.getsignal(number) or signal.SIG_DFL for number in _SIGNALS]
        self.end: Callable[[int], object] = sys.exit
        """Ends the screens in order, with this exit code; called by the signal handler."""
        self.off = b""
        """What a terminal that takes it is told at a hard end: `OFF` where there are screens."""

    def __enter__(self) -> Self:
        for number in _SIGNALS:
            signal.signal(number, self._signalled)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        os.close(self._ends_watch)
        for number, before in zip(_SIGNALS, self._before, strict=True):
            signal.signal(number, before)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        """End in order; if that takes too long, without."""
        threading.Thread(target=self._end_late, args=(128 + number,), name="deadline", daemon=True).start()
        self.end(128 + number)

    def _end_late(self, code: int) -> None:
        if not self._is_over.wait(_ORDERLY):
            self._end(code)

    def _watch(self) -> None:
        looking = select.poll()
        for terminal in self._terminals:
            looking.register(terminal, 0)  # a hang-up is told without being asked for
        looking.register(self._end_of_watch, 0)  # the other end is closed when the block ends
        while not looking.poll(_LOOK):
            pass
        os.close(self._end_of_watch)
        if not self._is_over.is_set():
            self._end(GONE)

    def _end(self, code: int) -> None:
        closing = threading.Thread(target=self._close, name="closing", daemon=True)
        closing.start()
        closing.join(_CLOSING)
        for terminal, modes in zip(self._terminals, self._modes, strict=True):
            with contextlib.suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(terminal, termios.TCSANOW, modes)
        with contextlib.suppress(OSError):  # it is gone, or takes nothing
            self._restore()
        os._exit(code)

    def _restore(self) -> None:
        """Switch off what the screens had no time to; a terminal that nobody reads is not waited for."""
        for name in {os.ttyname(terminal) for terminal in self._terminals}:
            os.write(os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK), self.off)
