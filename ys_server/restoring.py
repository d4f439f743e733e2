"""The tables of a server that starts: what was kept of each, played again as far as it had come."""

from protocol.clocks import CLOCKS
from protocol.game import Illegal, check_table
from protocol.match import MatchError
from ys_server.desk import Desk
from ys_server.effects import Effect, Memory, Saved, Standing
from ys_server.lobby import Lobby
from ys_server.room import Room


def restore(lobby: Lobby, memory: Memory, now: float) -> list[Effect]:
    """Replay what was saved, and let nature pay what it owed when the server ended."""
    effects: list[Effect] = []
    lobby.chat.restore(memory.lines, now)
    kept: tuple[Saved | Standing, ...] = (*memory.standing, *memory.tables)
    for table in kept:
        lobby.last = max(lobby.last, table.table)
        try:
            effects += _restore(lobby, table, now) if isinstance(table, Saved) else _stand(lobby, table, now)
        except (Illegal, MatchError) as error:
            lobby.complaints.append(f"table {table.table} cannot be continued: {error}")
    for room in lobby.rooms.values():
        if room.stage != "over":
            lobby.people.expect(room.persons(), now)
    return effects


def _restore(lobby: Lobby, saved: Saved, now: float) -> list[Effect]:
    setup = saved.setup
    vault = lobby.nature(setup.nature.nonce, setup.nature.name)
    if vault.keys != setup.nature:
        raise Illegal("other-identity", "its nature has another identity than this server")
    desk = saved.desk or Desk(setup.game, setup.options, saved.title, len(setup.seats), saved.host)
    room = _room(lobby, saved.table, desk)
    room.chat.restore(saved.lines, now)
    patience = lobby.time_of(room)
    patience.restore(saved.spans)
    table = room.begin(setup, vault, patience)
    table.restore(saved.entries, desk.sitters)
    table.touched = now - saved.idle
    used = (*table.match.seating.used, *(keys for _, keys in desk.sitters))
    lobby.nonces.update(keys.nonce for keys in used)
    lobby.rooms[room.number] = room
    effects = table.go_on(now)
    room.sitting = table.match.seating.chairs
    room.over_since = now if room.stage == "over" else None
    return effects


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
