"""Which tables there are, who is at them, and who is told; what clients ask is in `requests`.

Whoever is at a table (sits there, hosts it, watches it) is told at once; who looks at the lobby, by `news`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from protocol.game import Game, Seat, Setup
from protocol.games import GAMES
from protocol.messages import (
    LOBBY,
    Invite,
    LobbyChanged,
    PutOut,
    Said,
    TableChanged,
    TableGone,
    TableInfo,
)
from protocol.messages import Lobby as Listing
from protocol.vault import NONCE, Vault
from ys_server.asleep import Asleep
from ys_server.chat import Chat, Line
from ys_server.desk import Desk
from ys_server.effects import (
    Arranged,
    Cleared,
    Conn,
    Effect,
    Known,
    Memory,
    Record,
    Refusal,
    Save,
    send,
)
from ys_server.entrance import Entrance, no_such_table
from ys_server.limits import Limits
from ys_server.news import News, portions
from ys_server.patience import Patience
from ys_server.people import VOICE, People, Person
from ys_server.room import Room


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
        complain: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Begin with the people and numbers of `memory`; its tables come by `restore`.

        `complain` is told, in a sentence, of tables that cannot be continued.
        """
        self.games = GAMES if games is None else games
        self.people = People(
            memory.names,
            self.is_seated,
            lambda key: key != self.bots_key,
            is_bound=lambda key: any(r.table is None and r.holds(key) for r in self.rooms.values()),
            sits_as=lambda name, but: any(r.seats_as(name, but) for r in self.rooms.values()),
        )
        self.bots_key: bytes | None = None
        """The key that may fill bot chairs."""
        self.complain = complain
        self._identity = identity
        self.key = Vault(identity, bytes(NONCE), "nature").keys.sign
        self.entropy = entropy
        self.limits = limits
        self.patience = patience
        self.nonces = set(memory.nonces)
        self.entrance = Entrance(limits)
        self.news = News(limits.lobby_bytes)
        self.chat = Chat(LOBBY, limits.chat_lines)
        """What was said in the lobby itself."""
        self.rooms: dict[int, Room] = {}
        """All tables by number."""
        self.last = memory.last_table
        """The number given to a table last."""
        self._stopped: set[int] = set()
        self.changed: set[int] = set()
        """Tables at which somebody came or went since the last tick."""
        self.arranged: dict[int, Desk] = {}
        """The desks as they were saved."""

    # --- tables ---

    def open_room(self, desk: Desk) -> Room:
        """Return a new open table; its number has never been given before."""
        self.last += 1
        room = Room(self.last, self.games[desk.game], desk, self.limits)
        self.rooms[room.number] = room
        return room

    def begin(self, room: Room, now: float) -> Setup:
        """Begin the game of a table whose chairs are all taken; raise Illegal when they cannot play."""
        vault = self.nature()
        setup = Setup(room.game.key, room.game.rules, room.options, tuple(room.chairs), vault.keys)
        room.begin(setup, vault, self.time_of(room)).touched = now
        return setup

    def nature(self, nonce: bytes | None = None, name: str = "nature") -> Vault:
        """Return the vault of a table's nature: that of `nonce`, or a fresh one."""
        return Vault(self._identity, nonce or self.entropy(NONCE), name)

    def stages(self) -> Counter[str]:
        """Return how many tables are open, playing and over."""
        stages = Counter(open=0, playing=0, over=0)
        stages.update(room.stage for room in self.rooms.values())
        return stages

    def games_by_state(self) -> Counter[str]:
        """Return how many games that have begun are awake, in memory, and how many are asleep."""
        states = Counter(awake=0, asleep=0)
        begun = (room.table for room in self.rooms.values() if room.table is not None)
        states.update("asleep" if isinstance(table, Asleep) else "awake" for table in begun)
        return states

    def is_seated(self, key: bytes) -> bool:
        """Tell whether `key` has a chair at a table that is not over."""
        return any(room.holds(key) for room in self.rooms.values())

    def room(self, number: int, key: bytes | None = None) -> Room:
        """Return the table of that number, or refuse; to `key` one that is not listed does not exist."""
        if number in self._stopped:
            raise Refusal("stopped", f"table {number} stopped: the server could not save it")
        room = self.rooms.get(number)
        if room is None or (key is not None and not self.is_shown(room, key)):
            raise no_such_table(number)
        return room

    def is_shown(self, room: Room, key: bytes) -> bool:
        """Tell whether the person of `key` may know of the table."""
        return not room.lock.is_hidden or key == self.bots_key or room.admits(key)

    def time_of(self, room: Room) -> Patience:
        """Return the clocks of a table that is about to begin, or to go on."""
        # By its number: clocks that held their room would keep it, when it is removed, until the collector
        # looks at what is old, which may take hours.
        number = room.number

        def gone_for(seat: Seat, now: float) -> float:
            return self.people.gone_for(self.rooms[number].running().chairs[seat].sign, now)

        return Patience(self.patience, room.clock, gone_for)

    # --- who comes and goes ---

    def arrived(self, person: Person, conn: Conn) -> list[Effect]:
        """Show somebody who has just come their tables, and where they were put out; let others see them."""
        if len(person.conns) == 1:
            self._presence(person)
            if person.key != self.bots_key:
                self.news.came(person.name)
        key = person.key
        mine = [r for r in self.rooms.values() if r.stage != "over" and (r.host == key or r.sits(key))]
        lost = [room.number for room in self.rooms.values() if room.table is None and key in room.kicked]
        told = [effect for number in lost for effect in send((conn,), PutOut(number))]
        return [*told, *(effect for room in mine for effect in self.shown(room, conn, key))]

    def departed(self, person: Person, conn: Conn, now: float) -> None:
        """Note that a connection has ended; what its person holds stays theirs."""
        self.news.lookers.pop(conn, None)
        for room in self.rooms.values():
            room.acting.pop(conn, None)
            room.called.discard(conn)
            if conn in room.audience:
                del room.audience[conn]
                self.note(room)
        is_missed = any(person.key in room.persons() for room in self.rooms.values() if room.stage != "over")
        self.people.depart(person, conn, now, is_missed=is_missed)
        if not person.conns:
            self._presence(person)
            if person.key != self.bots_key:
                self.news.went(person.name)

    def _presence(self, person: Person) -> None:
        self.changed |= {room.number for room in self.rooms.values() if room.sits(person.key)}

    def look(self, person: Person, conn: Conn, now: float) -> list[Effect]:
        """Show somebody the lobby, and keep them told of it."""
        self.news.lookers[conn] = None
        infos = [self.info(room) for room in self.rooms.values() if self.is_shown(room, person.key)]
        first, *more = tuple(portions(infos, self.limits.lobby_bytes)) or ((),)
        names = self.people.names(self.bots_key)[: self.limits.lobby_people]
        rest = [effect for infos in more for effect in send((conn,), LobbyChanged(infos, (), (), ()))]
        return [*send((conn,), Listing(first, names)), *rest, *self.chat.tell(conn, now)]

    def bots(self) -> Person | None:
        """Return the bots if they are here."""
        return self.people.find(self.bots_key) if self.bots_key else None

    def is_person(self, conn: Conn) -> bool:
        """Tell whether that is the connection of somebody who is here, and no bot."""
        person = self.people.of(conn)
        return person is not None and person.key != self.bots_key

    # --- what happens at tables ---

    def played(self, room: Room, now: float) -> list[Effect]:
        """Return what is told of what happened in a game to those who are not at the table, too."""
        chairs = room.running().chairs
        is_over = room.stage == "over" and room.over_since is None
        has_changed, room.sitting = chairs != room.sitting, chairs
        if is_over:
            room.over_since = now
        told = self.tell_changed(room) if is_over or has_changed else []
        self.note(room)
        return told

    def leave(self, room: Room, key: bytes) -> list[Effect]:
        """Free the chairs of `key` at an open table, which goes away when it has no person left."""
        chairs = room.chairs
        stays = room.leave(key)
        # Nothing was sealed with these: they need not be known for ever.
        self.nonces -= {seat.nonce for seat in chairs if not stays or seat.sign == key}
        return self.tell_changed(room) if stays else self.remove(room)

    def stop(self, number: int) -> list[Effect]:
        """Give up a table whose state could not be saved, and say so to all it concerns."""
        room = self.rooms.get(number)
        if room is None:
            return []
        self._stopped.add(number)
        line = "This table stops: the server could not save it. What was confirmed is safe."
        conns = self.conns(room)
        self._drop(room)
        said = Said(number, VOICE, self.key, line)
        return [*send(conns, said), *send(conns, TableGone(number))]

    def announce(self, room: Room, line: str, now: float) -> list[Effect]:
        """Let the server itself say a line at a table."""
        return room.chat.say(Line(VOICE, self.key, line, now), self.conns(room))

    def remove(self, room: Room) -> list[Effect]:
        """Take a table away that nobody needs any more, and say so to who is there."""
        conns = self.conns(room)
        self._drop(room)
        return [Save(Cleared(room.number)), *send(conns, TableGone(room.number))]

    def _drop(self, room: Room) -> None:
        del self.rooms[room.number]
        self.arranged.pop(room.number, None)
        if not room.lock.is_hidden:
            self.news.gone(room.number)

    # --- who is told ---

    def remember(self, person: Person) -> list[Effect]:
        """Keep the name of somebody who plays; return the saving of it if it is news."""
        record: Record = Known(person.key, person.name)
        return [Save(record)] if self.people.remember(person) else []

    def info(self, room: Room) -> TableInfo:
        """Return `room` as the lobby shows it; who has played a game to its end there does not look on."""
        came = (conn for conn in room.audience if conn not in room.called)
        looking_on = {person.key for conn in came if (person := self.people.of(conn)) is not None}
        sits = room.sits if room.stage == "over" else room.holds
        watchers = sum(key != self.bots_key and not sits(key) for key in looking_on)
        return room.info(lambda key: self.people.find(key) is not None, watchers)

    def conns(self, room: Room) -> tuple[Conn, ...]:
        """Return the connections of all who are at the table."""
        return tuple(dict.fromkeys((*room.audience, *self.people.conns(room.persons()))))

    def note(self, room: Room) -> None:
        """Let those who look at the lobby see, with the next news, how the table stands."""
        if not room.lock.is_hidden and room.number in self.rooms:
            self.news.changed(room.number)

    def tell_changed(self, room: Room) -> list[Effect]:
        """Save how a table stands now, tell all who are there, and those who look at the lobby soon."""
        self.changed.discard(room.number)
        self.note(room)
        return [*self.keep(room), *send(self.conns(room), TableChanged(self.info(room)))]

    def shown(self, room: Room, conn: Conn, key: bytes) -> list[Effect]:
        """Show `conn` how a table stands, with its code for who sits there or hosts it."""
        return [*send((conn,), TableChanged(self.info(room))), *self.invite(room, conn, key)]

    def invite(self, room: Room, conn: Conn, key: bytes) -> list[Effect]:
        """Tell `conn` the table's code, if there is one, and `key` hosts it or sits there."""
        may_know = room.lock.is_hidden and (room.host == key or room.sits(key)) and key != self.bots_key
        return send((conn,), Invite(room.number, room.lock.code)) if may_know else []

    def keep(self, room: Room) -> list[Effect]:
        """Return the saving of how the table stands besides its game, if that is news."""
        desk = room.desk()
        if self.arranged.get(room.number) == desk:
            return []
        self.arranged[room.number] = desk
        return [Save(Arranged(room.number, desk), room.number)]
