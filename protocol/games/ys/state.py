"""The public state of a game of Ys, and the questions one asks of it. No hidden value is ever in it.

How it changes by the rules is the phases' affair; the few changes that all of them make are here, too.
"""

from collections import Counter
from enum import IntEnum, StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import NATURE, Event, Seat, Setup, Step
from protocol.games.ys.board import BID, BROKERS, COLUMN_OF, EXTRA_BROKERS, GEMS, LAST, Spot
from protocol.games.ys.events import Gained
from protocol.games.ys.layout import Layout, layout
from protocol.seals import Token, place

ENOUGH = "enough"
"""The answer that ends a choice of several (R52b)."""


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
    SEAL_TRIO = "seal-trio"
    FAVOR = "favor"
    THRONE = "throne"
    OVER = "over"


class Source(IntEnum):
    """Where points come from: the index into `Player.sources`."""

    MARKET = 0
    COMMERCE = 1
    CHARACTERS = 2
    GEMS = 3
    THRONE = 4


class Peek(Struct, frozen=True, array_like=True):
    """A broker that `spy` may look at and has not been shown yet."""

    spy: Seat
    token: Token


class Shot(Struct, frozen=True, array_like=True):
    """A look that was given: the spy and the box its owner locked for it."""

    spy: Seat
    box: bytes


class Lent(Shot, frozen=True, array_like=True):
    """A look that nature gave in the holder's place: only nature can answer for what is in its box."""


class Broker(Struct, frozen=True, array_like=True):
    """One broker. `value` is None until it is open; `up` tells whether it lies face up.

    `owner` is whom it counts for, `holder` the seat that sealed it, places and opens it: another one for the
    neutral player's brokers (R59).
    """

    token: Token
    owner: Seat
    holder: Seat
    seal: bytes
    spot: Spot
    value: int | None = None
    up: bool = False
    boxes: tuple[Shot, ...] = ()

    @property
    def shown(self) -> tuple[Shot, ...]:
        """The looks that its holder gave, for which it has to answer."""
        return tuple(shot for shot in self.boxes if not isinstance(shot, Lent))


class Held(Struct, frozen=True):
    """A character card in front of its player, and the round in which it was won (R48)."""

    card: str
    won: int


class Player(Struct, frozen=True):
    """What everybody sees of a player, the neutral one included."""

    link: bytes
    """The last link given of the seat's chain, at first its anchor; nothing for the neutral player."""
    box: bytes = b""
    """The key for which what this player may see is locked."""
    joined: int = 1
    """The round in which whoever has the seat now took it (R52c)."""
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
    sources: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Points so far by source: market placements, commerce, characters, gems at the end, throne room."""
    thrones: tuple[tuple[int, ...], ...] = ((),)
    """Every way in which the values of the player's brokers in the throne room can lie, by what was opened.

    They are in the order of those brokers in `State.brokers`, as of the round's start.
    """


class Left(Struct, frozen=True):
    """What no draw has taken yet; the order within says nothing."""

    characters: tuple[str, ...]
    ships: tuple[int, ...]


class Asking(Struct, frozen=True):
    """A card that is being used: whose, and the answers given so far."""

    card: str
    seat: Seat
    chosen: tuple[str, ...] = ()


class Task(Struct, frozen=True):
    """Something that has to be done before the phase goes on: a step of counting, or a seat's decision."""

    do: str
    seat: Seat = NATURE
    where: str = ""
    """The place it is about, or the window."""
    among: tuple[str, ...] = ()
    """Columns that may be named next (R45)."""
    chosen: tuple[str, ...] = ()
    """Columns that were named so far (R45)."""


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
    """The hands of the round, seat by seat, then what is or was in the throne room.

    The token of the first is `first`, those of the hands follow.
    """
    first: Token = Token(0)
    ports: tuple[tuple[str, ...], ...] = ()
    """Gems still in port 1, 2, …, the large one twice (R20)."""
    market: tuple[str, ...] = ()
    """The gem on each open line, in their order; "" when it was taken (R21, R56)."""
    palaces: tuple[str, ...] = ()
    """The character turned up in neighborhood 1, 2, …; "" when it was taken (R18)."""
    turn: int = 0
    """Turn of placing, 1 … 4 (R26)."""
    area: int = 0
    """Neighborhood being counted, 1, 2, …."""
    waiting: tuple[Seat, ...] = ()
    """Seats that still have to act: one after the other while placing, else all at once."""
    agenda: tuple[Task, ...] = ()
    """What is done when nobody is waited for, first things first."""
    placed: tuple[int, int, int] = (0, 0, 0)
    """Brokers placed in this turn by the seat whose turn it is: face up, face down, and neutral ones."""
    down: int = 1
    """Own brokers to be placed face down in this turn; a card may make it 2."""
    asking: Asking | None = None
    in_force: tuple[tuple[Seat, str], ...] = ()
    """Cards with a standing effect until the end of the round, and whose they are."""
    peeks: tuple[Peek, ...] = ()
    leavers: tuple[Seat, ...] = ()
    """Seats that left, the first to leave first (R52c)."""


