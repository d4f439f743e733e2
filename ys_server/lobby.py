"""Which tables there are, and every request about one: open, sit, leave, start, watch, act, say.

Requests come with a client who is a known person; they return effects or raise Refusal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from protocol import VERSION
from protocol.codec import pack
from protocol.game import Game, Illegal, Setup
from protocol.games import GAMES
from protocol.match import MatchError
from protocol.messages import (
    Act,
    BotWanted,
    Leave,
    Offer,
    OpenTable,
    Said,
    Say,
    SeatBot,
    Sit,
    Start,
    TableChanged,
    TableGone,
    TableInfo,
    Watch,
)
from protocol.messages import Lobby as Listing
from protocol.vault import NONCE, Vault
from ys_server.effects import (
    Begun,
    Conn,
    Effect,
    Known,
    Memory,
    Opened,
    Record,
    Refusal,
    Save,
    Saved,
    send,
)
from ys_server.limits import Limits
from ys_server.people import Client, People, Person
from ys_server.room import Room
from ys_server.table import Table

LEVELS: Final = ("random", "greedy")
"""What a host may ask of a bot."""
VOICE: Final = "server"
"""The name under which the server itself says a line at a table."""


class Lobby:
    """All tables of one server."""

    def __init__(
        self,
        identity: bytes,
        entropy: Callable[[int], bytes],
        memory: Memory,
        *,
        games: Mapping[str, Game[Any]] | None = None,
        limits: Limits,
        patience: float,
    ) -> None:
        """Begin with the people and numbers of `memory`; its tables come by `restore`."""
        self.games = GAMES if games is None else games
        self.people = People(memory.names, self.is_seated)
        self.bots_key: bytes | None = None
        """The key that may fill bot chairs."""
        self.complaints: list[str] = []
        """What could not be restored, and why."""
        self._identity = identity
        self._entropy = entropy
        self._limits = limits
        self._patience = patience
        self._nonces = set(memory.nonces)
        self._last = memory.last_table
        self._rooms: dict[int, Room] = {}
        self._stopped: set[int] = set()
        self._changed: set[int] = set()

    def restore(self, tables: Iterable[Saved], now: float) -> list[Effect]:
        """Replay what was saved, and let nature pay what it owed when the server ended."""
        effects: list[Effect] = []
        for saved in tables:
            self._last = max(self._last, saved.table)
            try:
                effects += self._restore(saved, now)
            except (Illegal, MatchError) as error:
                self.complaints.append(f"table {saved.table} cannot be continued: {error}")
        return effects

    def is_seated(self, key: bytes) -> bool:
        """Tell whether `key` has a chair at a table that is not over."""
        return any(room.holds(key) for room in self._rooms.values())

    def listing(self, conn: Conn) -> list[Effect]:
        """Tell a newcomer which tables there are and who is here."""
        tables: list[TableInfo] = []
        size = 0
        infos = [self._info(room) for room in self._rooms.values()]
        while infos and size < self._limits.lobby_bytes:
            tables.append(infos.pop(0))
            size += len(pack(tables[-1]))
        names = self.people.names()[: self._limits.lobby_people]
        more = [effect for info in infos for effect in send((conn,), TableChanged(info))]
        return [*send((conn,), Listing(tuple(tables), names)), *more]

    def presence(self, key: bytes) -> None:
        """Note that the person of `key` came or went; tables that show it are told about at the next tick."""
        self._changed |= {
            room.number for room in self._rooms.values() if any(seat.sign == key for seat in room.chairs)
        }

    def invitations(self) -> list[Effect]:
        """Tell the bots, who have just come, of the chairs that wait for them."""
        bots = self._bots()
        return [
            effect
            for room in self._rooms.values()
            for level in room.wanted
            for effect in send(bots.conns if bots else (), BotWanted(room.number, level))
        ]

    def gone(self, conn: Conn) -> None:
        """Forget that `conn` was told of anything."""
        for room in self._rooms.values():
            room.audience.pop(conn, None)

    def stop(self, number: int) -> list[Effect]:
        """Give up a table whose state could not be saved, and say so to all it concerns."""
        room = self._rooms.pop(number, None)
        if room is None:
            return []
        self._stopped.add(number)
        line = "This table stops: the server could not save it. What was confirmed is safe."
        return [*send(room.audience, Said(number, VOICE, line)), *self._tell(TableGone(number))]

    def tick(self, now: float) -> list[Effect]:
        """Tell what time brings: clocks that ran out, chairs freed, tables that go away."""
        effects: list[Effect] = []
        for room in tuple(self._rooms.values()):
            if room.table is None:
                effects += self._sweep(room, now)
            elif room.stage == "playing":
                effects += room.table.tick(now)
        effects += self._forget_over(now)
        self.people.forget(now - self._limits.grace_seconds)
        changed, self._changed = sorted(self._changed), set()
        return effects + [effect for number in changed for effect in self._tell_changed(number)]

    # --- requests ---

    def open_table(self, client: Client, person: Person, request: OpenTable, now: float) -> list[Effect]:
        """Open a table with `person` as its host."""
        game = self._game(client, request.game)
        if request.seats not in game.seats:
            raise Refusal("bad-seats", f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats")
        unknown = [option for option in request.options if option not in game.options]
        if unknown:
            raise Refusal("no-such-option", f"{game.title} has no option {unknown[0]!r}")
        self._check_room_for(person)
        self._last += 1
        options = tuple(option for option in game.options if option in request.options)
        room = Room(
            self._last, game, options=options, title=request.title, seats=request.seats, host=person.key
        )
        room.visitors[client.conn] = None
        self._rooms[room.number] = room
        return [
            Save(Opened(room.number)),
            *self._remember(person),
            *self._tell_changed(room.number),
        ]

    def sit(self, client: Client, person: Person, request: Sit, now: float) -> list[Effect]:
        """Give the person a chair."""
        room = self._room(request.table)
        self._game(client, room.game.key)
        seat, is_bot = request.keys, person.key == self.bots_key
        if seat.sign != person.key:
            raise Refusal("not-your-key", "a chair is taken with the key that said hello")
        if seat.bot != is_bot:
            raise Refusal("bot-flag", "only the server's bots sit as bots")
        if not is_bot and seat.name != person.name:
            raise Refusal("not-your-name", f"you are known here as {person.name!r}")
        if seat.nonce in self._nonces:
            raise Refusal("old-nonce", "that nonce was used before; sit down with a fresh one")
        room.sit(seat, is_bot=is_bot)
        self._nonces.add(seat.nonce)
        room.visitors[client.conn] = None
        return [*self._remember(person), *self._tell_changed(room.number)]

    def leave(self, client: Client, person: Person, request: Leave, now: float) -> list[Effect]:
        """Free the person's chair at a table that has not begun; else only stop telling this connection."""
        room = self._room(request.table)
        room.audience.pop(client.conn, None)
        if room.table is None and (room.host == person.key or room.holds(person.key)):
            return self._leave(room, person.key)
        return send((client.conn,), TableChanged(self._info(room)))

    def seat_bot(self, client: Client, person: Person, request: SeatBot, now: float) -> list[Effect]:
        """Offer a chair to the bots."""
        room = self._room(request.table)
        room.check_host(person.key)
        if request.level not in LEVELS:
            raise Refusal("no-such-level", f"bots here are {' or '.join(LEVELS)}")
        bots = self._bots()
        if bots is None:
            raise Refusal("no-bots", "no bots are here now")
        room.invite(request.level)
        return send(bots.conns, BotWanted(room.number, request.level))

    def start(self, client: Client, person: Person, request: Start, now: float) -> list[Effect]:
        """Begin the game: the setup is saved, everybody at the table is told, nature pays its debts."""
        room = self._room(request.table)
        room.check_open()
        room.check_host(person.key)
        if len(room.chairs) < room.seats:
            raise Refusal("not-full", f"{room.seats - len(room.chairs)} chairs are still free")
        vault = Vault(self._identity, self._entropy(NONCE), "nature")
        setup = Setup(room.game.key, room.game.rules, room.options, tuple(room.chairs), vault.keys)
        try:
            table = Table(room.number, room.game, setup, vault, self._patience)
        except Illegal as illegal:
            raise Refusal(illegal.code, illegal.detail) from illegal
        seated = [self.people.find(seat.sign) for seat in room.chairs]
        conns = (conn for sitting in seated if sitting for conn in sitting.conns)
        table.watchers.update(dict.fromkeys((*room.visitors, *conns)))
        room.table = table
        return [
            Save(Begun(room.number, room.title, room.host, setup), room.number),
            *table.began(table.watchers),
            *self._tell_changed(room.number),
            *table.go_on(now),
        ]

    def watch(self, client: Client, person: Person, request: Watch, now: float) -> list[Effect]:
        """Tell the connection of the table from now on, and what it has missed."""
        room = self._room(request.table)
        is_free = client.conn in room.audience or room.holds(person.key)
        if not is_free and len(room.audience) >= self._limits.watchers:
            raise Refusal(
                "too-many-watchers", f"{self._limits.watchers} connections watch that table already"
            )
        if room.table is not None:
            return room.table.watch(client.conn, request.have, request.chain, now)
        if request.have:
            raise Refusal("not-begun", f"the game of table {room.number} has not begun")
        room.visitors[client.conn] = None
        return send((client.conn,), TableChanged(self._info(room)))

    def offer(self, client: Client, person: Person, request: Offer, now: float) -> list[Effect]:
        """Take entries that were lost here."""
        room = self._room(request.table)
        return self._after(room, room.running().offer(client.conn, request.start, request.entries, now), now)

    def act(self, client: Client, person: Person, request: Act, now: float) -> list[Effect]:
        """Play an entry."""
        room = self._room(request.table)
        return self._after(room, room.running().act(client.conn, person.key, request.entry, now), now)

    def say(self, client: Client, person: Person, request: Say, now: float) -> list[Effect]:
        """Pass a line on to everybody at the table."""
        room = self._room(request.table)
        if client.conn not in room.audience:
            raise Refusal("not-there", f"you are not at table {room.number}; watch it first")
        return send(room.audience, Said(room.number, person.name, request.line))

    # --- what they share ---

    def _restore(self, saved: Saved, now: float) -> list[Effect]:
        setup = saved.setup
        game = self.games.get(setup.game)
        if game is None or game.rules != setup.rules:
            raise Illegal("other-rules", f"{setup.game} by rules {setup.rules} is not played here")
        vault = Vault(self._identity, setup.nature.nonce, setup.nature.name)
        if vault.keys != setup.nature:
            raise Illegal("other-identity", "its nature has another identity than this server")
        room = Room(
            saved.table,
            game,
            options=setup.options,
            title=saved.title,
            seats=len(setup.seats),
            host=saved.host,
        )
        room.chairs = list(setup.seats)
        room.table = Table(saved.table, game, setup, vault, self._patience)
        room.table.restore(saved.entries)
        self._rooms[room.number] = room
        effects = room.table.go_on(now)
        room.over_since = now if room.stage == "over" else None
        return effects

    def _after(self, room: Room, effects: list[Effect], now: float) -> list[Effect]:
        """Add what the lobby is told when the game has just ended."""
        if room.stage != "over" or room.over_since is not None:
            return effects
        room.over_since = now
        return [*effects, *self._tell_changed(room.number)]

    def _leave(self, room: Room, key: bytes) -> list[Effect]:
        if room.leave(key):
            return self._tell_changed(room.number)
        del self._rooms[room.number]
        return self._tell(TableGone(room.number))

    def _sweep(self, room: Room, now: float) -> list[Effect]:
        """Free the chairs of those who are gone for good."""
        effects: list[Effect] = []
        for key in room.persons():
            gone = self.people.gone_for(key, now)
            if gone > self._limits.grace_seconds and room.number in self._rooms:
                effects += self._leave(room, key)
        return effects

    def _forget_over(self, now: float) -> list[Effect]:
        over = sorted((r.over_since, n) for n, r in self._rooms.items() if r.over_since is not None)
        late = [n for since, n in over if now - since > self._limits.listed_seconds]
        surplus = [n for _, n in over[: max(0, len(over) - self._limits.listed_over)]]
        gone = tuple(dict.fromkeys((*late, *surplus)))
        for number in gone:
            del self._rooms[number]
        return [effect for number in gone for effect in self._tell(TableGone(number))]

    def _game(self, client: Client, key: str) -> Game[Any]:
        """Return the game that `client` wants to play, or refuse because it plays it by other rules."""
        game = self.games.get(key)
        if game is None:
            raise Refusal("no-such-game", f"{key!r} is not played here")
        if client.version != VERSION:
            raise Refusal(
                "other-version", f"your client speaks version {client.version}, this server {VERSION}"
            )
        theirs = client.rules.get(key)
        if theirs != game.rules:
            has = f"rules {theirs}" if theirs else "no rules"
            raise Refusal("other-rules", f"your client has {has} of {game.title}, this server {game.rules}")
        return game

    def _check_room_for(self, person: Person) -> None:
        live = [room for room in self._rooms.values() if room.stage != "over"]
        if len(live) >= self._limits.tables:
            raise Refusal("too-many-tables", f"this server holds {self._limits.tables} tables at a time")
        if sum(room.host == person.key for room in live) >= self._limits.tables_per_person:
            most = self._limits.tables_per_person
            raise Refusal("too-many-tables", f"you host {most} tables; finish one first")

    def _room(self, number: int) -> Room:
        if number in self._stopped:
            raise Refusal("stopped", f"table {number} stopped: the server could not save it")
        room = self._rooms.get(number)
        if room is None:
            raise Refusal("no-such-table", f"there is no table {number}")
        return room

    def _bots(self) -> Person | None:
        return self.people.find(self.bots_key) if self.bots_key else None

    def _remember(self, person: Person) -> list[Effect]:
        record: Record = Known(person.key, person.name)
        return [Save(record)] if self.people.remember(person) else []

    def _info(self, room: Room) -> TableInfo:
        return room.info(lambda key: self.people.find(key) is not None)

    def _tell(self, message: TableChanged | TableGone) -> list[Effect]:
        return send(self.people.conns(), message)

    def _tell_changed(self, number: int) -> list[Effect]:
        self._changed.discard(number)
        room = self._rooms.get(number)
        return [] if room is None else self._tell(TableChanged(self._info(room)))
