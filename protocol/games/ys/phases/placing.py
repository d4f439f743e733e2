"""Phase 3: four turns of two brokers each, then the last one beside the bid (R26–R32, R61)."""

from msgspec.structs import replace

from protocol.game import Illegal, Seat
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import HAND, MARKET_POINTS, SQUARES, TURN_BROKERS, TURNS, Spot
from protocol.games.ys.events import Placed
from protocol.games.ys.handlers import after, on
from protocol.games.ys.phases.leaving import audited
from protocol.games.ys.phases.opening import check_seal
from protocol.games.ys.prompts import Place
from protocol.games.ys.state import (
    Broker,
    Phase,
    Source,
    State,
    YsStep,
    add_points,
    broker_at,
    in_order,
    joined,
    layout_of,
    stayed,
    told,
    with_broker,
)
from protocol.seals import Token


def turn_begun(state: State, turn: int) -> State:
    """Return the state in which everybody is to place for the `turn`-th time, in order (R26)."""
    return replace(state, turn=turn, waiting=in_order(state), placed=(0, 0, 0), down=1)


def turn_over(state: State) -> State:
    """Return the state in which it is the next one's turn to place."""
    return replace(state, waiting=state.waiting[1:], placed=(0, 0, 0), down=1)


def own_broker(state: State, seat: Seat, token: Token, spot: Spot, *, neutral: bool = False) -> Broker:
    """Return the broker of `seat` that `token` stands for and that is at `spot`; anything else is Illegal.

    One of the neutral player's that `seat` holds is meant only if `neutral` says so.
    """
    broker = broker_at(state, token)
    if broker is None or broker.holder != seat or not (neutral or broker.owner == seat):
        raise Illegal("not-your-broker", f"broker {token} is none of yours", "R3")
    if broker.spot != spot:
        raise Illegal("not-there", f"broker {token} is at {broker.spot}, not {spot}", "R25")
    return broker


@on(Place, PlaceUp)
def place_up(state: State, seat: Seat, prompt: Place, action: PlaceUp) -> YsStep:
    """Return the step in which a broker is placed face up; one that exceeds R3 tells on its player."""
    broker = own_broker(state, seat, action.token, HAND)
    _check_place(state, prompt, prompt.up, action.spot)
    check_seal(state, broker, action.opening)
    up, down, neutral = state.placed
    state = replace(state, placed=(up + 1, down, neutral))
    placed = _placed(state, replace(broker, spot=action.spot, value=action.opening.value, up=True))
    return joined(placed, audited(placed.state, seat, (action.token,)))


@on(Place, PlaceDown)
def place_down(state: State, seat: Seat, prompt: Place, action: PlaceDown) -> YsStep:
    """Return the step in which a broker is placed face down, an own or a neutral one (R61)."""
    broker = own_broker(state, seat, action.token, HAND, neutral=True)
    is_neutral = broker.owner != seat
    _check_place(state, prompt, prompt.neutral if is_neutral else prompt.down, action.spot)
    up, down, neutral = state.placed
    placed = (up, down + (not is_neutral), neutral + is_neutral)
    return _placed(replace(state, placed=placed), replace(broker, spot=action.spot))


def _check_place(state: State, prompt: Place, still: int, spot: Spot) -> None:
    if not still:
        raise Illegal("no-more", "one broker face up, one face down, unless a card says otherwise", "R26")
    if spot not in prompt.spots:
        if spot in layout_of(state).board:
            raise Illegal("taken", f"somebody stands on {' '.join(spot.split('-'))}", "R28")
        raise Illegal("closed", f"{spot} is no open place of this board", "R28")


def _placed(state: State, broker: Broker) -> YsStep:
    event = Placed(broker.owner, broker.token, broker.spot, broker.value)
    asked = TURN_BROKERS + (layout_of(state).neutral is not None)
    placed = told(with_broker(state, broker), event)
    if broker.spot in SQUARES:
        bonus = add_points(placed.state, broker.owner, MARKET_POINTS, broker.spot, Source.MARKET)
        placed = joined(placed, bonus)
    if sum(state.placed) == asked:
        placed = replace(placed, state=turn_over(placed.state))
    return placed


@after(Phase.PLACE)
def next_turn(state: State) -> YsStep:
    """Return the step to the next turn of placing, or to the showing of the last brokers (R30)."""
    if state.turn < TURNS:
        return told(turn_begun(state, state.turn + 1))
    return told(replace(state, phase=Phase.SHOW_LAST, waiting=stayed(state)))
