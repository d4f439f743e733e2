"""The boards: one line per game."""

from collections.abc import Mapping
from typing import Final

from ys_tui.games.ys.board import YsBoard
from ys_tui.widgets.board import Board

BOARDS: Final[Mapping[str, type[Board]]] = {"ys": YsBoard}
"""The board of each game, by the game's key."""
