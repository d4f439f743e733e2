"""What a bot is: somebody who picks one of the legal actions, seeing what a human at that seat sees."""

from collections.abc import Sequence
from typing import Any, Protocol

from protocol.chance import Rng
from protocol.game import Action, View


class Bot(Protocol):
    """A way to play; it keeps nothing between two choices, so that any of them can be made again."""

    def choose(self, view: View[Any], options: Sequence[Action], rng: Rng, seconds: float) -> Action:
        """Return one of `options` (never empty) for the seat of `view`, within about `seconds`.

        `rng` is the bot's own chance: the same for the same decision of the same seat.
        """
        ...
