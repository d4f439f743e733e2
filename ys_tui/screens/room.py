"""A table before its game begins: who sits there, and what the host does until all chairs are taken."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from protocol.messages import Chair, TableInfo
from ys_tui.client import words
from ys_tui.client.intents import BeReady, SeatBot, SitDown, StartGame
from ys_tui.client.snapshot import Snapshot, Standing
from ys_tui.faces import bot_of, known
from ys_tui.lines import Line, Lines, pad, style, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.screens.frame import Framed, Keys, fitting, link_trouble, sentence
from ys_tui.screens.listing import is_ours, terms
from ys_tui.screens.people import Chosen, ask_host, ask_kick, ask_swap
from ys_tui.screens.talk import talk
from ys_tui.tables import chosen, kind, short, special
from ys_tui.widgets.region import Region
from ys_tui.wish import Wish

_CHAT: Final = 8
"""What was said last, as much as there is room for."""
_HOSTS: Final = (("k", "put out"), ("h", "hand on"), ("x", "swap"))
"""The host's keys that need somebody else, and what they do."""
_CHOICES: Final[Mapping[str, tuple[str, Callable[[TableInfo, Snapshot, Marks], Chosen]]]] = {
    "kick": ("k", ask_kick),
    "host": ("h", ask_host),
    "swap": ("x", ask_swap),
}


class RoomScreen(Framed):
    """The waiting room of one table."""

    scope = "room"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "bot('greedy')", show=False),
        Binding("r", "bot('random')", show=False),
        Binding("s", "start", show=False),
        Binding("d", "sit", show=False),
        Binding("y", "ready", show=False),
        Binding("k", "choose('kick')", show=False),
        Binding("h", "choose('host')", show=False),
        Binding("x", "choose('swap')", show=False),
        Binding("t", "ask('chat')", show=False),
        Binding("m", "ask('mute')", show=False),
        Binding("N", "ask('name')", show=False),
        Binding("i", "ask('who')", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("escape,q", "ask('leave')", show=False),
    ]

    topic = "tables"
    way_out = "leave"

    def body(self) -> ComposeResult:
        """Yield the chairs and the chat."""
        with Vertical(classes="body"):
            yield Region(id="chairs")

    def heading(self) -> str:
        """Return the title of the table."""
        table = self._table
        return table.title if table is not None else "a table"

    def keys(self) -> Keys:
        """Return the keys: most of them are the host's."""
        return fitting(self._offers(), (("?", "help"), ("q", "leave")), self.size.width)

    def offered(self) -> frozenset[str]:
        """Return the keys that do something just now."""
        return frozenset({key for key, _ in self._offers()} | {"m", "N"})

    def _offers(self) -> Keys:
        table, snapshot = self._table, self.snapshot
        own: list[tuple[str, str]] = []
        if self._is_host and table is not None:
            if len(table.chairs) < table.seats:
                own += [("b", "greedy bot"), ("r", "random bot")]
            else:
                own.append(("s", "start the game"))
        if table is not None and not is_ours(table, snapshot) and len(table.chairs) < table.seats:
            own.append(("d", "sit down"))
        if self._own is not None:
            own.append(("y", "not ready" if self._own.ready else "ready"))
        own += [(key, words) for key, words in _HOSTS if self._is_host and self._can(key)]
        return (*own, ("t", "talk"), ("i", "who is who"))

    def show(self) -> None:
        """Draw the chairs and the chat."""
        region, table = self.query_one("#chairs", Region), self._table
        lines = link_trouble(self.snapshot, self.palette)
        if self.invitation:
            lines = (*lines, sentence(self.invitation, self.palette, "key"))
        if self.snapshot.invite:
            how = self.named("Others press {lobby:c} in the lobby and type it; there {room:d} sits down.")
            code = f"Invite code: {self.snapshot.invite}   {how}"
            lines = (*lines, sentence(code, self.palette, "key"))
        lines = (*lines, ()) if lines else ()
        for face in self.snapshot.faces:
            if face.standing is Standing.CHANGED:
                lines = (*lines, sentence(f"! {face.word}", self.palette, "bad", bold=True), ())
        if table is not None:
            waits = sentence(_waits(table, self.snapshot, self.named), self.palette, "key")
            people = (*chairs(table, self.snapshot, self.palette, self.marks), (), waits, ())
            ways = (plays(table, self.palette, self.cells), plays_shortly(table, self.palette))
            drafts = [self._wrapped((*lines, *way, (), *people)) for way in ways]
            lines = drafts[0] if len(drafts[0]) < self._rows else drafts[1]
        shown, chat = self._wrapped(lines), talk(self.snapshot.chat[-_CHAT:], self.palette, self.cells)
        region.lines = (*shown, *chat[-max(self._rows - len(shown), 1) :])

    @property
    def _rows(self) -> int:
        """Lines between the bars."""
        return self.size.height - 3

    def _wrapped(self, lines: Lines) -> Lines:
        return tuple(part for line in lines for part in wrap(line, self.cells))

    def action_bot(self, level: str) -> None:
        """Offer a chair to a bot, as host."""
        table = self._table
        if table is not None and table.host == self.snapshot.key and len(table.chairs) < table.seats:
            self.post_message(Wish(SeatBot(table.id, level)))

    def action_start(self) -> None:
        """Begin, as host, when all chairs are taken."""
        table = self._table
        if table is not None and table.host == self.snapshot.key and len(table.chairs) == table.seats:
            self.post_message(Wish(StartGame(table.id)))

    def action_sit(self) -> None:
        """Take a free chair."""
        table = self._table
        if table is not None and not is_ours(table, self.snapshot):
            self.post_message(Wish(SitDown(table.id)))

    def action_ready(self) -> None:
        """Tell the others that the player is ready, or not yet."""
        if self._table is not None and self._own is not None:
            self.post_message(Wish(BeReady(self._table.id, not self._own.ready)))

    def action_choose(self, what: str) -> None:
        """Ask, as host, whose chair is to be free, who is to be the host, or which chairs change places."""
        table, (key, question) = self._table, _CHOICES[what]
        if table is None or not self._is_host or not self._can(key):
            return
        ask, wish = question(table, self.snapshot, self.marks)

        def chosen(answer: str | None) -> None:
            if (intent := wish(answer or "")) is not None:
                self.post_message(Wish(intent))

        self.app.push_screen(ask, chosen)

    @property
    def _table(self) -> TableInfo | None:
        tables = self.snapshot.lobby.tables
        return next((table for table in tables if table.id == self.snapshot.at), None)

    @property
    def _own(self) -> Chair | None:
        """The player's chair."""
        chairs = () if self._table is None else self._table.chairs
        return next((chair for chair in chairs if chair.key == self.snapshot.key), None)

    @property
    def _is_host(self) -> bool:
        return self._table is not None and self._table.host == self.snapshot.key

    def _can(self, key: str) -> bool:
        """Tell whether there is anybody for whom the host's key does something."""
        others = () if self._table is None else self._table.chairs
        others = tuple(chair for chair in others if chair.key != self.snapshot.key)
        return any(not chair.bot for chair in others) if key == "h" else bool(others)


