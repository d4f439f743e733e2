"""The levels at which bots play each game: one line per bot, the one place where a new one is entered."""

from collections.abc import Mapping
from typing import Final

from ys_server.bots.bot import Bot
from ys_server.bots.ys.greedy import Greedy
from ys_server.bots.ys.random import Random

LEVELS: Final[Mapping[str, Mapping[str, Bot]]] = {
    "ys": {"random": Random(), "greedy": Greedy()},
}
"""By game, the bots by level, the weakest first. New ones go last: a chair knows its level by number.

The weakest has nothing to think over and cannot fail: it decides in the crew itself, and in the place of
those that fail. All others think in processes of their own.
"""


def weakest(game: str) -> str:
    """Return the level that decides where another bot has failed."""
    return next(iter(LEVELS[game]))
