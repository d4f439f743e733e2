"""`ys replay FILE` on the screen, and its board as a picture."""

import asyncio
import sys
from pathlib import Path

from ys_tui import themes
from ys_tui.config import Settings
from ys_tui.everywhere import Everywhere, signs
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.lifeline import OFF, Lifeline
from ys_tui.looks import Marks
from ys_tui.preferences import THEME, Preferences
from ys_tui.replay import Replay
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.taking_out import pictured


class ReplayApp(Everywhere):
    """Nothing but a game to step through."""

    def __init__(
        self,
        replay: Replay,
        moment: int,
        marks: Marks,
        keymap: Keymap = DEFAULT,
        *,
        settings: Settings | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        """Begin at a moment of `replay`, with these glyphs and keys, and as set where the terminal can.

        `settings`, the flags, go before `preferences`; without those what is set lasts as long as the app.
        """
        self.keymap, self._flags = keymap, settings or Settings()
        self._preferences = preferences or Preferences()
        theme = self._preferences.get(THEME)
        themes.begin(self, theme)
        super().__init__(marks)
        themes.install(self, theme)
        self._first = ReplayScreen(replay, moment, marks=marks)

    def on_mount(self) -> None:
        """Put the screen on."""
        self.push_screen(self._first)


def show(replay: Replay, moment: int, keymap: Keymap, *, settings: Settings, preferences: Preferences) -> int:
    """Let the player step through `replay`, and return the exit code."""
    marks = signs(settings, preferences)
    app = ReplayApp(replay, moment, marks, keymap, settings=settings, preferences=preferences)
    with Lifeline((sys.stdin.fileno(), sys.stdout.fileno()), lambda: None) as lifeline:
        lifeline.end, lifeline.off = app.end, OFF
        app.run()
    return app.return_code or 0


def picture(replay: Replay, moment: int, marks: Marks, size: tuple[int, int], theme: str = "") -> str:
    """Return the board at a moment, on a terminal of so many columns and rows, as SVG.

    It has all the colours of the `theme`, whatever those of the terminal are that it is asked for in.
    """
    app = ReplayApp(replay, moment, marks)
    app.theme = themes.fitting(theme, has_colours=not app.no_color, system="truecolor")
    return asyncio.run(_picture(app, size))


async def _picture(app: ReplayApp, size: tuple[int, int]) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return pictured(app)


def draw(
    replay: Replay,
    moment: int,
    marks: Marks,
    size: tuple[int, int],
    path: Path,
    *,
    theme: str = "",
    is_forced: bool = False,
) -> None:
    """Write that picture to `path`; raises OSError when it cannot be, also over a file unless `is_forced`."""
    drawn = picture(replay, moment, marks, size, theme)
    is_new = not is_forced and (path.is_file() or not path.exists())  # a terminal or a pipe may be there
    with path.open("x" if is_new else "w", encoding="utf-8") as file:
        file.write(drawn)
