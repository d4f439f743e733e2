"""What is told by itself: everything of a snapshot that an earlier one had not. Pure."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from ys_tui.client.snapshot import Chat, Connection, Face, Snapshot, Standing
from ys_tui.games.spoken import SPOKEN
from ys_tui.plain.people import said
from ys_tui.plain.room import chairs

_CHAT: Final = "chat"
"""The code of a notice about what was said: that is told by itself."""
_EARLIER: Final = 5
"""Lines of chat that are told on coming somewhere."""


class Heard:
    """What was said where the player is: a server tells it anew on every link, and it is told once."""

    def __init__(self) -> None:
        """Have heard nothing."""
        self._place: object = None
        self._lines: dict[Chat, None] = {}

    def add(self, before: Snapshot, now: Snapshot) -> Snapshot:
        """Note what is said in `now`; return `before` as one that has heard all that was said before."""
        place = (now.server, now.at)
        if place == self._place:
            before = replace(before, chat=tuple(self._lines))
        else:
            self._place, self._lines = place, {}
        self._lines |= dict.fromkeys(map(_as_said, now.chat))
        return before


def news(before: Snapshot, now: Snapshot) -> tuple[str, ...]:
    """Return in lines what is new in `now`, the oldest first."""
    return (*_link(before, now), *_alarms(before, now), *_notice(before, now), *_place(before, now))


def _link(before: Snapshot, now: Snapshot) -> Iterator[str]:
    if now.connection is before.connection or not now.server:
        return
    if now.connection is Connection.LOST:
        why = f": {now.problem.rstrip('.')}" if now.problem else ""
        yield f"{now.server} cannot be reached{why}. It is tried again by itself."
    elif now.connection is Connection.REFUSED:
        yield f"{now.server} refuses: {now.problem}"
    elif now.connection is Connection.ONLINE:
        yield f"Connected to {now.server} as {now.name}."


def _alarms(before: Snapshot, now: Snapshot) -> Iterator[str]:
    known = {*before.alarms, *(before.table.alarms if before.table is not None else ())}
    for alarm in (*now.alarms, *(now.table.alarms if now.table is not None else ())):
        if alarm not in known:
            yield f"ALARM: {alarm.detail}"
    suspected = set(_changed(before))
    for face in _changed(now):
        if face not in suspected:
            yield f"ALARM: {face.word}"


def _changed(snapshot: Snapshot) -> Iterator[Face]:
    return (face for face in snapshot.faces if face.standing is Standing.CHANGED)


def _notice(before: Snapshot, now: Snapshot) -> Iterator[str]:
    notice = now.notice
    if notice is not None and now.connection is Connection.REFUSED and notice.detail == now.problem:
        return  # that is why there is no connection, which is told already
    if notice is not None and notice != before.notice and notice.code != _CHAT:
        yield notice.detail


def _place(before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Yield what happened and was said where the player is, and which other tables wait."""
    is_there = before.at == now.at and (before.table is None) == (now.table is None)
    if is_there:
        yield from _happened(before, now)
        yield from _seated(before, now)
    elif before.at == now.at and now.table is not None:
        yield from _happened(before, now)  # the game has begun
    yield from map(said, _new_chat(before, now, is_there=before.at == now.at))
    for table, _ in now.turns:
        if table != now.at and table not in dict(before.turns):
            yield f"Table {table} waits for you."
    if now.at is None and now.invited is not None and now.invited != before.invited:
        yield f"Those you played with play again: sit {now.invited} takes a chair there."
    if now.rematch is not None and now.rematch != before.rematch and before.at == now.at:
        yield "The same table plays again, the chairs rotated by one: rematch goes there."


def _happened(before: Snapshot, now: Snapshot) -> Iterator[str]:
    if now.table is None:
        return
    journal = now.table.journal
    told = () if before.table is None else before.table.journal
    count = len(told)
    if journal[:count] != told:
        yield "The server shows the game anew: log all reads it."
        count = len(journal)
    for number in range(count, len(journal)):
        yield SPOKEN[now.table.setup.game].happened(now.table, number)


def _seated(before: Snapshot, now: Snapshot) -> Iterator[str]:
    """Yield who sits where once that has changed, at a table that has not begun."""
    if now.table is not None or now.at is None:
        return
    was, is_now = ({table.id: table for table in each.lobby.tables}.get(now.at) for each in (before, now))
    if was is not None and is_now is not None and chairs(was, before) != chairs(is_now, now):
        yield chairs(is_now, now)


def _new_chat(before: Snapshot, now: Snapshot, *, is_there: bool) -> tuple[Chat, ...]:
    if not is_there:
        return now.chat[-_EARLIER:]
    known = set(map(_as_said, before.chat))
    return tuple(chat for chat in now.chat if _as_said(chat) not in known)


def _as_said(chat: Chat) -> Chat:
    """Return a line as it was when it was said: told again, it is history, and the same line."""
    return replace(chat, past=False, again=False)
