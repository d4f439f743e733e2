"""A game whose match is in the database alone: nothing happens there before somebody wakes it."""

from msgspec.structs import replace

from protocol.game import Seat, Setup
from protocol.keys import SeatKeys
from ys_server.course import Course
from ys_server.outline import Outline
from ys_server.patience import Patience


class Asleep(Course):
    """A game in outline; its clocks run all the same."""

    def __init__(self, number: int, setup: Setup, patience: Patience, outline: Outline) -> None:
        """Be the game of table `number` as it stood when it fell asleep."""
        super().__init__(number, setup, patience)
        # Most people sit where they sat at first: their keys are kept once.
        first = {keys: keys for keys in setup.seats}
        self._outline = replace(outline, chairs=tuple(first.get(keys, keys) for keys in outline.chairs))
        self.flaw = ""
        """Why it cannot be woken, once that was tried."""

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked anything more."""
        return self._outline.is_over

    @property
    def is_paused(self) -> bool:
        """Whether the table has voted for a pause."""
        return self._outline.is_paused

    @property
    def chairs(self) -> tuple[SeatKeys, ...]:
        """Who sits where."""
        return self._outline.chairs

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats that are out of the game."""
        return self._outline.left

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for."""
        return tuple(sorted(seat for seat, _ in self._outline.asked))

    def wanted(self) -> tuple[Seat, ...]:
        """Return the seats that wait for a bot, by the others' vote."""
        return tuple(seat for seat in self._outline.wanted if seat not in self.sitters)

    def outline(self) -> Outline:
        """Return how the game stands."""
        return self._outline
