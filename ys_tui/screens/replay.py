"""A game to step through: the board as a spectator saw it, and a journal from which one jumps.

It is a game that was kept, or the one at the player's table; then a decision that waits there is told here.
"""

from typing import ClassVar, Final

from msgspec.structs import replace
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.events import Key, Resize
from textual.reactive import reactive

from protocol.game import Seat
from ys_tui.client.snapshot import Connection, Snapshot, TableSnapshot
from ys_tui.games.boards import BOARDS
from ys_tui.keyed import as_typed
from ys_tui.keymap import Typing, in_force
from ys_tui.lines import fit, style
from ys_tui.looks import Marks, Palette
from ys_tui.mentions import named
from ys_tui.replay import Replay
from ys_tui.screens import taking_out
from ys_tui.screens.cramped import leads_out
from ys_tui.screens.following import Following
from ys_tui.screens.frame import Asked, Keys
from ys_tui.screens.jumping import Jumps
from ys_tui.screens.stepping import board_keys, has_result, journal_keys, own, picture_name, public, where
from ys_tui.themes import palette_of
from ys_tui.widgets.bars import KeyBar, TopBar, top_line
from ys_tui.widgets.board import Board
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.journal import Tail
from ys_tui.widgets.region import Region

_BARS: Final = 3
"""Rows beside the board: the two bars and one line of the journal."""
_AT_ONCE: Final = "off"
"""The pace of a board that tells no count step by step: here the player does the stepping."""


