"""What bots are asked: to take chairs that hosts keep for them, and seats that tables have given up."""

from protocol.messages import BotWanted, TableChanged
from ys_server.effects import Effect, send
from ys_server.lobby import Lobby
from ys_server.people import Person
from ys_server.room import Room


def invitations(lobby: Lobby, person: Person) -> list[Effect]:
    """Tell the bots, if they are who has just come, of all that waits for them."""
    if person.key != lobby.bots_key:
        return []
    effects: list[Effect] = []
    for room in lobby.rooms.values():
        if room.table is not None:
            room.table.stand(person.key)
            room.invited.clear()
            effects += substitutes(lobby, room)
        for level in room.wanted if room.table is None else ():
            effects += want_bot(lobby, room, level)
    return effects


def substitutes(lobby: Lobby, room: Room) -> list[Effect]:
    """Ask the bots for whom the table has voted to take a seat, once for each seat."""
    if room.stage != "playing" or lobby.bots() is None:
        return []
    wanted = set(room.running().wanted())
    new = wanted - room.invited
    room.invited = wanted
    return [effect for _ in new for effect in want_bot(lobby, room, room.substitute)]


def want_bot(lobby: Lobby, room: Room, level: str) -> list[Effect]:
    """Tell the bots of a chair."""
    bots = lobby.bots()
    conns = bots.conns if bots else ()
    return [*send(conns, TableChanged(lobby.info(room))), *send(conns, BotWanted(room.number, level))]


def after(lobby: Lobby, room: Room, effects: list[Effect], now: float) -> list[Effect]:
    """Add to what happened in a game what the lobby and the bots are told of it."""
    return [*effects, *lobby.played(room, now), *substitutes(lobby, room)]
