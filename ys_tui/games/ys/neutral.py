"""The neutral player of two as it is shown (R59): a name, a sign and a colour of its own. Pure."""

from typing import Final

from msgspec.structs import replace

from protocol.game import Setup
from protocol.games.ys.layout import layout
from ys_tui.looks import Marks, Palette

NAME: Final = "Neutral"
"""What the neutral player is called."""


def names(setup: Setup) -> tuple[str, ...]:
    """Return the names of all players, the neutral one last if there is one."""
    seats = tuple(seat.name for seat in setup.seats)
    return seats if layout(setup).neutral is None else (*seats, NAME)


def looks(setup: Setup, palette: Palette, marks: Marks) -> tuple[Palette, Marks]:
    """Return colours and glyphs by player: those of the neutral one stand where the next seat's would."""
    seat = layout(setup).neutral
    if seat is None:
        return palette, marks
    up, down = marks.neutral
    signs = replace(marks, up=(*marks.up[:seat], up), down=(*marks.down[:seat], down))
    return replace(palette, **{f"seat_{seat}": palette.neutral}), signs
