"""The lobby: the tables of a server, one's own running games first."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from protocol.games import GAMES
from protocol.messages import TableInfo
from protocol.text import TITLE_LENGTH
from ys_tui.client.snapshot import Connection, OpenTable, SitDown, Snapshot, WatchTable
from ys_tui.lines import Line, Lines, fit, pad, style, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.screens.forms import NewTable
from ys_tui.screens.frame import Framed, Keys, link_trouble, place_of, sentence
from ys_tui.tables import kind, short, special
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.region import Region
from ys_tui.wish import Wish

_TITLE, _GAME = 24, 16
_TOLD: Final = 3
"""Lines for what a table plays."""
_SECTIONS: Final = ("Your games", "Open tables", "Running tables", "Finished tables")


class LobbyScreen(Framed):
    """Every table of the server, and what can be done with the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", show=False),
        Binding("w", "watch", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("escape,q", "ask('leave-server')", show=False),
    ]
    DEFAULT_CSS = """
    LobbyScreen Choices, LobbyScreen Choices:focus { height: 1fr; }
    """

    way_out = "leave-server"

    def body(self) -> ComposeResult:
        """Yield a word about the connection, the tables, and what the one under the cursor plays."""
        with Vertical(classes="body"):
            yield Region(id="words")
            yield Choices(marks=self.marks)
            yield Region(id="told")

    def on_mount(self) -> None:
        """Let the keys go to the tables."""
        self.query_one(Choices).focus()

    def heading(self) -> str:
        """Return whose lobby it is."""
        return f"lobby of {place_of(self.snapshot.server)}"

    def keys(self) -> Keys:
        """Return what can be done with the table under the cursor, and with none."""
        table = self._table
        own: list[tuple[str, str]] = []
        if table is not None:
            own = [("enter", what_enter_does(table, self.snapshot))]
            if table.stage == "open":
                own.append(("w", "look in"))
        more = (("n", "new table"),) if self.snapshot.connection is Connection.ONLINE else ()
        return (*own, *more, ("?", "help"), ("q", "leave"))

    def show(self) -> None:
        """Bring the list up to date; the cursor stays at its table."""
        self.query_one("#words", Region).lines = self._words()
        self.query_one(Choices).offer(self._lines())
        self.query_one("#told", Region).lines = self._told()

    def on_option_list_option_highlighted(self) -> None:
        """Show the keys for the table under the cursor, and what it plays."""
        self.refresh_keys()
        self.query_one("#told", Region).lines = self._told()

    def on_option_list_option_selected(self) -> None:
        """Sit down, come back, or look on."""
        table = self._table
        if table is None:
            return
        sits = table.stage == "open" or is_ours(table, self.snapshot)
        self.post_message(Wish(SitDown(table.id) if sits else WatchTable(table.id)))

    def action_watch(self) -> None:
        """Look at the table under the cursor."""
        if self._table is not None:
            self.post_message(Wish(WatchTable(self._table.id)))

    def action_new(self) -> None:
        """Ask what it is called and what it plays, then open a table."""
        if self.snapshot.connection is not Connection.ONLINE:
            return
        dialog = NewTable(f"{self.snapshot.name}'s table"[:TITLE_LENGTH], marks=self.marks)
        self.app.push_screen(dialog, self._open)

    def _open(self, answer: OpenTable | None) -> None:
        if answer is not None:
            self.post_message(Wish(answer))

    @property
    def _table(self) -> TableInfo | None:
        number = self.query_one(Choices).chosen
        return next((table for table in self.snapshot.lobby.tables if str(table.id) == number), None)

    def _words(self) -> Lines:
        trouble = link_trouble(self.snapshot, self.palette)
        alarms = tuple(
            (Segment(alarm.detail, style(self.palette.bad, self.palette.night, bold=True)),)
            for alarm in self.snapshot.alarms
        )
        invited = (sentence(self.invitation, self.palette, "key"), ()) if self.invitation else ()
        return tuple(part for line in (*trouble, *alarms, *invited) for part in wrap(line, self.cells))

    def _told(self) -> Lines:
        """Return what the table under the cursor plays, in always as many lines: nothing jumps.

        What was seen at a marked table takes the place of that, and as many lines as it needs.
        """
        table = self._table
        if table is None:
            return ()
        if seen := dict(self.snapshot.marks).get(table.id):
            told = (sentence(f"! {alarm.detail}", self.palette, "bad", bold=True) for alarm in seen)
            return ((), *(part for line in told for part in wrap(line, self.cells)))
        words = [kind(table.game, table.seats) + ":", special(table.game, table.seats)]
        if table.options:
            words.append(f"Options: {short(table.game, table.options)}.")
        lines = wrap(sentence(" ".join(filter(None, words)), self.palette, "label"), self.cells)
        return ((), *lines, *((),) * (_TOLD - len(lines)))

    def _row(self, table: TableInfo) -> Line:
        cells = self.cells - 2
        line = row(table, self.palette, self.marks, cells)
        return _marked(line, self.palette, cells) if dict(self.snapshot.marks).get(table.id) else line

    def _lines(self) -> list[tuple[str, Line]]:
        lines: list[tuple[str, Line]] = []
        for name, tables in sections(self.snapshot):
            lines += [("", ())] * bool(lines)
            lines.append(
                ("", sentence(name, self.palette, "key" if name == _SECTIONS[0] else "bright", bold=True))
            )
            lines += [(str(table.id), self._row(table)) for table in tables]
        is_online = self.snapshot.connection is Connection.ONLINE
        none = "No tables yet: n opens one." if is_online else "The tables show when there is a link."
        return lines or [("", sentence(none, self.palette, "dim"))]


