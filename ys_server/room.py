"""One table as the lobby sees it: who sits there, who hosts it, and whether its game has begun.

The game itself is `table`'s; which tables there are is `lobby`'s.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from protocol import keys
from protocol.clocks import CLOCKS
from protocol.game import Game, Seat, Setup
from protocol.keys import SeatKeys
from protocol.match import Match
from protocol.messages import Chair, TableInfo
from protocol.vault import Vault
from ys_server.asleep import Asleep
from ys_server.chat import Chat
from ys_server.course import Course
from ys_server.desk import Desk
from ys_server.effects import Conn, Refusal, Wake
from ys_server.limits import Limits
from ys_server.patience import Patience
from ys_server.table import Table

ADMITTED: Final = 200
"""Persons whose right word is remembered at a table: they come back without it."""


class Sleeps(Exception):
    """What was asked needs a game that is asleep; it is done once `wake` is, and nothing has changed yet."""

    def __init__(self, wake: Wake) -> None:
        """Name what wakes it."""
        super().__init__(f"table {wake.table} is asleep")
        self.wake = wake


class Room:
    """A table with its chairs, from the moment it is opened until nobody needs it any more."""

    def __init__(self, number: int, game: Game[Any], desk: Desk, limits: Limits) -> None:
        """Be the table of `desk`, whose game has not begun."""
        self.number = number
        self.game = game
        self.options, self.title, self.seats = desk.options, desk.title, desk.seats
        self.clock, self.lock = CLOCKS[desk.clock], desk.lock
        self.host = desk.host
        self.chairs: list[SeatKeys] = list(desk.chairs)
        self.ready = set(desk.ready)
        bots = (seat.nonce for seat in self.chairs if seat.bot)
        self.levels: dict[bytes, str] = dict(zip(bots, desk.levels, strict=False))
        """How the bots play that sit in the chairs, by the nonce of each."""
        self.wanted: list[str] = list(desk.wanted)
        self.rota = desk.rota
        self.admitted: dict[bytes, None] = dict.fromkeys(desk.admitted)
        self.kicked = set(desk.kicked)
        self.rematch = desk.rematch
        self.is_abandoned = desk.is_abandoned
        self.visitors: dict[Conn, None] = {}
        """Who asked to be told of this table before its game began."""
        self.called: set[Conn] = set()
        """Those of the audience who are told of a rematch here and have not come to look."""
        self.chat = Chat(number, limits.chat_lines)
        self.table: Course | None = None
        """Its game, once that has begun."""
        self.outlined = -1
        """The length of the log at which the game's outline was saved last."""
        self.quiet_since: float | None = None
        """Since when nobody watches the game or does anything there; None until that was noticed."""
        self.stopped_until: float | None = None
        """Until when the game stands still because it could not be saved; None where it could."""
        self.acting: dict[Conn, int] = {}
        """The latest move of each connection, by the number of its request."""
        self.invited: set[Seat] = set()
        """Seats of the running game for which a bot was asked."""
        self.sitting: tuple[SeatKeys, ...] = ()
        """Who sat in the game when that was told last."""
        self.over_since: float | None = None
        """When the game ended."""

    def desk(self) -> Desk:
        """Return what is to be kept of it."""
        returning = self.table.returning() if self.table is not None else ()
        return Desk(
            self.game.key,
            self.options,
            self.title,
            self.seats,
            self.host,
            self.clock.key,
            self.lock,
            chairs=tuple(self.chairs),
            ready=tuple(sorted(self.ready)),
            levels=tuple(self.levels[seat.nonce] for seat in self.chairs if seat.nonce in self.levels),
            wanted=tuple(self.wanted),
            rota=self.rota,
            admitted=tuple(self.admitted),
            kicked=tuple(sorted(self.kicked)),
            sitters=returning,
            rematch=self.rematch,
            is_abandoned=self.is_abandoned,
        )

    def begin(self, setup: Setup, nature: Vault, patience: Patience) -> Table:
        """Begin the game of `setup`; raise Illegal when it cannot be played with it."""
        self.table = table = Table(self.number, Match(self.game, setup), nature, patience)
        return table

    @property
    def stage(self) -> Literal["open", "playing", "over"]:
        """How far the table is."""
        if self.table is None:
            return "open"
        return "over" if self.table.is_over or self.is_abandoned else "playing"

    @property
    def audience(self) -> dict[Conn, None]:
        """The connections that are told what happens here."""
        return self.visitors if self.table is None else self.table.watchers

    def info(self, is_here: Callable[[bytes], bool], watchers: int) -> TableInfo:
        """Return the table as the lobby shows it."""
        table, is_playing = self.table, self.stage == "playing"
        sitting: Sequence[SeatKeys] = self.chairs if table is None else table.chairs
        chairs = tuple(
            Chair(
                seat.name,
                seat.sign,
                seat.bot,
                is_here(seat.sign),
                table is None and (seat.bot or seat.sign in self.ready),
                self._level(seat) if seat.bot else None,
            )
            for seat in sitting
        )
        return TableInfo(
            id=self.number,
            game=self.game.key,
            rules=self.game.rules if table is None else table.setup.rules,
            title=self.title,
            options=self.options,
            seats=self.seats,
            chairs=chairs,
            host=self.host,
            stage=self.stage,
            clock=self.clock.key,
            door=self.lock.door,
            watchers=watchers,
            awaited=table.awaited() if table is not None and is_playing else (),
            paused=table is not None and is_playing and table.is_paused,
        )

    @property
    def substitute(self) -> str:
        """The level of a bot for whom the table votes: that of the last bot here, else a middling one."""
        levels, middling = self.desk().levels, self.game.bots[len(self.game.bots) // 2]
        return levels[-1] if levels else middling

    def _level(self, bot: SeatKeys) -> str | None:
        """Return how a bot plays that sits here, None where that was not kept."""
        is_first = self.table is None or bot in self.table.setup.seats
        return self.levels.get(bot.nonce, None if is_first else self.substitute)

    # --- who ---

    def persons(self) -> tuple[bytes, ...]:
        """Return the keys of the people this table is for: its host and who sits, without the bots."""
        sitting = self.chairs if self.table is None else self.table.people()
        return tuple(dict.fromkeys((self.host, *(seat.sign for seat in sitting if not seat.bot))))

    def sits(self, key: bytes) -> bool:
        """Tell whether `key` has or had a chair here."""
        chairs = self.chairs if self.table is None else self.table.people()
        return any(seat.sign == key for seat in chairs)

    def holds(self, key: bytes) -> bool:
        """Tell whether `key` has a chair here in a game that is not over for it."""
        if self.table is None:
            return any(seat.sign == key for seat in self.chairs)
        return self.stage == "playing" and self.table.holds(key)

    def seats_as(self, name: str, but: bytes) -> bool:
        """Tell whether a person other than `but` sits here under `name`, in lower case, or is about to again.

        That may be another name than the one the person goes by: a game keeps the names of its setup.
        """
        if self.stage == "over":
            return False
        returning = () if self.table is None else self.table.sitters.values()
        sitting = (*(self.chairs if self.table is None else self.table.chairs), *returning)
        named = (seat for seat in sitting if seat.name.casefold() == name and not seat.bot)
        return any(seat.sign != but and (seat in returning or self.holds(seat.sign)) for seat in named)

    def admits(self, key: bytes) -> bool:
        """Tell whether `key` may come in without a word."""
        return self.lock.door == "open" or key in self.admitted or key == self.host or self.sits(key)

    def admit(self, key: bytes) -> None:
        """Let `key` come in without a word from now on; the one who came first is forgotten for it."""
        self.admitted[key] = None
        if len(self.admitted) > ADMITTED:
            del self.admitted[next(iter(self.admitted))]

    def running(self) -> Course:
        """Return the table's game, or refuse when it has not begun."""
        if self.table is None:
            raise Refusal("not-begun", f"the game of table {self.number} has not begun")
        return self.table

    def awake(self) -> Table:
        """Return the table's game with its match; refuse when it has not begun, or raise Sleeps."""
        table = self.running()
        if isinstance(table, Asleep):
            if table.flaw:
                raise Refusal("unreadable", f"the game of table {self.number} cannot be read any more")
            if self.stopped_until is not None:
                raise Refusal("stopped", f"table {self.number} stands still: the server cannot save it now")
            raise Sleeps(self.wake(is_urgent=True))
        assert isinstance(table, Table)
        self.quiet_since = None
        return table

    def playing(self) -> Table:
        """Return the table's game with its match, or refuse when it has not begun or was ended."""
        if self.is_abandoned:
            raise Refusal("abandoned", f"table {self.number} was ended: nobody came any more")
        return self.awake()

    def wake(self, *, is_urgent: bool) -> Wake:
        """Return the waking of the table's game."""
        return Wake(self.number, self.game, self.running().setup, is_urgent)

    # --- chairs, before the game ---

    def sit(self, seat: SeatKeys, *, is_bot: bool) -> None:
        """Give a chair to `seat`, whose key and name are known to be right."""
        self.check_open()
        if not is_bot and any(other.sign == seat.sign for other in self.chairs):
            raise Refusal("sits-already", f"you sit at table {self.number} already")
        if seat.sign in self.kicked:
            raise Refusal("kicked", f"the host of table {self.number} has put you out")
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
            self.levels[seat.nonce] = self.wanted.pop(0)
        del self.wanted[self.seats - len(self.chairs) :]
        self._keep_rota()

    def invite(self, level: str) -> None:
        """Keep a chair for a bot."""
        self.check_open()
        if len(self.chairs) + len(self.wanted) >= self.seats:
            raise Refusal("full", f"no chair of table {self.number} is left for a bot")
        self.wanted.append(level)

    def leave(self, key: bytes) -> bool:
        """Free the chairs of `key` and hand the host's part on; tell whether the table still has persons."""
        self.chairs = [seat for seat in self.chairs if seat.sign != key]
        self.ready.discard(key)
        persons = [seat.sign for seat in self.chairs if not seat.bot]
        if self.host == key and persons:
            self.host = persons[0]
        return self.host != key

    def kick(self, key: bytes) -> SeatKeys | None:
        """Free the chair of `key`, who may not come back; of the bots' key only the last one's chair."""
        chair = next((seat for seat in reversed(self.chairs) if seat.sign == key), None)
        if chair is None:
            return None
        self.chairs.remove(chair)
        if chair.bot:
            self.levels.pop(chair.nonce, None)
        else:
            self.kicked.add(key)
            self.ready.discard(key)
            self.admitted.pop(key, None)
        return chair

    def swap(self, one: int, other: int) -> None:
        """Let two chairs change places; from now on they stand as the host wants."""
        self.check_open()
        if not 0 <= max(one, other) < len(self.chairs):
            raise Refusal("no-such-chair", f"nobody sits in chair {max(one, other)} of table {self.number}")
        self.chairs[one], self.chairs[other] = self.chairs[other], self.chairs[one]
        self.rota = ()

    def check_open(self) -> None:
        """Refuse what belongs before the game when it has begun."""
        if self.table is not None:
            raise Refusal("begun", f"the game of table {self.number} has begun")

    def check_host(self, key: bytes) -> None:
        """Refuse what only the host may do."""
        if self.host != key:
            raise Refusal("not-host", f"only the host of table {self.number} may do that")

    def _keep_rota(self) -> None:
        """Put the chairs into the order of the rematch; who was not there before comes last."""
        free = list(enumerate(self.rota))
        ranks: list[int] = []
        for seat in self.chairs:
            place = next((place for place in free if place[1] == seat.sign), None)
            if place is not None:
                free.remove(place)
            ranks.append(len(self.rota) if place is None else place[0])
        order = sorted(range(len(self.chairs)), key=lambda index: (ranks[index], index))
        self.chairs = [self.chairs[index] for index in order]
