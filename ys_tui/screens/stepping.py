"""What is shown while one steps through a game, and what the bars say: how far, which keys work. Pure."""

from msgspec.structs import replace

from protocol.game import Seat
from ys_tui.client.snapshot import Snapshot, TableSnapshot
from ys_tui.games.boards import REMEMBERED, TOLD
from ys_tui.looks import Marks
from ys_tui.replay import Replay
from ys_tui.screens.frame import Keys
from ys_tui.screens.outcome import is_over

_MINE = (("n", "mine"),)


def public(replay: Replay, moment: int, table: TableSnapshot | None, upto: int | None) -> TableSnapshot:
    """Return the game at a moment as a spectator saw it, with what had been said by then at `table`.

    With `upto` it is a part of an entry further, up to that thing in the journal.
    """
    seen = replay.seen(moment)
    if table is not None:
        said = (chat for chat in table.chat if chat.at <= len(seen.journal))
        seen = replace(seen, chat=tuple(said))
    if upto is None:
        return seen
    told = tuple(replay.journal[: upto + 1])
    happened = [each.event for each in told[len(seen.journal) :]]
    return replace(TOLD[replay.record.setup.game](seen, happened), journal=told)


def own(
    seen: TableSnapshot, replay: Replay, moment: int, table: TableSnapshot | None, seat: Seat | None
) -> TableSnapshot:
    """Return the same with what `seat` knew: from `table`, where it is played, and from what came later."""
    if seat is None:
        return seen
    if seat in dict(seen.awaited):  # the line below the board says so already
        seen = replace(seen, past=True)
    known = {} if table is None else table.view.known
    return REMEMBERED[replay.record.setup.game](seen, seat, known, replay.later(moment))


def where(replay: Replay, moment: int) -> str:
    """Return how far the game is shown."""
    if moment == 0:
        return "before the first entry"
    return f"entry {moment - 1} of 0–{replay.last - 1}"


def picture_name(moment: int) -> str:
    """Return what a picture of the board at a moment is called: by the number that `where` shows."""
    return f"board-{moment - 1}" if moment else "board"


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
        ("←→" if not marks.ascii else "left right", "event"),
        ("PgUp PgDn", "round"),
        *(_MINE if has_seat else ()),
        ("l", "log"),
        ("q", "table" if at_table else "leave"),
        *((("r", "result"),) if has_result else ()),
        ("/", "search"),
        ("e", "export"),
    )
