"""The tables of a server that starts: as they were kept, each game asleep until somebody needs it."""

from protocol.clocks import CLOCKS
from protocol.game import Illegal, Seat, check_table
from ys_server.asleep import Asleep
from ys_server.desk import Desk
from ys_server.effects import Effect, Memory, Saved, Standing
from ys_server.lobby import Lobby
from ys_server.outline import blank
from ys_server.room import Room


def restore(lobby: Lobby, memory: Memory, now: float) -> list[Effect]:
    """Put the tables back that were saved; wake those of whose games it is not known how they stand.

    Of a game that fell asleep, or that the server left as it ended, that was saved. Of one that was under way
    when the server was killed it was not, and nature may owe it something.
    """
    effects: list[Effect] = []
    lobby.chat.restore(memory.lines, now)
    kept: tuple[Saved | Standing, ...] = (*memory.standing, *memory.tables)
    for table in kept:
        lobby.last = max(lobby.last, table.table)
        try:
            effects += _restore(lobby, table, now) if isinstance(table, Saved) else _stand(lobby, table, now)
        except Illegal as error:
            lobby.complain(f"table {table.table} cannot be continued: {error}")
    for room in lobby.rooms.values():
        if room.stage != "over":
            lobby.people.expect(room.persons(), now)
    return effects


def _restore(lobby: Lobby, saved: Saved, now: float) -> list[Effect]:
    setup = saved.setup
    if setup.nature.sign != lobby.key:
        raise Illegal("other-identity", "its nature has another identity than this server")
    desk = saved.desk or Desk(setup.game, setup.options, saved.title, len(setup.seats), saved.host)
    room = _room(lobby, saved.table, desk)
    patience = lobby.time_of(room)
    patience.restore(saved.spans)
    outline = saved.outline or blank(setup, is_over=saved.is_over)
    is_known = saved.outline is not None and saved.outline.length == saved.length
    table = Asleep(room.number, setup, patience, outline)
    table.sitters.update((Seat(seat), keys) for seat, keys in desk.sitters)
    table.touched = now - saved.idle
    room.table = table
    lobby.nonces.update(keys.nonce for _, keys in desk.sitters)
    lobby.rooms[room.number] = room
    room.sitting = table.chairs
    room.over_since = now if room.stage == "over" else None
    if not is_known:
        return [room.wake(is_urgent=False)]
    room.outlined = saved.length
    patience.follow(dict(outline.asked), now, is_paused=outline.is_paused)
    return []


def _stand(lobby: Lobby, standing: Standing, now: float) -> list[Effect]:
    desk = standing.desk
    room = _room(lobby, standing.table, desk)
    check_table(room.game, desk.seats, desk.options)
    room.chat.restore(standing.lines, now)
    lobby.nonces.update(seat.nonce for seat in desk.chairs)
    lobby.rooms[room.number] = room
    return []


def _room(lobby: Lobby, number: int, desk: Desk) -> Room:
    game = lobby.games.get(desk.game)
    if game is None:
        raise Illegal("no-such-game", f"{desk.game} is not played here")
    if desk.clock not in CLOCKS:
        raise Illegal("no-such-clock", f"there is no clock {desk.clock}")
    lobby.arranged[number] = desk
    return Room(number, game, desk, lobby.limits)
