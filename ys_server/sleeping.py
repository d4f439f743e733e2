"""Games that leave memory while nobody is there, and come back: played again from what was saved.

Nothing is lost by it: a sleeping table is listed as it was, its clocks run, and whoever needs its game waits
for a moment.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from protocol.game import NATURE
from protocol.match import Match
from protocol.messages import Refused, Said, TableChanged
from ys_server.asleep import Asleep
from ys_server.course import Course
from ys_server.effects import Effect, Outlined, Save, Spoken, send
from ys_server.inviting import after
from ys_server.lobby import Lobby
from ys_server.outline import Outline
from ys_server.people import VOICE
from ys_server.room import Room
from ys_server.table import Table


def rest(lobby: Lobby, room: Room, now: float) -> list[Effect]:
    """Let a game fall asleep that nobody has watched, nor done anything in, for long enough."""
    table = room.table
    if room.stopped_until is not None and now >= room.stopped_until:
        return _try_again(lobby, room)
    if not isinstance(table, Table):
        return []
    if any(lobby.is_person(conn) for conn in table.watchers):
        room.quiet_since = None
        return []
    if room.quiet_since is None:
        room.quiet_since = now
    if now - room.quiet_since < lobby.limits.idle_seconds:
        return []
    effects = outlined(room)
    _sleep(room, table, table.outline())
    return effects


def _sleep(room: Room, table: Table, outline: Outline) -> None:
    asleep = Asleep(room.number, table.setup, table.patience, outline)
    asleep.take_over(table)
    room.table = asleep
    room.acting = {}
    room.chat.forget()


def halt(lobby: Lobby, number: int, now: float) -> list[Effect]:
    """Have a game stand still that could not be saved, listed and asleep as it was saved; it is tried again.

    Who watches has seen what was saved; who has moved is refused. A table of which nothing is known to be
    saved is given up.
    """
    room = lobby.rooms.get(number)
    table = None if room is None else room.table
    if room is None or table is None or not _is_kept(table):
        return lobby.stop(number)
    room.stopped_until = now + lobby.limits.again_seconds
    room.outlined = -1
    lobby.arranged.pop(number, None)
    if not isinstance(table, Table):
        return []
    moved = room.acting
    _sleep(room, table, replace(table.outline(), is_over=False))  # whether its end was saved, waking tells
    room.over_since = None
    lobby.note(room)
    line = "This table stands still: the server cannot save it now. What was confirmed is safe."
    told = send(lobby.conns(room), Said(number, VOICE, lobby.key, line))
    refused = ((conn, Refused(ref, "stopped", line)) for conn, ref in moved.items())
    return [*told, *(effect for conn, no in refused for effect in send((conn,), no))]


def _is_kept(table: Course) -> bool:
    """Tell whether it is certain that the beginning of a game was saved: somebody has answered to it."""
    return not isinstance(table, Table) or any(entry.seat != NATURE for entry in table.match.log)


def _try_again(lobby: Lobby, room: Room) -> list[Effect]:
    """Save how a table stands, and if that can be, call back those who are there."""
    room.stopped_until = None
    lobby.note(room)
    bots = lobby.bots()
    has_bots = bots is not None and any(seat.bot for seat in room.running().chairs)
    conns = (*lobby.conns(room), *(bots.conns if bots is not None and has_bots else ()))
    return [*lobby.keep(room), *send(conns, TableChanged(lobby.info(room)), room.number)]


def outlined(room: Room) -> list[Effect]:
    """Return the saving of how a table's game stands, if that is not saved yet."""
    table = room.table
    if not isinstance(table, Table) or len(table.match.log) == room.outlined:
        return []
    room.outlined = len(table.match.log)
    return [Save(Outlined(room.number, table.outline()), room.number)]


def wake(lobby: Lobby, room: Room, match: Match[Any], lines: Iterable[Spoken], now: float) -> list[Effect]:
    """Go on with a sleeping game from its match; what nature owed is among the effects."""
    asleep = room.table
    if not isinstance(asleep, Asleep):
        return []
    nature = match.setup.nature
    vault = lobby.nature(nature.nonce, nature.name)
    if vault.keys != nature:
        return fail(lobby, room, "its nature has other keys than this server")
    table = Table(room.number, match, vault, asleep.patience)
    table.take_over(asleep)
    room.table = table
    room.quiet_since = room.stopped_until = None
    room.chat.restore(lines, now)
    effects = table.go_on(now)
    if table.outline() == asleep.outline():  # nobody is told anything: it is as it was listed
        return effects
    if room.stage != "over":
        room.over_since = None
    return after(lobby, room, effects, now)


def fail(lobby: Lobby, room: Room, why: str) -> list[Effect]:
    """Refuse from now on what needs a game that cannot be played again; it stays listed."""
    if isinstance(room.table, Asleep):
        room.table.flaw = why
        lobby.complain(f"table {room.number} cannot be continued: {why}")
    return []
