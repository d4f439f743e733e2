"""The table: the board of the game that is played, between a bar that tells and a bar of the keys.

It gets snapshots and posts wishes; help and the question before leaving are the app's affair.
"""

import sys
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.events import Key, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from protocol.game import NATURE
from protocol.seating import PAUSE, PLAY
from ys_tui.ballots import is_voteless, no_vote
from ys_tui.client.intents import ComeBack, Vote
from ys_tui.client.plan import PLAN_CUT
from ys_tui.client.snapshot import OFFLINE, Connection, Snapshot, TableSnapshot
from ys_tui.games.boards import BOARDS, LESSONS
from ys_tui.keyed import as_typed
from ys_tui.keymap import Typing, in_force
from ys_tui.lines import fit, style, wrap
from ys_tui.looks import Marks, Palette, marks_for
from ys_tui.mentions import named
from ys_tui.screens.cramped import leads_out
from ys_tui.screens.frame import has_room
from ys_tui.screens.idle_keys import does_nothing, reply
from ys_tui.screens.looking_back import look_back
from ys_tui.screens.outcome import is_over
from ys_tui.screens.table_keys import Keys, ballot_keys, board_keys, is_lost, journal_keys
from ys_tui.screens.urgent import urgent
from ys_tui.themes import palette_of
from ys_tui.widgets.bars import KeyBar, TopBar, top_line
from ys_tui.widgets.board import Board
from ys_tui.widgets.journal import Journal, Tail
from ys_tui.widgets.region import Region
from ys_tui.wish import Wish

_BARS: Final = 3
"""Rows beside the board: the two bars and one line of the journal."""


