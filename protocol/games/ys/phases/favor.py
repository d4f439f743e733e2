"""Phase 5 of King's Favor: a tie-break broker goes to the throne room, a 2 replaces it (R67–R69).

Which of the three it is stays secret: they are sealed anew, in an order that only their player knows.
"""

from msgspec.structs import replace

from protocol.game import Illegal, Seat
from protocol.games.ys.actions import SealTrio, ToThrone
from protocol.games.ys.audit import thrones
from protocol.games.ys.board import BACK, ROUNDS, THRONE, TRIO, TRIO_SIZE
from protocol.games.ys.events import Enthroned
from protocol.games.ys.handlers import after, on
from protocol.games.ys.phases.sealing import sealed
from protocol.games.ys.prompts import PickThrone, SealTieBreak
from protocol.games.ys.state import (
    Broker,
    Phase,
    State,
    YsStep,
    broker_at,
    layout_of,
    stayed,
    throne_of,
    told,
    with_broker,
    with_player,
    without,
)
from protocol.seals import Token


def favor_begun(state: State) -> State:
    """Return the state in which everybody takes back the tie-break brokers and seals them anew (R68)."""
    fixed = layout_of(state)
    first = state.first + fixed.seats * fixed.hand
    trios = (
        Broker(Token(first + seat * TRIO_SIZE + index), seat, seat, b"", TRIO)
        for seat in stayed(state)
        for index in range(TRIO_SIZE)
    )
    return replace(
        state, phase=Phase.SEAL_TRIO, brokers=(*state.brokers, *trios), waiting=stayed(state), in_force=()
    )


@on(SealTieBreak, SealTrio)
def seal_trio(state: State, seat: Seat, prompt: SealTieBreak, action: SealTrio) -> YsStep:
    """Return the step in which the three of `seat` are sealed anew."""
    trio = [broker for broker in throne_of(state, seat) if broker.spot == TRIO]
    return told(sealed(without(state, seat), trio, action.seals))


@after(Phase.SEAL_TRIO)
def ask_throne(state: State) -> YsStep:
    """Return the step after which everybody chooses at once (F15)."""
    return told(replace(state, phase=Phase.FAVOR, waiting=stayed(state)))


@on(PickThrone, ToThrone)
def enthrone(state: State, seat: Seat, prompt: PickThrone, action: ToThrone) -> YsStep:
    """Return the step in which one of the three lies face down in the throne room (R68, R69)."""
    if action.token not in prompt.tokens:
        raise Illegal("not-offered", f"broker {action.token} is none of your tie-break brokers", "R68")
    for token in prompt.tokens:
        broker = broker_at(state, token)
        assert broker is not None
        state = with_broker(state, replace(broker, spot=THRONE if token == action.token else BACK))
    return told(without(state, seat), Enthroned(seat, action.token, state.round < ROUNDS))


def favor_done(state: State) -> State:
    """Return the state in which what can lie in the throne room is known as far as the round has told it."""
    for seat in stayed(state):
        state = with_player(state, seat, replace(state.players[seat], thrones=thrones(state, seat)))
    return state


def throne_opened(state: State) -> YsStep:
    """Return the step after which everybody opens what lies in the throne room (R71)."""
    holders = {broker.holder for broker in state.brokers if broker.spot == THRONE and broker.value is None}
    return told(replace(state, phase=Phase.THRONE, waiting=tuple(sorted(holders))))
