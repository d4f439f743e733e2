"""What is wrong at one table: seen now, marked at an earlier start, or suspected until it is proved."""

from collections.abc import Iterable
from typing import Any, Final

from protocol.game import NATURE, Event, Seat, Setup
from protocol.seals import Token
from protocol.seat import Chair
from ys_tui.client.marks import Marks
from ys_tui.client.peeks import LYING, suspects
from ys_tui.client.snapshot import Alarm

_BY_HOST: Final = "Of a broker the server showed you something else than its owner sealed."
_BY_OWNER: Final = "What {0} showed you is not what {0} sealed."


class Alarms:
    """The alarms of one table; its marks outlive the program."""

    def __init__(self, number: int, setup: Setup, marks: Marks) -> None:
        """Begin with what the table `number` is marked with."""
        self._number, self._setup, self._marks = number, setup, marks
        self._seen: list[Alarm] = []
        self._suspects: dict[Token, Seat] = {}
        """Who has shown this seat something false, until it is proved to all."""

    def show(self, alarm: Alarm) -> None:
        """Show an alarm as long as this program runs."""
        self._seen.append(alarm)

    def mark(self, alarm: Alarm) -> None:
        """Show an alarm, also after the next start."""
        self.show(alarm)
        self._marks.put(self._number, alarm)

    def blame(self, code: str, words: str) -> bool:
        """Mark the table with what the server does not do; tell whether it was not marked so before."""
        is_new = all(mark.code != code for mark in self._marks.of(self._number))
        self._marks.put(self._number, Alarm(code, words))
        return is_new

    def relieve(self, *codes: str) -> None:
        """Take back what was said of a server that has answered after all."""
        self._marks.lift(self._number, *codes)

    def watch(self, events: Iterable[Event], chair: Chair[Any]) -> None:
        """Look whether somebody has shown `chair` something false among what has just happened."""
        self._suspects = suspects(self._suspects, events, chair.seat, lambda: chair.view().known)

    def acquit(self) -> None:
        """Suspect nobody: what happened is being told anew."""
        self._suspects = {}

    def all(self) -> tuple[Alarm, ...]:
        """Return what the table is marked with, and what is found now; of one kind, what is found now."""
        own = (*self._seen, *map(self._suspicion, self._suspects.values()))
        codes = {alarm.code for alarm in own}
        return (*(mark for mark in self._marks.of(self._number) if mark.code not in codes), *own)

    def _suspicion(self, owner: Seat) -> Alarm:
        name = self._setup.seats[owner].name if owner != NATURE else ""
        return Alarm(LYING, _BY_OWNER.format(name) if name else _BY_HOST)
