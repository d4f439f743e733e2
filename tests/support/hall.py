"""A real server on loopback: hub, database, outbox and listener joined as `ys_server.app` does.

Its clock stands still until a test moves it, so that a table's patience ends when the test says so.
"""

import asyncio
import contextlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.support.driver import secret
from tests.support.woken import woken
from ys_server.effects import Effect
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.listener import Listener
from ys_server.outbox import Outbox
from ys_server.store import Store

PATIENCE: Final = 180.0
TICK_SECONDS: Final = 0.02
FREE: Final = Limits(burst=1_000_000, chat_burst=1_000_000)
"""With a clock that stands no credits come back."""


class Hall:
    """A server that is open as long as the `async with` block runs."""

    def __init__(self, database: Path | None = None, seed: object = "hall", *, ticks: bool = False) -> None:
        """Build it; every random byte of it follows from `seed`.

        What the lobby tells once a second comes only when it `ticks`, and then all the time.
        """
        self.seed, self.now, self._count, self._ticks = seed, 0.0, 0, ticks
        self.store = Store(database)
        memory = self.store.load()
        identity = self.store.identity(self._entropy)
        self.hub = Hub(identity, self._entropy, memory, limits=FREE, patience=PATIENCE)
        self._listener = Listener(self.hub, self._put, lambda: self.now, FREE)
        self._outbox = Outbox(
            self.store,
            self._listener.deliver,
            lambda tables: self.hub.stopped(tables, self.now),
            wake=lambda wake: self._put(woken(self.hub, self.store, wake, self.now)),
        )
        self.url = ""
        """Where it listens, once it is open."""

    async def __aenter__(self) -> Self:
        self._put(self.hub.restore(self.now))
        port = await self._listener.listen("127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{port}"
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ticking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._ticking
        await self._listener.close()
        await self._outbox.close()
        self.store.close()

    def pass_time(self, seconds: float) -> None:
        """Let `seconds` pass on the server's clock."""
        self.now += seconds
        self._put(self.hub.tick(self.now))

    async def _tick(self) -> None:
        while self._ticks:
            await asyncio.sleep(TICK_SECONDS)
            self.pass_time(0.0)

    def _put(self, effects: Iterable[Effect]) -> None:
        self._outbox.put(effects)

    def _entropy(self, size: int) -> bytes:
        self._count += 1
        return secret(self.seed, self._count, size=size)
