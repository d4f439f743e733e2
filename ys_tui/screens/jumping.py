"""The journal of a game as a list to jump from: by search, from round to round, by what was one's own."""

from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input

from protocol.game import Seat
from protocol.text import LINE_LENGTH
from ys_tui.games.boards import LOGS
from ys_tui.games.spoken import SPOKEN
from ys_tui.lines import GLUE, Line, crop, style, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.replay import Replay
from ys_tui.widgets.choices import Choices, broken

_MARK: Final = 4
"""Cells of a choice before and behind its words."""
_ENTRY: Final = 6
"""Cells of the number before what happened."""


class Jumps(Vertical):
    """What happened, one line each; a line that is chosen is a moment to go to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", show=False),
        Binding("pageup", "round(-1)", show=False, priority=True),
        Binding("pagedown", "round(1)", show=False, priority=True),
        Binding("n", "mine(1)", show=False),
        Binding("N", "mine(-1)", show=False),
    ]
    DEFAULT_CSS = """
    Jumps { height: 1fr; }
    Jumps Choices, Jumps Choices:focus { height: 1fr; }
    Jumps Input, Jumps Input:focus { display: none; height: 1; border: none; padding: 0 1; }
    Jumps.-finding Input, Jumps.-finding Input:focus { display: block; border: none; }
    """

    class Chosen(Message):
        """A line was chosen: go to after this entry."""

        def __init__(self, entry: int) -> None:
            """Carry the entry."""
            super().__init__()
            self.entry = entry

    def __init__(self, replay: Replay, seat: Seat | None, marks: Marks) -> None:
        """List what happened in `replay`, in which `seat` is the player's."""
        super().__init__()
        self._replay, self._seat, self._marks = replay, seat, marks
        self._said: list[str] = []
        self._word = ""
        self._palette: Palette | None = None
        """The colours of the list, once it was opened."""
        self._cells = 0
        """The breadth at which its lines are broken."""

    def compose(self) -> ComposeResult:
        """Yield what is searched, and the list."""
        yield Input(placeholder="a name, a place, a card", max_length=LINE_LENGTH)
        yield Choices(marks=self._marks)

    def draw_with(self, marks: Marks) -> None:
        """Draw with these glyphs from now on."""
        self._marks = self.query_one(Choices).marks = marks
        if self._palette is not None:
            number = self._at()
            self._offer()
            self._go(number)

    @property
    def is_searching(self) -> bool:
        """Whether only some lines are shown, or a word is being typed."""
        return self.has_class("-finding")

    @property
    def is_typing(self) -> bool:
        """Whether a word is being typed."""
        return self.query_one(Input).has_focus

    def open(self, told: int, palette: Palette) -> None:
        """List all that happened, with the cursor at the last of the first `told` things."""
        self._drop()
        self._palette = palette
        self._offer()
        self._go(max(told - 1, 0))
        self.query_one(Choices).focus()

    def _offer(self) -> None:
        palette, self._cells = self._palette, self.app.size.width - _MARK
        assert palette is not None
        spoken = SPOKEN[self._replay.record.setup.game]
        whole = self._replay.seen(self._replay.last)
        self._said += (spoken.happened(whole, n) for n in range(len(self._said), len(whole.journal)))
        night, word = palette.night, self._word.casefold()
        lines: list[tuple[str, Line]] = []
        drawn = LOGS[self._replay.record.setup.game](whole, palette, self._marks)
        for number, (told, said, line) in enumerate(zip(whole.journal, self._said, drawn, strict=True)):
            if word in said.casefold():
                colour = palette.bright if spoken.begins(told.event) else palette.text
                head = Segment(f"{told.entry:4}  ", style(colour, night))
                text = (Segment(part.replace(" VP", f"{GLUE}VP"), look) for part, look, _ in line)
                lines.append((str(number), broken(wrap((head, *text), self._cells, _ENTRY))))
        if not lines:
            nothing = crop(f"Nothing in the log has “{self._word}”.", self._cells)
            lines.append(("", (Segment(nothing, style(palette.label, night)),)))
        self.query_one(Choices).offer(lines)

    def _go(self, number: int) -> None:
        """Put the cursor on the line of this thing, or the next one that is shown."""
        choices = self.query_one(Choices)
        shown = [int(option.id) for option in choices.options if option.id is not None]
        if shown:
            at = next((index for index, each in enumerate(shown) if each >= number), len(shown) - 1)
            choices.highlighted = at
            self.call_after_refresh(choices.scroll_to_highlight)

    def _at(self) -> int:
        return int(self.query_one(Choices).chosen or 0)

    def _drop(self) -> None:
        self._word = ""
        self.remove_class("-finding")
        with self.query_one(Input).prevent(Input.Changed):
            self.query_one(Input).value = ""

    def on_resize(self, event: Resize) -> None:
        """Break the lines where the terminal ends."""
        if self._palette is not None and self._cells != self.app.size.width - _MARK:
            self._offer()
            self.call_after_refresh(self.query_one(Choices).scroll_to_highlight)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show what has the word in it."""
        message.stop()
        self._word = message.value.strip()
        if self._palette is not None:
            self._offer()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Go to what was found."""
        message.stop()
        self.query_one(Choices).focus()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Tell which moment is wanted."""
        message.stop()
        self.post_message(self.Chosen(self._replay.journal[int(message.option_id or 0)].entry))

    def action_find(self) -> None:
        """Let the player type what to find."""
        self.add_class("-finding")
        self.query_one(Input).focus()

    def show_all(self) -> None:
        """Show all lines again, with the cursor where it is."""
        number = self._at()
        self._drop()
        self._offer()
        self._go(number)
        self.query_one(Choices).focus()

    def action_round(self, way: int) -> None:
        """Go to where the next round begins, or this one or the one before."""
        begins = SPOKEN[self._replay.record.setup.game].begins
        self._next([n for n, told in enumerate(self._replay.journal) if begins(told.event)], way)

    def action_mine(self, way: int) -> None:
        """Go to the next thing that the player did or got, or the one before."""
        journal = enumerate(self._replay.journal)
        if self._seat is not None:
            self._next([n for n, told in journal if getattr(told.event, "seat", None) == self._seat], way)

    def _next(self, numbers: list[int], way: int) -> None:
        at = self._at()
        ahead = (n for n in numbers if n > at) if way > 0 else (n for n in reversed(numbers) if n < at)
        if (found := next(ahead, None)) is not None:
            self._go(found)
