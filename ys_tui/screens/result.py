"""The end of a game: who won, and where the points came from."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from ys_tui.client.snapshot import Snapshot, TableSnapshot
from ys_tui.games.boards import RESULTS
from ys_tui.lines import Lines, wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.frame import Framed, Keys, sentence, up_and_down
from ys_tui.screens.outcome import ended_words, saved_words
from ys_tui.widgets.region import Region

_EDGES: Final = 6
"""Cells beside the text: margins and the bar that tells how far it was scrolled."""


class ResultScreen(Framed):
    """The result of the table the player is at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "ask('back')", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("n", "again", show=False),
        Binding("m", "rematch", show=False),
        Binding("w", "ask('replay')", show=False),
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
        if self._can_rematch:
            again = (("m", "rematch" if self.snapshot.rematch is None else "join the rematch"),)
        return (
            ("enter", "lobby"),
            *again,
            ("b", "look at the board"),
            *((("w", "watch again"),) if self._is_kept else ()),
            (up_and_down(self.marks), "scroll"),
            ("?", "help"),
        )

    def show(self) -> None:
        """Draw the result, above it what went wrong, below it where the game is kept."""
        table = self.snapshot.table
        if table is None:
            return
        problems = [f"! {alarm.detail}" for alarm in table.alarms]
        if table.kept is not None and table.kept.problem:
            problems.append(f"! {table.kept.problem}")
        drawn = RESULTS[table.setup.game](table, self.palette, self.marks) or self._wrapped(
            ended_words(table), "text"
        )
        lines = (*self._wrapped(problems, "bad"), *drawn, *self._where(table))
        self.query_one("#result", Region).lines = lines

    @property
    def _can_rematch(self) -> bool:
        """Whether the player sat at this table, or others play again."""
        table = self.snapshot.table
        has_sat = table is not None and table.home is not None
        return not self._is_alone and (has_sat or self.snapshot.rematch is not None)

    @property
    def _is_kept(self) -> bool:
        """Whether the game can be stepped through."""
        table = self.snapshot.table
        return table is not None and table.kept is not None and bool(table.kept.path)

    def _where(self, table: TableSnapshot) -> Lines:
        told = saved_words(table)
        return ((), *self._wrapped((told,), "dim")) if told else ()

    def _wrapped(self, texts: Iterable[str], role: str) -> Lines:
        cells = min(self.size.width or self.width, self.width) - _EDGES
        return tuple(line for text in texts for line in wrap(sentence(text, self.palette, role), cells, 2))

    def action_rematch(self) -> None:
        """Ask to play again with the same people."""
        if self._can_rematch:
            self.ask("rematch")

    def action_again(self) -> None:
        """Ask for another game alone."""
        if self._is_alone:
            self.ask("again")
