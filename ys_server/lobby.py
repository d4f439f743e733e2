"""Which tables there are, who is told of them, and what time brings; what clients ask is in `requests`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from protocol import VERSION
from protocol.codec import pack
from protocol.game import Game, Illegal
from protocol.games import GAMES
from protocol.match import MatchError
from protocol.messages import BotWanted, OpenTable, Said, TableChanged, TableGone, TableInfo
from protocol.messages import Lobby as Listing
from protocol.vault import NONCE, Vault
from ys_server.effects import Conn, Effect, Known, Memory, Record, Refusal, Save, Saved, send
from ys_server.limits import Limits
from ys_server.people import Client, People, Person
from ys_server.room import Room
from ys_server.table import Table

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
        self._key = Vault(identity, bytes(NONCE), "nature").keys.sign
        self._entropy = entropy
        self.limits = limits
        self.patience = patience
        self.nonces = set(memory.nonces)
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

    def open_room(self, game: Game[Any], options: tuple[str, ...], request: OpenTable, host: Person) -> Room:
        """Return a new open table; its number has never been given before."""
        self._last += 1
        title, seats = request.title, request.seats
        room = Room(self._last, game, options=options, title=title, seats=seats, host=host.key)
        self._rooms[room.number] = room
        return room

    def nature(self, nonce: bytes | None = None, name: str = "nature") -> Vault:
        """Return the vault of a table's nature: that of `nonce`, or a fresh one."""
        return Vault(self._identity, nonce or self._entropy(NONCE), name)

    def stages(self) -> Counter[str]:
        """Return how many tables are open, playing and over."""
        stages = Counter(open=0, playing=0, over=0)
        stages.update(room.stage for room in self._rooms.values())
        return stages

    def is_seated(self, key: bytes) -> bool:
        """Tell whether `key` has a chair at a table that is not over."""
        return any(room.holds(key) for room in self._rooms.values())

    def listing(self, conn: Conn) -> list[Effect]:
        """Tell a newcomer which tables there are and who is here."""
        tables: list[TableInfo] = []
        size = 0
        infos = [self.info(room) for room in self._rooms.values()]
        while infos and size < self.limits.lobby_bytes:
            tables.append(infos.pop(0))
            size += len(pack(tables[-1]))
        names = self.people.names()[: self.limits.lobby_people]
        more = [effect for info in infos for effect in send((conn,), TableChanged(info))]
        return [*send((conn,), Listing(tuple(tables), names)), *more]

    def presence(self, key: bytes) -> None:
        """Note that the person of `key` came or went; tables that show it are told about at the next tick."""
        self._changed |= {
            room.number for room in self._rooms.values() if any(seat.sign == key for seat in room.chairs)
        }

    def invitations(self) -> list[Effect]:
        """Tell the bots, who have just come, of the chairs that wait for them."""
        bots = self.bots()
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
        return [*send(room.audience, Said(number, VOICE, self._key, line)), *self.tell(TableGone(number))]

    def tick(self, now: float) -> list[Effect]:
        """Tell what time brings: clocks that ran out, chairs freed, tables that go away."""
        effects: list[Effect] = []
        for room in tuple(self._rooms.values()):
            if room.table is None:
                effects += self._sweep(room, now)
            elif room.stage == "playing":
                effects += room.table.tick(now)
        effects += self._forget_over(now)
        self.people.forget(now - self.limits.grace_seconds)
        changed, self._changed = sorted(self._changed), set()
        return effects + [effect for number in changed for effect in self.tell_changed(number)]

    def _restore(self, saved: Saved, now: float) -> list[Effect]:
        setup = saved.setup
        game = self.games.get(setup.game)
        if game is None:
            raise Illegal("no-such-game", f"{setup.game} is not played here")
        vault = self.nature(setup.nature.nonce, setup.nature.name)
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
        room.table = Table(saved.table, game, setup, vault, self.patience)
        room.table.restore(saved.entries)
        self._rooms[room.number] = room
        effects = room.table.go_on(now)
        room.over_since = now if room.stage == "over" else None
        return effects

    def after(self, room: Room, effects: list[Effect], now: float) -> list[Effect]:
        """Add what the lobby is told when the game has just ended."""
        if room.stage != "over" or room.over_since is not None:
            return effects
        room.over_since = now
        return [*effects, *self.tell_changed(room.number)]

    def leave(self, room: Room, key: bytes) -> list[Effect]:
        """Free the chairs of `key` at an open table, which goes away when it has no person left."""
        chairs = room.chairs
        stays = room.leave(key)
        # Nothing was sealed with these: they need not be known for ever.
        self.nonces -= {seat.nonce for seat in chairs if not stays or seat.sign == key}
        if stays:
            return self.tell_changed(room.number)
        del self._rooms[room.number]
        return self.tell(TableGone(room.number))

    def _sweep(self, room: Room, now: float) -> list[Effect]:
        """Free the chairs of those who are gone for good."""
        effects: list[Effect] = []
        for key in room.persons():
            gone = self.people.gone_for(key, now)
            if gone > self.limits.grace_seconds and room.number in self._rooms:
                effects += self.leave(room, key)
        return effects

    def _forget_over(self, now: float) -> list[Effect]:
        over = sorted((r.over_since, n) for n, r in self._rooms.items() if r.over_since is not None)
        late = [n for since, n in over if now - since > self.limits.listed_seconds]
        surplus = [n for _, n in over[: max(0, len(over) - self.limits.listed_over)]]
        gone = tuple(dict.fromkeys((*late, *surplus)))
        for number in gone:
            del self._rooms[number]
        return [effect for number in gone for effect in self.tell(TableGone(number))]

    def game_for(self, client: Client, key: str) -> Game[Any]:
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

    def check_room_for(self, person: Person) -> None:
        """Refuse one more table of `person` when there are too many."""
        live = [room for room in self._rooms.values() if room.stage != "over"]
        if len(live) >= self.limits.tables:
            full = f"{self.limits.tables} tables are open or playing, as many as this server holds"
            raise Refusal("too-many-tables", f"{full}; {self.limits.again}")
        if sum(room.host == person.key for room in live) >= self.limits.tables_per_person:
            most = self.limits.tables_per_person
            raise Refusal("too-many-tables", f"you host {most} tables; finish one first")

    def room(self, number: int) -> Room:
        """Return the table of that number, or refuse."""
        if number in self._stopped:
            raise Refusal("stopped", f"table {number} stopped: the server could not save it")
        room = self._rooms.get(number)
        if room is None:
            raise Refusal("no-such-table", f"there is no table {number}")
        return room

    def bots(self) -> Person | None:
        """Return the bots if they are here."""
        return self.people.find(self.bots_key) if self.bots_key else None

    def remember(self, person: Person) -> list[Effect]:
        """Keep the name of somebody who plays; return the saving of it if it is news."""
        record: Record = Known(person.key, person.name)
        return [Save(record)] if self.people.remember(person) else []

    def info(self, room: Room) -> TableInfo:
        """Return `room` as the lobby shows it."""
        return room.info(lambda key: self.people.find(key) is not None)

    def tell(self, message: TableChanged | TableGone) -> list[Effect]:
        """Tell everybody who is here."""
        return send(self.people.conns(), message)

    def tell_changed(self, number: int) -> list[Effect]:
        """Tell everybody how a table stands now."""
        self._changed.discard(number)
        room = self._rooms.get(number)
        return [] if room is None else self.tell(TableChanged(self.info(room)))
