"""What people say and look at, and what they are called."""

from protocol.messages import LOBBY, Find, Look, Rename, Renamed, Say
from protocol.text import in_seconds
from ys_server.chat import Line
from ys_server.effects import Effect, Refusal, send
from ys_server.lobby import Lobby
from ys_server.people import Client, Person


def say(lobby: Lobby, client: Client, person: Person, request: Say, now: float) -> list[Effect]:
    """Pass a line on to everybody at the table, or to all who look at the lobby."""
    if request.table == LOBBY:
        chat, conns = lobby.chat, tuple(lobby.news.lookers)
    else:
        room = lobby.room(request.table, person.key)
        chat, conns = room.chat, tuple(room.audience)
    if client.conn not in conns:
        where = f"at table {request.table}; watch it" if request.table else "in the lobby; look at it"
        raise Refusal("not-there", f"you are not {where} first")
    if not person.chat.afford(1, now):  # a line that is refused costs nothing: it would make the time untrue
        limits = lobby.limits
        most = f"{limits.chat_burst} lines may come at once, and {limits.chat_per_second:g} a second"
        raise Refusal("too-much-chat", f"{most}; come back in {in_seconds(person.chat.seconds(1))}")
    return chat.say(Line(person.name, person.key, request.line, now), conns)


def look(lobby: Lobby, client: Client, person: Person, request: Look, now: float) -> list[Effect]:
    """Show the lobby from now on, or no longer."""
    if request.on:
        return lobby.look(person, client.conn, now)
    lobby.news.lookers.pop(client.conn, None)
    return []


def find(lobby: Lobby, client: Client, person: Person, request: Find, now: float) -> list[Effect]:
    """Show the table whose code that is, and let the person in."""
    lobby.entrance.guess(client, person, now)
    hidden = (room for room in lobby.rooms.values() if room.lock.is_hidden)
    room = next((room for room in hidden if room.lock.opens(request.word)), None)
    if room is None or person.key in room.kicked:
        raise Refusal("no-such-code", "no table has that code")
    lobby.entrance.right(client, person, now)
    room.admit(person.key)
    return [*lobby.keep(room), *lobby.shown(room, client.conn, person.key)]


def rename(lobby: Lobby, client: Client, person: Person, request: Rename, now: float) -> list[Effect]:
    """Call the person by another name from now on; games that have begun keep the one they know."""
    before = person.name
    lobby.people.rename(person, request.name)
    lobby.news.went(before)
    lobby.news.came(person.name)
    kept = lobby.remember(person) if lobby.is_seated(person.key) else []
    return [*kept, *send(person.conns, Renamed(person.name))]
