"""Sleeping games played again, one after the other, a few entries at a time: nobody else waits for long."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from protocol.game import Illegal
from protocol.match import Match, MatchError
from ys_server.database import StoreError
from ys_server.effects import Logged, Spoken, Wake

AT_ONCE: Final = 8
"""Entries that are played in one go: one to two milliseconds."""

_log: Final = logging.getLogger(__name__)


class Waker:
    """The games that are to be woken."""

    def __init__(
        self,
        read: Callable[[int], Awaitable[Logged]],
        woken: Callable[[int, Match[Any], tuple[Spoken, ...]], None],
        not_woken: Callable[[int, str], None],
    ) -> None:
        """Have no game to wake; `read` returns what was saved of one, or raises StoreError."""
        self._read, self._woken, self._not_woken = read, woken, not_woken
        self._urgent: dict[int, Wake] = {}
        self._others: dict[int, Wake] = {}
        self._task: asyncio.Task[None] | None = None

    def wake(self, wake: Wake) -> None:
        """Wake a game as soon as those that were urgent before it are awake."""
        if wake.is_urgent:
            self._others.pop(wake.table, None)
        (self._urgent if wake.is_urgent else self._others)[wake.table] = wake
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        """Wake nobody any more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while first := self._urgent or self._others:
            wake = first.pop(next(iter(first)))
            try:
                await self._play(wake)
            except Exception:  # noqa: BLE001  # a fault at one table must not keep the others asleep
                _log.exception("table %d was not woken by a fault of the server", wake.table)
                self._not_woken(wake.table, "a fault of the server")
        self._task = None

    async def _play(self, wake: Wake) -> None:
        try:
            logged = await self._read(wake.table)
            match: Match[Any] = Match(wake.game, wake.setup)
            for _ in replay(match, logged):
                await asyncio.sleep(0)
        except (StoreError, Illegal, MatchError) as error:  # expected, and has a reason
            self._not_woken(wake.table, str(error))
        else:
            self._woken(wake.table, match, logged.lines)


def replay(match: Match[Any], logged: Logged) -> Iterator[int]:
    """Play what was saved in a match that has just begun, and yield from time to time how far it has come.

    Raises MatchError when an entry does not fit.
    """
    for start in range(0, len(logged.entries), AT_ONCE):
        match.extend(start, logged.entries[start : start + AT_ONCE])
        yield len(match.log)
