"""The count, step by step: a panel over the city that tells what a counting did."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
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
"""The brokers as they stood at a step of a count; none where that is not known."""


class Step(Struct, frozen=True):
    """One step of a count, and the brokers it is about: later news change neither."""

    event: Event
    crowd: Crowd


def steps_of(happened: Sequence[Event], brokers: Sequence[Broker]) -> tuple[Step, ...]:
    """Return the steps of counts among what `happened` since `brokers` stood as they did.

    Whoever missed the beginning of a round knows none of its brokers. The points of placing in the market
    are no step.
    """
    crowd: Crowd = {broker.token: broker for broker in brokers}
    steps: list[Step] = []
    for event in happened:
        crowd = _after(crowd, event)
        is_square = isinstance(event, events.Gained) and event.why in SQUARES
        if isinstance(event, _COUNTED) and not is_square:
            steps.append(Step(event, crowd))
    return tuple(steps)


def _after(crowd: Crowd, event: Event) -> Crowd:
    """Return where the brokers stand after `event`; what goes back behind its count is not followed."""
    if isinstance(event, events.RoundBegan) or not crowd:
        return {}
    if isinstance(event, events.Placed):
        placed = replace(crowd[event.token], spot=event.spot, value=event.value)
        return {**crowd, event.token: placed}
    if isinstance(event, events.Moved):
        return {**crowd, event.token: replace(crowd[event.token], spot=event.spot)}
    if isinstance(event, events.Swapped):
        there = zip(event.tokens, event.spots, strict=True)
        return {**crowd, **{token: replace(crowd[token], spot=spot) for token, spot in there}}
    return crowd


def panel(steps: Sequence[Step], shown: int, pace: str, scene: Scene) -> Lines:
    """Return the panel with the first `shown` steps, the latest at the bottom, below the brokers counted."""
    palette, names = scene.palette, tuple(seat.name for seat in scene.state.setup.seats)
    cells, rows = CITY_SIZE
    ground = style(palette.text, palette.panel)
    events_told = [step.event for step in steps[:shown]]
    counted = _counted(events_told, scene, steps[shown - 1].crowd if shown else {})
    told: list[Line] = []
    for number, step in enumerate(events_told):
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
        self._steps: tuple[Step, ...] = ()
        self._scenes: tuple[Scene, ...] = ()
        """What the table was like, by step: the picture stays that of its words."""
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
        return tuple(step.event for step in self._steps[: self.shown])

    def play(self, steps: Sequence[Step], scene: Scene) -> None:
        """Show these steps after those still to be shown."""
        if not steps or not PACES[self.pace]:
            return
        if not self.is_telling:
            self._steps, self._scenes, self.shown = (), (), 0
        is_waiting = self._timer is not None and not self.is_done
        self._steps += tuple(steps)
        self._scenes += (scene,) * len(steps)
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
        if self._scenes:
            scene = self._scenes[max(self.shown - 1, 0)]
            self.lines = panel(self._steps, self.shown, self.pace, scene)
        self.post_message(self.Changed())
