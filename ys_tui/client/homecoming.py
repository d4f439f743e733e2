"""The player's own seat: sitting down on it, losing it, asking for it and having it again."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from protocol.game import Event, Game, Reseated, Seat, Setup
from protocol.match import Match
from protocol.seat import Chair
from protocol.vault import Vault
from ys_tui.client.snapshot import Absence

STOLEN: Final = "stolen-seat"
"""The code when a seat is given to the player's key, with keys beside it that are not the player's."""
STOLEN_WORDS: Final = (
    "The server says that you came back to a seat, but with keys that this client did not send: they are the "
    "server's own, or those of another machine with a copy of your identity."
)


class Homecoming:
    """What became of the seat that is the player's by the setup; a spectator has none to lose."""

    def __init__(self, own: tuple[Seat, Vault] | None, returns: Callable[[], Sequence[Vault]]) -> None:
        """Have it; `returns` gives the vaults with which the player has asked for it again, once lost."""
        self._own, self._returns = own, returns
        self.seat = own[0] if own else None
        """It, whoever holds it now; None for a spectator."""
        self._coming: int | None = None
        """The request with which it was asked for again, until it was had or refused."""

    def chair(self, game: Game[Any], setup: Setup) -> Chair[Any]:
        """Return a chair at the beginning of the game, which is the player's again where the log says so."""
        seat, vault = self._own or (None, None)
        chair = Chair(game, setup, seat, vault)
        for again in self._returns() if self._own else ():
            chair.come_back(again)
        return chair

    def ask(self, ref: int) -> None:
        """Note that the seat is asked for again, by the request `ref`."""
        self._coming = ref

    def refused(self, ref: int) -> None:
        """Note that `ref` was refused, if it is that request."""
        if ref == self._coming:
            self._coming = None

    def absence(self, match: Match[Any]) -> Absence:
        """Return whether the player has the seat."""
        if self.seat is None or not match.prompts:
            return Absence.HERE
        is_held = match.seating.chairs[self.seat].bot
        if not is_held and self.seat not in match.seating.vacant:
            return Absence.HERE
        if self._coming is not None:
            return Absence.COMING
        return Absence.HELD if is_held else Absence.GIVEN_UP

    def take(self, events: Iterable[Event], chair: Chair[Any]) -> bool:
        """Have the seat again if the log says so, be it that another window of this profile asked for it.

        Tells whether the player's key has got a seat with keys that are not the player's.
        """
        if self._own is None:
            return False
        is_stolen = False
        for seat in (event.seat for event in events if isinstance(event, Reseated)):
            if seat == self.seat:
                self._coming = None
                if chair.seat is None:
                    for vault in self._returns():
                        chair.come_back(vault)
            is_mine = seat == self.seat and chair.seat is not None
            is_stolen |= not is_mine and chair.match.seating.chairs[seat].sign == self._own[1].keys.sign
        return is_stolen
