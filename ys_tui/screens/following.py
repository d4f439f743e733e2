"""A screen above the table that is told meanwhile how the game there goes on."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.reactive import reactive
from textual.screen import Screen

from ys_tui.client.snapshot import Snapshot
from ys_tui.looks import Marks

if TYPE_CHECKING:
    from ys_tui.widgets.board import Board


class Following(Screen[None]):
    """It is given the newest snapshot, and shows what it likes of it."""

    snapshot: reactive[Snapshot] = reactive(Snapshot(), repaint=False)

    @property
    @abstractmethod
    def board(self) -> "Board":
        """The board that is shown."""

    @abstractmethod
    def draw_with(self, marks: Marks) -> None:
        """Draw with these glyphs from now on."""
