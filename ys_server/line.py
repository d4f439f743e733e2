"""The line in which strangers stand: one thing of theirs is done in each turn of the loop.

Who plays never stands there, so however many strangers there are and whatever they send, a move waits for
about one of their messages at each step of its way, not for all that have come before it. And while a move
is being saved they wait, for a moment: the thread that saves would wait for them at each of its steps.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

HOLD: Final = 0.003
"""Seconds for which the line stands still at most: a saving takes one or two thousandths."""
_STEP: Final = 0.0005


class Line:
    """What is to be done for strangers, first come, first served."""

    def __init__(self, is_saving: Callable[[], bool] = lambda: False) -> None:
        """Begin with nobody; the line stands still while `is_saving`."""
        self._is_saving = is_saving
        self._held_since: float | None = None
        self._calls: deque[Callable[[], object]] = deque()
        self._is_served = False
        """Whether something was done in this turn of the loop."""

    def __len__(self) -> int:
        """Return how much waits to be done."""
        return len(self._calls)

    def stand(self, call: Callable[[], object]) -> None:
        """Do `call` in the first turn of the loop that nothing before it needs; that may be this one."""
        if self._is_served:
            self._calls.append(call)
        else:
            self._serve(call)

    async def turn(self) -> None:
        """Return when it is our turn."""
        ours = asyncio.Event()
        self.stand(ours.set)
        await ours.wait()

    def _serve(self, call: Callable[[], object]) -> None:
        self._is_served = True
        asyncio.get_running_loop().call_soon(self._next)
        call()

    def _next(self) -> None:
        if self._calls and self._is_held():
            asyncio.get_running_loop().call_later(_STEP, self._next)
            return
        self._held_since, self._is_served = None, False
        if self._calls:
            self._serve(self._calls.popleft())

    def _is_held(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._held_since is None:
            self._held_since = now
        return self._is_saving() and now - self._held_since < HOLD
