"""A game in outline: how it stands, as far as that can be told without its log."""

from msgspec import Struct

from protocol.game import Seat, Setup
from protocol.keys import SeatKeys
from ys_server.patience import Asked


class Outline(Struct, frozen=True, array_like=True):
    """How a game stands after `length` entries; nature owes it nothing then."""

    length: int
    chairs: tuple[SeatKeys, ...]
    """Who sits where."""
    left: tuple[Seat, ...] = ()
    """The seats that are out of the game."""
    asked: tuple[tuple[Seat, Asked], ...] = ()
    """Whom the table waits for, and since when."""
    wanted: tuple[Seat, ...] = ()
    """The seats for which the others have voted to have a bot."""
    is_paused: bool = False
    is_over: bool = False


def blank(setup: Setup, *, is_over: bool) -> Outline:
    """Return what is known of a game of which nothing but its beginning was kept."""
    return Outline(0, setup.seats, is_over=is_over)
