"""The bot that only knows what is legal."""

from collections.abc import Sequence
from typing import Any

from protocol.chance import Rng
from protocol.game import Action, View


class Random:
    """Takes any legal action, each as likely as the others."""

    def choose(self, view: View[Any], options: Sequence[Action], rng: Rng, seconds: float) -> Action:
        """Return one of `options` without looking at the game."""
        return options[rng.below(len(options))]
