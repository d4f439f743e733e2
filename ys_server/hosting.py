"""What a host may ask: bots, who goes, who sits where, who is the host; and the same table once more."""

from itertools import chain

from msgspec.structs import replace

from protocol.messages import Hand, Kick, PutOut, Rematch, Rematched, SeatBot, Swap, TableChanged, TableGone
from ys_server.checks import check_room_for, game_for
from ys_server.desk import Desk
from ys_server.effects import Effect, Opened, Refusal, Save, send
from ys_server.inviting import want_bot
from ys_server.lobby import Lobby
from ys_server.locks import Lock, locked
from ys_server.people import Client, Person
from ys_server.room import Room


def seat_bot(lobby: Lobby, client: Client, person: Person, request: SeatBot, now: float) -> list[Effect]:
    """Offer a chair to the bots."""
    room = _hosted(lobby, person, request.table)
    levels = room.game.bots
    if request.level not in levels:
        raise Refusal("no-such-level", f"bots here are {' or '.join(levels)}")
    if lobby.bots() is None:
        raise Refusal("no-bots", f"no bots are here now; {lobby.limits.again}")
    room.invite(request.level)
    return lobby.keep(room) + want_bot(lobby, room, request.level)


def kick(lobby: Lobby, client: Client, person: Person, request: Kick, now: float) -> list[Effect]:
    """Free somebody's chair."""
    room = _hosted(lobby, person, request.table)
    room.check_open()
    if request.key == person.key:
        raise Refusal("not-yourself", "leave the table instead")
    chair = room.kick(request.key)
    if chair is None:
        raise Refusal("no-chair", f"they have no chair at table {room.number}")
    lobby.nonces.discard(chair.nonce)
    put_out = lobby.people.conns(() if chair.bot else (chair.sign,))
    for conn in put_out:
        room.visitors.pop(conn, None)
    news = TableGone(room.number) if room.lock.is_hidden else TableChanged(lobby.info(room))
    return [*send(put_out, PutOut(room.number)), *lobby.tell_changed(room), *send(put_out, news)]


def hand(lobby: Lobby, client: Client, person: Person, request: Hand, now: float) -> list[Effect]:
    """Let somebody else be the host."""
    room = _hosted(lobby, person, request.table)
    if request.key == lobby.bots_key or not room.holds(request.key):
        raise Refusal("no-chair", f"a host is somebody with a chair at table {room.number}")
    room.host = request.key
    return lobby.tell_changed(room)


def swap(lobby: Lobby, client: Client, person: Person, request: Swap, now: float) -> list[Effect]:
    """Let two chairs change places."""
    room = _hosted(lobby, person, request.table)
    room.swap(request.one, request.other)
    return lobby.tell_changed(room)


def rematch(lobby: Lobby, client: Client, person: Person, request: Rematch, now: float) -> list[Effect]:
    """Open the same table again, or lead to it where that was done already."""
    room = lobby.room(request.table, person.key)
    if room.stage != "over":
        raise Refusal("not-over", f"the game of table {room.number} is not over")
    if not room.sits(person.key):
        raise Refusal("no-chair", f"you did not play at table {room.number}")
    again = lobby.rooms.get(room.rematch)
    if again is not None:
        shown = lobby.shown(again, client.conn, person.key)
        return [*shown, *send((client.conn,), Rematched(room.number, again.number))]
    game_for(lobby, client, room.game.key)
    check_room_for(lobby, person)
    again = lobby.open_room(_desk_again(lobby, room, person))
    again.visitors.update(room.audience)
    again.called.update(room.audience)
    room.rematch = again.number
    conns = lobby.conns(room)
    return [
        Save(Opened(again.number)),
        *lobby.tell_changed(again),
        *lobby.keep(room),
        *send(conns, Rematched(room.number, again.number)),
        *lobby.invite(again, client.conn, person.key),
        *chain.from_iterable(want_bot(lobby, again, level) for level in again.wanted),
    ]


def _hosted(lobby: Lobby, person: Person, number: int) -> Room:
    room = lobby.room(number, person.key)
    room.check_host(person.key)
    return room


def _desk_again(lobby: Lobby, room: Room, host: Person) -> Desk:
    """Return the desk of a rematch: all as it was, the chairs rotated by one, everybody let in."""
    seats = room.running().setup.seats
    rota = (*seats[1:], seats[0])
    watching = (person.key for conn in room.audience if (person := lobby.people.of(conn)) is not None)
    lock: Lock = locked("code", "", lobby.entropy) if room.lock.is_hidden else room.lock
    desk = room.desk()
    return replace(
        desk,
        host=host.key,
        lock=lock,
        chairs=(),
        ready=(),
        levels=(),
        wanted=desk.levels,
        rota=tuple(seat.sign for seat in rota),
        admitted=tuple(dict.fromkeys((*room.persons(), *room.admitted, *watching))),
        kicked=(),
        sitters=(),
        rematch=0,
        is_abandoned=False,
    )
