"""The count, step by step: a panel over the city that tells what a counting did."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile
from typing import Final

from msgspec.structs import replace
from rich.segment import Segment
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from protocol.game import Event
from protocol.games.ys import events
from protocol.games.ys.board import SQUARES
from protocol.games.ys.state import Broker
from protocol.seals import Token
from ys_tui.games.ys.draw import CITY_SIZE, Scene, neighborhood, paint
from ys_tui.games.ys.telling import tell
from ys_tui.lines import Line, Lines, fit, place, style, width, wrap
from ys_tui.widgets.region import Region

PACES: Final[Mapping[str, float]] = {"off": 0.0, "normal": 0.7, "slow": 1.6}
"""Seconds between two steps; off shows no count at all."""
LINGER: Final = 4
"""How many paces the last step stays before the panel closes by itself."""
_COUNTED: Final = (
    events.CountBegan, events.Revealed, events.Ranked, events.Gained, events.CardWon, events.Discarded,
    events.ColumnsRanked, events.Priced, events.ColourScored, events.BlackScored, events.GameOver,
)  # fmt: skip
Crowd = Mapping[Token, Broker]
"""The brokers as they stood when a count began."""


def steps_of(happened: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events that a count consists of; the points of placing in the market are none."""
    counted = (event for event in happened if isinstance(event, _COUNTED))
    return tuple(
        event for event in counted if not (isinstance(event, events.Gained) and event.why in SQUARES)
    )


def crowd_of(brokers: Sequence[Broker], happened: Sequence[Event]) -> Crowd:
    """Return where `brokers` stand when the count begins, or nothing if it is a later round's."""
    if _is_of_later_round(happened):
        return {}
    crowd = {broker.token: broker for broker in brokers}
    for event in happened:
        if isinstance(event, events.CountBegan | events.RoundBegan):
            break
        if isinstance(event, events.Placed):
            crowd[event.token] = replace(crowd[event.token], spot=event.spot, value=event.value)
        elif isinstance(event, events.Moved):
            crowd[event.token] = replace(crowd[event.token], spot=event.spot)
        elif isinstance(event, events.Swapped):
            for token, spot in zip(event.tokens, event.spots, strict=True):
                crowd[token] = replace(crowd[token], spot=spot)
    return crowd


def _is_of_later_round(happened: Sequence[Event]) -> bool:
    """Tell whether a round begins before a count: whoever missed that knows none of its brokers."""
    begun = dropwhile(lambda event: not isinstance(event, events.RoundBegan), happened)
    return any(isinstance(event, events.CountBegan) for event in begun)


def panel(steps: Sequence[Event], shown: int, pace: str, scene: Scene, crowd: Crowd) -> Lines:
    """Return the panel with the first `shown` steps, the latest at the bottom, below the brokers counted."""
    palette, names = scene.palette, tuple(seat.name for seat in scene.state.setup.seats)
    cells, rows = CITY_SIZE
    ground = style(palette.text, palette.panel)
    counted = _counted(steps[:shown], scene, crowd)
    told: list[Line] = []
    for number, step in enumerate(steps[:shown]):
        is_head = isinstance(step, events.CountBegan)
        colour = palette.bright if is_head or number == shown - 1 else palette.label
        phrase = paint(
            tell(step), names, palette, scene.marks, palette.panel, colour=palette.key if is_head else colour
        )
        told += wrap(phrase, cells - 3, indent=2)
    title = f"The count  {min(shown, len(steps))}/{len(steps)}"
    bar = style(palette.text, palette.bar)
    paced = Segment(pace_words(pace), style(palette.label, palette.bar))
    heading = Segment(title, style(palette.bright, palette.bar, bold=True))
    head = place(((1, (heading,)), (cells - width((paced,)) - 1, (paced,))), cells, bar)
    room = rows - 1 - len(counted)
    body = [fit((Segment(" ", ground), *line), cells, ground) for line in told[-room:]]
    return (head, *counted, *body, *(fit((), cells, ground) for _ in range(room - len(body))))


