"""Runs link and store on a thread and a loop of their own.

A terminal that stalls, and with it the screens, stops neither pings nor the answers that a seat owes.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, Final

from ys_tui.client.intents import ConnectTo, FindAgain, HangUp, Intent
from ys_tui.client.link import Delays, Link, jittered
from ys_tui.client.snapshot import Snapshot
from ys_tui.client.store import Store

MakeStore = Callable[[str, str], Store]
"""Make the store for a server's address and a name."""
_TICK: Final = 1.0
"""Seconds between two looks at the clock while something is waited for."""
_PATIENCE: Final = 5.0
"""Seconds the thread gets to end."""


class ClientThread:
    """The client below the screens.

    `start`, `stop`, `wish`, `settle` and `latest` are called from elsewhere; all else happens on its thread.
    """

    def __init__(self, make_store: MakeStore, ring: Callable[[], None], delays: Delays = jittered) -> None:
        """Stand ready; `ring` is called from the thread when `latest` has news, and must not wait."""
        self._make_store, self._ring, self._delays = make_store, ring, delays
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="client", daemon=True)
        self._store: Store | None = None
        self._link: Link | None = None
        self._running: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None
        """The next look at the clock; None while the time does not matter."""
        self._lock = threading.Lock()
        self._latest = Snapshot()
        self._has_rung = False
        self._is_stale = False
        self.failure: BaseException | None = None
        """What ended the link unexpectedly; whoever is rung raises it."""

    def start(self) -> None:
        """Begin to run, without a connection yet."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Close the connection and end the thread."""
        if self._thread.is_alive() and self._loop is not None and self._stop is not None:
            with contextlib.suppress(RuntimeError):  # it has just ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(_PATIENCE)

    def wish(self, intent: Intent) -> None:
        """Hand a wish to the store."""
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # nobody is left to wish from
                self._loop.call_soon_threadsafe(self._wished, intent)

    def settle(self, then: Callable[[], object]) -> bool:
        """Call `then` from the thread once `latest` shows what came of every wish so far.

        Return False when the thread is not there to do so.
        """
        if self._loop is not None and self._thread.is_alive():
            loop = self._loop
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(lambda: loop.call_soon(then))
                return True
        return False

    def latest(self) -> Snapshot:
        """Return the newest snapshot; from now on the next one rings again."""
        with self._lock:
            self._has_rung = False
            return self._latest

    def _main(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(self._faulted)
        self._ready.set()
        await self._stop.wait()
        await self._hang_up()

    def _keep_time(self) -> None:
        """Look at the clock again soon, if the time matters; nothing wakes the thread otherwise."""
        if self._clock is None and self._store is not None and self._store.is_timed:
            self._clock = asyncio.get_running_loop().call_later(_TICK, self._look_at_the_clock)

    def _look_at_the_clock(self) -> None:
        self._clock = None
        if self._store is None:
            return
        is_new = self._store.tick(asyncio.get_running_loop().time())
        if self._link is not None and (late := self._store.late()):
            self._link.send(late)
            is_new = True
        if is_new:
            self._changed()
        self._keep_time()

    async def _hang_up(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)  # what went wrong is in `failure`

    def _wished(self, intent: Intent) -> None:
        if isinstance(intent, ConnectTo):
            self._connect(intent)
        elif isinstance(intent, HangUp):
            self._leave()
        elif isinstance(intent, FindAgain):
            self._find(intent)
        elif self._store is not None and self._link is not None:
            self._link.send(self._store.intend(intent))
            self._changed()

    def _leave(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._store = self._link = None
        self._changed()

    def _connect(self, wish: ConnectTo) -> None:
        self._leave()
        self._store = self._make_store(wish.server, wish.name)
        self._dial(wish.server, self._store)

    def _find(self, wish: FindAgain) -> None:
        """Begin anew with the link alone: what the store holds, drafts included, goes on."""
        if self._store is None or self._running is None or self._store.is_refused:
            return
        self._running.cancel()
        self._store.moved(wish.server)
        self._dial(wish.server, self._store)

    def _dial(self, server: str, store: Store) -> None:
        self._link = Link(server, store, self._changed, self._delays)
        self._running = asyncio.create_task(self._link.run(), name="link")
        self._running.add_done_callback(self._ended)
        self._changed()

    def _ended(self, running: asyncio.Task[None]) -> None:
        if not running.cancelled() and (error := running.exception()) is not None:
            self._fail(error)

    def _faulted(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take what went wrong in a callback of the loop, which would only be logged."""
        if isinstance(error := context.get("exception"), BaseException):
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self.failure = self.failure or error
        self._ring()

    def _changed(self) -> None:
        """Show what is new when the loop has done what is to be done now: one snapshot for all of it."""
        if not self._is_stale:
            self._is_stale = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._is_stale = False
        self._keep_time()
        snapshot = self._store.snapshot if self._store is not None else Snapshot()
        with self._lock:
            self._latest = snapshot
            rings, self._has_rung = not self._has_rung, True
        if rings:
            self._ring()
