"""What the screens show of each game: its board, how to read it, its result; one line per game in each."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.game import Setup
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.final import result_lines
from ys_tui.games.ys.legend import legend
from ys_tui.lines import Lines
from ys_tui.looks import Marks, Palette
from ys_tui.widgets.board import Board

BOARDS: Final[Mapping[str, type[Board]]] = {"ys": YsBoard}
"""The board of each game, by the game's key."""
LEGENDS: Final[Mapping[str, Callable[[Marks, Setup | None], tuple[str, ...]]]] = {"ys": legend}
"""The lines that tell how to read the board of each game, or of one of its tables."""
RESULTS: Final[Mapping[str, Callable[[TableSnapshot, Palette, Marks], Lines]]] = {"ys": result_lines}
"""How the result of each game is drawn; nothing while the game goes on."""
