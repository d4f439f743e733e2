"""The tables that were asked for and not shown yet, and how long each has been waited for. Sans-IO."""

from collections.abc import Iterator

from ys_tui.client.pause import Pause
from ys_tui.client.silence import Silence


class _Wish:
    """One table that was never shown, also over links that were cut."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.silence, self.pause = Silence(), Pause()
        self.is_shown = False
        """Whether the server has shown it, and it could not be held."""


class Asked:
    """What one client has asked one server to show."""

    def __init__(self) -> None:
        """Begin with nothing asked for."""
        self._wishes: dict[int, _Wish] = {}
        self._out: set[int] = set()
        """What was asked for on this link."""

    def __contains__(self, number: object) -> bool:
        """Tell whether the table was asked for on this link."""
        return number in self._out

    def begin(self, number: int, word: str) -> None:
        """Wait for a table, or wait on after another link was cut; `word` opens its door."""
        self._out.add(number)
        wish = self._wishes.setdefault(number, _Wish(word))
        wish.word, wish.is_shown = word, False

    def postpone(self, number: int, detail: str) -> None:
        """Ask for a table again later: the server was too busy, and says so with `detail`."""
        if number in self._out:
            self._wishes[number].pause.begin(detail)

    def put_off(self, number: int) -> None:
        """Ask again, later and later, for a table that was shown and cannot be held: nobody is silent."""
        self._out.add(number)
        wish = self._wishes.setdefault(number, _Wish(""))
        wish.silence, wish.is_shown = Silence(), True
        wish.pause.begin("")

    def end(self, number: int) -> None:
        """Wait for a table no longer."""
        self._out.discard(number)
        self._wishes.pop(number, None)

    def offline(self) -> None:
        """Expect no answers till each table is asked for again; what was waited for stays counted."""
        self._out.clear()
        for wish in self._wishes.values():
            wish.pause.end()

    @property
    def is_timed(self) -> bool:
        """Whether a table is waited for on this link."""
        return bool(self._out & self._wishes.keys())

    def tick(self, now: float) -> Iterator[int]:
        """Take the time; give the tables that have been waited for too long."""
        for number, wish in self._wishes.items():
            is_linked = number in self._out and not (wish.is_shown or wish.pause.is_excused)
            if wish.silence.tick(now, is_waiting=True, is_linked=is_linked):
                yield number
            wish.pause.tick(now)

    def due(self) -> Iterator[tuple[int, str]]:
        """Give the tables that are to be asked for again now, each with the word for its door."""
        for number, wish in self._wishes.items():
            if wish.pause.take():
                wish.is_shown = False
                yield number, wish.word
