"""The lobby: the tables of a server, one's own running games first."""

from typing import ClassVar, Final

from msgspec.structs import replace
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widgets import Input

from protocol.messages import TableInfo
from protocol.text import TITLE_LENGTH
from ys_tui.client.intents import FindTable, OpenTable, SitDown, WatchTable
from ys_tui.client.snapshot import Absence, Connection, Snapshot
from ys_tui.faces import marked
from ys_tui.lines import Line, Lines, fit, style, wrap
from ys_tui.looks import Palette
from ys_tui.screens.door import AtDoor
from ys_tui.screens.forms import NewTable
from ys_tui.screens.frame import Framed, Keys, link_trouble, place_of, sentence
from ys_tui.screens.listing import ORDERS, OWN, SHOWN, Looking, absence, is_ours, row, sections, terms
from ys_tui.screens.people import ask_code, ask_new_password
from ys_tui.screens.talk import talk
from ys_tui.tables import kind, short, special
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.region import Region
from ys_tui.wish import Wish

_TOLD: Final = 3
"""Lines for what a table plays."""
_TALK: Final = 3
"""Lines of chat, where there is room."""
LOST: Final = {
    Absence.HELD: "A bot has your seat. {lobby:Enter} goes there: you watch, and {table:c} comes back.",
    Absence.GIVEN_UP: "The others went on without you. {lobby:Enter} goes there: you watch, and {table:c} "
    "comes back.",
    Absence.COMING: "You have your seat again as the next round begins.",
}
"""What is told of a table at which the player has not got the seat."""
AGAIN: Final = "Those you played with play again: {lobby:Enter} sits down with them."
"""What is told of the table of a rematch."""
_ROOM: Final = 22
"""Rows from which on there is."""


