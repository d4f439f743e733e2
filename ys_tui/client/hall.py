"""The lobby as this client has it: tables, people, what was said, and where a chair is wanted. Sans-IO."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from protocol.game import Game, Illegal, check_table
from protocol.messages import LOBBY, Lobby, LobbyChanged, Said, TableChanged, TableInfo
from ys_tui.client import snapshot as up
from ys_tui.client import versions
from ys_tui.client.snapshot import Chat

CHAT: Final = 200
"""Lines of chat that are kept of a table."""


class Hall:
    """All tables of one server, and what the player is about to do with one of them."""

    def __init__(self, own: bytes, games: Mapping[str, Game[Any]]) -> None:
        """Know nothing yet; `own` is the player's key."""
        self._own, self._games = own, games
        self._tables: dict[int, TableInfo] = {}
        self._people: tuple[str, ...] = ()
        self._chats: dict[int, tuple[Chat, ...]] = {}
        self._before: dict[int, tuple[Chat, ...]] = {}
        """What was heard of a place before its history is told once more."""
        self.put_out: set[int] = set()
        """Tables whose host has put the player out."""
        self._unread: dict[int, int] = {}
        self._invites: dict[int, str] = {}
        self._sitting: int | None = None
        self._is_opening = False

    @property
    def lobby(self) -> up.Lobby:
        """What the screens show of it."""
        return up.Lobby(tuple(self._tables.values()), self._people, frozenset(self.put_out))

    def find(self, number: int) -> TableInfo | None:
        """Return a table in the lobby's words, or None."""
        return self._tables.get(number)

    def chat(self, place: int) -> tuple[Chat, ...]:
        """Return what was said at a table, or in the lobby."""
        return self._chats.get(place, ())

    @property
    def unread(self) -> tuple[tuple[int, int], ...]:
        """How many lines were said at each place since the player looked there last."""
        return tuple(self._unread.items())

    def read(self, place: int) -> None:
        """Note that the player looks there."""
        self._unread.pop(place, None)

    def invited(self, number: int, word: str) -> None:
        """Keep the code by which others come to a table."""
        self._invites[number] = word

    def invite(self, number: int | None) -> str:
        """Return the code of a table, "" where there is none."""
        return self._invites.get(number, "") if number is not None else ""

    def has_chair(self, info: TableInfo) -> bool:
        """Tell whether the player has a chair at the table."""
        return any(chair.key == self._own for chair in info.chairs)

    def obstacle(self, info: TableInfo) -> str:
        """Return why this client cannot play at the table, or ""."""
        if newer := versions.obstacle(self._games, info.game, info.rules, info.options):
            return newer
        try:
            check_table(self._games[info.game], info.seats, info.options)
        except Illegal as illegal:
            return f"This client cannot play at that table: {illegal.sentence}"
        return ""

    def listed(self, message: Lobby) -> None:
        """Take the list that a server gives to who begins to look; the lobby's chat follows it."""
        self._tables = {table.id: table for table in message.tables}
        self._people = message.people
        self.replay(LOBBY)

    def news(self, message: LobbyChanged) -> None:
        """Take who came and went; who came may be known already."""
        here = (name for name in self._people if name not in message.went)
        self._people = tuple(dict.fromkeys((*here, *message.came)))

    def changed(self, message: TableChanged) -> tuple[bool, bool]:
        """Take a table's news: tell whether a chair is to be taken there, and whether ours was just given."""
        info = message.table
        is_new = info.id not in self._tables
        self._tables[info.id] = info
        has_chair = self.has_chair(info)
        is_opened = is_new and self._is_opening and info.host == self._own and info.stage == "open"
        if is_opened:
            self._is_opening = False
        is_seated = has_chair and self._sitting == info.id
        if is_seated:
            self._sitting = None
        return is_opened and not has_chair, is_seated

    def replay(self, place: int) -> None:
        """Expect all that was said there to be told from the beginning."""
        self._before[place] = (*self._before.get(place, ()), *self._chats.pop(place, ()))[-CHAT:]

    def said(self, message: Said, at: int, when: int) -> bool:
        """Keep a line of chat, said at `when`, as the journal of its table held `at` things.

        Tells whether it was not heard before: a history that is told again holds it once.
        """
        place, before = message.table, self._before.get(message.table, ())
        known = [number for number, chat in enumerate(before) if _is_same(chat, message)]
        if known and message.ago:
            line = replace(before[known[0]], past=True, again=True)
            self._before[place] = before[known[0] + 1 :]
        else:
            line = Chat(message.name, message.line, at, message.key, when, past=message.ago > 0)
        self._chats[place] = (*self._chats.get(place, ()), line)[-CHAT:]
        return not (known and message.ago)

    def missed(self, place: int) -> None:
        """Count a line as one that the player has not read."""
        self._unread[place] = self._unread.get(place, 0) + 1

    def gone(self, number: int) -> None:
        """Forget a table."""
        for kept in (self._tables, self._chats, self._before, self._unread, self._invites):
            kept.pop(number, None)
        self.put_out.discard(number)

    def opens(self) -> None:
        """Note that the next new table of ours is one to sit down at."""
        self._is_opening = True

    def is_sitting(self, number: int) -> bool:
        """Tell whether a chair was asked for at that table, and no answer came yet."""
        return self._sitting == number

    def sits(self, number: int) -> None:
        """Note that a chair was asked for."""
        self._sitting = number

    def give_up(self) -> None:
        """Want no chair any more: it was refused, or the link is lost."""
        self._sitting, self._is_opening = None, False


def _is_same(chat: Chat, message: Said) -> bool:
    return (chat.key, chat.line) == (message.key, message.line)
