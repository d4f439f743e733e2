"""How long what a busy server has turned away waits before it leaves again.

Time comes in as a number. A server names the seconds in its sentence; where it names none, each pause is
twice as long as the one before.
"""

import re
from typing import Final

EXCUSED: Final = 5
"""Pauses in a row that are the server's good right; from the next one on, waiting is waiting."""
LONGEST: Final = 30.0
"""Seconds of one pause, at most, whatever the server names."""
_SPARE: Final = 1.0
"""Seconds on top of those named: the server counts in whole ones."""
_NAMED: Final = re.compile(r"\bin (\d{1,6}) seconds?\b")


class Pause:
    """The pauses of one thing that is to leave."""

    def __init__(self) -> None:
        """Begin without one."""
        self._left: float | None = None
        self._before: float | None = None
        self._count = 0

    def begin(self, detail: str) -> bool:
        """Wait as long as a refusal with these words asks for, from the next `tick` on.

        Tells whether it is the first in a row.
        """
        named = _NAMED.search(detail)
        return self.wait(int(named[1]) + _SPARE if named else 2.0 ** (self._count + 1))

    def wait(self, seconds: float) -> bool:
        """Wait so long, or `LONGEST`, from the next `tick` on; tell whether it is the first time in a row."""
        self._count += 1
        self._left, self._before = min(LONGEST, seconds), None
        return self._count == 1

    def tick(self, now: float) -> None:
        """Take the time."""
        if self._left is not None and self._before is not None:
            self._left -= now - self._before
        self._before = now

    def take(self) -> bool:
        """Tell, once, that the time has come to try again."""
        is_over = self._left is not None and self._left <= 0
        if is_over:
            self._left = None
        return is_over

    @property
    def is_running(self) -> bool:
        """Whether something waits for its time to leave."""
        return self._left is not None

    @property
    def is_excused(self) -> bool:
        """Whether the server is not to blame for this waiting."""
        return self._left is not None and self._count <= EXCUSED

    def end(self) -> None:
        """Wait no longer: it leaves anyway."""
        self._left = None

    def answered(self) -> None:
        """Begin anew: the server has taken what it had turned away."""
        self._left, self._count = None, 0