class LobbyScreen(Framed):
    """Every table of the server, and what can be done with the one under the cursor."""

    scope = "lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", show=False),
        Binding("w", "watch", show=False),
        Binding("c", "code", show=False),
        Binding("f", "filter", show=False),
        Binding("o", "order", show=False),
        Binding("slash", "find", show=False),
        Binding("t", "ask('chat')", show=False),
        Binding("m", "ask('mute')", show=False),
        Binding("N", "ask('name')", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "ask('leave-server')", show=False),
    ]
    DEFAULT_CSS = """
    LobbyScreen .body { width: 120; }
    LobbyScreen Choices, LobbyScreen Choices:focus { height: 1fr; }
    LobbyScreen Input, LobbyScreen Input:focus { display: none; height: 1; border: none; padding: 0; }
    LobbyScreen.-finding Input, LobbyScreen.-finding Input:focus { display: block; border: none; }
    """

    looking: reactive[Looking] = reactive(Looking(), repaint=False)
    """Which tables are shown, and in which order."""

    _pointed: int | None = None
    """The table of a rematch to which the cursor has been moved."""

    topic = "lobby"
    width = 120
    way_out = "leave-server"

    def body(self) -> ComposeResult:
        """Yield a word about the connection, the tables, and what the one under the cursor plays."""
        with Vertical(classes="body"):
            yield Region(id="words")
            yield Region(id="looking")
            yield Input(placeholder="part of a title or a name", max_length=TITLE_LENGTH)
            yield Choices(marks=self.marks)
            yield Region(id="told")
            yield Region(id="talk")

    def on_mount(self) -> None:
        """Let the keys go to the tables."""
        self.query_one(Choices).focus()

    def heading(self) -> str:
        """Return whose lobby it is."""
        return f"lobby of {place_of(self.snapshot.server)}"

    def keys(self) -> Keys:
        """Return what can be done with the table under the cursor, and with none."""
        if self.query_one(Input).has_focus:
            return (("enter", "to the tables"), ("esc", "show all again"))
        table = self._table
        own: list[tuple[str, str]] = []
        if table is not None:
            own = [("enter", what_enter_does(table, self.snapshot))]
            if table.stage == "open":
                own.append(("w", "look in"))
        is_online = self.snapshot.connection is Connection.ONLINE
        more = (("n", "new table"), ("c", "code"), ("t", "talk")) if is_online else ()
        return (*own, *more, (",", "settings"), ("?", "help"), ("q", "leave"))

    def offered(self) -> frozenset[str]:
        """Return the keys that do something just now."""
        return frozenset({key for key, _ in self.keys()} | {"f", "o", "slash", "m", "N"})

    def show(self) -> None:
        """Bring the list up to date; the cursor stays at its table."""
        self.query_one("#words", Region).lines = self._words()
        self.query_one("#looking", Region).lines = (self._how(), ()) if self.snapshot.lobby.tables else ()
        self.query_one(Choices).offer(self._lines())
        self._point()
        self.query_one("#told", Region).lines = self._told()
        self.query_one("#talk", Region).lines = self._talk()

    def _point(self) -> None:
        """Move the cursor to the table of a rematch, once."""
        to, choices = self.snapshot.invited, self.query_one(Choices)
        if to is not None and to != self._pointed and any(o.id == str(to) for o in choices.options):
            self._pointed = to
            choices.highlighted = choices.get_option_index(str(to))

    def watch_looking(self) -> None:
        """Draw anew."""
        self.refresh_all()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show what has the word in it."""
        self.looking = replace(self.looking, word=message.value.strip())

    def on_input_submitted(self) -> None:
        """Go to what was found."""
        self.query_one(Choices).focus()

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
        self._enter(table, SitDown if sits else WatchTable)

    def action_watch(self) -> None:
        """Look at the table under the cursor."""
        if self._table is not None:
            self._enter(self._table, WatchTable)

    def action_filter(self) -> None:
        """Show other tables."""
        self.looking = self.looking.filtered()

    def action_order(self) -> None:
        """Show them in another order."""
        self.looking = self.looking.sorted()

    def action_find(self) -> None:
        """Let the player type what to find."""
        self.add_class("-finding")
        self.query_one(Input).focus()

    def action_back(self) -> None:
        """Show all again where something was found; else ask whether to leave."""
        if not self.has_class("-finding"):
            self.ask("leave-server")
            return
        self.remove_class("-finding")
        self.query_one(Input).value = ""
        self.query_one(Choices).focus()

    def action_code(self) -> None:
        """Ask for an invite code, and go to its table."""
        if self.snapshot.connection is Connection.ONLINE:
            self.app.push_screen(ask_code(self.marks), self._find)

    def _find(self, word: str | None) -> None:
        if word:
            self.post_message(Wish(FindTable(word)))

    def _enter(self, table: TableInfo, wish: type[SitDown | WatchTable]) -> None:
        """Go to a table; a locked one where one is not known asks for its password, unless it is no use."""
        is_known = is_ours(table, self.snapshot) or table.host == self.snapshot.key
        if table.door != "password" or is_known or table.id in self.snapshot.lobby.put_out:
            self.post_message(Wish(wish(table.id)))
            return
        self.app.push_screen(AtDoor(table.title, wish(table.id), marks=self.marks))

    def action_new(self) -> None:
        """Ask what it is called and what it plays, then open a table."""
        if self.snapshot.connection is not Connection.ONLINE:
            return
        self._ask_table(NewTable(f"{self.snapshot.name}'s table"[:TITLE_LENGTH], marks=self.marks))

    def _ask_table(self, form: NewTable) -> None:
        self.app.push_screen(form, lambda answer: self._open(answer, form))

    def _open(self, answer: OpenTable | None, form: NewTable) -> None:
        if answer is None:
            return
        if answer.door != "password":
            self.post_message(Wish(answer))
            return

        def typed(word: str | None) -> None:
            if word:
                self.post_message(Wish(replace(answer, word=word)))
            else:  # nothing that was filled in is lost
                self._ask_table(form.again())

        self.app.push_screen(ask_new_password(self.marks), typed)

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
        if table.id == self.snapshot.invited:
            words.insert(0, self.named(AGAIN))
        if lost := LOST.get(absence(table, self.snapshot)):
            words.insert(0, self.named(lost))
        if table.options:
            words.append(f"Options: {short(table.game, table.options)}.")
        if bots := [marked(chair) for chair in table.chairs if chair.bot and chair.level]:
            words.append(f"With {', '.join(bots)}.")
        words.append(terms(table))
        lines = wrap(sentence(" ".join(filter(None, words)), self.palette, "label"), self.cells)
        return ((), *lines, *((),) * (_TOLD - len(lines)))

    def _row(self, table: TableInfo) -> Line:
        cells = self.cells - 2
        line = row(table, self.snapshot, self.palette, self.marks, cells)
        return _marked(line, self.palette, cells) if dict(self.snapshot.marks).get(table.id) else line

    def _lines(self) -> list[tuple[str, Line]]:
        lines: list[tuple[str, Line]] = []
        for name, tables in sections(self.snapshot, self.looking):
            lines += [("", ())] * bool(lines)
            lines.append(("", sentence(name, self.palette, "key" if name == OWN else "bright", bold=True)))
            lines += [(str(table.id), self._row(table)) for table in tables]
        is_online = self.snapshot.connection is Connection.ONLINE
        none = "No tables yet: {lobby:n} opens one." if is_online else "The tables show when there is a link."
        if self.snapshot.lobby.tables:
            none = "No such table: {lobby:f} shows others."
        return lines or [("", sentence(self.named(none), self.palette, "dim"))]

    def _how(self) -> Line:
        """Return which tables are shown, with the keys that change it."""
        parts = (("f", SHOWN[self.looking.shown]), ("o", ORDERS[self.looking.order]), ("/", "find"))
        key = style(self.palette.key, self.palette.night, bold=True)
        text = style(self.palette.label, self.palette.night)
        pairs = (
            (Segment(self.named(f"{{lobby:{sign}}}"), key), Segment(f" {word}   ", text))
            for sign, word in parts
        )
        return tuple(part for pair in pairs for part in pair)

    def _talk(self) -> Lines:
        """Return who is here, and what was said last."""
        people = ", ".join(name for name in self.snapshot.lobby.people if name != self.snapshot.name)
        here = sentence(f"Here: you{', ' if people else ''}{people}", self.palette, "dim")
        rows = _TALK if self.size.height >= _ROOM else 1
        said = talk(self.snapshot.chat, self.palette, self.cells)[-rows:]
        return (fit(here, self.cells, style(self.palette.dim, self.palette.night)), *said)


def _marked(line: Line, palette: Palette, cells: int) -> Line:
    """Return the row of a table at which a lie was seen."""
    sign = Segment("! ", style(palette.bad, palette.night, bold=True))
    return fit((sign, *line), cells, style(palette.text, palette.night))


def what_enter_does(table: TableInfo, snapshot: Snapshot) -> str:
    """Return what Enter does with `table`, in a word or two."""
    if absence(table, snapshot) in {Absence.HELD, Absence.GIVEN_UP}:
        return "come back or watch"
    if is_ours(table, snapshot):
        return "look at it" if table.stage == "over" else "come back"
    return "sit down" if table.stage == "open" else "watch"
