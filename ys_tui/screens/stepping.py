"""What the bars say while one steps through a game: how far it is shown, which keys do something. Pure."""

from ys_tui.client.snapshot import Snapshot
from ys_tui.looks import Marks
from ys_tui.replay import Replay
from ys_tui.screens.frame import Keys
from ys_tui.screens.outcome import is_over

_MINE = (("n", "mine"),)


def where(replay: Replay, moment: int) -> str:
    """Return how far the game is shown."""
    if moment == 0:
        return "before the first entry"
    return f"entry {moment - 1} of 0–{replay.last - 1}"


def has_result(replay: Replay) -> bool:
    """Tell whether the game has come to its end, by its rules or by vote."""
    return is_over(Snapshot(table=replay.seen(replay.last)))


def journal_keys(*, is_typing: bool, has_seat: bool) -> Keys:
    """Return the keys of the journal, or of the word that is typed there."""
    if is_typing:
        return (("enter", "to what was found"), ("esc", "show all again"))
    mine = _MINE if has_seat else ()
    return (("enter", "go there"), ("/", "search"), ("PgUp PgDn", "round"), *mine, ("l", "board"))


def board_keys(marks: Marks, *, has_seat: bool, at_table: bool, has_result: bool) -> Keys:
    """Return the keys of the board."""
    return (
        ("←→" if not marks.ascii else "left right", "step"),
        ("PgUp PgDn", "round"),
        *(_MINE if has_seat else ()),
        ("l", "log"),
        ("q", "table" if at_table else "leave"),
        *((("r", "result"),) if has_result else ()),
        ("/", "search"),
        ("e", "export"),
    )
