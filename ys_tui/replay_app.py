"""`ys replay FILE` on the screen, and its board as a picture."""

import asyncio
import sys
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ys_tui import themes
from ys_tui.keyed import Keyed
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.lifeline import Lifeline
from ys_tui.looks import Marks
from ys_tui.replay import Replay
from ys_tui.screens.replay import ReplayScreen
from ys_tui.shelled import ALONE, stand_aside
from ys_tui.widgets.terse import Terse


class ReplayApp(Keyed):
    """Nothing but a game to step through."""

    TITLE = "Ys"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, replay: Replay, moment: int, marks: Marks, keymap: Keymap = DEFAULT) -> None:
        """Begin at a moment of `replay`, with these keys."""
        super().__init__()
        self.keymap = keymap
        themes.install(self)
        self._terse = Terse()
        self._first = ReplayScreen(replay, moment, marks=marks)
        self._own_loop: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        """Put the screen on."""
        self._own_loop = asyncio.get_running_loop()
        self.push_screen(self._first)

    def action_suspend_process(self) -> None:
        """Stop until the shell brings us back, where there is one."""
        if not stand_aside():
            self.notify(ALONE)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Write what has changed in few bytes: the terminal may be far away."""
        super()._display(screen, self._terse(renderable))

    def end(self, code: int) -> None:
        """End with this exit code as soon as the loop gets to it; a signal may call this at any time."""
        if self._own_loop is None:
            sys.exit(code)
        self._own_loop.call_soon_threadsafe(lambda: self.exit(return_code=code))


def show(replay: Replay, moment: int, marks: Marks, keymap: Keymap = DEFAULT) -> int:
    """Let the player step through `replay`, and return the exit code."""
    app = ReplayApp(replay, moment, marks, keymap)
    with Lifeline((sys.stdin.fileno(), sys.stdout.fileno()), lambda: None) as lifeline:
        lifeline.end = app.end
        app.run()
    return app.return_code or 0


def picture(replay: Replay, moment: int, marks: Marks, size: tuple[int, int]) -> str:
    """Return the board at a moment, on a terminal of so many columns and rows, as SVG."""
    return asyncio.run(_picture(ReplayApp(replay, moment, marks), size))


async def _picture(app: ReplayApp, size: tuple[int, int]) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return app.export_screenshot(title="Ys")


def draw(replay: Replay, moment: int, marks: Marks, size: tuple[int, int], path: Path) -> None:
    """Write that picture to `path`; raises OSError when it cannot be."""
    path.write_text(picture(replay, moment, marks, size), encoding="utf-8")
