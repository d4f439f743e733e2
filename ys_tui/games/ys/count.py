"""The count, told step by step in place of the hand, while the game goes on behind it."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Final

from textual.message import Message
from textual.timer import Timer

from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_count import lines_of, scene_of_step
from ys_tui.games.ys.steps import Step, joined
from ys_tui.widgets.region import Region

PACES: Final[Mapping[str, float]] = {"off": 0.0, "normal": 0.5, "slow": 1.0}
"""Seconds between two steps; off shows the newest state at once."""
LINGER: Final = 4
"""How many paces the last step stays while nobody waits for the player."""
REST: Final = 16
"""How many paces all that is still to be told takes at most when the player is asked something."""
MANY: Final = 80
"""Steps still to be told, more than in one round, from which on the rest is told as fast as that, too."""
_AT_ONCE: Final = 0.001
"""The shortest wait that a timer can do."""


def pause(pace: float, steps: int, left: float | None) -> float:
    """Return the seconds until the next of so many `steps`; all have to be told in the seconds `left`."""
    if left is not None:
        return min(pace, max(left, 0.0) / (steps + 1))
    return pace if steps else pace * LINGER


def pace_words(pace: str) -> str:
    """Return the pace as the footer names it."""
    return f"count: {pace}"


class Count(Region):
    """Plays new steps one by one over the hand; the network and the game go on behind it."""

    class Changed(Message):
        """Another step is shown, or all is told."""

    def __init__(self, pace: str, clock: Callable[[], float] = monotonic) -> None:
        """Tell nothing yet; steps follow each other at `pace`, and `clock` tells the seconds."""
        super().__init__()
        self.pace = pace
        self._clock = clock
        self._steps: tuple[Step, ...] = ()
        self._shown = 0
        self._due: float | None = None
        """When all has to be told; None while there is time."""
        self._since = 0.0
        """When the step that is shown came."""
        self._timer: Timer | None = None
        self.display = False

    @property
    def step(self) -> Step | None:
        """The step that is shown; None when nothing is told."""
        return self._steps[self._shown - 1] if self._steps else None

    @property
    def is_telling(self) -> bool:
        """Whether a count is told."""
        return bool(self._steps)

    @property
    def is_done(self) -> bool:
        """Whether its last step is shown."""
        return self._shown >= len(self._steps)

    def play(self, steps: Sequence[Step], *, is_asked: bool) -> None:
        """Show these steps after those still to be shown; soon all of them, once the player is asked."""
        if not PACES[self.pace]:
            return
        is_new = not self._steps
        self._steps = self._steps[: self._shown] + joined(self._steps[self._shown :], steps)
        if not self._steps:
            return
        is_hurried = is_asked or len(self._steps) - self._shown > MANY
        if is_hurried and self._due is None:
            self._due = self._clock() + REST * PACES[self.pace]
        elif not is_hurried:
            self._due = None
        if is_new:
            self.advance()
        else:
            self._wait()

    def change_pace(self) -> str:
        """Take the next pace, and return its name."""
        paces = tuple(PACES)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
        if not PACES[self.pace]:
            self.catch_up()
        elif self.is_telling:
            if self._due is not None:
                self._due = self._clock() + REST * PACES[self.pace]
            self._wait()
        return self.pace

    def catch_up(self) -> None:
        """Tell no more: the board shows what is."""
        if self._timer is not None:
            self._timer.stop()
        self._steps, self._shown, self._due, self._timer = (), 0, None, None
        self.post_message(self.Changed())

    def draw(self, now: Scene, word: str) -> Scene:
        """Draw the lines, and return what the rest of the board shows: `now` unless a count is told."""
        step = self.step
        self.display = step is not None
        if step is None:
            return now
        scene = scene_of_step(step, now)
        self.lines = lines_of(self._steps, self._shown, scene, word)
        return scene

    def advance(self) -> None:
        """Show the next step; behind the last one all is told."""
        if self.is_done:
            self.catch_up()
            return
        self._shown += 1
        self._since = self._clock()
        self._wait()
        self.post_message(self.Changed())

    def _wait(self) -> None:
        """Wait for the next step, or behind the last one until it was read."""
        if self._timer is not None:
            self._timer.stop()
        now = self._clock()
        left = None if self._due is None else self._due - now
        seconds = pause(PACES[self.pace], len(self._steps) - self._shown, left) - (now - self._since)
        self._timer = self.set_timer(max(seconds, _AT_ONCE), self.advance)
