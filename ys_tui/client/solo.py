"""Setting a table with bots without being asked: reads snapshots, says what to wish next. Sans-IO."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ys_tui.client.intents import Intent, OpenTable, SeatBot, SitDown, StartGame, WatchTable
from ys_tui.client.snapshot import Connection, Snapshot

if TYPE_CHECKING:
    from protocol.messages import TableInfo

TITLE: Final = "Alone with bots"


def waiting(snapshot: Snapshot) -> "tuple[TableInfo, ...]":
    """Return the running games with a chair of the player's own."""
    return tuple(
        table
        for table in snapshot.lobby.tables
        if table.stage == "playing" and any(chair.key == snapshot.key for chair in table.chairs)
    )


def way_back(snapshot: Snapshot, number: int) -> WatchTable | None:
    """Return the wish that leads to a game of the player's own; None while the server shows none there."""
    numbers = {*(table.id for table in waiting(snapshot)), *dict(snapshot.own)}
    return WatchTable(number) if number in numbers else None


def kept(snapshot: Snapshot) -> "TableInfo | None":
    """Return the latest of them, or None."""
    return max(waiting(snapshot), key=lambda table: table.id, default=None)


class Setting:
    """The way from an empty server to a game that has begun: open, sit, seat bots one by one, start."""

    def __init__(self, game: str, bots: Sequence[str], options: Sequence[str] = (), title: str = "") -> None:
        """Set a table of `game` with `options` for the player and `bots`, called `title` if there is one."""
        self._game, self._bots, self._options = game, tuple(bots), tuple(options)
        self._title = title or TITLE
        self._asked = ""
        """What was wished last; it is wished again only when it was refused."""
        self._notices = 0
        self.is_refused = False
        """Whether `next` has found just now that the server refused a wish: it is to be tried again soon."""

    def next(self, snapshot: Snapshot) -> Intent | None:
        """Return what to wish now; None while something is under way, and when all is done."""
        self.is_refused = False
        if snapshot.connection is not Connection.ONLINE or snapshot.table is not None:
            return None
        notices = snapshot.notice.number if snapshot.notice is not None else 0
        if notices != self._notices:
            self._notices, self._asked, self.is_refused = notices, "", True
            return None
        step, intent = self._step(snapshot)
        if step == self._asked:
            return None
        self._asked = step
        return intent

    def _step(self, snapshot: Snapshot) -> tuple[str, Intent]:
        table = next((table for table in snapshot.lobby.tables if self._is_ours(table, snapshot.key)), None)
        if table is None:
            return "open", OpenTable(self._game, len(self._bots) + 1, self._options, self._title)
        if not any(chair.key == snapshot.key for chair in table.chairs):
            return ("open" if self._asked == "open" else "sit"), SitDown(table.id)
        seated = sum(chair.bot for chair in table.chairs)
        if seated < len(self._bots):
            return f"bot {seated}", SeatBot(table.id, self._bots[seated])
        return "start", StartGame(table.id)

    def _is_ours(self, table: "TableInfo", key: bytes) -> bool:
        own = (self._game, len(self._bots) + 1, self._options)
        return table.stage == "open" and table.host == key and (table.game, table.seats, table.options) == own


class Alone:
    """The way to a game alone: the one that was left is offered first, once; else a new table is set."""

    def __init__(self, game: str, bots: Sequence[str], options: Sequence[str] = (), title: str = "") -> None:
        """Begin before the server was reached; a new table is called `title` if there is one."""
        self._setting = Setting(game, bots, options, title)
        self._has_looked = self._is_offering = False

    def offer(self, snapshot: Snapshot) -> "TableInfo | None":
        """Return the game to offer; None when there is none or it was offered. Nothing is set meanwhile."""
        if self._has_looked or snapshot.connection is not Connection.ONLINE:
            return None
        self._has_looked = True
        table = kept(snapshot)
        self._is_offering = table is not None
        return table

    @property
    def is_refused(self) -> bool:
        """Whether a wish was refused, as `next` has found just now: it is to be tried again soon."""
        return self._setting.is_refused

    def begin_new(self) -> None:
        """Set a new table: the game that was left, if any, stays where it is."""
        self._has_looked, self._is_offering = True, False

    def next(self, snapshot: Snapshot) -> Intent | None:
        """Return what to wish now, None while nothing is."""
        if not self._has_looked or self._is_offering:
            return None
        return self._setting.next(snapshot)