class TableScreen(Screen[None]):
    """One game, as its player or a spectator sees it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "journal", show=False),
        Binding("b", "look_back", show=False),
        Binding("enter", "jump", show=False),
        Binding("t", "ask('chat')", show=False),
        Binding("i", "ask('who')", show=False),
        Binding("r", "result", show=False),
        Binding("question_mark,f1", "ask('help')", show=False),
        Binding("q", "ask('leave')", show=False),
        Binding("escape", "back", show=False),
        Binding("v", "vote", show=False),
        Binding("w", "outlook", show=False),
        Binding("P", "pause", show=False),
        Binding("c", "come_back", show=False),
        Binding("m", "ask('mute')", show=False),
    ]
    DEFAULT_CSS = """
    TableScreen { background: $background; color: $foreground; layout: vertical; overflow: hidden; }
    TableScreen { layers: base over; }
    TableScreen #middle { height: auto; }
    TableScreen.-whole #middle { height: 1fr; }
    TableScreen.-whole Tail { height: auto; }
    TableScreen #small { display: none; layer: over; width: 100%; height: 100%; background: $background; }
    TableScreen Journal { display: none; }
    TableScreen.-journal #middle, TableScreen.-journal Tail { display: none; }
    TableScreen.-journal Journal { display: block; }
    TableScreen.-small #small { display: block; }
    """

    snapshot: reactive[Snapshot] = reactive(Snapshot(), repaint=False)

    class Asked(Message):
        """The player asks the app for something: "help", "leave", "chat" or "result"."""

        def __init__(self, what: str) -> None:
            """Carry `what`."""
            self.what = what
            super().__init__()

    def __init__(
        self, snapshot: Snapshot, *, marks: Marks | None = None, pace: str = "", is_taught: bool = False
    ) -> None:
        """Show the table of `snapshot`; with the glyphs that the terminal can show unless told which.

        Counts are told at `pace`, "" for the usual speed; in the tutorial the game `is_taught`.
        """
        super().__init__()
        self._pace = pace
        self._boards = LESSONS if is_taught else BOARDS
        self._is_taught = is_taught
        assert snapshot.table is not None
        self._game = snapshot.table.setup.game
        self._marks = marks or marks_for(getattr(sys.__stdout__, "encoding", None))
        self.set_reactive(TableScreen.snapshot, snapshot)

    def compose(self) -> ComposeResult:
        """Yield the bars and between them the board of the game."""
        yield TopBar()
        with Center(id="middle"):
            yield self._boards[self._game](self._pace)
        yield Region(id="small")
        yield Journal()
        yield Tail()
        yield KeyBar()

    def on_mount(self) -> None:
        """Hand the snapshot down and the keys to the board."""
        self.draw_with(self._marks)
        self.board.focus()
        self.watch_snapshot(None, self.snapshot)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._tell())

    def on_unmount(self) -> None:
        """Hear of no more themes: the app would hold all that has ever listened."""
        self.app.theme_changed_signal.unsubscribe(self)

    def typing(self) -> Typing:
        """Return what keys mean at the board, or in the journal before it."""
        if self.has_class("-journal"):
            return Typing("table")
        return Typing("table", self.board.is_moving, self.board.literal)

    def offered(self) -> frozenset[str]:
        """Return the keys that do something just now, at the board or beside it."""
        told = {key for key, _ in (*self.board.keys(), *ballot_keys(self.table))}
        is_counting = {"w", "b"} if self.board.is_telling else {"w"} if self._is_over else set()
        over = {"r"} if self._is_over else set()
        votes = (
            {"P"} if self.table is not None and self.table.seat is not None and self.table.awaited else set()
        )
        return frozenset(told | {"l", "t", "i", "m", "s", *over, *votes} | {"w", "b"} - is_counting)

    def choices(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """Return what can be chosen at the board: its keys, and it in words; nothing behind the journal."""
        return () if self.has_class("-journal") else self.board.choices()

    def draw_with(self, marks: Marks) -> None:
        """Draw with these glyphs from now on."""
        self._marks = marks
        for region in self.query(Region):
            region.marks = marks
        self.query_one(Journal).marks = marks
        self.board.marks = marks
        self._tell()

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def table(self) -> TableSnapshot | None:
        """The table that is shown."""
        return self.snapshot.table

    def watch_snapshot(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Hand it down."""
        if not self.children or snapshot.table is None:
            return
        self.board.link = snapshot.connection
        self.board.table = snapshot.table
        is_chat = snapshot.notice is not None and snapshot.notice.code == "chat"  # told among the news
        if before is None or (snapshot.notice != before.notice and not is_chat):
            self.board.word = "" if snapshot.notice is None or before is None else snapshot.notice.detail
        elif _is_found(before, snapshot) or (
            _is_past(before.table, snapshot.table) and not _is_kept(snapshot)
        ):
            self.board.word = ""
        self._tell()

    def on_resize(self, event: Resize) -> None:
        """Have the board laid out for this size; say so when the terminal is too small for any.

        Then the word stands over the board, and keys do nothing unseen.
        """
        columns, rows = self.board.least
        self.board.fit_to(event.size.width, event.size.height)
        self.set_class(self.board.has_news, "-whole")
        is_small = event.size.width < columns or event.size.height < rows + _BARS
        self.set_class(is_small, "-small")
        if is_small:
            self.set_focus(None)
        elif self.focused is None:
            self._front.focus()
        has = f"{event.size.width}×{event.size.height}"
        words = f" Ys needs a terminal of {columns}×{rows + _BARS} cells; this one has {has}."
        night = style(self._palette.key, self._palette.night, bold=True)
        self.query_one("#small", Region).lines = wrap((Segment(words, night),), max(event.size.width, 1))
        self._tell()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let keys only lead out of here while the terminal is too small."""
        return not self.has_class("-small") or leads_out(action, parameters, "leave")

    def on_key(self, event: Key) -> None:
        """Say what can be done to who presses a key that does nothing where a decision is asked."""
        board, key = self.board, (event.key, event.character)
        if not (board.has_focus and board.is_asking and does_nothing(event.key, self.offered())):
            return
        if said := reply(key, board.keys(), in_force(self.app), self.typing()):
            self.say(said)

    def on_board_wished(self, message: Board.Wished) -> None:
        """Pass it on to the app."""
        message.stop()
        self.post_message(Wish(message.intent))

    def on_board_aimed(self, message: Board.Aimed) -> None:
        """Show the keys that work now; the app hears of it as well, it waits for a count to be told."""
        self._tell()

    def action_journal(self) -> None:
        """Open or close the journal."""
        is_open = self.toggle_class("-journal").has_class("-journal")
        self._front.focus()
        self._tell()
        if is_open:
            self.call_after_refresh(self._scroll_journal)
        else:  # only then is it known how many lines of news there is room for
            self.call_after_refresh(self._tell)

    def _scroll_journal(self) -> None:
        """Show the end of the journal; where a count was skipped, what was not seen of it."""
        journal = self.query_one(Journal)
        first = self.board.missed(self._journal_width)
        if first is None:
            journal.scroll_end(animate=False)
        else:
            journal.scroll_to(y=first, animate=False)

    @property
    def _journal_width(self) -> int:
        """Cells of a line of the journal; the last column is the scrollbar's."""
        cells = self.size.width
        return cells - max(cells - self.board.breadth, 0) // 2 - 1

    def action_back(self) -> None:
        """Close the journal, or ask whether to leave."""
        if self.has_class("-journal"):
            self.action_journal()
        else:
            self.action_ask("leave")

    def action_look_back(self) -> None:
        """Step back through the game so far; the table goes on meanwhile."""
        if self.table is not None and self._can_look_back:
            look_back(self, self.table, self._marks, None)

    def action_jump(self) -> None:
        """Let the player choose a line of the journal, to see the board as it was then."""
        if self.table is not None and self.has_class("-journal") and self._can_look_back:
            look_back(self, self.table, self._marks, None, in_journal=True, to_table=self._close_journal)

    def _close_journal(self) -> None:
        if self.has_class("-journal"):
            self.action_journal()

    @property
    def _can_look_back(self) -> bool:
        """Whether there is something to step back through, and no count that is being told."""
        return self.table is not None and bool(self.table.entries) and not self.board.is_telling

    def action_outlook(self) -> None:
        """Show what would come out if all that the player knows were counted now; a game that is over is."""
        if self._is_over:
            self._refuse("The game is over; {table:r} tells how it was scored.")
            return
        if self.board.is_telling:
            self._refuse("First let the count be told ({table:Enter}: to its end).")
            return
        from ys_tui.screens.glance import Glance  # noqa: PLC0415  # when it is asked for

        self.app.push_screen(Glance("If it were counted now", self.board.outlook, self._marks))

    def action_ask(self, what: str) -> None:
        """Ask the app."""
        self.post_message(self.Asked(what))

    def action_result(self) -> None:
        """Ask the app for the result, once there is one."""
        if self._is_over:
            self.action_ask("result")

    def action_vote(self) -> None:
        """Ask for a vote about the seat that keeps the table waiting; where there is none, say why."""
        if self.table is not None and self.table.may_vote:
            self.action_ask("vote")
        elif self.table is not None and not self.board.is_asking:  # else the key is answered as others are
            self.say(no_vote(self.table, self.board.until_vote()))

    def action_pause(self) -> None:
        """Vote for a pause, or to play on where the table pauses or the player has voted for a pause."""
        table = self.table
        if table is None or not table.awaited:
            return
        if table.seat is None or is_voteless(table):
            self.say(no_vote(table, ""))
            return
        has_voted = (table.seat, NATURE, PAUSE) in table.votes
        self.post_message(Wish(Vote(NATURE, PLAY if table.paused or has_voted else PAUSE)))

    def action_come_back(self) -> None:
        """Ask for the seat again that the table has given up."""
        if is_lost(self.table):
            self.post_message(Wish(ComeBack()))

    def say(self, word: str) -> None:
        """Say a word to the player, where refusals stand: it covers nothing and goes with the next key."""
        self.board.word = word

    def _refuse(self, words: str) -> None:
        """Say words of ours there, with the keys in force."""
        self.say(named(words, in_force(self.app)))

    @property
    def _front(self) -> Board | Journal:
        """What takes the keys."""
        return self.query_one(Journal) if self.has_class("-journal") else self.board

    @property
    def _palette(self) -> Palette:
        return palette_of(self.app.theme_variables)

    def _tell(self) -> None:
        table, palette = self.table, self._palette
        if table is None or not self.children or not self.size.width:
            return
        cells = self.size.width
        title = "Tutorial" if self._is_taught else table.info.title if table.info is not None else "Ys"
        where = (self.board.phase(), self.board.awaited())
        bar = top_line(self.snapshot, title, where, palette, (cells, self.board.breadth))
        self.query_one(TopBar).lines = (bar,)
        self.query_one(KeyBar).tell(as_typed(self, self._keys()), palette, cells, self.board.breadth)
        ground, left = style(palette.text, palette.night), max(cells - self.board.breadth, 0) // 2
        indent = (Segment(" " * left, ground),)
        if self.has_class("-journal"):
            chronicle = self.board.chronicle(self._journal_width)
            self.query_one(Journal).lines = tuple((*indent, *line) for line in chronicle)
        else:
            tail = self.query_one(Tail)
            latest = () if self.board.has_news else self.board.news(max(tail.size.height, 1), cells - left)
            told = (*latest, *urgent(table, palette, in_force(self.app)), *self.board.aside(cells - left))
            tail.lines = tuple(fit((*indent, *line), cells, ground) for line in told)

    def _keys(self) -> Keys:
        if self.has_class("-journal"):
            told = journal_keys(self.table, self._marks, can_look_back=self._can_look_back)
        else:
            told = board_keys(self.board, self.snapshot, self._marks, can_look_back=self._can_look_back)
        return told if has_room(self.size) else tuple(each for each in told if each[0] != "?")

    @property
    def _is_over(self) -> bool:
        return is_over(self.snapshot)


def _is_kept(snapshot: Snapshot) -> bool:
    """Tell whether the latest word stays until the player presses a key: that a plan came to nothing."""
    return snapshot.notice is not None and snapshot.notice.code == PLAN_CUT


def _is_found(before: Snapshot, snapshot: Snapshot) -> bool:
    """Tell whether the latest word is that there is no connection, and there is one again."""
    is_back = before.connection is not snapshot.connection is Connection.ONLINE
    return is_back and snapshot.notice is not None and snapshot.notice.code == OFFLINE


def _is_past(before: TableSnapshot | None, table: TableSnapshot) -> bool:
    """Tell whether the word that stands there is about what is over: nobody may be there to press a key."""
    if before is None:
        return False
    if table.draft != before.draft or table.prompt != before.prompt:
        return True
    return table.prompt is None and len(table.journal) > len(before.journal)