def plays(table: TableInfo, palette: Palette, cells: int) -> Lines:
    """Return what a table plays: the game, what is special with so many, and every option with its text."""
    about = special(table.game, table.seats)
    options = (
        (
            Segment(f"  {option.title}  ", style(palette.bright, palette.night, bold=True)),
            Segment(option.text, style(palette.text, palette.night)),
        )
        for option in chosen(table.game, table.options)
    )
    return (
        _title(table, palette),
        *(wrap(sentence(f"  {about}", palette, "label"), cells, 2) if about else ()),
        *(part for option in options for part in wrap(option, cells, 4)),
    )


def plays_shortly(table: TableInfo, palette: Palette) -> Lines:
    """Return the same without the sentences, for a terminal that has no room for them."""
    options = short(table.game, table.options)
    title = _title(table, palette)
    return (title, sentence(options, palette)) if options else (title,)


def _title(table: TableInfo, palette: Palette) -> Line:
    """Return which game it is, for how many, and the terms of the table."""
    title = sentence(kind(table.game, table.seats), palette, bold=True)
    return (*title, *sentence(f"  {terms(table)}", palette, "label")) if terms(table) else title


def chairs(table: TableInfo, snapshot: Snapshot, palette: Palette, marks: Marks) -> Lines:
    """Return the chairs of a table with the words of their keys."""
    seats = range(len(table.chairs))
    taken = tuple(line for seat in seats for line in _chair(seat, table, snapshot, palette, marks))
    free = table.seats - len(table.chairs)
    empty = tuple(sentence("  ·  free", palette, "dim") for _ in range(free))
    return (*taken, *empty)


def _chair(seat: int, table: TableInfo, snapshot: Snapshot, palette: Palette, marks: Marks) -> Lines:
    chair = table.chairs[seat]
    face = next((face for face in snapshot.faces if face.key == chair.key and not chair.bot), None)
    is_changed = face is not None and face.standing is Standing.CHANGED
    told = [
        word
        for word, holds in (
            ("you", chair.key == snapshot.key and not chair.bot),
            (bot_of(chair.level), chair.bot),
            ("host", chair.key == table.host and not chair.bot),
            ("away", not chair.here),
            ("ready", chair.ready and not chair.bot),
            (known(face) if face is not None else "", face is not None),
        )
        if holds and word
    ]
    told_in = style(palette.bad if is_changed else palette.dim, palette.night, bold=is_changed)
    first = (
        Segment(f"  {marks.up[seat % len(marks.up)]}  ", style(palette.seat(seat), palette.night)),
        Segment(pad(chair.name, 18), style(palette.bright, palette.night, bold=True)),
        Segment(", ".join(told), told_in),
    )
    spelled = (sentence(f"     {words.of_key(chair.key)}", palette, "label"),) if face is not None else ()
    return (first, *spelled)


def _waits(table: TableInfo, snapshot: Snapshot, named: Callable[[str], str]) -> str:
    """Return what a table waits for, and by which keys that is done, as they are `named`."""
    free, is_host = table.seats - len(table.chairs), table.host == snapshot.key
    if free:
        words = f"{free} chair{'s are' if free > 1 else ' is'} still free."
        words += " Others sit down by themselves; {room:b} adds a bot." if is_host else ""
        words += "" if is_ours(table, snapshot) else " You look in: {room:d} sits down."
        return named(words)
    unready = [chair.name for chair in table.chairs if not chair.ready and not chair.bot]
    unready = [name for name in unready if name != snapshot.name]
    waits = f" Not ready: {', '.join(unready)}." if unready else ""
    words = "All are here: {room:s} starts the game." if is_host else "The host can start now."
    return named(words) + waits
