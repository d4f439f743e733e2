"""The count, step by step: a panel over the city that tells what a counting did."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.segment import Segment
from textual.reactive import reactive
from textual.timer import Timer

from protocol.game import Event
from protocol.games.ys import events
from protocol.games.ys.board import SQUARES
from ys_tui.games.ys.draw import CITY_SIZE, paint
from ys_tui.games.ys.telling import tell
from ys_tui.lines import Line, Lines, fit, place, style, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.widgets.region import Region

PACES: Final[Mapping[str, float]] = {"off": 0.0, "normal": 0.7, "slow": 1.6}
"""Seconds between two steps; off shows no count at all."""
Paints = tuple[Palette, Marks]
"""Colours and glyphs to draw with."""
_COUNTED: Final = (
    events.CountBegan, events.Revealed, events.Ranked, events.Gained, events.CardWon, events.Discarded,
    events.ColumnsRanked, events.Priced, events.ColourScored, events.BlackScored, events.GameOver,
)  # fmt: skip


def steps_of(happened: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events that a count consists of; the points of placing in the market are none."""
    counted = (event for event in happened if isinstance(event, _COUNTED))
    return tuple(
        event for event in counted if not (isinstance(event, events.Gained) and event.why in SQUARES)
    )


def panel(steps: Sequence[Event], shown: int, pace: str, names: Sequence[str], paints: Paints) -> Lines:
    """Return the panel with the first `shown` steps, the latest at the bottom."""
    palette, marks = paints
    cells, rows = CITY_SIZE
    ground = style(palette.text, palette.panel)
    told: list[Line] = []
    for number, step in enumerate(steps[:shown]):
        is_head = isinstance(step, events.CountBegan)
        colour = palette.bright if is_head or number == shown - 1 else palette.label
        phrase = paint(
            tell(step), names, palette, marks, palette.panel, colour=palette.key if is_head else colour
        )
        told += wrap(phrase, cells - 3, indent=2)
    is_done = shown >= len(steps)
    key, what = style(palette.key, palette.bar, bold=True), style(palette.label, palette.bar)
    space = "closes" if is_done else "shows all"
    helps = (
        Segment("s", key),
        Segment(f" {pace}  ", what),
        Segment("space", key),
        Segment(f" {space}", what),
    )
    title = Segment(
        f"The count  {min(shown, len(steps))}/{len(steps)}", style(palette.bright, palette.bar, bold=True)
    )
    head = place(((1, (title,)), (cells - 26, helps)), cells, style(palette.text, palette.bar))
    body = [fit((Segment(" ", ground), *line), cells, ground) for line in told[-(rows - 1) :]]
    return (head, *body, *(fit((), cells, ground) for _ in range(rows - 1 - len(body))))


class Count(Region):
    """Plays new steps one by one. It holds nothing up: the table goes on behind it."""

    shown: reactive[int] = reactive(0, repaint=False)

    def __init__(self, pace: str) -> None:
        """Be closed; show steps at `pace` once there are some."""
        super().__init__()
        self._pace = pace
        self._steps: tuple[Event, ...] = ()
        self._names: tuple[str, ...] = ()
        self._timer: Timer | None = None
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether the panel is over the city."""
        return bool(self.display)

    def play(self, steps: Sequence[Event], names: Sequence[str]) -> None:
        """Show these steps after those that are still to be shown."""
        if not steps or not PACES[self._pace]:
            return
        self._names = tuple(names)
        if not self.is_open:
            self._steps, self.shown = (), 0
        self._steps += tuple(steps)
        self.display = True
        if self._timer is None:
            self._advance()
            self._start()
        self._draw()

    def change_pace(self) -> str:
        """Take the next pace, and return its name."""
        paces = tuple(PACES)
        self._pace = paces[(paces.index(self._pace) + 1) % len(paces)]
        self._stop()
        if not PACES[self._pace]:
            self.close()
        elif self.is_open and self.shown < len(self._steps):
            self._start()
        self._draw()
        return self._pace

    def skip(self) -> None:
        """Show all steps at once; close if they are shown."""
        if self.shown >= len(self._steps):
            self.close()
        else:
            self._stop()
            self.shown = len(self._steps)

    def close(self) -> None:
        """Give the city back."""
        self._stop()
        self.display = False

    def watch_shown(self) -> None:
        """Draw one step more."""
        self._draw()

    def _start(self) -> None:
        self._timer = self.set_interval(PACES[self._pace], self._advance)

    def _advance(self) -> None:
        self.shown = min(self.shown + 1, len(self._steps))
        if self.shown == len(self._steps):
            self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _draw(self) -> None:
        self.lines = panel(self._steps, self.shown, self._pace, self._names, (self.palette, self.marks))
