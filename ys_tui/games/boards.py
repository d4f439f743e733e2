"""What the screens show of each game: its board, how to read it, its result; one entry per game in each.

A game's own modules are imported when one of these is first called: the first frame is there before.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from protocol.game import Event, Seat, Setup
from protocol.seals import Opening, Token
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.lines import Line
from ys_tui.looks import Marks, Palette
from ys_tui.widgets.board import Board

if TYPE_CHECKING:
    from ys_tui.sheets import Sheet


def _ys_board(pace: str) -> Board:
    from ys_tui.games.ys.board import YsBoard  # noqa: PLC0415

    return YsBoard(pace)


def _ys_lessons(pace: str) -> Board:
    from ys_tui.games.ys.taught import TaughtBoard  # noqa: PLC0415

    return TaughtBoard(pace)


def _ys_legend(marks: Marks, setup: Setup | None) -> tuple[str, ...]:
    from ys_tui.games.ys.legend import legend  # noqa: PLC0415

    return legend(marks, setup)


def _ys_result(table: TableSnapshot, palette: Palette, marks: Marks) -> "Sheet":
    from ys_tui.games.ys.final import sheet  # noqa: PLC0415

    return sheet(table, palette, marks)


def _ys_remembered(
    table: TableSnapshot, seat: Seat, known: Mapping[Token, Opening], later: Iterable[Any]
) -> TableSnapshot:
    from ys_tui.games.ys.remembered import remembered  # noqa: PLC0415

    return remembered(table, seat, known, later)


def _ys_told(table: TableSnapshot, happened: Sequence[Event]) -> TableSnapshot:
    from ys_tui.games.ys.retold import retold_table  # noqa: PLC0415

    return retold_table(table, happened)


def _ys_log(table: TableSnapshot, palette: Palette, marks: Marks) -> Iterable[Line]:
    from ys_tui.games.ys.log import entries  # noqa: PLC0415

    return entries(table, palette, marks)


BOARDS: Final[Mapping[str, Callable[[str], Board]]] = {"ys": _ys_board}
"""The board of each game, told at this speed, by the game's key."""
LESSONS: Final[Mapping[str, Callable[[str], Board]]] = {"ys": _ys_lessons}
"""The same where the game is taught."""
LEGENDS: Final[Mapping[str, Callable[[Marks, Setup | None], tuple[str, ...]]]] = {"ys": _ys_legend}
"""The lines that tell how to read the board of each game, or of one of its tables."""
RESULTS: Final[Mapping[str, Callable[[TableSnapshot, Palette, Marks], "Sheet"]]] = {"ys": _ys_result}
"""The result of each game; of one that was ended without, how it stood."""
LOGS: Final[Mapping[str, Callable[[TableSnapshot, Palette, Marks], Iterable[Line]]]] = {"ys": _ys_log}
"""Each entry of the journal of each game, in a line."""
TOLD: Final[Mapping[str, Callable[[TableSnapshot, Sequence[Event]], TableSnapshot]]] = {"ys": _ys_told}
"""The table of each game as it is drawn after some of what the next entry has made happen."""
REMEMBERED: Final[
    Mapping[str, Callable[[TableSnapshot, Seat, Mapping[Token, Opening], Iterable[Any]], TableSnapshot]]
] = {"ys": _ys_remembered}
"""The table of each game at an earlier moment as a seat sees it: with what it knows, and what came later."""
