"""The lobby line by line: its tables, and opening, finding, joining or watching one."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from protocol.clocks import CLOCKS
from protocol.game import Game, Illegal, chosen_options, options_of
from protocol.games import GAMES
from protocol.messages import TableInfo
from protocol.text import TITLE_LENGTH, clean
from ys_tui.client.intents import FindTable, HangUp, OpenTable, SitDown, WatchTable
from ys_tui.client.snapshot import Absence, Connection, Snapshot
from ys_tui.config import GAME
from ys_tui.faces import marked
from ys_tui.plain.choosing import Refused, number
from ys_tui.plain.commands import Command
from ys_tui.plain.console import Console
from ys_tui.screens.listing import absence, is_ours, sections, terms, waits
from ys_tui.tables import DOORS, kind, short, special

WORD: Final = "lobby"
"""What stands before the prompt's sign."""
_LOST: Final = {
    Absence.HELD: "a bot has your seat (sit {0} goes there, back takes it again)",
    Absence.GIVEN_UP: "your seat is given up (sit {0} goes there, back takes it again)",
    Absence.COMING: "you have your seat again as the next round begins",
}
"""What stands in the row of a table at which the player has not got the seat."""


class Lobby:
    """What can be typed in the lobby."""

    def __init__(self, console: Console) -> None:
        """Act on `console`."""
        self._console = console
        game = GAMES[GAME]
        settings = "SEATS [OPTION …] [clock=…] [door=…] [password=…] [title=…]"
        self.commands: tuple[Command, ...] = (
            Command("tables", "list the tables", lambda _: self.enter()),
            Command("open", f"open a table ({_offers(game)})", self._open, settings),
            Command("sit", "sit down at a table, or come back to it", self._sit, "NUMBER [PASSWORD]"),
            Command("watch", "look on at a table", self._watch, "NUMBER [PASSWORD]"),
            Command("code", "go to the table of an invite code", self._code, "CODE"),
            Command("leave", "leave this server; running games are kept", self._leave),
        )

    def enter(self) -> None:
        """Tell which tables there are."""
        snapshot = self._console.snapshot
        lines: list[str] = []
        for name, tables in sections(snapshot):
            lines += [f"{name}:", *(row(table, snapshot) for table in tables)]
        is_online = snapshot.connection is Connection.ONLINE
        none = (
            "No tables yet. open 4 opens one for four."
            if is_online
            else "The tables show when there is a link."
        )
        self._console.say(*(lines or (none,)))

    def _open(self, typed: str) -> None:
        wish = order(typed, f"{self._console.snapshot.name}'s table"[:TITLE_LENGTH])
        self._console.wish(wish, lambda snapshot: snapshot.at is not None)

    def _sit(self, typed: str) -> None:
        table, word = self._find(typed)
        if table.stage != "open" and not is_ours(table, self._console.snapshot):
            raise Refused(f"The game of table {table.id} has begun. watch {table.id} looks on.")
        self._console.wish(SitDown(table.id, word), lambda snapshot: snapshot.at is not None)

    def _watch(self, typed: str) -> None:
        table, word = self._find(typed)
        self._console.wish(WatchTable(table.id, word), lambda snapshot: snapshot.at is not None)

    def _code(self, typed: str) -> None:
        if not clean(typed, TITLE_LENGTH):
            raise Refused("Type the invite code that you were told behind code.")
        self._console.wish(FindTable(typed), lambda snapshot: snapshot.at is not None)

    def _leave(self, _: str) -> None:
        self._console.plan = None
        self._console.wish(HangUp(), lambda snapshot: not snapshot.server)

    def _find(self, typed: str) -> tuple[TableInfo, str]:
        """Return the table whose number was typed, and the word behind it."""
        number, _, word = typed.partition(" ")
        tables = {str(table.id): table for table in self._console.snapshot.lobby.tables}
        if number not in tables:
            raise Refused(f"Type the number of a table: {', '.join(tables) or 'there is none yet'}.")
        return tables[number], word.strip()


def order(typed: str, title: str) -> OpenTable:
    """Return the table that was typed: its seats, then options and settings in any order; or raise Refused.

    A title goes to the end of the line.
    """
    head, is_titled, own = typed.partition("title=")
    seats, *words = head.split() or [""]
    game = GAMES[GAME]
    count = number(seats)
    if count is None or count not in game.tables:
        raise Refused(f"Type for how many the table is: {', '.join(map(str, game.tables))}.")
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    if unknown := settings.keys() - {"clock", "door", "password"}:
        raise Refused(
            f"There is no {clean(unknown.pop())}= here; there are clock=, door=, password=, title=."
        )
    door = settings.get("door", "password" if "password" in settings else "open")
    clock = settings.get("clock", "none")
    _check("door", door, DOORS)
    _check("clock", clock, CLOCKS)
    try:
        keys = [word for word in words if "=" not in word]
        chosen = chosen_options(game, count, keys, is_live=CLOCKS[clock].is_live)
    except Illegal as illegal:
        raise Refused(illegal.sentence) from None
    if (door == "password") != bool(settings.get("password")):
        raise Refused("A table with door=password has a password=… as well.")
    wish = OpenTable(GAME, count, chosen, clean(own, TITLE_LENGTH) if is_titled else title, clock, door)
    return replace(wish, word=settings.get("password", ""))


def _check(what: str, key: str, among: Mapping[str, object]) -> None:
    if key not in among:
        raise Refused(f"There is no {what} {clean(key)!r}; there are {', '.join(among)}.")


def plays(table: TableInfo) -> str:
    """Return what a table plays and on which terms, in sentences."""
    about = special(table.game, table.seats)
    options = f"Options: {short(table.game, table.options)}." if table.options else ""
    return " ".join(filter(None, (f"{kind(table.game, table.seats)}.", about, options, terms(table))))


def row(table: TableInfo, snapshot: Snapshot) -> str:
    """Return a table in a line: what is new there, what it plays, who sits there, which chairs are free."""
    names: Sequence[str] = [marked(chair) for chair in table.chairs]
    free = table.seats - len(names)
    parts = (
        "your turn" if waits(table, snapshot) else "",
        _LOST.get(absence(table, snapshot), "").format(table.id),
        kind(table.game, table.seats),
        short(table.game, table.options),
        ", ".join(names),
        f"{free} free" if free else "",
        "locked" if table.door == "password" else "",
        "paused" if table.paused else "",
        *(f"ALARM: {alarm.detail}" for alarm in dict(snapshot.marks).get(table.id, ())),
    )
    return f"  {table.id}: {table.title}; {'; '.join(filter(None, parts))}"


def _offers(game: Game[Any]) -> str:
    return (
        f"options {', '.join(option.key for option in options_of(game))}; clocks {', '.join(CLOCKS)}; "
        f"doors {', '.join(DOORS)}"
    )
