"""When an app in a test has done all that a key or a click sets going: asked of its loop, not of the clock.

Textual's own answer is that the process has needed little of the processor for a moment. On a machine that
does not let it run, that is so with the work still to be done.
"""

import asyncio
from typing import Any, Final

_SOON: Final = 1 / 30
"""Seconds within which a timer that is due is still part of the work: screens are drawn by one of 1/60."""
_MOST_TURNS: Final = 5_000
"""Turns of the loop, at most: somebody else in it, a server perhaps, may always have something to do."""
_MOST_TIMERS: Final = 30
"""Timers that are waited for, at most: one may always set the next."""


async def settled(_min_sleep: float = 0.0, _max_sleep: float = 1.0) -> None:
    """Return as soon as nothing in the running loop is to be done, now or in a moment."""
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
