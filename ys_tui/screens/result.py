"""The end of a game: who won, and where the points came from."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from ys_tui.client.snapshot import Snapshot, TableSnapshot
from ys_tui.games.ys.final import result_lines
from ys_tui.lines import Lines
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.screens.frame import Framed, Keys, sentence, up_and_down
from ys_tui.widgets.region import Region

RESULTS: Final[Mapping[str, Callable[[TableSnapshot, Palette, Marks], Lines]]] = {"ys": result_lines}
"""How the result of each game is drawn, by the game's key."""


class ResultScreen(Framed):
    """The result of the table the player is at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "ask('back')", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("n", "again", show=False),
        Binding("enter,escape,q", "ask('lobby')", show=False),
    ]

    way_out = "lobby"

    def __init__(self, snapshot: Snapshot, *, marks: Marks = UNICODE, is_alone: bool = False) -> None:
        """Show the result of `snapshot`; alone, another game is one key away."""
        super().__init__(snapshot, marks=marks)
        self._is_alone = is_alone

    def body(self) -> ComposeResult:
        """Yield the result."""
        with VerticalScroll(classes="body"):
            yield Region(id="result")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def heading(self) -> str:
        """Return which table it was."""
        table = self.snapshot.table
        return f"{table.info.title} · the game is over" if table and table.info else "The game is over"

    def keys(self) -> Keys:
        """Return where to go from here."""
        again = (("n", "new game"),) if self._is_alone else ()
        return (
            ("enter", "lobby"),
            *again,
            ("b", "look at the board"),
            (up_and_down(self.marks), "scroll"),
            ("?", "help"),
        )

    def show(self) -> None:
        """Draw the result, and any alarm above it."""
        table = self.snapshot.table
        if table is None:
            return
        alarms = tuple(sentence(f"! {alarm.detail}", self.palette, "bad") for alarm in table.alarms)
        drawn = RESULTS[table.setup.game](table, self.palette, self.marks)
        self.query_one("#result", Region).lines = (*alarms, *drawn)

    def action_again(self) -> None:
        """Ask for another game alone."""
        if self._is_alone:
            self.ask("again")
