"""What happened in a game of Ys, one struct each: journal, animations and sound come from these."""

from msgspec import Struct

from protocol.game import Event, Exposed, Seat
from protocol.games.ys.board import Spot
from protocol.seals import Token


class Standing(Struct, frozen=True):
    """One player's place in a comparison: what was compared (R33), and what put it above the next one.

    `decided` is the step that set this place above the one below it: "strength", "stayed" (R52c), the name
    of the card in force that wins ties, "neutral" (R62), "tie-break", "order", or "" for the last place.
    """

    seat: Seat
    strength: int
    tie: int
    order: int
    decided: str


class RoundBegan(Event, frozen=True):
    """Characters and ships of the round are on the board (R18, R20, R21)."""

    round: int
    palaces: tuple[str, ...]
    ports: tuple[tuple[str, ...], ...]
    market: tuple[str, ...]


class OrdersDealt(Event, frozen=True):
    """The first order cards, by seat (R14)."""

    orders: tuple[int, ...]


class BidMade(Event, frozen=True):
    """A seat has put two closed brokers in front of its screen."""

    seat: Seat


class BidShown(Event, frozen=True):
    """A seat has opened its bid (R22)."""

    seat: Seat
    values: tuple[int, int]


class BidsRanked(Event, frozen=True):
    """Who chooses an order card first, second, … (R23); `order` in a standing is the old card."""

    ranking: tuple[Standing, ...]


class OrderTaken(Event, frozen=True):
    """A seat takes an order card (R24)."""

    seat: Seat
    card: int


class Placed(Event, frozen=True):
    """A broker was placed; `value` is None when it lies face down."""

    seat: Seat
    token: Token
    spot: Spot
    value: int | None


class LastShown(Event, frozen=True):
    """The eleventh broker lies beside the bid; `tie` is the sum of the three (R30)."""

    seat: Seat
    value: int
    tie: int


class CardUsed(Event, frozen=True):
    """A character card was used and is discarded (R50)."""

    seat: Seat
    card: str


class Moved(Event, frozen=True):
    """A card moved a broker."""

    seat: Seat
    token: Token
    origin: Spot
    spot: Spot
    why: str


class Swapped(Event, frozen=True):
    """A card exchanged two brokers; `spots` is where each of them stands now."""

    seat: Seat
    tokens: tuple[Token, Token]
    spots: tuple[Spot, Spot]
    why: str


class Peeked(Event, frozen=True):
    """A seat named the brokers it looks at (R52b)."""

    seat: Seat
    tokens: tuple[Token, ...]


class PeekShown(Event, frozen=True):
    """The owner has shown a broker to the spy, or nature has in its place (`by_host`)."""

    seat: Seat
    spy: Seat
    token: Token
    by_host: bool = False


class Revealed(Event, frozen=True):
    """A face-down broker was turned over where it stands (R35, R42)."""

    seat: Seat
    token: Token
    spot: Spot
    value: int


class CountBegan(Event, frozen=True):
    """The counting of a neighborhood, or of the market (0), begins (R35)."""

    area: int


class Ranked(Event, frozen=True):
    """A comparison of players: `where` is "neighborhood-1" …, an area, "line-1" … or "market" (R36–R46).

    Nobody present, nothing ranked: then there is no such event.
    """

    where: str
    ranking: tuple[Standing, ...]


class Gained(Event, frozen=True):
    """A seat gets `amount` of "points", of a colour of gem or of black gems.

    `why` is the square of a broker just placed, a card, or where it won a comparison (as in `Ranked`).
    `was` is the gem that was exchanged for it, "" for none (R9).
    """

    seat: Seat
    what: str
    amount: int
    why: str
    was: str = ""


class CardWon(Event, frozen=True):
    """A seat takes a character card (R39)."""

    seat: Seat
    card: str
    spot: Spot


class Discarded(Event, frozen=True):
    """Nobody gets these gems, this card or these "points"; `why` as in `Gained` (R36–R43, R52c)."""

    what: tuple[str, ...]
    why: str


class Column(Struct, frozen=True):
    """One column of the market as it was ranked (R44, R45); `decided` is "sum", "brokers", "choice" or ""."""

    colour: str
    total: int
    brokers: int
    decided: str


class ColumnsRanked(Event, frozen=True):
    """The columns, best first (R44, R45).

    `deciders` is the comparison whose best settled what was still tied (R45, F1), empty if nothing was.
    """

    columns: tuple[Column, ...]
    deciders: tuple[Standing, ...] = ()


class Priced(Event, frozen=True):
    """A price moved, or would have but for the end of its track (R7).

    `why` is "market" for the columns (R44), "majority" for the step of whoever holds it (R46).
    """

    colour: str
    before: int
    after: int
    why: str


class Returned(Event, frozen=True):
    """The brokers of a neighborhood, or all that are left (0), went back to their owners (R35, R47)."""

    area: int


class Caught(Exposed, frozen=True):
    """A seat was caught lying: "hand" (not the brokers of R3) or "peek" (a spy was shown something else)."""

    token: Token


class Departed(Event, frozen=True):
    """A seat has left the game (R52c)."""

    seat: Seat


class ColourScored(Event, frozen=True):
    """Final scoring of one colour (R73–R76); `gems`, `places` (0 for none) and `points` by seat."""

    colour: str
    rank: int
    gems: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]


class Enthroned(Event, frozen=True):
    """A seat has put a broker face down into the throne room; `has_two`: whether a 2 replaces it (R68)."""

    seat: Seat
    token: Token
    has_two: bool


class ThroneScored(Event, frozen=True):
    """Final scoring of the throne room (R71): sums, places (0 for none) and points, by player."""

    sums: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]


class BlackScored(Event, frozen=True):
    """Final scoring of the black gems (R77), by seat."""

    gems: tuple[int, ...]
    points: tuple[int, ...]


class GameOver(Event, frozen=True):
    """The result (R78), by seat; `reason` is "points", "gems", "shared" or "alone" (R52c)."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
