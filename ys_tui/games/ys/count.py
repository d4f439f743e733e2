"""The count, told step by step in place of the hand, while the game goes on behind it."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from textual.message import Message
from textual.timer import Timer

from protocol.games.ys.events import CountBegan
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.games.ys.draw_count import lines_of, scene_of_step
from ys_tui.games.ys.pace import MANY, PACES, REST, heading, next_pace, pause
from ys_tui.games.ys.steps import Step, joined
from ys_tui.keymap import in_force
from ys_tui.mentions import named
from ys_tui.widgets.region import Region

_AT_ONCE: Final = 0.001
"""The shortest wait that a timer can do."""


class Count(Region):
    """Plays new steps one by one over the hand; the network and the game go on behind it."""

    class Changed(Message):
        """Another step is shown, or all is told."""

    def __init__(self, pace: str, clock: Callable[[], float] = monotonic) -> None:
        """Tell nothing yet; steps follow each other at `pace`, and `clock` tells the seconds."""
        super().__init__()
        self.pace = pace
        self.is_held = False
        """Whether no step follows by itself: the player goes on one by one."""
        self.cells = BOARD_WIDTH
        """How wide its lines are."""
        self.missed: int | None = None
        """The entry of the journal from which on steps were skipped last; None when none were."""
        self._clock = clock
        self._steps: tuple[Step, ...] = ()
        self._shown = 0
        self._skipped = 0
        """Steps that were left out because the player was asked something."""
        self._is_asked = False
        """Whether a question of the player's waits behind the last step."""
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

    @property
    def is_asked(self) -> bool:
        """Whether a question waits behind what is told."""
        return self._is_asked and self.is_telling

    def play(self, steps: Sequence[Step], *, is_asked: bool, is_urgent: bool = False) -> None:
        """Show these steps after those still to be shown.

        Once the player is asked something and others wait for it (`is_urgent`), the last step is shown at
        once; what was left out is said.
        """
        self._is_asked = is_asked
        if not PACES[self.pace]:
            return
        is_new = not self._steps
        self._steps = self._steps[: self._shown] + joined(self._steps[self._shown :], steps)
        if not self._steps:
            return
        is_late = len(self._steps) - self._shown > MANY
        if not is_late:
            self._due = None
        elif self._due is None:
            self._due = self._clock() + REST * PACES[self.pace]
        if is_asked and is_urgent:
            self._skip()
        elif is_new:
            self.advance()
        else:
            self._wait()

    def change_pace(self) -> str:
        """Take the next pace, and return its name."""
        self.pace = next_pace(self.pace)
        if not PACES[self.pace]:
            self.catch_up()
        elif self.is_telling:
            if self._due is not None:
                self._due = self._clock() + REST * PACES[self.pace]
            self._wait()
        return self.pace

    def hold(self) -> None:
        """Stay at the step that is shown until the player goes on."""
        self.is_held = True
        self._wait()

    def run_on(self) -> None:
        """Let steps follow by themselves again."""
        self.is_held = False
        self._since = self._clock()
        self._wait()
        self.post_message(self.Changed())

    def step_on(self) -> None:
        """Show the next step, and hold there until the player goes on."""
        self.is_held = True
        self.advance()

    def catch_up(self) -> None:
        """Tell no more: the board shows what is. What was not told yet counts as skipped."""
        if not self.is_done:
            self._note_missed()
        self._end()

    def draw(self, now: Scene, word: str) -> Scene:
        """Draw the lines, and return what the rest of the board shows: `now` unless a count is told."""
        step = self.step
        self.display = step is not None
        if step is None:
            return now
        scene = scene_of_step(step, now)
        self.lines = lines_of(self._steps, self._shown, scene, word, self._call(), cells=self.cells)
        return scene

    def advance(self) -> None:
        """Show the next step; behind the last one all is told."""
        if self.is_done:
            self._end()
            return
        self._shown += 1
        self._since = self._clock()
        self._wait()
        self.post_message(self.Changed())

    def _call(self) -> str:
        """Return what is said while a question waits; "" when none does."""
        if not self._is_asked:
            return ""
        if self._skipped:
            steps = f"{self._skipped} step{'s' * (self._skipped != 1)}"
            words = f"It is your turn: {{table:Enter}}. Skipped: {steps}; {{table:l}} reads them in the log."
        else:
            words = "Then it is your turn: {table:Enter} goes there at once."
        return named(words, in_force(self.app))

    def _skip(self) -> None:
        """Show the last step at once."""
        left_out = len(self._steps) - self._shown - 1
        if left_out > 0:
            self._note_missed()
            self._skipped += left_out
            self._shown = len(self._steps) - 1
        if not self.is_done:
            self.advance()

    def _note_missed(self) -> None:
        if self.missed is None:
            self.missed = self._steps[self._shown - 1].upto if self._shown else self._steps[0].upto - 1

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._steps, self._shown, self._skipped, self._due, self._timer = (), 0, 0, None, None
        self.is_held = False
        self.post_message(self.Changed())

    def _wait(self) -> None:
        """Wait for the next step, or behind the last one until it was read; not while the player holds."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.is_held:
            return
        now = self._clock()
        left = None if self._due is None else self._due - now
        following = len(self._steps) - self._shown
        is_asked = self._is_asked and not self._skipped
        seconds = pause(PACES[self.pace], following, left, is_asked=is_asked)
        if following and self.step is not None and isinstance(self.step.events[-1], CountBegan):
            seconds = heading(seconds)
        self._timer = self.set_timer(max(seconds - (now - self._since), _AT_ONCE), self.advance)
