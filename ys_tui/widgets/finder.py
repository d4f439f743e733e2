"""A line to type in above a list of what has every word of it; the keys go to both at once."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input

from ys_tui.lines import Line, style
from ys_tui.looks import UNICODE, Marks
from ys_tui.themes import palette_of
from ys_tui.widgets.choices import Choices

Find = Callable[[str], Sequence[tuple[str, Line]]]
"""Returns the lines, each with its key, for what was typed."""


class Finder(Container):
    """What is typed thins the list out, arrows move the mark in it, Enter or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('cursor_down')", show=False),
        Binding("up", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
    ]
    DEFAULT_CSS = """
    Finder { height: 1fr; }
    Finder Choices, Finder Choices:focus { height: 1fr; margin: 1 0 0 0; }
    """

    class Chosen(Message):
        """The line with this key was chosen."""

        def __init__(self, key: str) -> None:
            """Carry the key."""
            super().__init__()
            self.key = key

    def __init__(self, find: Find, *, hint: str, nothing: str, marks: Marks = UNICODE) -> None:
        """List what `find` returns, and the words `nothing` for none; `hint` stands where one types."""
        super().__init__()
        self._find, self._hint, self._nothing, self._marks = find, hint, nothing, marks

    def compose(self) -> ComposeResult:
        """Yield the line and the list."""
        yield Input(placeholder=self._hint)
        yield Choices(marks=self._marks)

    def on_mount(self) -> None:
        """Keep the keys with the line."""
        self.query_one(Choices).can_focus = False

    @property
    def typed(self) -> str:
        """What was typed."""
        return self.query_one(Input).value

    def begin(self) -> None:
        """Let the keys go to the line."""
        self.query_one(Input).focus()

    def list_found(self) -> None:
        """Bring the list up to date; the mark stays at its line."""
        palette = palette_of(self.app.theme_variables)
        nothing = (Segment(self._nothing, style(palette.dim, palette.night)),)
        self.query_one(Choices).offer(self._find(self.typed) or [("", nothing)])

    def on_input_changed(self, message: Input.Changed) -> None:
        """List what has every word typed in it, and mark the first."""
        message.stop()
        self.query_one(Choices).highlighted = None
        self.list_found()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Choose what is marked."""
        message.stop()
        if chosen := self.query_one(Choices).chosen:
            self.post_message(self.Chosen(chosen))

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Choose what was clicked on."""
        message.stop()
        self.post_message(self.Chosen(message.option_id or ""))

    def action_move(self, how: str) -> None:
        """Move the mark."""
        getattr(self.query_one(Choices), f"action_{how}")()
