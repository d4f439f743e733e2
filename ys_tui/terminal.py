"""What every app of ours does with its terminal: it writes little, makes way, and ends in order."""

import asyncio
import sys
from collections.abc import Callable
from typing import ClassVar

from rich.console import RenderableType
from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from ys_tui import themes
from ys_tui.in_turn import InTurn, Piece
from ys_tui.keyed import Keyed
from ys_tui.looks import Marks
from ys_tui.shelled import ALONE, heed_in_turn, stand_aside
from ys_tui.widgets.plain import draw_bars
from ys_tui.widgets.terse import Terse


class TerminalApp(Keyed):
    """An app on a terminal that may be far away, with a shell behind it and signals that end it."""

    TITLE = "Ys"
    ENABLE_COMMAND_PALETTE = (
        False  # Textual's own: it knows nothing of keys that were chosen, and has no ASCII
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    marks: Marks
    """The glyphs to draw with."""

    def __init__(self, marks: Marks) -> None:
        """Draw with these glyphs; of what the terminal shows nothing is known yet."""
        super().__init__()
        self.draw_with(marks)
        self._terse = Terse()
        self._own_loop: asyncio.AbstractEventLoop | None = None
        self._in_turn = InTurn(self, super().on_event, self.settle)

    def settle(self, then: Callable[[], object]) -> None:
        """Call `then` once the app has been told what came of its wishes; this one has none."""
        then()

    async def on_event(self, event: events.Event) -> None:
        """Take what is typed and clicked one by one, however much of it comes at once."""
        if isinstance(event, Piece) and not event.is_forwarded:
            await self._in_turn.add(event)
        else:
            await super().on_event(event)

    def get_theme(self, theme_name: str) -> Theme | None:
        """Return a theme; ours are found before any is registered."""
        return themes.named(theme_name) if theme_name in themes.PALETTES else super().get_theme(theme_name)

    def draw_with(self, marks: Marks) -> None:
        """Draw with these glyphs from now on, the bars that tell the scrolling as well."""
        self.marks = marks
        draw_bars(is_plain=marks.ascii)

    def on_load(self) -> None:
        """Note the loop, before anything is drawn: from here on a signal ends the app in order."""
        self._own_loop = asyncio.get_running_loop()

    def on_mount(self) -> None:
        """From here on a signal stops and wakes the app in order."""
        if self._driver is not None:
            heed_in_turn(self._driver, lambda: self.is_running)

    def end(self, code: int) -> None:
        """End with this exit code as soon as the loop gets to it; a signal may call this at any time."""
        if self._own_loop is None:
            sys.exit(code)
        self._own_loop.call_soon_threadsafe(lambda: self.exit(return_code=code))

    def action_suspend_process(self) -> None:
        """Stop until the shell brings us back, where there is one."""
        if not stand_aside():
            self.notify(ALONE)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Write what has changed in few bytes."""
        super()._display(screen, self._terse(renderable))

    def _fatal_error(self) -> None:
        """End after an unexpected exception; values of variables stay unsaid, secrets may be among them."""
        from rich.traceback import Traceback  # noqa: PLC0415  # it loads a highlighter of code

        self.panic(Traceback(show_locals=False))
