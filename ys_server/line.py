"""The line in which strangers stand: one thing of theirs is done in each turn of the loop.

Who plays never stands there, so however many strangers there are and whatever they send, a move waits for
about one of their messages at each step of its way, not for all that have come before it.
"""

import asyncio
from collections import deque
from collections.abc import Callable


class Line:
    """What is to be done for strangers, first come, first served."""

    def __init__(self) -> None:
        """Begin with nobody."""
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
        if not self._is_served:
            self._serve(lambda: None)
            return
        ours = asyncio.Event()
        self.stand(ours.set)
        await ours.wait()

    def _serve(self, call: Callable[[], object]) -> None:
        self._is_served = True
        asyncio.get_running_loop().call_soon(self._next)
        call()

    def _next(self) -> None:
        self._is_served = False
        if self._calls:
            self._serve(self._calls.popleft())
