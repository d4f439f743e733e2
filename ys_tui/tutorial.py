"""The tutorial as a way to play: a game alone that can be repeated and leaves nothing behind."""

from typing import ClassVar, Final

from ys_tui.config import Solo


class Tutorial(Solo, frozen=True):
    """A game alone in which everything is explained; the profile keeps none of it."""

    title: ClassVar[str] = "Tutorial"
    """What its table is called."""


SEED: Final = 1808
"""A game in whose first round, and the turn after it, whoever follows the advice meets every decision.

`python -m tests.tui.games.ys.lessons` looks for another one when draws or bots have changed.
"""
TUTORIAL: Final = Tutorial(bots=("random",) * 3, seed=SEED)
"""The one there is."""
