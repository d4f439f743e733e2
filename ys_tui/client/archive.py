"""Which games of one server are kept: each that was seen here from its beginning to its end. Sans-IO."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from protocol.record import Record
from ys_tui.client.shelf import ShelfError
from ys_tui.client.snapshot import Alarm, Kept
from ys_tui.client.table import Table

_LOST = "The game could not be saved: "


class Keeps(Protocol):
    """What keeps finished games."""

    def keep(self, record: Record, end: bytes, alarms: Sequence[Alarm] = ()) -> Path:
        """Keep a game and return its file, or raise ShelfError."""
        ...


class Archive:
    """What was kept of the tables of one server."""

    def __init__(self, shelf: Keeps | None, tell: Callable[[str, str], None]) -> None:
        """Keep games on `shelf`; without one, none is."""
        self._shelf, self._tell = shelf, tell
        self._kept: dict[bytes, Kept] = {}

    def look(self, table: Table) -> None:
        """Keep the game of `table` once it is over; say so when that cannot be, and try again next time.

        One that the table has voted to end is over, too: its record says so, and has no result.
        """
        match, setup = table.match, table.setup.digest()
        is_over = match.seating.is_ended or match.game.outcome(match.state) is not None
        if self._shelf is None or not is_over or self._is_kept(setup):
            return
        record = Record(table.setup, tuple(match.log))
        try:
            path = self._shelf.keep(record, match.chain, table.snapshot(None, ()).alarms)
        except ShelfError as error:
            self._kept[setup] = Kept(problem=_LOST + str(error))
            self._tell(error.code, _LOST + str(error))
        else:
            self._kept[setup] = Kept(path=str(path))

    def of(self, table: Table) -> Kept | None:
        """Return where the game of `table` is kept, or why not; None while nothing is to be said."""
        return self._kept.get(table.setup.digest())

    def _is_kept(self, setup: bytes) -> bool:
        return setup in self._kept and not self._kept[setup].problem
