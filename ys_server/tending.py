"""What time brings to the tables: clocks that run out, chairs freed, games that nobody plays any more."""

from ys_server.effects import Effect, Ended, Save
from ys_server.lobby import Lobby
from ys_server.room import Room
from ys_server.sleeping import outlined, rest


def tick(lobby: Lobby, now: float) -> list[Effect]:
    """Tell what time brings: clocks that ran out, chairs freed, tables that go away, and the news."""
    effects: list[Effect] = []
    for room in tuple(lobby.rooms.values()):
        if room.table is None:
            effects += _sweep(lobby, room, now)
        elif room.stage == "playing":
            effects += room.table.tick(now) or _abandon(lobby, room, now)
        effects += rest(lobby, room, now)
    effects += _forget_over(lobby, now)
    lobby.people.forget(now - max(lobby.limits.grace_seconds, lobby.limits.grace_days_seconds))
    changed, lobby.changed = sorted(lobby.changed), set()
    for number in changed:
        if number in lobby.rooms:
            effects += lobby.tell_changed(lobby.rooms[number])
    return effects + lobby.news.told(lambda number: lobby.info(lobby.rooms[number]))


def ending(lobby: Lobby, now: float) -> list[Effect]:
    """Return the saving of what only the server's time knows, and of how the games stand."""
    rooms = tuple(lobby.rooms.values())
    live = (room.running() for room in rooms if room.stage == "playing")
    timed = (effect for table in live for effect in table.timed(now))
    return [*timed, *(effect for room in rooms for effect in outlined(room))]


def _sweep(lobby: Lobby, room: Room, now: float) -> list[Effect]:
    """Free the chairs of those who are gone for good."""
    grace = lobby.limits.grace_seconds if room.clock.is_live else lobby.limits.grace_days_seconds
    effects: list[Effect] = []
    for key in room.persons():
        if lobby.people.gone_for(key, now) <= grace or room.number not in lobby.rooms:
            continue
        names = [seat.name for seat in room.chairs if seat.sign == key]
        words = f"{names[0] if names else 'The host'} was away for {_span(grace)}"
        effects += lobby.announce(room, f"{words}: the chair is free." if names else f"{words}.", now)
        effects += lobby.leave(room, key)
    return effects


def _abandon(lobby: Lobby, room: Room, now: float) -> list[Effect]:
    """End a game to which nobody has come for very long."""
    long = lobby.limits.abandoned_seconds
    if now - room.running().touched <= long or any(map(lobby.people.find, room.persons())):
        return []
    room.is_abandoned, room.over_since = True, now
    line = f"Nobody came here for {_span(long)}: the game ends without a result."
    return [
        *lobby.announce(room, line, now),
        Save(Ended(room.number), room.number),
        *lobby.tell_changed(room),
    ]


def _forget_over(lobby: Lobby, now: float) -> list[Effect]:
    over = sorted((r.over_since, n) for n, r in lobby.rooms.items() if r.over_since is not None)
    late = [n for since, n in over if now - since > lobby.limits.listed_seconds]
    surplus = [n for _, n in over[: max(0, len(over) - lobby.limits.listed_over)]]
    gone = tuple(dict.fromkeys((*late, *surplus)))
    return [effect for number in gone for effect in lobby.remove(lobby.rooms[number])]


def _span(seconds: float) -> str:
    days, minutes = int(seconds // 86_400), max(1, int(seconds // 60))
    if days:
        return f"{days} days" if days > 1 else "a day"
    return f"{minutes} minutes" if minutes > 1 else "a minute"
