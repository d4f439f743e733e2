"""A player with nothing but a keyboard: presses what the bar at the bottom offers, until the game is over."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any, Final

from textual.pilot import Pilot

from ys_tui.app import News, YsApp
from ys_tui.client.snapshot import Snapshot
from ys_tui.screens.table import TableScreen

_ARROWS: Final = ("up", "down", "left", "right")
_NEVER: Final = frozenset({"l", "L", "?", "q", "g", "s"})
"""Offered, but they lead away from the game."""
_PATIENCE: Final = 100.0
"""Seconds until a wait is in vain."""
_BACK_OFF: Final = 0.5
"""Seconds until a key is pressed again that did nothing."""
_KEYS: Final = 5_000


class WatchedApp(YsApp):
    """The real app; a test may wait until it has something new."""

    news: asyncio.Event

    async def on_news(self, message: News) -> None:
        """Wake who waits; the app's own handler comes by itself after this one."""
        self.news.set()


async def until(pilot: Pilot[None], holds: Callable[[], bool], what: str = "it") -> None:
    """Wait until `holds`, looking again whenever the app has something new."""
    app = pilot.app
    assert isinstance(app, WatchedApp)
    end = monotonic() + _PATIENCE
    while monotonic() < end:
        app.news.clear()
        await pilot.pause()
        if holds():
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(app.news.wait(), 1.0)
        assert app.is_running, f"the app ended before {what}"
    rows = "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
    raise AssertionError(f"the wait for {what} was in vain:\n{rows}\n{app.snapshot.notice}")


async def press_until(pilot: Pilot[None], key: str, holds: Callable[[], bool], what: str = "it") -> None:
    """Press a key again and again until `holds`: it may be too early for it."""
    app = pilot.app
    assert isinstance(app, WatchedApp)
    end = monotonic() + _PATIENCE
    while not holds():
        assert monotonic() < end, f"pressing {key} for {what} was in vain"
        await pilot.press(key)
        again = monotonic() + _BACK_OFF
        while not holds() and monotonic() < again:
            app.news.clear()
            await pilot.pause()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(app.news.wait(), max(again - monotonic(), 0.0))


def offered(screen: TableScreen) -> list[str]:
    """Return the keys that the bar offers now."""
    bar = screen.board.keys()
    return [key for shown, _ in bar for key in _expanded(shown) if key not in _NEVER]


def _expanded(shown: str) -> Sequence[str]:
    if shown == "arrows" or "↑" in shown:
        return _ARROWS
    first, dash, last = shown.partition("-")
    if dash and first.isdigit() and last.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    return (shown,)


async def play(pilot: Pilot[None], rng: Random, is_over: Callable[[Snapshot], bool]) -> int:
    """Press offered keys by chance until the game is over; return how many were pressed."""
    app: Any = pilot.app

    def is_asked() -> bool:
        table = app.snapshot.table
        is_ours = table is not None and not table.sent and (table.prompt is not None or bool(table.draft))
        return is_over(app.snapshot) or (is_ours and isinstance(app.screen, TableScreen))

    for pressed in range(_KEYS):
        await until(pilot, is_asked, "somebody was asked")
        if is_over(app.snapshot):
            return pressed
        screen = app.screen
        assert isinstance(screen, TableScreen)
        keys = offered(screen)
        assert keys, "the player is asked and no key is offered"
        key = "enter" if "enter" in keys and rng.random() < 0.5 else rng.choice(keys)
        # The pilot would rest after each key; the wait for the next question is all that is needed.
        app.simulate_key(key)
    raise AssertionError("the game does not end")
