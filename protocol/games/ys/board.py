"""The components of Ys and their numbers: brokers, places, colours, prices, ships, decks, tables of points.

Facts only; who may do what with them is the phases' affair.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, NewType

Spot = NewType("Spot", str)
"""Where a broker stands: one of AREAS, SQUARES or the places off the board below."""

HAND: Final = Spot("hand")
"""Behind the screen, or not yet shown which broker it is."""
BID: Final = Spot("bid")
"""In front of the screen since the bid (R25)."""
LAST: Final = Spot("last")
"""The eleventh broker, beside the bid (R30)."""
BACK: Final = Spot("back")
"""Given back behind the screen after its place was counted (R35, R47)."""
GONE: Final = Spot("gone")
"""Taken off unopened because its seat left (R52c)."""
TRIO: Final = Spot("trio")
"""Taken back from the tie-break brokers, closed: one of these goes to the throne room (R68)."""
THRONE: Final = Spot("throne")
"""In the throne room (R68)."""

ROUNDS: Final = 4
"""Rounds of a game (R2)."""
TURNS: Final = 4
"""Turns of placing in a round (R26)."""
TURN_BROKERS: Final = 2
"""Brokers to be placed in a turn (R26)."""

BROKERS: Final = (0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4)
"""The brokers that every player owns (R3)."""
NEUTRAL_BROKERS: Final = (0, 1, 2, 4)
"""The neutral player's brokers that each of two players holds (R59)."""
EXTRA_BROKERS: Final = (2, 2, 2)
"""What lies beside the board for each player at King's Favor (R67)."""
TRIO_SIZE: Final = 3
"""Tie-break brokers: the two of the bid and the last one (R30)."""

COLOURS: Final = ("blue", "green", "yellow", "red")
"""Colours of gems with a price, left to right (R5): further left wins equal prices (R72)."""
BLACK: Final = "black"
WHITE: Final = "white"
"""A wild gem: exchanged at once for one of COLOURS (R9)."""
GEMS: Final = (*COLOURS, BLACK)
"""Gems a player can own, in the order of `Player.gems`."""

NEIGHBORHOODS: Final = (1, 2, 3, 4)
RINGS: Final = ("port", "commerce", "palace")
"""The areas of a neighborhood, from the outer ring inwards (R4)."""
AREAS: Final = tuple(Spot(f"{ring}-{number}") for number in NEIGHBORHOODS for ring in RINGS)
LINES: Final = (1, 2, 3)
"""Lines of the market; what is open depends on the table (R5, R28, R56)."""
SQUARES: Final = tuple(Spot(f"market-{line}-{colour}") for line in LINES for colour in COLOURS)
BOARD: Final = AREAS + SQUARES

NEIGHBORHOOD_OF: Final[Mapping[Spot, int]] = {spot: int(spot[-1]) for spot in AREAS}
"""Neighborhood of each area."""
RING_OF: Final[Mapping[Spot, str]] = {spot: spot.split("-")[0] for spot in AREAS}
"""Ring of each area."""
LINE_OF: Final[Mapping[Spot, int]] = {spot: int(spot.split("-")[1]) for spot in SQUARES}
"""Line of each market square."""
COLUMN_OF: Final[Mapping[Spot, str]] = {spot: spot.split("-")[2] for spot in SQUARES}
"""Column, by its colour, of each market square."""

STEPS: Final = 15
"""Steps of a price's track, counted from 1 (R6, F9)."""
FIRST_STEP: Final = 8
"""Step every price starts on (R6)."""

SHIPS: Final = tuple(
    (large, *small)
    for large in COLOURS
    for small in combinations((*(colour for colour in COLOURS if colour != large), WHITE), 2)
)
"""The ship cards: a large gem and two small ones, every combination once (R10)."""

COLUMN_MOVES: Final = (2, 1, -1, -2)
"""Steps by which the colours of the best to the worst column move (R44)."""
COMMERCE_POINTS: Final = 3
"""VP for a commercial area (R38)."""
MARKET_POINTS: Final = 1
"""VP for a broker placed in the market (R29)."""
CARDS_A_ROUND: Final = 2
"""Cards that are not immediate, which a player may use in a round (R49)."""
GEM_POINTS: Final = ((24, 18, 12, 6), (20, 15, 10, 5), (16, 12, 8, 4), (12, 9, 6, 3))
"""VP by rank of the colour, then place of the player (R73)."""
BLACK_POINTS: Final = (0, 1, 4, 8, 12, 16, 20, 24)
"""VP by number of black gems; more than the last count as the last (R77)."""
THRONE_POINTS: Final = (12, 7, 3, 0)
"""VP by place in the throne room (R71)."""
