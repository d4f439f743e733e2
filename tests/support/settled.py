"""When an app in a test has done all that a key or a click sets going: asked of its loop, not of the clock.

Textual's own answer is that the process has needed little of the processor for a moment. On a machine that
does not let it run, that is so with the work still to be done.
"""

import asyncio
from time import monotonic
from typing import Any, Final
from weakref import WeakSet

from ys_tui.in_turn import InTurn

_SOON: Final = 1 / 30
"""Seconds within which a timer that is due is still part of the work: screens are drawn by one of 1/60."""
_MOST_TURNS: Final = 5_000
"""Turns of the loop, at most: somebody else in it, a server perhaps, may always have something to do."""
_MOST_TIMERS: Final = 30
"""Timers that are waited for, at most: one may always set the next."""
_LOOK: Final = 0.001
"""Seconds between two looks at what another thread does."""
_MOST_SECONDS: Final = 5.0
"""Seconds that what was typed is waited for, at most: a test may hold its turn up."""


class Noted(InTurn):
    """Takes input in turn as ever, and is known to `settled`: a turn ends on the client's thread."""

    known: Final[WeakSet[InTurn]] = WeakSet()

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401  # those of the class above
        """Take its place among the others."""
        super().__init__(*arguments)
        self.known.add(self)


def _is_typed() -> bool:
    """Tell whether a running app has not done yet all that was typed."""
    return any(not each.is_at_rest and each._app.is_running for each in Noted.known)


async def settled(_min_sleep: float = 0.0, _max_sleep: float = 1.0) -> None:
    """Return as soon as nothing in the running loop is to be done, now or in a moment."""
    await _rest()
    end = monotonic() + _MOST_SECONDS
    while _is_typed() and monotonic() < end:
        await asyncio.sleep(_LOOK)
        await _rest()


async def _rest() -> None:
    loop: Any = asyncio.get_running_loop()
    timers = 0
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        if loop._ready:
            continue
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=None)
        if due is None or due - loop.time() > _SOON or timers == _MOST_TIMERS:
            return
        timers += 1
        await asyncio.sleep(max(due - loop.time(), 0))
