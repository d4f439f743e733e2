"""Which tables of a server are marked, and why: an alarm outlives the program that raised it."""

from collections.abc import Callable, Mapping

from ys_tui.client.keyring import KeyringError, Notes
from ys_tui.client.snapshot import Alarm

Tell = Callable[[str, str], None]
"""Say a word to the player: a code and a sentence."""


class Marks:
    """The marks of one server's tables, on disk before they are shown."""

    def __init__(self, notes: Notes, tell: Tell) -> None:
        """Know of none: the server has not said who it is."""
        self._notes, self._tell = notes, tell
        self._server = b""
        self._marks: dict[int, tuple[Alarm, ...]] = {}

    def at(self, server: bytes) -> None:
        """Turn to the tables of the server with this key."""
        if server != self._server:
            self._server = server
            self._marks = dict(self._notes.marks(server))

    def refresh(self) -> None:
        """Take what another window of this profile has written since."""
        if self._server:
            self._marks = dict(self._notes.marks(self._server))

    @property
    def all(self) -> Mapping[int, tuple[Alarm, ...]]:
        """Every mark, by table."""
        return self._marks

    def of(self, table: int) -> tuple[Alarm, ...]:
        """Return the marks of one table."""
        return self._marks.get(table, ())

    def put(self, table: int, alarm: Alarm) -> None:
        """Mark the table, once per kind of alarm: the first says what was seen."""
        if all(mark.code != alarm.code for mark in self.of(table)):
            self.refresh()
            self._set(table, (*(mark for mark in self.of(table) if mark.code != alarm.code), alarm))

    def lift(self, table: int, *codes: str) -> None:
        """Take a mark back: what it said has turned out to be harmless."""
        left = tuple(mark for mark in self.of(table) if mark.code not in codes)
        if left != self.of(table):
            self._set(table, left)

    def renew(self, table: int, code: str, *alarms: Alarm) -> None:
        """Mark the table with these alarms of the kind `code`, and with no others of it."""
        marks = (*(mark for mark in self.of(table) if mark.code != code), *alarms)
        if marks != self.of(table):
            self._set(table, marks)

    def _set(self, table: int, marks: tuple[Alarm, ...]) -> None:
        self._marks = {**self._marks, table: marks} if marks else _without(self._marks, table)
        try:
            self._notes.mark(self._server, table, marks)
        except KeyringError as error:
            self._tell(error.code, str(error))


def _without(marks: Mapping[int, tuple[Alarm, ...]], table: int) -> dict[int, tuple[Alarm, ...]]:
    return {number: alarms for number, alarms in marks.items() if number != table}
