"""The tables of a server as lines: which are shown in which order, and what stands in a row. All pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment

from protocol.games import GAMES
from protocol.messages import TableInfo
from ys_tui.client.snapshot import Absence, Snapshot
from ys_tui.lines import Line, fit, pad, style
from ys_tui.looks import Marks, Palette
from ys_tui.tables import DOORS, clock_words

_TITLE, _GAME = 24, 18
OWN: Final = "Your games"
_SECTIONS: Final = (OWN, "Open tables", "Running tables", "Finished tables")
SHOWN: Final[Mapping[str, str]] = {
    "all": "all tables",
    "open": "open tables",
    "playing": "running tables",
    "mine": "your tables",
}
"""What the filter lets through, in words; the key goes round."""
ORDERS: Final[Mapping[str, str]] = {"oldest": "oldest first", "newest": "newest first", "title": "by title"}
"""In which order tables stand within their section, in words."""
_LOST: Final = {
    Absence.HELD: "bot has your seat",
    Absence.GIVEN_UP: "seat given up",
    Absence.COMING: "back next round",
}
"""What stands in the row of a table at which the player has not got the seat."""
_ORDERED: Final[Mapping[str, Callable[[TableInfo], Any]]] = {
    "oldest": lambda table: table.id,
    "newest": lambda table: -table.id,
    "title": lambda table: (table.title.casefold(), table.id),
}


class Looking(Struct, frozen=True):
    """How the player wants to see the list."""

    shown: str = "all"
    order: str = "oldest"
    word: str = ""
    """What has to be in a title or a name."""

    def filtered(self) -> "Looking":
        """Return it with the next filter."""
        return replace(self, shown=_next(SHOWN, self.shown))

    def sorted(self) -> "Looking":
        """Return it with the next order."""
        return replace(self, order=_next(ORDERS, self.order))

    def lets_through(self, table: TableInfo, snapshot: Snapshot) -> bool:
        """Tell whether the table is shown."""
        is_meant = self.shown in {"all", table.stage} or (self.shown == "mine" and is_ours(table, snapshot))
        words = (table.title, *(chair.name for chair in table.chairs))
        return is_meant and any(self.word.casefold() in word.casefold() for word in words)


def is_ours(table: TableInfo, snapshot: Snapshot) -> bool:
    """Tell whether the player has a chair at `table`, or had one when its game began."""
    return table.id in dict(snapshot.own) or any(chair.key == snapshot.key for chair in table.chairs)


def absence(table: TableInfo, snapshot: Snapshot) -> Absence:
    """Return whether the player has the seat with which the game of `table` began."""
    return dict(snapshot.own).get(table.id, Absence.HERE) if table.stage == "playing" else Absence.HERE


def waits(table: TableInfo, snapshot: Snapshot) -> bool:
    """Tell whether `table` waits for the player."""
    if table.id in dict(snapshot.turns):
        return True
    seats = (seat for seat, chair in enumerate(table.chairs) if chair.key == snapshot.key)
    return table.stage == "playing" and any(seat in table.awaited for seat in seats)


def sections(snapshot: Snapshot, looking: Looking | None = None) -> Sequence[tuple[str, Sequence[TableInfo]]]:
    """Return the tables by section, the player's own games first, on top those that wait for them.

    Empty sections are left out.
    """
    looking = looking or Looking()

    def section(table: TableInfo) -> str:
        if is_ours(table, snapshot) and table.stage != "over":
            return OWN
        return {"open": _SECTIONS[1], "playing": _SECTIONS[2], "over": _SECTIONS[3]}[table.stage]

    kept = (table for table in snapshot.lobby.tables if looking.lets_through(table, snapshot))
    tables = sorted(kept, key=_ORDERED[looking.order])
    tables.sort(key=lambda table: not waits(table, snapshot))
    found = [(name, [table for table in tables if section(table) == name]) for name in _SECTIONS]
    return [(name, own) for name, own in found if own]


def row(table: TableInfo, snapshot: Snapshot, palette: Palette, marks: Marks, cells: int) -> Line:
    """Return one table in one line of at most `cells`: title, what is new or the game, who sits where."""
    game = GAMES.get(table.game)
    ground = style(palette.text, palette.night)
    key = style(palette.key, palette.night, bold=True)
    dim = style(palette.dim, palette.night)
    plays = f"{game.title if game else table.game}, {table.seats} seats"
    if table.options:
        plays += f" +{len(table.options)}"
    unread = dict(snapshot.unread).get(table.id, 0)
    lost = _LOST.get(absence(table, snapshot))
    news = ("your turn",) * waits(table, snapshot) + (f"{unread} new",) * bool(unread)
    news = news if lost is None else (lost,)
    people = tuple(
        Segment(f"{marks.up[seat % len(marks.up)]} {chair.name}  ", style(palette.seat(seat), palette.night))
        for seat, chair in enumerate(table.chairs)
    )
    free = table.seats - len(table.chairs)
    line = (
        Segment(pad(table.title, _TITLE), style(palette.bright, palette.night, bold=True)),
        Segment(pad(", ".join(news) or plays, _GAME), key if news else ground),
        *((Segment("locked  ", dim),) if table.door == "password" else ()),
        *people,
        Segment("· " * free, dim),
        *((Segment("paused ", dim),) if table.paused else ()),
    )
    return fit(line, cells, ground)


def terms(table: TableInfo) -> str:
    """Return clock, door and spectators of a table in words, "" where nothing is to be said."""
    clock = clock_words(table.clock)
    looks_on = "1 looks on" if table.watchers == 1 else f"{table.watchers} look on"
    said = (
        f"Clock: {clock}" if clock else "",
        f"Door: {DOORS[table.door].title}" if table.door != "open" else "",
        looks_on if table.watchers else "",
        "The game is paused" if table.paused else "",
    )
    return " ".join(f"{word}." for word in said if word)


def _next(among: Mapping[str, str], now: str) -> str:
    keys = tuple(among)
    return keys[(keys.index(now) + 1) % len(keys)]
