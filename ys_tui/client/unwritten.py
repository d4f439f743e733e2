"""What does not leave because its note cannot be written, as on a full disk: it is tried again. Sans-IO."""

from typing import Final

from protocol.game import Action
from ys_tui.client.keyring import UnwrittenError
from ys_tui.client.pause import Pause

AGAIN: Final = 3.0
"""Seconds after which it is tried again."""
_WORDS: Final = "Not sent yet; it is tried again by itself: {why}"


def words(error: UnwrittenError) -> str:
    """Return what the player is told: what becomes of the choice, which file, and why."""
    return _WORDS.format(why=error)


class Unwritten:
    """What waits at one table for a note that could not be written."""

    def __init__(self) -> None:
        """Begin with nothing that waits."""
        self._pause = Pause()
        self._confirmed: tuple[Action, ...] = ()

    @property
    def is_running(self) -> bool:
        """Whether something waits for the time to be tried again."""
        return self._pause.is_running

    def begin(self) -> bool:
        """Wait till the next try; tell whether this is the first failure since something was written."""
        return self._pause.wait(AGAIN)

    def keep(self, draft: tuple[Action, ...]) -> None:
        """Remember that the player has confirmed this draft."""
        self._confirmed = draft

    def is_confirmed(self, draft: tuple[Action, ...]) -> bool:
        """Tell whether the player wants this draft to leave as soon as it can."""
        return bool(draft) and draft == self._confirmed

    def let_go(self) -> None:
        """Note that no draft waits: it has left, was cut, or is decided anew and has to be confirmed."""
        self._confirmed = ()

    def tick(self, now: float) -> None:
        """Take the time."""
        self._pause.tick(now)

    def take(self) -> bool:
        """Tell, once, that the time has come to try again."""
        return self._pause.take()

    def written(self) -> None:
        """Note that there is room: what was confirmed leaves as soon as nothing else is under way."""
        self._pause.answered()
