"""Games that leave memory while nobody is there, and come back: played again from what was saved.

Nothing is lost by it: a sleeping table is listed as it was, its clocks run, and whoever needs its game waits
for a moment.
"""

from collections.abc import Iterable
from typing import Any

from protocol.match import Match
from ys_server.asleep import Asleep
from ys_server.effects import Effect, Outlined, Save, Spoken
from ys_server.inviting import after
from ys_server.lobby import Lobby
from ys_server.room import Room
from ys_server.table import Table


def rest(lobby: Lobby, room: Room, now: float) -> list[Effect]:
    """Let a game fall asleep that nobody has watched, nor done anything in, for long enough."""
    table = room.table
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
    asleep = Asleep(room.number, table.setup, table.patience, table.outline())
    asleep.take_over(table)
    room.table = asleep
    room.chat.forget()
    return effects


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
    room.quiet_since = None
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
