"""What a seat can be asked in Ys, and who is asked when. What an answer does is the phases' affair."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.game import Choice, Prompt, Seat
from protocol.games.ys.board import BID, COLOURS, HAND, NEIGHBORHOOD_OF, SQUARES, TURN_BROKERS, Spot
from protocol.games.ys.characters import CHARACTERS, When, usable
from protocol.games.ys.state import (
    Peek,
    Phase,
    State,
    Task,
    broker_at,
    free_spots,
    hand_of,
)
from protocol.seals import Token


class SealBrokers(Prompt, frozen=True, kw_only=True):
    """Seal eleven brokers for the round: answered by `SealHand`."""

    automatic: bool = True


class Deal(Prompt, frozen=True, kw_only=True):
    """Asked of NATURE: give the link that completes the draw; answered by `Chance`."""

    automatic: bool = True


class PickBid(Prompt, frozen=True, kw_only=True):
    """Choose two brokers to bid for the order (R22): answered by `Bid`."""


class Reveal(Prompt, frozen=True, kw_only=True):
    """Turn over these brokers, ascending: answered by `Open`. `why` is bid, last, neighborhood or market."""

    tokens: tuple[Token, ...]
    why: str
    automatic: bool = True


class PickOrder(Prompt, frozen=True, kw_only=True):
    """Take one of the order cards left (R24): answered by `Order`."""

    among: tuple[int, ...]


class Place(Prompt, frozen=True, kw_only=True):
    """Place brokers (R26): so many face up and so many face down still in this turn, at these spots.

    Answered by `PlaceUp` and `PlaceDown`; by `UseCard` for one of `cards` while nothing was placed (W1).
    """

    up: int
    down: int
    spots: tuple[Spot, ...]
    cards: tuple[str, ...] = ()


class PlayCards(Prompt, frozen=True, kw_only=True):
    """Use one of these cards or pass for good (R52a, W2 or W3): answered by `UseCard` and `Pass`."""

    cards: tuple[str, ...]


class ShowSpy(Prompt, frozen=True, kw_only=True):
    """Show these brokers to the spies who named them: each answered by one `Shown`."""

    peeks: tuple[Peek, ...]
    automatic: bool = True


YsPrompt = SealBrokers | Deal | PickBid | Reveal | PickOrder | Place | PlayCards | ShowSpy | Choice


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
        owners = {_owner(state, peek): None for peek in state.peeks}
        return tuple(owners)
    if state.asking is not None:
        return (state.asking.seat,)
    if state.waiting:
        return state.waiting[:1] if state.phase is Phase.PLACE else state.waiting
    return tuple(task.seat for task in state.agenda[:1])


def _asked(state: State, seat: Seat) -> Prompt:
    asked: Prompt | None
    if state.peeks:
        asked = ShowSpy(peeks=tuple(peek for peek in state.peeks if _owner(state, peek) == seat))
    elif (asking := state.asking) is not None:
        asked = CHARACTERS[asking.card].ask(state, seat, asking.chosen)
    elif state.waiting:
        asked = _WAITED[state.phase](state, seat)
    else:
        asked = question(state, state.agenda[0])
    assert asked is not None
    return asked


def _owner(state: State, peek: Peek) -> Seat:
    broker = broker_at(state, peek.token)
    assert broker is not None
    return broker.owner


def _reveal(why: str, lies: Callable[[State, Spot], bool]) -> Callable[[State, Seat], Prompt]:
    def asked(state: State, seat: Seat) -> Prompt:
        closed = (
            broker for broker in hand_of(state, seat) if broker.value is None and lies(state, broker.spot)
        )
        return Reveal(tokens=tuple(broker.token for broker in closed), why=why)

    return asked


def _place(state: State, seat: Seat) -> Prompt:
    up, down = state.placed
    return Place(
        up=TURN_BROKERS - state.down - up,
        down=state.down - down,
        spots=free_spots(state),
        cards=usable(state, seat, When.TURN) if up + down == 0 else (),
    )


_WAITED: Final[Mapping[Phase, Callable[[State, Seat], Prompt]]] = {
    Phase.SEAL: lambda state, seat: SealBrokers(),
    Phase.DRAW: lambda state, seat: Deal(),
    Phase.BID: lambda state, seat: PickBid(),
    Phase.SHOW_BID: _reveal("bid", lambda state, spot: spot == BID),
    Phase.PLACE: _place,
    Phase.SHOW_LAST: _reveal("last", lambda state, spot: spot == HAND),
    Phase.CITY: _reveal("neighborhood", lambda state, spot: NEIGHBORHOOD_OF.get(spot) == state.area),
    Phase.MARKET: _reveal("market", lambda state, spot: spot in SQUARES),
}


def _pick_order(state: State, task: Task) -> Prompt:
    taken = {player.choice for player in state.players}
    return PickOrder(among=tuple(card for card in range(1, len(state.players) + 1) if card not in taken))


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
