"""What there is to tell of one server while nobody sits at the screen: each thing once. Sans-IO."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from protocol.text import LINE_LENGTH, clean
from ys_tui.client import peeks, silence, versions
from ys_tui.client.heard import LOST
from ys_tui.client.keyring import KeyringError
from ys_tui.client.shelf import ShelfError
from ys_tui.client.snapshot import Absence, Connection
from ys_tui.client.store import Store
from ys_tui.client.table import Table

_SAID: Final = frozenset({KeyringError.code, ShelfError.code, versions.OTHER, LOST, "people"})
"""Words of the client that are warnings when nobody looks; most others answer what a player wished."""
_HARMLESS: Final = silence.CODES | {peeks.LYING}
"""Alarms after which the table is still answered."""
_STOPS: Final = "Nothing is answered there any more before you have looked at it with ys."
_ABSENCE: Final = {
    Absence.HELD: "a bot plays for you; come back with ys",
    Absence.GIVEN_UP: "the others have given your seat up; come back with ys",
}


class What(StrEnum):
    """What can be told."""

    CONNECTED = "connected"
    LOST = "lost"
    BEGAN = "began"
    WAITS = "waits"
    AWAY = "away"
    """The player has not got the seat any more."""
    OVER = "over"
    WARNING = "warning"


class News(Struct, frozen=True):
    """One thing to tell: of a table, or of the server as a whole."""

    what: What
    table: int | None = None
    title: str = ""
    """What the table is called, "" when the server has not said it."""
    detail: str = ""


class Unattended:
    """The tables of one store, and what has been told of them already."""

    def __init__(self, store: Store) -> None:
        """Have told nothing."""
        self._store = store
        self._connection: Connection | None = None
        self._running: set[int] = set()
        self._over: set[int] = set()
        self._turns: dict[int, int] = {}
        """For each table the number of entries since which the decision stood that was told last."""
        self._absence: dict[int, Absence] = {}
        self._warned: set[tuple[int | None, str]] = set()
        self._notice = 0

    @property
    def is_needed(self) -> bool:
        """Whether a game of the player's is on, as far as is known here."""
        return any(_is_ours(table) and table.match.prompts for table in self._store.held)

    def news(self) -> tuple[News, ...]:
        """Return what is new since this was asked before."""
        return (*self._link(), *self._warnings(), *self._words(), *self._games())

    def _link(self) -> Iterator[News]:
        snapshot, before = self._store.snapshot, self._connection
        now = snapshot.connection
        if now is Connection.CONNECTING or now is before:
            return
        self._connection = now
        if now is Connection.ONLINE:
            yield News(What.CONNECTED)
        else:
            yield News(What.LOST, detail=clean(snapshot.problem) or "the connection was cut")

    def _games(self) -> Iterator[News]:
        for table in self._store.held:
            if _is_ours(table) and table.is_live:
                yield from self._game(table)

    def _game(self, table: Table) -> Iterator[News]:
        number, match = table.number, table.match
        title = self._store.title(number)
        if not match.prompts:
            if number not in self._over:
                self._over.add(number)
                yield News(What.OVER, number, title, _result(table))
            return
        if number not in self._running:
            self._running.add(number)
            yield News(What.BEGAN, number, title)
        if table.absence is not self._absence.get(number, Absence.HERE):
            self._absence[number] = table.absence
            if table.absence in _ABSENCE:
                yield News(What.AWAY, number, title, _ABSENCE[table.absence])
        turn = None if match.is_paused or self._store.rests(number) else table.turn
        if turn is not None and self._turns.get(number) != turn:
            self._turns[number] = turn
            yield News(What.WAITS, number, title)

    def _warnings(self) -> Iterator[News]:
        held = ((t.number, alarm) for t in self._store.held if _is_ours(t) for alarm in t.alarms)
        alarms = (*held, *self._store.alarmed.items())
        standing = {(number, alarm.code) for number, alarm in alarms}
        for number, alarm in alarms:
            if (number, alarm.code) not in self._warned:
                self._warned.add((number, alarm.code))
                detail = clean(alarm.detail, 2 * LINE_LENGTH)
                words = detail if alarm.code in _HARMLESS else f"{detail} {_STOPS}"
                yield News(What.WARNING, number, self._store.title(number), words)
        self._warned &= standing

    def _words(self) -> Iterator[News]:
        notice = self._store.snapshot.notice
        if notice is not None and notice.number > self._notice:
            self._notice = notice.number
            if notice.code in _SAID:
                yield News(What.WARNING, detail=clean(notice.detail, 2 * LINE_LENGTH))


def _is_ours(table: Table) -> bool:
    return table.home is not None


def _result(table: Table) -> str:
    """Return in words how a game ended for the player."""
    outcome = table.match.game.outcome(table.match.state)
    if outcome is None or table.home is None:
        return "ended by a vote, without a result"
    place, points = outcome.places[table.home], outcome.points[table.home]
    return f"place {place} of {len(outcome.places)}, {points} point{'' if points == 1 else 's'}"
