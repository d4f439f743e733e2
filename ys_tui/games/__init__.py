"""The boards, and how to read them: one line per game."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.game import Setup
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.legend import legend
from ys_tui.looks import Marks
from ys_tui.widgets.board import Board

BOARDS: Final[Mapping[str, type[Board]]] = {"ys": YsBoard}
"""The board of each game, by the game's key."""
LEGENDS: Final[Mapping[str, Callable[[Marks, Setup | None], tuple[str, ...]]]] = {"ys": legend}
"""The lines that tell how to read the board of each game, or of one of its tables."""
