"""What the number of seats and the options make of the board: one `Layout` for each table that can be set.

Every number that differs between tables is here; who may do what is the phases' affair.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from protocol.game import Option, Seat, Setup
from protocol.games.ys.board import (
    AREAS,
    BROKERS,
    LINE_OF,
    LINES,
    NEIGHBORHOOD_OF,
    NEIGHBORHOODS,
    NEUTRAL_BROKERS,
    SQUARES,
    TRIO_SIZE,
    WHITE,
    Spot,
)

FULL: Final = 4
"""Seats of the game that the rule book is written for (R1)."""
DUEL: Final = 2
"""Seats of the game with a neutral player (R58)."""
TIGHT: Final = (1, 2, 3)
"""The neighborhoods that stay when one is out (R54)."""

TABLES: Final[Mapping[int, str]] = {
    2: "Three neighborhoods, and a neutral player whose brokers both players place.",
    3: "Three gems in each neighborhood, and two open lines in the market.",
    4: "The game as it was made: four neighborhoods, four gems in each, three open lines in the market.",
}
"""What is special with so many seats (R1, R53–R66)."""

THREE_NEIGHBORHOODS: Final = Option(
    key="three-neighborhoods",
    title="Three neighborhoods",
    text="Neighborhood 4 is out: a tighter game.",
    seats=(3,),
    otherwise="Three players choose; two must, four never.",
    rule="R54",
)
KINGS_FAVOR: Final = Option(
    key="kings-favor",
    title="King's Favor",
    text="After each round everybody sends a broker face down to the throne room, for points at the end.",
    seats=(3, 4),
    otherwise="King's Favor is for three or four players.",
    rule="R67",
)
DOCUMENTED_DECK: Final = Option(
    key="documented-deck",
    title="Documented characters only",
    text="No character that was made for this program, more of the documented ones.",
    seats=(2, 3, 4),
    rule="R11",
)
OPTIONS: Final = (THREE_NEIGHBORHOODS, KINGS_FAVOR, DOCUMENTED_DECK)
"""What a table may choose."""


class Layout(Struct, frozen=True):
    """The board of one table, and what else its seats and options fix."""

    seats: int
    neutral: Seat | None
    """The neutral player, who comes after the seats and is none (R59); None without one."""
    has_throne: bool
    """Whether King's Favor is played (R67)."""
    is_documented: bool
    """Whether the deck without invented cards is played with."""
    neighborhoods: tuple[int, ...]
    lines: tuple[int, ...]
    """Open lines of the market."""
    board: tuple[Spot, ...]
    """Every place where a broker may stand."""
    large: int
    """Gems for which the large one of a port's ship stands (R20, R55)."""
    shares: tuple[int, ...]
    """Which place of a neighborhood's ranking takes the first, second, … gem (R36, R55)."""
    hand: int
    """Brokers that a seat seals for a round: its own, then the neutral ones it holds."""

    @property
    def players(self) -> int:
        """Who has points: the seats, and the neutral player."""
        return self.seats + (self.neutral is not None)

    @property
    def block(self) -> int:
        """Tokens of a round: the hands, then the tie-break brokers that are sealed again (R68)."""
        return self.seats * (self.hand + (TRIO_SIZE if self.has_throne else 0))

    def port(self, ship: Sequence[str]) -> tuple[str, ...]:
        """Return the gems of a port with that ship: the large one for two or for one (R20, R55)."""
        large, *small = ship
        return (large,) * self.large + tuple(small)

    def market(self, ship: Sequence[str]) -> tuple[str, ...]:
        """Return the gems of the open lines: of fewer lines the small ones, white first (R21, R56)."""
        return tuple(sorted(ship[-len(self.lines) :], key=lambda gem: gem != WHITE))


def layout(setup: Setup) -> Layout:
    """Return what is fixed at the table of `setup`, which can be played at."""
    return _layout(len(setup.seats), setup.options)


@cache
def _layout(seats: int, options: tuple[str, ...]) -> Layout:
    is_tight = seats == DUEL or THREE_NEIGHBORHOODS.key in options
    neighborhoods = TIGHT if is_tight else NEIGHBORHOODS
    lines = LINES if seats == FULL else LINES[1:]
    return Layout(
        seats=seats,
        neutral=Seat(seats) if seats == DUEL else None,
        has_throne=KINGS_FAVOR.key in options,
        is_documented=DOCUMENTED_DECK.key in options,
        neighborhoods=neighborhoods,
        lines=lines,
        board=tuple(spot for spot in AREAS if NEIGHBORHOOD_OF[spot] in neighborhoods)
        + tuple(square for square in SQUARES if LINE_OF[square] in lines),
        large=2 if seats == FULL else 1,
        shares=(0, 0, 1, 2) if seats == FULL else (0, 0, 1),
        hand=len(BROKERS) + (len(NEUTRAL_BROKERS) if seats == DUEL else 0),
    )