def pace_words(pace: str) -> str:
    """Return the pace as the footer and the panel name it."""
    return f"count: {pace}"


def _counted(told: Sequence[Event], scene: Scene, crowd: Crowd) -> Lines:
    """Return the areas of the neighborhood that is counted, with the brokers turned over so far."""
    area = next((step.area for step in reversed(told) if isinstance(step, events.CountBegan)), 0)
    if not area or not crowd:
        return ()
    values = {step.token: step.value for step in told if isinstance(step, events.Revealed)}
    brokers = tuple(replace(broker, value=values.get(token, broker.value)) for token, broker in crowd.items())
    view = replace(scene.view, state=replace(scene.state, brokers=brokers))
    # Nothing is aimed at here: this is what was, not what can be chosen.
    then = replace(scene, view=view, fresh=frozenset(), cursor=None, letters={})
    return neighborhood(then, area, CITY_SIZE[0])[1:]


class Count(Region):
    """Plays new steps one by one. It holds nothing up: the table goes on behind it."""

    shown: reactive[int] = reactive(0, repaint=False)

    class Changed(Message):
        """Another step is shown, or the panel opened or closed."""

    def __init__(self, pace: str) -> None:
        """Be closed; show steps at `pace` once there are some."""
        super().__init__()
        self.pace = pace
        self._steps: tuple[Event, ...] = ()
        self._scene: Scene | None = None
        self._crowd: Crowd = {}
        self._timer: Timer | None = None
        self._is_line = False
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether the panel is over the city."""
        return bool(self.display)

    @property
    def is_telling(self) -> bool:
        """Whether a count is told, over the city or in the line of the news."""
        return self.is_open or self._is_line

    @property
    def is_done(self) -> bool:
        """Whether its last step is shown."""
        return self.shown >= len(self._steps)

    @property
    def told(self) -> tuple[Event, ...]:
        """The steps that are shown."""
        return self._steps[: self.shown]

    def play(self, steps: Sequence[Event], scene: Scene, crowd: Crowd) -> None:
        """Show these steps after those still to be shown; `crowd`: the brokers at their beginning."""
        if not steps or not PACES[self.pace]:
            return
        self._scene = scene
        if not self.is_telling:
            self._steps, self.shown = (), 0
        if not self._crowd or any(isinstance(step, events.CountBegan) for step in steps):
            self._crowd = crowd
        is_waiting = self._timer is not None and not self.is_done
        self._steps += tuple(steps)
        self.display, self._is_line = True, False
        if not is_waiting:
            self._advance()
        self._changed()

    def give_way(self) -> None:
        """Give the city back; what is not told yet is told in the line of the news."""
        self._is_line = self.is_telling and not self.is_done
        self.display = False
        if not self._is_line:
            self._stop()
        self._changed()

    def change_pace(self) -> str:
        """Take the next pace, and return its name."""
        paces = tuple(PACES)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
        if not PACES[self.pace]:
            self.close()
        elif self.is_telling:
            self._wait()
        self._changed()
        return self.pace

    def skip(self) -> None:
        """Show all steps at once; close if they are shown."""
        if self.is_done or self._is_line:
            self.close()
            return
        self.shown = len(self._steps)
        self._wait()

    def close(self) -> None:
        """Give the city back, and tell no more."""
        if not self.is_telling:
            return
        self._stop()
        self.display, self._is_line = False, False
        self._changed()

    def watch_shown(self) -> None:
        """Draw one step more."""
        self._changed()

    def _advance(self) -> None:
        self.shown = min(self.shown + 1, len(self._steps))
        self._wait()

    def _wait(self) -> None:
        """Wait for the next step, or behind the last one until it was read."""
        self._stop()
        pace = PACES[self.pace]
        if self.is_done:
            self._timer = self.set_timer(pace * LINGER, self.close)
        else:
            self._timer = self.set_timer(pace, self._advance)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _changed(self) -> None:
        if self._scene is not None:
            self.lines = panel(self._steps, self.shown, self.pace, self._scene, self._crowd)
        self.post_message(self.Changed())
