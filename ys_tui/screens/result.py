"""The end of a game: who won, where the points came from, how it went, and what decided it."""

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec.structs import replace
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.reactive import reactive

from ys_tui import charts
from ys_tui.client.snapshot import Snapshot, TableSnapshot
from ys_tui.games.boards import RESULTS
from ys_tui.lines import Line, Lines, fit, style, width, wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens import taking_out
from ys_tui.screens.frame import Framed, Keys, sentence, up_and_down
from ys_tui.screens.looking_back import look_back
from ys_tui.screens.outcome import ended_words, saved_words
from ys_tui.sheets import Page, Sheet, drawn, facts_part, pages, tabs
from ys_tui.widgets.region import Region

_BARS: Final = 2
_WIDEST: Final = 140
"""Cells that the result takes at most: longer lines are hard to follow."""
_ROOMY: Final = 110
"""Cells from which on the panel of the facts has room to say what Enter does."""
_EDGES: Final = 4
"""Cells beside what is said above and below the panels."""


class ResultScreen(Framed):
    """The result of the table the player is at."""

    scope = "result"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "ask('back')", show=False),
        Binding("n", "again", show=False),
        Binding("m,r", "rematch", show=False),
        Binding("w,right", "replay(0)", show=False),
        Binding("left", "replay(-1)", show=False),
        Binding("up", "mark(-1)", show=False),
        Binding("down", "mark(1)", show=False),
        Binding("enter", "open", show=False),
        Binding("tab", "turn(1)", show=False),
        Binding("shift+tab", "turn(-1)", show=False),
        *(Binding(str(number), f"page({number - 1})", show=False) for number in (1, 2, 3)),
        Binding("s", "save", show=False),
        Binding("e", "export", show=False),
        Binding("v", "verify", show=False),
        Binding("escape,q", "ask('lobby')", show=False),
    ]
    DEFAULT_CSS = f"""
    ResultScreen .body {{ width: {_WIDEST}; padding: 0; scrollbar-size-vertical: 1; }}
    """

    topic = "scoring"
    way_out = "lobby"
    width = _WIDEST

    page: reactive[int] = reactive(0, repaint=False)
    marked: reactive[int] = reactive(0, repaint=False)
    """Which of the facts Enter opens."""

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        marks: Marks = UNICODE,
        is_alone: bool = False,
        is_taught: bool = False,
    ) -> None:
        """Show the result of `snapshot`; alone, another game is one key away; the tutorial's `is_taught`."""
        super().__init__(snapshot, marks=marks)
        self._is_alone, self._is_taught = is_alone, is_taught
        self._has_charts = False
        self._sheet: Sheet | None = None
        self._drawn_for: object = None
        self._told, self._told_in = "", "dim"
        """What came of the last thing that was taken out, in which colour; it stands below the panels."""
        self._pages: tuple[Page, ...] = ()

    def body(self) -> ComposeResult:
        """Yield the result."""
        with VerticalScroll(classes="body"):
            yield Region(id="result")

    def on_mount(self) -> None:
        """Load, on a thread, what charts are drawn with; the tables stand meanwhile."""
        self.query_one(VerticalScroll).can_focus = False

        def prepare() -> None:
            charts.load()
            self.app.call_from_thread(self._chart)

        self.run_worker(prepare, thread=True, group="charts")

    def _chart(self) -> None:
        """Draw the charts from now on."""
        self._has_charts = True
        self.refresh_all()

    def heading(self) -> str:
        """Return which table it was."""
        table = self.snapshot.table
        title = "Tutorial" if self._is_taught else table.info.title if table and table.info else ""
        return f"{title} · the game is over" if title else "The game is over"

    def keys(self) -> Keys:
        """Return where to go from here."""
        again = (("n", "new game"),) if self._is_alone else ()
        if self._can_rematch:
            again = (("r", "rematch" if self.snapshot.rematch is None else "join the rematch"),)
        is_kept = self._is_kept
        arrows = self.marks.arrows[-2:] if not self.marks.ascii else "left right"
        return (
            *again,
            *(((arrows, "step through"),) if is_kept else ()),
            *((("enter", "open"),) if self._can_open else ()),
            *((("tab", "page"),) if len(self._pages) > 1 else ()),
            *(((up_and_down(self.marks), "scroll"),) if self._is_scrolled else ()),
            ("q", "lobby"),
            *((("e", "export"), ("s", "save"), ("v", "verify")) if is_kept else ()),
            ("b", "board"),
            ("?", "help"),
        )

    def watch_page(self) -> None:
        """Draw the other page."""
        self.refresh_all()

    def watch_marked(self) -> None:
        """Draw the mark at another fact."""
        self.refresh_all()

    def show(self) -> None:
        """Draw the result, above it what went wrong, below it where the game is kept."""
        table = self.snapshot.table
        if table is None:
            return
        cells = min(self.size.width, _WIDEST)
        problems = [f"! {alarm.detail}" for alarm in table.alarms]
        if table.kept is not None and table.kept.problem:
            problems.append(f"! {table.kept.problem}")
        sheet = self._sheet_of(table)
        headline = sheet.headline or self._wrapped(ended_words(table), cells, "text")
        where = self._wrapped(filter(None, (self._told or saved_words(table),)), cells, self._told_in)
        head = (*self._wrapped(problems, cells, "bad"), *self._headed(headline, cells))
        room = self.size.height - _BARS - len(head) - len(where)
        self._pages = self._arranged(sheet, cells, room)
        cells -= self._is_scrolled  # the last column is the scrollbar's
        self.set_reactive(ResultScreen.page, min(self.page, len(self._pages) - 1))
        titles = [page.title for page in self._pages]
        turned = (tabs(titles, self.page, self.palette),) if len(titles) > 1 else ()
        body = drawn(self._pages[self.page], cells, room - len(turned), self.palette)
        self.query_one("#result", Region).lines = (*head, *turned, *body, *where)

    def _arranged(self, sheet: Sheet, cells: int, room: int) -> tuple[Page, ...]:
        marked = min(self.marked, len(sheet.facts) - 1) if self._is_kept and sheet.facts else None
        words = "{result:Enter} opens the board then" if cells >= _ROOMY else "{result:Enter}: board"
        note = "" if marked is None else self.named(words)
        title = "What decided it" if sheet.headline else "What stood out"
        facts = facts_part(sheet.facts, marked, self.palette, note=note, title=title)
        if not self._has_charts:
            sheet = replace(sheet, charts=tuple(replace(part, draw=_nothing) for part in sheet.charts))
        found = pages(sheet, facts, cells, room)
        # Where there are several, one row is theirs.
        return found if len(found) == 1 else pages(sheet, facts, cells, room - 1)

    def _sheet_of(self, table: TableSnapshot) -> Sheet:
        """Return the sheet; what it says follows from the game, and that is over."""
        drawn_for = (len(table.journal), table.names, self.palette, table.ended)
        if self._sheet is None or drawn_for != self._drawn_for:
            self._sheet, self._drawn_for = (
                RESULTS[table.setup.game](table, self.palette, self.marks),
                drawn_for,
            )
        return self._sheet

    def _headed(self, headline: Lines, cells: int) -> Lines:
        """Return the headline with the word at its end that every entry was verified."""
        ground = style(self.palette.text, self.palette.night)
        room = cells - _EDGES
        broken = (
            part for line in headline for part in (wrap(line, room, 2) if width(line) > room else (line,))
        )
        lines: list[Line] = [(Segment("  ", ground), *part) for part in broken]
        said = (Segment("✓ verified ", style(self.palette.good, self.palette.night)),)
        if not self._has_problem and width(lines[0]) + width(said) < cells:
            lines[0] = (*fit(lines[0], cells - width(said), ground), *said)
        return tuple(lines)

    def _tell(self, words: str, *, is_bad: bool = False) -> None:
        """Say what came of it, in place of where the game is kept: nothing else is covered."""
        self._told, self._told_in = " ".join(words.splitlines()), "bad" if is_bad else "key"
        self.refresh_all()

    @property
    def _has_problem(self) -> bool:
        table = self.snapshot.table
        return table is not None and bool(table.alarms)

    @property
    def _can_rematch(self) -> bool:
        """Whether the player sat at this table, or others play again."""
        table = self.snapshot.table
        has_sat = table is not None and table.home is not None
        return not self._is_alone and (has_sat or self.snapshot.rematch is not None)

    @property
    def _is_kept(self) -> bool:
        """Whether the game can be stepped through: all of it was seen here."""
        return self.snapshot.table is not None and bool(self.snapshot.table.entries)

    @property
    def _can_open(self) -> bool:
        return self._is_kept and self._sheet is not None and bool(self._sheet.facts)

    @property
    def _is_scrolled(self) -> bool:
        return len(self._pages) == 1 and bool(self._pages[0].rows)

    def _wrapped(self, texts: Iterable[str], cells: int, role: str) -> Lines:
        return tuple(
            line
            for text in texts
            for line in wrap(sentence(f"  {text}", self.palette, role), cells - _EDGES, 4)
        )

    # --- actions -----------------------------------------------------------------------------------

    def action_rematch(self) -> None:
        """Ask to play again with the same people."""
        if self._can_rematch:
            self.ask("rematch")

    def action_again(self) -> None:
        """Ask for another game alone."""
        if self._is_alone:
            self.ask("again")

    def action_page(self, number: int) -> None:
        """Turn to a page, if there is one."""
        if number < len(self._pages):
            self.page = number

    def action_turn(self, way: int) -> None:
        """Turn to the next page or the one before; where all is on one, to another fact."""
        if len(self._pages) > 1:
            self.page = (self.page + way) % len(self._pages)
        else:
            self._mark(way)

    def action_mark(self, way: int) -> None:
        """Mark another fact, or scroll."""
        if self._is_scrolled:
            self.query_one(VerticalScroll).scroll_relative(y=way, animate=False)
        else:
            self._mark(way)

    def _mark(self, way: int) -> None:
        if self._can_open and self._sheet is not None:
            self.marked = (self.marked + way) % len(self._sheet.facts)

    def action_open(self) -> None:
        """Show the board as it was at the marked fact; where nothing can be opened, ask for the lobby."""
        if not self._can_open or self._sheet is None:
            self.ask("lobby")
            return
        fact = self._sheet.facts[min(self.marked, len(self._sheet.facts) - 1)]
        self._look_back(fact.moment, fact.number)

    def action_replay(self, moment: int) -> None:
        """Step through the game from its beginning (0), or back from its end."""
        self._look_back(moment if moment >= 0 else None)

    def _look_back(self, moment: int | None, upto: int | None = None) -> None:
        if self._is_kept and self.snapshot.table is not None:
            look_back(self, self.snapshot.table, self.marks, moment, upto=upto)

    def action_save(self) -> None:
        """Write a copy of the game where the client was started."""
        if self._is_kept and self.snapshot.table is not None:
            taking_out.save(self, self.snapshot.table, self._tell)

    def action_export(self) -> None:
        """Write the journal as text and a picture of this screen."""
        if self._is_kept and self.snapshot.table is not None:
            taking_out.export(self, self.snapshot.table, self._tell)

    def action_verify(self) -> None:
        """Play every entry again, and say whether all of it holds."""
        if self._is_kept and self.snapshot.table is not None:
            taking_out.verify(self, self.snapshot.table, self._tell)


def _nothing(cells: int, rows: int) -> Lines:
    return ()
