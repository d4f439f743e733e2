"""A table before its game begins, line by line: who sits there, and what its host does."""

from protocol.games import GAMES
from protocol.messages import Chair, TableInfo
from protocol.text import NAME_LENGTH, clean
from ys_tui.client.intents import (
    BeReady,
    HandOn,
    KickOut,
    LeaveTable,
    SeatBot,
    SitDown,
    StartGame,
    SwapChairs,
)
from ys_tui.client.snapshot import Snapshot
from ys_tui.faces import bot_of
from ys_tui.plain.choosing import Refused, number
from ys_tui.plain.commands import Command
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import plays

WORD = "table"
"""What stands before the prompt's sign."""
_PAIR = 2


class Room:
    """What can be typed at a table that has not begun."""

    def __init__(self, console: Console) -> None:
        """Act on `console`."""
        self._console = console
        self.commands: tuple[Command, ...] = (
            Command("chairs", "who sits where, and what the table plays", lambda _: self.enter()),
            Command("sit", "take a free chair", self._sit),
            Command("ready", "tell that you are ready", lambda _: self._ready(is_ready=True)),
            Command("unready", "tell that you are not ready yet", lambda _: self._ready(is_ready=False)),
            Command("bot", "as host, let a bot take a free chair", self._bot, "LEVEL"),
            Command("start", "as host, begin", self._start),
            Command("kick", "as host, free somebody's chair", self._kick, "NAME"),
            Command("host", "as host, let somebody else be the host", self._host, "NAME"),
            Command("swap", "as host, let two chairs change places", self._swap, "NUMBER NUMBER"),
            Command("leave", "back to the lobby; your chair becomes free", self._leave),
        )

    def enter(self) -> None:
        """Tell what the table plays and who sits there."""
        snapshot, table = self._console.snapshot, self._console.info
        if table is None:
            return
        self._console.say(f"Table {table.id}, {table.title}. {plays(table)}", chairs(table, snapshot))
        if snapshot.invite:
            code = snapshot.invite
            self._console.say(f"Invite code: {code}. Others type code {code} in the lobby, then sit.")

    def _sit(self, _: str) -> None:
        table = self._table()
        if self._console.own_chair is not None:
            raise Refused("You sit here already.")
        self._console.wish(SitDown(table.id), lambda _: self._console.own_chair is not None)

    def _ready(self, *, is_ready: bool) -> None:
        if self._console.own_chair is None:
            raise Refused("You have no chair here. sit takes one.")
        self._console.wish(
            BeReady(self._table().id, is_ready),
            lambda _: (chair := self._console.own_chair) is None or chair.ready == is_ready,
        )

    def _bot(self, typed: str) -> None:
        table = self._hosted()
        levels = GAMES[table.game].bots if table.game in GAMES else ()
        level = clean(typed) or levels[-1]
        if level not in levels:
            raise Refused(f"{level!r} is no bot; there are {', '.join(levels)}.")
        if len(table.chairs) == table.seats:
            raise Refused("All chairs are taken.")
        count = len(table.chairs)
        self._console.wish(SeatBot(table.id, level), lambda _: self._count() != count)

    def _start(self, _: str) -> None:
        table = self._hosted()
        if free := table.seats - len(table.chairs):
            raise Refused(f"{free} chair{'s are' if free > 1 else ' is'} still free. bot adds a bot.")
        self._console.wish(StartGame(table.id), lambda snapshot: snapshot.table is not None)

    def _kick(self, typed: str) -> None:
        table = self._hosted()
        chair = self._other(table, typed, is_bot_meant=True)
        count = len(table.chairs)
        self._console.wish(KickOut(table.id, chair.key), lambda _: self._count() != count)

    def _host(self, typed: str) -> None:
        table = self._hosted()
        chair = self._other(table, typed, is_bot_meant=False)
        self._console.wish(HandOn(table.id, chair.key), lambda _: not self._is_host())

    def _swap(self, typed: str) -> None:
        table, words = self._hosted(), typed.split()
        numbers = [typed - 1 for typed in map(number, words) if typed is not None]
        if len(numbers) != len(words) or len(set(numbers)) != _PAIR:
            raise Refused("Type the numbers of two chairs, as in: swap 1 2.")
        if not all(0 <= chair < len(table.chairs) for chair in numbers):
            raise Refused(f"Chairs 1 to {len(table.chairs)} are taken.")
        before = table.chairs
        self._console.wish(
            SwapChairs(table.id, *numbers),
            lambda _: (now := self._console.info) is None or now.chairs != before,
        )

    def _leave(self, _: str) -> None:
        self._console.wish(LeaveTable(), lambda snapshot: snapshot.at is None)

    def _table(self) -> TableInfo:
        if self._console.info is None:
            raise Refused("The table is not shown yet.")
        return self._console.info

    def _count(self) -> int:
        return -1 if self._console.info is None else len(self._console.info.chairs)

    def _is_host(self) -> bool:
        return self._console.info is not None and self._console.info.host == self._console.snapshot.key

    def _hosted(self) -> TableInfo:
        """Return the table if the player is its host, or raise Refused."""
        table = self._table()
        if not self._is_host():
            raise Refused("Only the host of the table can do that.")
        return table

    def _other(self, table: TableInfo, typed: str, *, is_bot_meant: bool) -> Chair:
        """Return the chair of somebody else whose name was typed, or raise Refused."""
        own = self._console.own_chair
        others = [chair for chair in table.chairs if chair != own and (is_bot_meant or not chair.bot)]
        name = clean(typed, NAME_LENGTH).casefold()
        found = [chair for chair in others if chair.name.casefold() == name]
        if not found:
            names = ", ".join(dict.fromkeys(chair.name for chair in others))
            raise Refused(f"Type a name: {names}." if names else "Nobody else sits here.")
        return found[-1]


def chairs(table: TableInfo, snapshot: Snapshot) -> str:
    """Return who sits where, and what the table waits for."""
    taken = (f"{number} {_chair(chair, table, snapshot)}" for number, chair in enumerate(table.chairs, 1))
    free = table.seats - len(table.chairs)
    is_host = table.host == snapshot.key
    if free:
        is_ours = any(chair.key == snapshot.key for chair in table.chairs)
        waits = f"{free} free." + ("" if is_ours else " You look in: sit takes a free chair.")
    else:
        waits = "All are here: start begins the game." if is_host else "The host can start now."
    return f"Chairs: {'; '.join(taken) or 'nobody yet'}. {waits}"


def _chair(chair: Chair, table: TableInfo, snapshot: Snapshot) -> str:
    notes = (
        "you" if chair.key == snapshot.key and not chair.bot else "",
        bot_of(chair.level) if chair.bot else "",
        "host" if chair.key == table.host and not chair.bot else "",
        "" if chair.here else "away",
        "ready" if chair.ready and not chair.bot else "",
    )
    noted = ", ".join(filter(None, notes))
    return f"{chair.name} ({noted})" if noted else chair.name
