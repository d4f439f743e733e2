"""What was said in one place, the latest lines of it, for those who come later."""

from collections import deque
from collections.abc import Iterable

from msgspec import Struct

from protocol.messages import Said
from ys_server.effects import Conn, Effect, Save, Spoken, send


class Line(Struct, frozen=True):
    """A line, who said it, and when."""

    name: str
    key: bytes
    line: str
    at: float


class Chat:
    """The lines of a table, or of the lobby."""

    def __init__(self, place: int, length: int) -> None:
        """Be empty; at most `length` lines are kept."""
        self._place = place
        self._lines: deque[Line] = deque(maxlen=length)

    def forget(self) -> None:
        """Keep no line: all of them are saved."""
        self._lines.clear()

    def restore(self, lines: Iterable[Spoken], now: float) -> None:
        """Have the lines that were saved, and no others."""
        self._lines.clear()
        self._lines.extend(Line(spoken.name, spoken.key, spoken.line, now - spoken.ago) for spoken in lines)

    def say(self, line: Line, conns: Iterable[Conn]) -> list[Effect]:
        """Keep a line and tell it to `conns`."""
        self._lines.append(line)
        keep = self._lines.maxlen or 0
        spoken = Spoken(self._place, line.name, line.key, line.line, keep=keep)
        return [Save(spoken), *send(conns, self._said(line, line.at))]

    def tell(self, conn: Conn, now: float) -> list[Effect]:
        """Return all lines for somebody who has just come."""
        return [effect for line in self._lines for effect in send((conn,), self._said(line, now))]

    def _said(self, line: Line, now: float) -> Said:
        return Said(self._place, line.name, line.key, line.line, max(0, int(now - line.at)))