YsStep: TypeAlias = Step[State]


def layout_of(state: State) -> Layout:
    """Return what is fixed at this table."""
    return layout(state.setup)


def round_of(state: State, token: Token) -> int:
    """Return the round in which the broker of `token` was sealed."""
    return token // layout_of(state).block + 1


def place_of(state: State, broker: Broker) -> bytes:
    """Return the place that the seal of `broker` is bound to."""
    return place(state.table, deal_name(round_of(state, broker.token)), broker.holder, broker.token)


def deal_name(number: int) -> str:
    """Return the name of the dealing of round `number`, part of the place of its seals."""
    return f"round-{number}"


def stayed(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not left (R52c)."""
    return tuple(Seat(seat) for seat in range(len(state.setup.seats)) if seat not in state.leavers)


def in_order(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not left by ascending order card (R26, R52)."""
    return tuple(sorted(stayed(state), key=lambda seat: state.players[seat].order))


def broker_at(state: State, token: Token) -> Broker | None:
    """Return the broker that `token` stands for, or None when none of the round or the throne room is it."""
    index = _index(state, token)
    return None if index is None else state.brokers[index]


def _index(state: State, token: Token) -> int | None:
    fixed = layout_of(state)
    hands, index = fixed.seats * fixed.hand, token - state.first
    if 0 <= index < hands:
        return index if index < len(state.brokers) else None
    later = range(hands, len(state.brokers))
    return next((at for at in later if state.brokers[at].token == token), None)


def hand_of(state: State, seat: Seat) -> tuple[Broker, ...]:
    """Return all the brokers that `seat` has sealed for the round: its own, then neutral ones."""
    hand = layout_of(state).hand
    return state.brokers[seat * hand : (seat + 1) * hand]


def throne_of(state: State, seat: Seat) -> tuple[Broker, ...]:
    """Return the brokers of `seat` that came to the round from the throne room, or are about to go there."""
    fixed = layout_of(state)
    return tuple(broker for broker in state.brokers[fixed.seats * fixed.hand :] if broker.holder == seat)


def held_by(state: State, seat: Seat) -> tuple[Broker, ...]:
    """Return every broker that `seat` has sealed and not got back for good, wherever it is."""
    return hand_of(state, seat) + throne_of(state, seat)


def trio_values(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the values of the open tie-break brokers of `seat` (R30)."""
    hand = hand_of(state, seat)
    return tuple(broker.value for broker in hand if broker.spot in {BID, LAST} and broker.value is not None)


def pieces(state: State, seat: Seat) -> Counter[int]:
    """Return the values of the seat's brokers in hand and throne room together in this round (R3, R68)."""
    taken = state.round - state.players[seat].joined
    extra = EXTRA_BROKERS[:taken] if layout_of(state).has_throne else ()
    return Counter(BROKERS + extra)


def free_spots(state: State) -> tuple[Spot, ...]:
    """Return where a broker may be put: every area, and the squares nobody stands on (R4, R28)."""
    board = layout_of(state).board
    filled = {broker.spot for broker in state.brokers if broker.spot in COLUMN_OF}
    if not filled:
        return board
    return tuple(spot for spot in board if spot not in filled)


def with_broker(state: State, broker: Broker) -> State:
    """Return the state with `broker` in place of the one of its token."""
    index = _index(state, broker.token)
    assert index is not None
    return replace(state, brokers=(*state.brokers[:index], broker, *state.brokers[index + 1 :]))


def with_player(state: State, seat: Seat, player: Player) -> State:
    """Return the state with `player` in place of the one at `seat`."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def without(state: State, seat: Seat) -> State:
    """Return the state in which `seat` is not waited for any more."""
    return replace(state, waiting=tuple(other for other in state.waiting if other != seat))


def first_to_do(state: State, *tasks: Task) -> State:
    """Return the state in which `tasks` are done before everything else."""
    return replace(state, agenda=(*tasks, *state.agenda))


def add_points(state: State, seat: Seat, points: int, why: str, source: Source) -> YsStep:
    """Return the step in which the player `seat` scores `points` (R13)."""
    player = state.players[seat]
    sources = tuple(has + points if index == source else has for index, has in enumerate(player.sources))
    assert len(sources) == len(Source)
    scored = replace(player, points=player.points + points, sources=sources)
    return Step(with_player(state, seat, scored), (Gained(seat, "points", points, why),))


def add_gem(state: State, seat: Seat, gem: str, why: str, was: str = "") -> YsStep:
    """Return the step in which `seat` gets one gem, which `was` another before, for all to see (R9, R41)."""
    player = state.players[seat]
    gems = tuple(has + (kind == gem) for kind, has in zip(GEMS, player.gems, strict=True))
    return Step(with_player(state, seat, replace(player, gems=gems)), (Gained(seat, gem, 1, why, was),))


def told(state: State, *events: Event) -> YsStep:
    """Return the step that leads to `state` and of which `events` tell."""
    return Step(state, events)


def joined(first: YsStep, second: YsStep) -> YsStep:
    """Return one step of two, the second of which began where the first ended."""
    return Step(second.state, first.events + second.events)
