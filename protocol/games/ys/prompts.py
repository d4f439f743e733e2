"""What a seat can be asked in Ys, and who is asked when. What an answer does is the phases' affair."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.game import Choice, Prompt, Seat
from protocol.games.ys.actions import Lend, Open
from protocol.games.ys.board import (
    BID,
    COLOURS,
    COLUMN_OF,
    HAND,
    NEIGHBORHOOD_OF,
    THRONE,
    TRIO,
    TURN_BROKERS,
    Spot,
)
from protocol.games.ys.characters import CHARACTERS, When, usable
from protocol.games.ys.state import (
    Broker,
    Peek,
    Phase,
    State,
    Task,
    broker_at,
    free_spots,
    held_by,
    layout_of,
    throne_of,
)
from protocol.seals import Token


class SealBrokers(Prompt, frozen=True, kw_only=True):
    """Seal the brokers for the round, eleven or, of two players, fifteen: answered by `SealHand`."""

    seals = True
    automatic: bool = True


class Deal(Prompt, frozen=True, kw_only=True):
    """Asked of NATURE: give the link that completes the draw; answered by `Chance`."""

    automatic: bool = True


class SealTieBreak(Prompt, frozen=True, kw_only=True):
    """Seal the three tie-break brokers anew: answered by `SealTrio` (R68)."""

    seals = True
    tokens: tuple[Token, ...]
    automatic: bool = True


class PickThrone(Prompt, frozen=True, kw_only=True):
    """Put one of these brokers into the throne room: answered by `ToThrone` (R68)."""

    tokens: tuple[Token, ...]


class PickBid(Prompt, frozen=True, kw_only=True):
    """Choose two brokers to bid for the order (R22): answered by `Bid`."""


class Reveal(Prompt, frozen=True, kw_only=True):
    """Turn over these brokers, ascending: answered by `Open`.

    `why` is bid, last, swap (F15), neighborhood, market or throne.
    """

    opened_by = (Open,)
    tokens: tuple[Token, ...]
    why: str
    automatic: bool = True


class PickOrder(Prompt, frozen=True, kw_only=True):
    """Take one of the order cards left (R24): answered by `Order`."""

    among: tuple[int, ...]


class Place(Prompt, frozen=True, kw_only=True):
    """Place brokers (R26): so many face up and so many face down still in this turn, at these spots.

    `neutral` is how many of the neutral player's are still to be placed, face down (R61).

    Answered by `PlaceUp` and `PlaceDown`; by `UseCard` for one of `cards` while nothing was placed (W1).
    """

    up: int
    down: int
    spots: tuple[Spot, ...]
    cards: tuple[str, ...] = ()
    neutral: int = 0


class PlayCards(Prompt, frozen=True, kw_only=True):
    """Use one of these cards or pass for good (R52a, W2 or W3): answered by `UseCard` and `Pass`."""

    cards: tuple[str, ...]


class ShowSpy(Prompt, frozen=True, kw_only=True):
    """Show these brokers to the spies who named them: each answered by one `Shown`, or by nature's `Lend`."""

    opened_by = (Lend,)
    peeks: tuple[Peek, ...]
    automatic: bool = True


YsPrompt = (
    SealBrokers
    | Deal
    | SealTieBreak
    | PickThrone
    | PickBid
    | Reveal
    | PickOrder
    | Place
    | PlayCards
    | ShowSpy
    | Choice
)


def prompts(state: State) -> Mapping[Seat, Prompt]:
    """Return who is asked what; empty when the game is over."""
    asked = {seat: prompt(state, seat) for seat in _awaited(state)}
    return {seat: what for seat, what in asked.items() if what is not None}


def prompt(state: State, seat: Seat) -> Prompt | None:
    """Return what `seat` is asked, or None."""
    looked_at, asked = _LATEST[0]
    if looked_at is not state:
        asked = {}
        _LATEST[0] = (state, asked)
    if seat not in asked:
        asked[seat] = _asked(state, seat) if seat in _awaited(state) else None
    return asked[seat]


_LATEST: Final[list[tuple[State | None, dict[Seat, Prompt | None]]]] = [(None, {})]
"""The prompts of the state looked at last: who is asked, what is legal, whether it is: all look at one."""


def question(state: State, task: Task) -> Prompt | None:
    """Return what the seat of `task` is asked, or None when there is nothing to decide."""
    return _QUESTIONS[task.do](state, task)


