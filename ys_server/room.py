"""One table as the lobby sees it: who sits there, who hosts it, and whether its game has begun.

The game itself is `table`'s; which tables there are is `lobby`'s.
"""

from collections.abc import Callable
from typing import Any, Literal

from protocol import keys
from protocol.game import Game
from protocol.keys import SeatKeys
from protocol.messages import Chair, TableInfo
from ys_server.effects import Conn, Refusal
from ys_server.table import Table


class Room:
    """A table with its chairs, from the moment it is opened until nobody needs it any more."""

    def __init__(
        self, number: int, game: Game[Any], *, options: tuple[str, ...], title: str, seats: int, host: bytes
    ) -> None:
        """Be an open table without anybody in a chair."""
        self.number = number
        self.game = game
        self.options = options
        self.title = title
        self.seats = seats
        self.host = host
        self.chairs: list[SeatKeys] = []
        self.wanted: list[str] = []
        """Levels of the bots that were asked for and have not sat down."""
        self.visitors: dict[Conn, None] = {}
        """Who asked to be told of this table before its game began."""
        self.table: Table | None = None
        self.over_since: float | None = None
        """When the game ended."""

    @property
    def stage(self) -> Literal["open", "playing", "over"]:
        """How far the table is."""
        if self.table is None:
            return "open"
        return "over" if self.table.is_over else "playing"

    @property
    def audience(self) -> dict[Conn, None]:
        """The connections that are told what happens here."""
        return self.visitors if self.table is None else self.table.watchers

    def info(self, is_here: Callable[[bytes], bool]) -> TableInfo:
        """Return the table as the lobby shows it."""
        chairs = tuple(Chair(seat.name, seat.sign, seat.bot, is_here(seat.sign)) for seat in self.chairs)
        return TableInfo(
            id=self.number,
            game=self.game.key,
            rules=self.game.rules,
            title=self.title,
            options=self.options,
            seats=self.seats,
            chairs=chairs,
            host=self.host,
            stage=self.stage,
        )

    def persons(self) -> tuple[bytes, ...]:
        """Return the keys of the people this table is for: its host and who sits, without the bots."""
        return tuple(dict.fromkeys((self.host, *(seat.sign for seat in self.chairs if not seat.bot))))

    def holds(self, key: bytes) -> bool:
        """Tell whether `key` has a chair here in a game that is not over for it."""
        if self.table is None:
            return any(seat.sign == key for seat in self.chairs)
        return not self.table.is_over and self.table.holds(key)

    def running(self) -> Table:
        """Return the table's game, or refuse when it has not begun."""
        if self.table is None:
            raise Refusal("not-begun", f"the game of table {self.number} has not begun")
        return self.table

    def sit(self, seat: SeatKeys, *, is_bot: bool) -> None:
        """Give a chair to `seat`, whose key and name are known to be right."""
        self.check_open()
        if not is_bot and any(other.sign == seat.sign for other in self.chairs):
            raise Refusal("sits-already", f"you sit at table {self.number} already")
        if is_bot and not self.wanted:
            raise Refusal("not-invited", f"table {self.number} has not asked for a bot")
        if len(self.chairs) == self.seats:
            raise Refusal("full", f"every chair of table {self.number} is taken")
        if any(other.name.casefold() == seat.name.casefold() for other in self.chairs):
            raise Refusal("name-taken", f"another {seat.name!r} sits at table {self.number}")
        if not keys.is_usable(seat.box):
            raise Refusal("bad-keys", "nothing can be locked for that box key")
        self.chairs.append(seat)
        if is_bot:
            del self.wanted[0]
        del self.wanted[self.seats - len(self.chairs) :]

    def invite(self, level: str) -> None:
        """Keep a chair for a bot."""
        self.check_open()
        if len(self.chairs) + len(self.wanted) >= self.seats:
            raise Refusal("full", f"no chair of table {self.number} is left for a bot")
        self.wanted.append(level)

    def leave(self, key: bytes) -> bool:
        """Free the chairs of `key` and hand the host's part on; tell whether the table still has persons."""
        self.chairs = [seat for seat in self.chairs if seat.sign != key]
        persons = [seat.sign for seat in self.chairs if not seat.bot]
        if self.host == key and persons:
            self.host = persons[0]
        return self.host != key

    def check_open(self) -> None:
        """Refuse what belongs before the game when it has begun."""
        if self.table is not None:
            raise Refusal("begun", f"the game of table {self.number} has begun")

    def check_host(self, key: bytes) -> None:
        """Refuse what only the host may do."""
        if self.host != key:
            raise Refusal("not-host", f"only the host of table {self.number} may do that")
