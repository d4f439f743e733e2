"""What a server has lost of a table's log: it is told how much is held here, and offered the rest."""

from collections.abc import Callable, Sequence
from typing import Final

from protocol.match import Entry
from protocol.messages import Offer, pieces

TOO_EARLY: Final = "too-early"
"""The code with which a server turns a vote away until its clock has run far enough."""
VOTE_LOST: Final = (
    "The server has lost a vote of this table, and takes it back once its clock has run as far again."
)


class GivingBack:
    """What one table's server has lost, as far as it is known here."""

    def __init__(self, number: int, refs: Callable[[], int]) -> None:
        """Begin with a server that has lost nothing of the table `number`."""
        self._number, self._refs = number, refs
        self._is_behind = False
        """Whether the server has shown less than is held, and has not said yet that this is all it has."""
        self._offered: set[int] = set()
        """The requests with which the server was offered what it had lost."""

    def claim(self) -> bool:
        """Note that the server shows less than is held; tell whether that is so for the first time."""
        is_first = not self._is_behind
        self._is_behind = True
        return is_first

    def settle(self) -> None:
        """Note that the server is told what is held, or has it all, or is asked for it anew."""
        self._is_behind = False

    def offers(self, log: Sequence[Entry], length: int) -> list[Offer]:
        """Return what offers a server that has `length` entries of `log` the others, in pieces."""
        self.settle()
        offers = [Offer(self._refs(), self._number, start, part) for start, part in pieces(log, length)]
        self._offered = {offer.ref for offer in offers}
        return offers

    def is_too_early(self, ref: int, code: str) -> bool:
        """Tell whether `ref` was refused with `code` for a vote in it that comes too early."""
        return code == TOO_EARLY and ref in self._offered
