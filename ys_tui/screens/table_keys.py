"""Which keys the bar at the table names, of those that do something now: as many as there is room for."""

from collections.abc import Sequence
from typing import Final

from ys_tui.ballots import pausers
from ys_tui.client.snapshot import Absence, Snapshot, TableSnapshot
from ys_tui.looks import Marks
from ys_tui.screens.outcome import is_over
from ys_tui.widgets.board import Board

Keys = Sequence[tuple[str, str]]

_MANY: Final = 4
"""Keys of the board from which on the bar has no room for talking."""
_WIDE: Final = 100
"""Cells of the bar from which on it has room for it all the same."""


def is_lost(table: TableSnapshot | None) -> bool:
    """Tell whether the player's seat is lost, and not asked for again yet."""
    return table is not None and table.absence in {Absence.HELD, Absence.GIVEN_UP}


def ballot_keys(table: TableSnapshot | None) -> Keys:
    """Return the keys about seats: a vote, coming back, and a pause."""
    if table is None:
        return ()
    vote = (("v", "vote"),) if table.may_vote else ()
    back = (("c", "come back"),) if is_lost(table) else ()
    return (*vote, *back, *_pause_key(table))


def _pause_key(table: TableSnapshot) -> Keys:
    """Return what P does as soon as somebody has voted for a pause."""
    voters = pausers(table)
    if table.seat is None or table.seat in table.parted or not (table.paused or voters):
        return ()
    if table.paused:
        return (("P", "play on"),)
    return (("P", "no pause" if table.seat in voters else "pause, too"),)


def journal_keys(table: TableSnapshot | None, marks: Marks, *, can_look_back: bool) -> Keys:
    """Return what can be done before the journal."""
    return (
        (marks.arrows[:2] if not marks.ascii else "arrows", "scroll"),
        ("space", "page"),
        *((("enter", "jump to a line"),) if can_look_back else ()),
        *ballot_keys(table),
        ("l", "back to the board"),
        ("?", "help"),
    )


def board_keys(board: Board, snapshot: Snapshot, marks: Marks, *, can_look_back: bool) -> Keys:
    """Return what can be done at the board, and beside it where the bar has room."""
    if board.has_all_keys:
        return board.keys()
    table, over = snapshot.table, is_over(snapshot)
    result = (("r", "result"),) if over else ()
    own = (*board.keys(), *ballot_keys(table), *result)
    alarm = (("i", "ALARM"),) if table is not None and table.alarms else ()
    talk = (("t", "talk"),) if len(own) + len(alarm) < _MANY or board.breadth >= _WIDE else ()
    outlook = (("w", "if now"),) if len(own) < _MANY and not (board.is_telling or over) else ()
    log = f"log {'>' if marks.ascii else '»'}{unread}" if (unread := board.unread) else "log"
    has_room = len(own) < _MANY - 1 or board.breadth >= _WIDE  # or leaving would have none
    back = (("b", "look back"),) if has_room and can_look_back else ()
    tune = ((",", "settings"),) if board.breadth >= _WIDE else ()
    return (*own, *alarm, ("l", log), *talk, *outlook, *back, *tune, ("?", "help"), ("q", "leave"))