def _awaited(state: State) -> tuple[Seat, ...]:
    if state.peeks:
        holders = {_holder(state, peek): None for peek in state.peeks}
        return tuple(holders)
    if state.asking is not None:
        return (state.asking.seat,)
    if state.waiting:
        return state.waiting[:1] if state.phase is Phase.PLACE else state.waiting
    return tuple(task.seat for task in state.agenda[:1])


def _asked(state: State, seat: Seat) -> Prompt:
    asked: Prompt | None
    if state.peeks:
        asked = ShowSpy(peeks=tuple(peek for peek in state.peeks if _holder(state, peek) == seat))
    elif (asking := state.asking) is not None:
        asked = CHARACTERS[asking.card].ask(state, seat, asking.chosen)
    elif state.waiting:
        asked = _WAITED[state.phase](state, seat)
    else:
        asked = question(state, state.agenda[0])
    assert asked is not None
    return asked


def _holder(state: State, peek: Peek) -> Seat:
    broker = broker_at(state, peek.token)
    assert broker is not None
    return broker.holder


def _reveal(why: str, lies: Callable[[State, Broker], bool]) -> Callable[[State, Seat], Prompt]:
    def asked(state: State, seat: Seat) -> Prompt:
        closed = (broker for broker in held_by(state, seat) if broker.value is None and lies(state, broker))
        return Reveal(tokens=tuple(sorted(broker.token for broker in closed)), why=why)

    return asked


def _trio(state: State, seat: Seat) -> tuple[Token, ...]:
    return tuple(broker.token for broker in throne_of(state, seat) if broker.spot == TRIO)


def _place(state: State, seat: Seat) -> Prompt:
    up, down, neutral = state.placed
    return Place(
        up=TURN_BROKERS - state.down - up,
        down=state.down - down,
        spots=free_spots(state),
        cards=usable(state, seat, When.TURN) if not any(state.placed) else (),
        neutral=(layout_of(state).neutral is not None) - neutral,
    )


_WAITED: Final[Mapping[Phase, Callable[[State, Seat], Prompt]]] = {
    Phase.SEAL: lambda state, seat: SealBrokers(),
    Phase.DRAW: lambda state, seat: Deal(),
    Phase.BID: lambda state, seat: PickBid(),
    Phase.SHOW_BID: _reveal("bid", lambda state, broker: broker.spot == BID),
    Phase.PLACE: _place,
    Phase.SHOW_LAST: _reveal("last", lambda state, broker: broker.spot == HAND),
    Phase.CARDS: _reveal("swap", lambda state, broker: broker.up),
    Phase.CITY: _reveal("neighborhood", lambda state, broker: NEIGHBORHOOD_OF.get(broker.spot) == state.area),
    Phase.MARKET: _reveal("market", lambda state, broker: broker.spot in COLUMN_OF),
    Phase.SEAL_TRIO: lambda state, seat: SealTieBreak(tokens=_trio(state, seat)),
    Phase.FAVOR: lambda state, seat: PickThrone(tokens=_trio(state, seat)),
    Phase.THRONE: _reveal("throne", lambda state, broker: broker.spot == THRONE),
}


def _pick_order(state: State, task: Task) -> Prompt:
    taken = {player.choice for player in state.players}
    return PickOrder(among=tuple(card for card in range(1, len(state.setup.seats) + 1) if card not in taken))


def _play_cards(state: State, task: Task) -> Prompt | None:
    cards = usable(state, task.seat, When(task.where))
    return PlayCards(cards=cards) if cards else None


def _pick_gem(state: State, task: Task) -> Prompt:
    return Choice(what="gem", among=tuple(dict.fromkeys(state.ports[state.area - 1])), why=task.where)


_QUESTIONS: Final[Mapping[str, Callable[[State, Task], Prompt | None]]] = {
    "order": _pick_order,
    "cards": _play_cards,
    "gem": _pick_gem,
    "colour": lambda state, task: Choice(what="colour", among=COLOURS, why=task.where),
    "column": lambda state, task: Choice(what="column", among=task.among, why=task.where),
    "price": lambda state, task: Choice(
        what="price", among=tuple(colour + way for colour in COLOURS for way in "+-"), why=task.where
    ),
}
"""What is asked for each task that a seat decides."""