def _marked(line: Line, palette: Palette, cells: int) -> Line:
    """Return the row of a table at which a lie was seen."""
    sign = Segment("! ", style(palette.bad, palette.night, bold=True))
    return fit((sign, *line), cells, style(palette.text, palette.night))


def is_ours(table: TableInfo, snapshot: Snapshot) -> bool:
    """Tell whether the player has a chair at `table`."""
    return any(chair.key == snapshot.key for chair in table.chairs)


def what_enter_does(table: TableInfo, snapshot: Snapshot) -> str:
    """Return what Enter does with `table`, in a word or two."""
    if is_ours(table, snapshot):
        return "look at it" if table.stage == "over" else "come back"
    return "sit down" if table.stage == "open" else "watch"


def sections(snapshot: Snapshot) -> Sequence[tuple[str, Sequence[TableInfo]]]:
    """Return the tables by section, the player's own running games first; empty sections are left out."""

    def section(table: TableInfo) -> str:
        if is_ours(table, snapshot) and table.stage != "over":
            return _SECTIONS[0]
        return {"open": _SECTIONS[1], "playing": _SECTIONS[2], "over": _SECTIONS[3]}[table.stage]

    tables = snapshot.lobby.tables
    found = [(name, [table for table in tables if section(table) == name]) for name in _SECTIONS]
    return [(name, own) for name, own in found if own]


def row(table: TableInfo, palette: Palette, marks: Marks, cells: int) -> Line:
    """Return one table in one line of at most `cells`: title, game, how many options, who sits where."""
    game = GAMES.get(table.game)
    ground = style(palette.text, palette.night)
    title = style(palette.bright, palette.night, bold=True)
    dim = style(palette.dim, palette.night)
    plays = f"{game.title if game else table.game}, {table.seats} seats"
    if table.options:
        plays += f" +{len(table.options)}"
    people = tuple(
        Segment(f"{marks.up[seat % len(marks.up)]} {chair.name}  ", style(palette.seat(seat), palette.night))
        for seat, chair in enumerate(table.chairs)
    )
    free = table.seats - len(table.chairs)
    line = (
        Segment(pad(table.title, _TITLE), title),
        Segment(pad(plays, _GAME), ground),
        *people,
        Segment("· " * free, dim),
    )
    return fit(line, cells, ground)