class ReplayScreen(Following):
    """One game from its first entry to its last."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
        Binding("pageup", "round(-1)", show=False),
        Binding("pagedown", "round(1)", show=False),
        Binding("n", "mine(1)", show=False),
        Binding("N", "mine(-1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "end", show=False),
        Binding("l", "journal", show=False),
        Binding("slash", "find", show=False),
        Binding("r", "result", show=False),
        Binding("e", "export", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape,q", "back", show=False),
    ]
    DEFAULT_CSS = """
    ReplayScreen { background: $background; color: $foreground; layout: vertical; overflow: hidden; }
    ReplayScreen { layers: base over; }
    ReplayScreen #middle { height: auto; }
    ReplayScreen.-whole #middle { height: 1fr; }
    ReplayScreen.-whole Tail { height: auto; }
    ReplayScreen #small { display: none; layer: over; width: 100%; height: 100%; background: $background; }
    ReplayScreen Jumps { display: none; }
    ReplayScreen.-journal #middle, ReplayScreen.-journal Tail { display: none; }
    ReplayScreen.-journal Jumps { display: block; }
    ReplayScreen.-small #small { display: block; }
    """

    moment: reactive[int] = reactive(0, repaint=False)

    def __init__(
        self,
        replay: Replay,
        moment: int,
        *,
        marks: Marks,
        table: TableSnapshot | None = None,
        seat: Seat | None = None,
        in_journal: bool = False,
        upto: int | None = None,
    ) -> None:
        """Begin at a moment of `replay`, or in its journal there; `table` is where it is played.

        With `upto` the next entry is told in part, up to that thing in the journal.
        """
        super().__init__()
        self._replay, self._marks, self._table = replay, marks, table
        self._seat = table.home if table is not None else seat
        self._game = replay.record.setup.game
        self._in_journal, self._upto = in_journal, upto
        self._spectator: TableSnapshot | None = None
        """The moment that is shown, as a spectator saw it."""
        self.set_reactive(ReplayScreen.moment, moment)

    def compose(self) -> ComposeResult:
        """Yield the bars, between them the board, and the journal in its place when it is open."""
        yield TopBar()
        with Center(id="middle"):
            yield BOARDS[self._game](_AT_ONCE)
        yield Region(id="small")
        yield Jumps(self._replay, self._seat, self._marks)
        yield Tail()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the moment; the board takes no keys, for nothing is asked here."""
        self.draw_with(self._marks)
        self.board.can_focus = False
        self.watch_moment()
        if self._in_journal:
            self.action_journal()

    def draw_with(self, marks: Marks) -> None:
        """Draw with these glyphs from now on."""
        self._marks = marks
        for region in self.query(Region):
            region.marks = marks
        self.board.marks = marks
        self._jumps.draw_with(marks)
        self._tell()

    def on_resize(self, event: Resize) -> None:
        """Have the board laid out for this size; say so when the terminal is too small for any."""
        columns, rows = self.board.least
        self.board.fit_to(event.size.width, event.size.height)
        self.set_class(self.board.has_news, "-whole")
        is_small = event.size.width < columns or event.size.height < rows + _BARS
        self.set_class(is_small, "-small")
        if is_small:
            self.set_focus(None)
        elif self.focused is None and self.has_class("-journal"):
            self.query_one(Choices).focus()
        words = f" Ys needs a terminal of {columns}×{rows + _BARS} cells."
        night = style(self._palette.key, self._palette.night, bold=True)
        self.query_one("#small", Region).lines = ((Segment(words, night),),)
        self._tell()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let keys only lead out of here while the terminal is too small."""
        return not self.has_class("-small") or leads_out(action, parameters, "")

    def watch_moment(self) -> None:
        """Show the table as it was then."""
        if not self.children:
            return
        self.board.table = self._seen()
        self._upto = None
        self._tell()

    def _seen(self) -> TableSnapshot:
        """Return the table at the moment, with what was said by then, as the player sees it."""
        self._spectator = public(self._replay, self.moment, self._table, self._upto)
        return own(self._spectator, self._replay, self.moment, self._table, self._seat)

    def watch_snapshot(self) -> None:
        """Take what has been played since, and tell whether the player is awaited."""
        snapshot = self.snapshot
        if self._table is None or snapshot.table is None or snapshot.table.setup != self._table.setup:
            return
        self._table = snapshot.table
        if self.children:
            was_last = self.moment == self._replay.last
            if self._replay.go_on(snapshot.table.entries) and was_last:
                self.watch_moment()  # it is the present no longer
            self._tell()

    def on_board_aimed(self, message: Board.Aimed) -> None:
        """Draw the bars anew: the board has been drawn."""
        message.stop()
        self._tell()

    def on_jumps_chosen(self, message: Jumps.Chosen) -> None:
        """Go to what was chosen in the journal."""
        message.stop()
        self.action_journal()
        self.moment = self._replay.after(message.entry)

    def on_descendant_focus(self) -> None:
        """Tell the keys of what has the focus now."""
        self._tell()

    # --- actions -----------------------------------------------------------------------------------

    def action_step(self, way: int) -> None:
        """Go to what happened next, or before."""
        self.moment = self._replay.step(self.moment, way)

    def action_round(self, way: int) -> None:
        """Go to where the next round began, or this one or the one before."""
        self.moment = self._replay.round(self.moment, way)

    def action_mine(self, way: int) -> None:
        """Go to the next thing that the player did or got, or the one before."""
        if self._seat is not None:
            self.moment = self._replay.of(self._seat, self.moment, way)

    def action_go(self, moment: int) -> None:
        """Go to a moment."""
        self.moment = moment

    def action_end(self) -> None:
        """Go to the last moment."""
        self.moment = self._replay.last

    def action_journal(self) -> None:
        """Open the journal at what happened last, or close it."""
        if self.toggle_class("-journal").has_class("-journal"):
            self._jumps.open(len(self._replay.seen(self.moment).journal), self._palette)
        else:
            self.set_focus(None)
        self._tell()

    def action_find(self) -> None:
        """Open the journal to find a word in it."""
        if not self.has_class("-journal"):
            self.action_journal()
        self._jumps.action_find()

    def action_result(self) -> None:
        """Show the result of a kept game, if it has come to one."""
        from ys_tui.screens.kept_result import KeptResultScreen  # noqa: PLC0415  # it loads charts

        if self._has_result:
            last = self._replay.seen(self._replay.last)
            table = replace(last, entries=self._replay.record.entries)
            self.app.push_screen(KeptResultScreen(table, self._go, marks=self._marks))

    def _go(self, moment: int | None, upto: int | None) -> None:
        """Go to a moment, None for the last; with `upto` the next entry is told in part."""
        self._upto = upto
        at = self._replay.last if moment is None else min(moment, self._replay.last)
        if at == self.moment:
            self.watch_moment()
        else:
            self.moment = at

    @property
    def _has_result(self) -> bool:
        """Whether it is a kept game with an end; the result of a table's game is shown there."""
        return self._table is None and has_result(self._replay)

    def action_help(self) -> None:
        """Have the help shown at the rules that apply at the moment."""
        self.post_message(Asked("help"))

    def action_export(self) -> None:
        """Write the journal as text and this board as a picture, where the client was started.

        The picture has what a spectator saw: while the game goes on, no value that is face down leaves the
        client.
        """
        seen, self.board.table = self.board.table, self._spectator
        svg = taking_out.pictured(self.app)
        self.board.table = seen
        taking_out.written(self._replay, svg, picture_name(self.moment), taking_out.noted(self))

    def action_back(self) -> None:
        """Show the whole journal where something is searched in it, close it, or leave.

        To a table that waits for the player it is one step from the journal as well.
        """
        if self.has_class("-journal") and self._jumps.is_searching:
            self._jumps.show_all()
        elif self.has_class("-journal") and not self.waits:
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
    def _jumps(self) -> Jumps:
        return self.query_one(Jumps)

    @property
    def _palette(self) -> Palette:
        return palette_of(self.app.theme_variables)

    def _tell(self) -> None:
        table, palette, cells = self.board.table, self._palette, self.size.width
        if table is None or not cells:
            return
        breadth = self.board.breadth
        phase = (
            self.board.phase(),
            (Segment(where(self._replay, self.moment), style(palette.bright, palette.bar, bold=True)),),
        )
        shown = Snapshot(connection=Connection.ONLINE, table=table)
        title = (
            self._said("Your turn: {replay:Esc}")
            if self.waits
            else "Looking back"
            if self._table
            else "A kept game"
        )
        self.query_one(TopBar).lines = (top_line(shown, title, phase, palette, (cells, breadth)),)
        self.query_one(KeyBar).tell(as_typed(self, self._keys()), palette, cells, breadth)
        tail, left = self.query_one(Tail), max(cells - breadth, 0) // 2
        ground = style(palette.text, palette.night)
        latest = () if self.board.has_news else self.board.news(max(tail.size.height, 1), cells - left)
        bad = style(palette.bad, palette.night, bold=True)
        if self._replay.flaw and self.moment == self._replay.last:
            latest = (*latest, (Segment(f" ! {self._replay.flaw}", bad),))
        if self.waits:
            key = style(palette.key, palette.night, bold=True)
            latest = (
                *latest,
                (Segment(self._said(" The table waits for you: {replay:Esc} leads back there."), key),),
            )
        if self._table is not None and self._table.alarms:
            latest = (*latest, (Segment(f" ! {self._table.alarms[-1].detail}", bad),))
        indent = (Segment(" " * left, ground),)
        tail.lines = tuple(fit((*indent, *line), cells, ground) for line in latest)

    def _said(self, words: str) -> str:
        """Return words with the keys in force."""
        return named(words, in_force(self.app))

    def on_key(self, event: Key) -> None:
        """Say that the table waits, to who answers it here."""
        if self.waits and event.key.isdecimal():
            event.stop()
            self.notify(
                self._said("This is looking back: {replay:Esc} leads to the table, which waits for you.")
            )

    @property
    def waits(self) -> bool:
        """Whether the table waits for a decision of the player."""
        return self._table is not None and (self._table.prompt is not None or bool(self._table.may_vote))

    def typing(self) -> Typing:
        """Return what keys mean: the arrows step through the game, or move in its journal."""
        return Typing("replay", is_moving=not self.has_class("-journal"))

    def offered(self) -> None:
        """Return the keys that do something just now: all."""

    def _keys(self) -> Keys:
        has_seat = self._seat is not None
        if self.has_class("-journal"):
            return journal_keys(is_typing=self._jumps.is_typing, has_seat=has_seat)
        at_table = self._table is not None
        return board_keys(self._marks, has_seat=has_seat, at_table=at_table, has_result=self._has_result)
