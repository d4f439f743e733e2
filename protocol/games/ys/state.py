"""The public state of a game of Ys, and the questions one asks of it. No hidden value is ever in it."""

from enum import StrEnum

from msgspec import Struct

from protocol.game import Seat, Setup
from protocol.games.ys.board import Spot
from protocol.games.ys.prompts import Peek
from protocol.seals import Token


class Phase(StrEnum):
    """Where in a round the game is."""

    SEAL = "seal"
    DRAW = "draw"
    BID = "bid"
    SHOW_BID = "show-bid"
    ORDER = "order"
    PLACE = "place"
    SHOW_LAST = "show-last"
    CARDS = "cards"
    CITY = "city"
    MARKET = "market"
    OVER = "over"


class Shot(Struct, frozen=True):
    """A look that was given: the spy and the box its owner locked for it."""

    spy: Seat
    box: bytes


class Broker(Struct, frozen=True):
    """One broker of the round. `value` is None until it is open; `up` tells whether it lies face up."""

    token: Token
    owner: Seat
    seal: bytes
    spot: Spot
    value: int | None = None
    up: bool = False
    boxes: tuple[Shot, ...] = ()


class Held(Struct, frozen=True):
    """A character card in front of its player, and the round in which it was won (R48)."""

    card: str
    won: int


class Player(Struct, frozen=True):
    """What everybody sees of a player."""

    link: bytes
    """The last link given of the seat's chain, at first its anchor."""
    points: int = 0
    gems: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Blue, green, yellow, red, black."""
    order: int = 0
    """Order card in force; 0 before the first deal."""
    choice: int = 0
    """Order card taken for the coming turns while the others still choose (R24); 0 if none."""
    cards: tuple[Held, ...] = ()
    used: int = 0
    """Cards used in this round that count against R49."""
    sources: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Points so far by source: market placements, commerce, characters, gems at the end."""


class Left(Struct, frozen=True):
    """What no draw has taken yet; the order within says nothing."""

    characters: tuple[str, ...]
    ships: tuple[int, ...]


class Asking(Struct, frozen=True):
    """A card that is being used: whose, and the answers given so far."""

    card: str
    seat: Seat
    chosen: tuple[str, ...] = ()


class State(Struct, frozen=True):
    """A game of Ys as everybody sees it."""

    setup: Setup
    table: bytes
    """Digest of `setup`: part of the place of every seal."""
    phase: Phase
    round: int
    players: tuple[Player, ...]
    left: Left
    nature: bytes
    """The last link given of nature's chain."""
    links: tuple[bytes | None, ...]
    """Each seat's link of this dealing, None while it is not given."""
    prices: tuple[int, int, int, int]
    """Step of each colour, 1 … 15 (R6)."""
    brokers: tuple[Broker, ...] = ()
    """The round's brokers; the token of the first is `first`, the others follow."""
    first: Token = Token(0)
    ports: tuple[tuple[str, ...], ...] = ()
    """Gems still in port 1, 2, …, the large one twice (R20)."""
    market: tuple[str, ...] = ()
    """The gem on line 1, 2, …; "" when it was taken (R21)."""
    palaces: tuple[str, ...] = ()
    """The character turned up in neighborhood 1, 2, …; "" when it was taken (R18)."""
    turn: int = 0
    """Turn of placing, 1 … 4 (R26)."""
    area: int = 0
    """Neighborhood being counted, 1, 2, …."""
    waiting: tuple[Seat, ...] = ()
    """Seats that still have to act, in the order in which they do (or all at once while bidding and opening)."""
    placed: tuple[int, int] = (0, 0)
    """Brokers placed face up and face down in this turn by the seat whose turn it is."""
    down: int = 1
    """Brokers to be placed face down in this turn: 2 with an Envoy."""
    asking: Asking | None = None
    in_force: tuple[tuple[Seat, str], ...] = ()
    """Cards with a standing effect until the end of the round, and whose they are."""
    peeks: tuple[Peek, ...] = ()
    leavers: tuple[Seat, ...] = ()
    """Seats that left, the first to leave first (R52c)."""
