"""What stands there until the game or the server that the command line asks for is reached."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from ys_tui.screens.frame import Framed, Keys, sentence
from ys_tui.widgets.region import Region

_WORD = "Starting …"


class StartingScreen(Framed):
    """One word. Whoever said on the command line where to play is not asked, unless it fails."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "ask('help')", show=False),
        Binding("q", "ask('quit')", show=False),
    ]
    way_out = "quit"

    def body(self) -> ComposeResult:
        """Yield the word."""
        with Vertical(classes="body"):
            yield Region(id="words")

    def heading(self) -> str:
        """Return the title of the game."""
        return "the board game for the terminal"

    def keys(self) -> Keys:
        """Return the keys that do something meanwhile."""
        return (("?", "help"), ("q", "quit"))

    def show(self) -> None:
        """Show the word."""
        self.query_one("#words", Region).lines = (sentence(_WORD, self.palette),)
