"""A kept game to step through: the board as a spectator saw it, and a journal from which one jumps."""

from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.events import Resize
from textual.reactive import reactive
from textual.screen import Screen

from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.games.boards import BOARDS
from ys_tui.games.spoken import SPOKEN
from ys_tui.lines import crop, fit, style
from ys_tui.looks import Marks, Palette
from ys_tui.replay import Replay
from ys_tui.themes import palette_of
from ys_tui.widgets.bars import KeyBar, TopBar, key_line, top_line
from ys_tui.widgets.board import Board
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.journal import Tail
from ys_tui.widgets.region import Region

_BARS: Final = 3
"""Rows beside the board: the two bars and one line of the journal."""
_AT_ONCE: Final = "off"
"""The pace of a board that tells no count step by step: here the player does the stepping."""
_MARK: Final = 4
"""Cells of a choice before and behind its words."""


class ReplayScreen(Screen[None]):
    """One game from its first entry to its last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
        Binding("pageup", "round(-1)", show=False),
        Binding("pagedown", "round(1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "end", show=False),
        Binding("l", "journal", show=False),
        Binding("escape,q", "back", show=False),
    ]
    DEFAULT_CSS = """
    ReplayScreen { background: $background; color: $foreground; layout: vertical; overflow: hidden; }
    ReplayScreen { layers: base over; }
    ReplayScreen #middle { height: auto; }
    ReplayScreen.-whole #middle { height: 1fr; }
    ReplayScreen.-whole Tail { height: auto; }
    ReplayScreen #small { display: none; layer: over; width: 100%; height: 100%; background: $background; }
    ReplayScreen Choices, ReplayScreen Choices:focus { display: none; height: 1fr; }
    ReplayScreen.-journal #middle, ReplayScreen.-journal Tail { display: none; }
    ReplayScreen.-journal Choices, ReplayScreen.-journal Choices:focus { display: block; }
    ReplayScreen.-small #small { display: block; }
    """

    moment: reactive[int] = reactive(0)

    def __init__(self, replay: Replay, moment: int, *, marks: Marks) -> None:
        """Begin at a moment of `replay`."""
        super().__init__()
        self._replay, self._marks = replay, marks
        self._game = replay.record.setup.game
        self.set_reactive(ReplayScreen.moment, moment)

    def compose(self) -> ComposeResult:
        """Yield the bars, between them the board, and the journal in its place when it is open."""
        yield TopBar()
        with Center(id="middle"):
            yield BOARDS[self._game](_AT_ONCE)
        yield Region(id="small")
        yield Choices(marks=self._marks)
        yield Tail()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the moment; the board takes no keys, for nothing is asked here."""
        for region in self.query(Region):
            region.marks = self._marks
        self.board.marks = self._marks
        self.board.can_focus = False
        self.watch_moment()

    def on_resize(self, event: Resize) -> None:
        """Have the board laid out for this size; say so when the terminal is too small for any."""
        columns, rows = self.board.least
        self.board.fit_to(event.size.width, event.size.height)
        self.set_class(self.board.has_news, "-whole")
        self.set_class(event.size.width < columns or event.size.height < rows + _BARS, "-small")
        words = f" Ys needs a terminal of {columns}×{rows + _BARS} cells."
        night = style(self._palette.key, self._palette.night, bold=True)
        self.query_one("#small", Region).lines = ((Segment(words, night),),)
        self._tell()

    def watch_moment(self) -> None:
        """Show the table as it was then."""
        if not self.children:
            return
        self.board.table = self._replay.seen(self.moment)
        self._tell()

    def on_board_aimed(self, message: Board.Aimed) -> None:
        """Draw the bars anew: the board has been drawn."""
        message.stop()
        self._tell()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Go to what was chosen in the journal."""
        message.stop()
        told = self._replay.journal[int(message.option_id or 0)]
        self.action_journal()
        self.moment = self._replay.after(told.entry)

    # --- actions -----------------------------------------------------------------------------------

    def action_step(self, way: int) -> None:
        """Go to what happened next, or before."""
        self.moment = self._replay.step(self.moment, way)

    def action_round(self, way: int) -> None:
        """Go to where the next round began, or this one or the one before."""
        self.moment = self._replay.round(self.moment, way)

    def action_go(self, moment: int) -> None:
        """Go to a moment."""
        self.moment = moment

    def action_end(self) -> None:
        """Go to the last moment."""
        self.moment = self._replay.last

    def action_journal(self) -> None:
        """Open the journal at what happened last, or close it."""
        choices = self.query_one(Choices)
        if self.toggle_class("-journal").has_class("-journal"):
            told = len(self._replay.seen(self.moment).journal)
            choices.offer(self._journal())
            choices.highlighted = max(told - 1, 0)
            choices.focus()
            self.call_after_refresh(choices.scroll_to_highlight)
        else:
            self.set_focus(None)
        self._tell()

    def action_back(self) -> None:
        """Close the journal, or leave."""
        if self.has_class("-journal"):
            self.action_journal()
        elif len(self.app.screen_stack) > 2:  # noqa: PLR2004  # the app's own, and what stands below this one
            self.dismiss()
        else:
            self.app.exit()

    # --- within ------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def _palette(self) -> Palette:
        return palette_of(self.app.theme_variables)

    def _journal(self) -> list[tuple[str, tuple[Segment, ...]]]:
        """Return what happened, one line each, under the number that it has in the journal."""
        spoken, whole = SPOKEN[self._game], self._replay.seen(self._replay.last)
        night, text, bright = self._palette.night, self._palette.text, self._palette.bright
        lines: list[tuple[str, tuple[Segment, ...]]] = []
        for number, told in enumerate(whole.journal):
            is_head = spoken.begins(told.event)
            words = crop(f"{told.entry:4}  {spoken.happened(whole, number)}", self.size.width - _MARK)
            lines.append(
                (str(number), (Segment(words, style(bright if is_head else text, night, bold=is_head)),))
            )
        return lines

    def _tell(self) -> None:
        table, palette, cells = self.board.table, self._palette, self.size.width
        if table is None or not cells:
            return
        breadth = self.board.breadth
        where = (self.board.phase(), (Segment(self._at(), style(palette.bright, palette.bar, bold=True)),))
        shown = Snapshot(connection=Connection.ONLINE, table=table)
        self.query_one(TopBar).lines = (top_line(shown, "A kept game", where, palette, (cells, breadth)),)
        self.query_one(KeyBar).lines = (key_line(self._keys(), palette, cells, breadth),)
        tail, left = self.query_one(Tail), max(cells - breadth, 0) // 2
        ground = style(palette.text, palette.night)
        latest = () if self.board.has_news else self.board.news(max(tail.size.height, 1), cells - left)
        if self._replay.flaw and self.moment == self._replay.last:
            flaw = style(palette.bad, palette.night, bold=True)
            latest = (*latest, (Segment(f" ! {self._replay.flaw}", flaw),))
        indent = (Segment(" " * left, ground),)
        tail.lines = tuple(fit((*indent, *line), cells, ground) for line in latest)

    def _at(self) -> str:
        """Return how far the game is shown."""
        if self.moment == 0:
            return "before the first entry"
        return f"entry {self.moment - 1} of 0–{self._replay.last - 1}"

    def _keys(self) -> tuple[tuple[str, str], ...]:
        if self.has_class("-journal"):
            return (("enter", "go there"), ("l", "back to the board"))
        arrows = ("←→", "PgUp PgDn") if not self._marks.ascii else ("left right", "PgUp PgDn")
        return (
            (arrows[0], "step"),
            (arrows[1], "round"),
            ("Home End", "first, last"),
            ("l", "log"),
            ("q", "leave"),
        )
