"""The levels at which bots play each game: one line per bot, the one place where a new one is entered."""

from collections.abc import Mapping
from typing import Final

from ys_server.bots.bot import Bot
from ys_server.bots.ys.greedy import Greedy
from ys_server.bots.ys.random import Random

LEVELS: Final[Mapping[str, Mapping[str, Bot]]] = {
    "ys": {"random": Random(), "greedy": Greedy()},
}
"""By game, the bots by level, the weakest first. New ones go last: a chair knows its level by number."""
