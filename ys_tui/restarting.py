"""Starts our own server anew when it ends by itself, on the same database.

The port stays the same as long as it can be had: others know it, and our own link knows it.
"""

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from ys_tui.hosting import Hosted, HostingError

PAUSES: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
"""Seconds before each new start; a server that ends soon after the last of them is given up."""
STABLE: Final = 60.0
"""Seconds after which the end of a server has nothing to do with the one before."""
ANY_PORT: Final = 2
"""Starts in vain on the same port until any other one will do."""

Told = Callable[[str, str], object]
"""Hears the url of the server that runs now, or "" and in words why there is none."""


class Restarter:
    """Watches our own server on a thread of its own, until it is told to stop or has to give up."""

    def __init__(self, hosted: Hosted, told: Told, pauses: Sequence[float] = PAUSES) -> None:
        """Watch over `hosted`, which was reached before."""
        self.hosted = hosted
        """The server that was started last."""
        self._told, self._pauses = told, tuple(pauses)
        self._port = int(hosted.address().rpartition(":")[2])
        self._is_over = threading.Event()
        self._lock = threading.Lock()

    def start(self) -> None:
        """Begin to watch, or to try once more what was given up."""
        threading.Thread(target=self._keep, name="restarter", daemon=True).start()

    def stop(self) -> None:
        """End the server and start no other."""
        self._is_over.set()
        with self._lock:
            self.hosted.stop()

    def _keep(self) -> None:
        soon = in_vain = 0
        while True:
            begun = monotonic()
            self.hosted.wait()
            soon = 1 if monotonic() - begun > STABLE else soon + 1
            if self._is_over.is_set():
                return
            if soon > len(self._pauses):
                self._told("", _given_up(self.hosted, soon))
                return
            if self._is_over.wait(self._pauses[soon - 1]):
                return
            in_vain = 0 if self._is_back(self._port if in_vain < ANY_PORT else 0) else in_vain + 1

    def _is_back(self, port: int) -> bool:
        """Start the server once more, say where it is, and tell whether it can be reached."""
        try:
            with self._lock:
                if self._is_over.is_set():
                    return False
                self.hosted = self.hosted.again(port)
            url = self.hosted.local()
        except (HostingError, OSError):  # it has ended again: that counts, and its words are kept
            return False
        self._port = int(url.rpartition(":")[2])
        self._told(url, "")
        return True


def _given_up(hosted: Hosted, times: int) -> str:
    return (
        f"The server ended {times} times in a row and was not started again. Its last words: "
        f"{hosted.last_words()}. The game is kept: start the server once more, or quit and start ys again."
    )
