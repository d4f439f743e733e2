"""Looking back at the game of a table: it is played again on a thread, then one steps through it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.looks import Marks

if TYPE_CHECKING:
    from ys_tui.replay import Replay


def look_back(
    screen: Screen[None],
    table: TableSnapshot,
    marks: Marks,
    moment: int | None,
    *,
    in_journal: bool = False,
    upto: int | None = None,
    to_table: Callable[[], None] = lambda: None,
) -> None:
    """Put the screen on that steps through the game at `table`, at a moment of it, None for the last.

    With `upto` the next entry is told in part, up to that thing in the journal. `to_table` is called when
    the player comes back because the table waits: whatever lies over it is to be closed.
    """
    from ys_tui.screens.replay import ReplayScreen  # noqa: PLC0415  # not needed to play

    def show(replay: "Replay") -> None:
        at = replay.last if moment is None else min(max(moment, 0), replay.last)
        if not screen.is_current:
            return
        shown = ReplayScreen(replay, at, marks=marks, table=table, in_journal=in_journal, upto=upto)

        def back(_: None) -> None:
            if shown.waits:
                to_table()

        screen.app.push_screen(shown, back)

    play_again(screen, table, show)


def play_again(screen: Screen[None], table: TableSnapshot, then: "Callable[[Replay], None]") -> None:
    """Play the game at `table` again on a thread, and hand it to `then` on the screens' own."""
    from ys_tui.games.kept import so_far  # noqa: PLC0415  # as above
    from ys_tui.replay import ReplayError  # noqa: PLC0415

    def play() -> None:
        try:
            replay = so_far(table)
        except ReplayError as error:
            screen.app.call_from_thread(screen.notify, str(error), severity="warning", markup=False)
        else:
            screen.app.call_from_thread(then, replay)

    screen.run_worker(play, thread=True, exclusive=True, group="replay")
