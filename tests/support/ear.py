"""A client's search for servers on loopback, whose finds a test can wait for."""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from ys_tui.nearby import Found, Search, Server

LOOPBACK: Final = "127.0.0.1"
_PATIENCE: Final = 60.0


class Ear:
    """Hears servers that announce themselves on loopback; those of other tests among them."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        self._search = Search(self._hear, (LOOPBACK,))
        self._changed = threading.Condition()
        self._found, self._is_listening = Found(), False

    def listening(self) -> None:
        """Wait until what is announced is heard."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._is_listening, _PATIENCE)

    def server(self, name: str, fits: Callable[[Server], bool] = lambda _: True) -> Server:
        """Wait until a server of this name is there, as wanted, and return it."""
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(fits, self._named(name))), _PATIENCE), self._found
            return next(filter(fits, self._named(name)))

    def gone(self, name: str) -> None:
        """Wait until no server of this name is there."""
        with self._changed:
            assert self._changed.wait_for(lambda: not self._named(name), _PATIENCE), self._found

    def __enter__(self) -> Self:
        self._search.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._search.stop()
        self._search.join()

    def _hear(self, found: Found) -> None:
        with self._changed:
            self._found, self._is_listening = found, True
            self._changed.notify_all()

    def _named(self, name: str) -> list[Server]:
        return [server for server in self._found.servers if server.name == name]
