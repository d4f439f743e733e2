"""The games that can be played, one line each."""

from collections.abc import Mapping
from typing import Any, Final

from protocol.game import Game
from protocol.games.ys.game import YS

GAMES: Final[Mapping[str, Game[Any]]] = {
    YS.key: YS,
}
"""Every game by its key; what state a game has is its own affair."""
