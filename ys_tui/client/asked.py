"""The tables that were asked for and not shown yet, and how long each has been waited for. Sans-IO."""

from collections.abc import Iterator

from ys_tui.client.silence import Silence


class Asked:
    """What one client has asked one server to show."""

    def __init__(self) -> None:
        """Begin with nothing asked for."""
        self._silences: dict[int, Silence] = {}
        """What was never shown, also over links that were cut."""
        self._out: set[int] = set()
        """What was asked for on this link."""

    def __contains__(self, number: object) -> bool:
        """Tell whether the table was asked for on this link."""
        return number in self._out

    def begin(self, number: int) -> None:
        """Wait for a table, or wait on after another link was cut."""
        self._out.add(number)
        self._silences.setdefault(number, Silence())

    def end(self, number: int) -> None:
        """Wait for a table no longer."""
        self._out.discard(number)
        self._silences.pop(number, None)

    def offline(self) -> None:
        """Expect no answers till each table is asked for again; what was waited for stays counted."""
        self._out.clear()

    def tick(self, now: float) -> Iterator[int]:
        """Take the time; give the tables that have been waited for too long."""
        for number, waited in self._silences.items():
            if waited.tick(now, is_waiting=True, is_linked=number in self._out):
                yield number
