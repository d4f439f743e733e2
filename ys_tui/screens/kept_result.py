"""The result of a kept game, above the screen that steps through it: a fact leads back to its moment."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ys_tui.client.snapshot import Connection, Snapshot, TableSnapshot
from ys_tui.looks import Marks
from ys_tui.screens.frame import Keys
from ys_tui.screens.result import ResultScreen

_ELSEWHERE: Final = frozenset("bqr")
"""Keys that need a table, others at it, or a lobby."""


class KeptResultScreen(ResultScreen):
    """The same tables, charts and facts; nobody is there to play again with."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,b", "close", show=False)]

    def __init__(
        self, table: TableSnapshot, go: Callable[[int | None, int | None], None], *, marks: Marks
    ) -> None:
        """Show the result of `table`; `go` shows the game at a moment, and up to a thing told there."""
        super().__init__(Snapshot(connection=Connection.ONLINE, table=table), marks=marks)
        self._go = go

    def heading(self) -> str:
        """Return what this is."""
        return "A kept game · the result"

    def keys(self) -> Keys:
        """Return the keys of a result without those that need others, or a lobby."""
        kept = (each for each in super().keys() if each[0] not in _ELSEWHERE)  # noqa: SIM118  # no mapping
        return (*kept, ("q", "back"))

    @property
    def _can_rematch(self) -> bool:
        return False

    def _look_back(self, moment: int | None, upto: int | None = None) -> None:
        self.dismiss()
        self._go(moment, upto)

    def action_open(self) -> None:
        """Step through the game at the marked fact, if there is one."""
        if self._can_open:
            super().action_open()

    def action_close(self) -> None:
        """Go back to where the game is stepped through."""
        self.dismiss()
