"""Watches whether the terminal is still there, on a thread of its own: the screens may hang at a dead one.

A terminal that was closed sends no signal to whom its shell or `make` stands between; reading it then gives
end of file for ever, and nobody takes what is written to it. So the process ends from here, and at once.
"""

import os
import select
import signal
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, Self

GONE: Final = 128 + signal.SIGHUP
"""The exit code, as if the terminal had sent the signal."""
_LOOK: Final = 500
"""Milliseconds between two looks, where the system does not wake us by itself."""
_CLOSING: Final = 1.5
"""Seconds that closing down gets: there is no one left to see it."""


class Lifeline:
    """While its block lasts, the process ends as soon as one of its terminals is gone."""

    def __init__(self, terminals: Sequence[int], close: Callable[[], None]) -> None:
        """Watch these file descriptors; `close` is called first, and gets a moment."""
        self._terminals, self._close = tuple(terminals), close
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="lifeline", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()

    def _watch(self) -> None:
        looking = select.poll()
        for terminal in self._terminals:
            looking.register(terminal, 0)  # a hang-up is told without being asked for
        while not self._is_over.is_set():
            if any(told & (select.POLLHUP | select.POLLERR) for _, told in looking.poll(_LOOK)):
                self._end()

    def _end(self) -> None:
        closing = threading.Thread(target=self._close, name="closing", daemon=True)
        closing.start()
        closing.join(_CLOSING)
        os._exit(GONE)
