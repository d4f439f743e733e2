"""Effects carried out in their order: a Save is on disk before any later Send leaves.

One transaction is under way at a time, in the writer thread; all that gathers meanwhile is the next one.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from ys_server.database import StoreError
from ys_server.effects import Close, Effect, Logged, Record, Save, Send, Wake

_log: Final = logging.getLogger(__name__)


class Saves(Protocol):
    """What the outbox needs of a store."""

    def save(self, records: Sequence[Record]) -> None:
        """Save all `records` at once, or raise StoreError and save none."""
        ...

    def log(self, table: int) -> Logged:
        """Return what was saved of a table's game, or raise StoreError."""
        ...


class Outbox:
    """The one queue between the hub and the outside."""

    def __init__(
        self,
        store: Saves,
        deliver: Callable[[Send | Close], None],
        stopped: Callable[[Iterable[int]], Iterable[Effect]],
        took: Callable[[float], None] = lambda _: None,
        wake: Callable[[Wake], None] = lambda _: None,
    ) -> None:
        """Save to `store`, hand the rest to `deliver`; `stopped` is told the tables that cannot be saved.

        `wake` is told the games to be woken, once all that was put before is saved; `took`, how many seconds
        each saving has taken.
        """
        self._store = store
        self._deliver = deliver
        self._stopped = stopped
        self._took = took
        self._wake = wake
        self._is_well = True
        self._queue: deque[Effect] = deque()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._commit: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many effects wait to be carried out."""
        return len(self._queue)

    @property
    def is_well(self) -> bool:
        """Whether the last saving saved all that it had to."""
        return self._is_well

    @property
    def is_saving(self) -> bool:
        """Whether something is being saved just now."""
        return self._commit is not None

    def put(self, effects: Iterable[Effect]) -> None:
        """Carry `effects` out after all that were put before."""
        self._queue.extend(effects)
        if self._commit is None:
            self._advance()

    async def log(self, table: int) -> Logged:
        """Return what was saved of a table's game, or raise StoreError; nobody but who asks waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._store.log, table)

    async def settled(self) -> None:
        """Return once everything put so far is carried out."""
        while self._commit is not None:
            await self._commit

    async def close(self) -> None:
        """Return once everything put so far is carried out; nothing may be put afterwards."""
        await self.settled()
        await asyncio.get_running_loop().run_in_executor(None, self._writer.shutdown)

    def _advance(self) -> None:
        """Deliver up to the first Save; from there on wait until all Saves of the queue are on disk."""
        while self._queue:
            effect = self._queue[0]
            if isinstance(effect, Save):
                self._commit = asyncio.get_running_loop().create_task(self._save())
                return
            self._queue.popleft()
            if isinstance(effect, Wake):
                self._wake(effect)
            else:
                self._deliver(effect)
        self._commit = None

    async def _save(self) -> None:
        # Only now: what others have sent at the same time has been put, too.
        saves = [effect for effect in self._queue if isinstance(effect, Save)]
        loop = asyncio.get_running_loop()
        begun = loop.time()
        failed = await loop.run_in_executor(self._writer, self._save_now, saves)
        self._took(loop.time() - begun)
        self._is_well = not failed
        done = set(map(id, saves))
        # What a table that was not saved has to tell would be a lie: it is dropped.
        self._queue = deque(
            effect
            for effect in self._queue
            if id(effect) not in done
            and not (isinstance(effect, Send | Save) and effect.table in failed and effect.table is not None)
        )
        self._queue.extend(self._stopped(number for number in failed if number is not None))
        self._advance()

    def _save_now(self, saves: Sequence[Save]) -> frozenset[int | None]:
        """Save everything, in the writer thread; return the tables for which that failed."""
        try:
            self._store.save([save.record for save in saves])
        except StoreError as error:
            _log.error("saving %d records together: %s", len(saves), error)  # expected, has a reason
        else:
            return frozenset()
        failed: set[int | None] = set()
        for table in dict.fromkeys(save.table for save in saves):
            try:
                self._store.save([save.record for save in saves if save.table == table])
            except StoreError as error:
                _log.error("saving table %s: %s", table, error)  # expected, has a reason
                failed.add(table)
        return frozenset(failed)
