"""What a seat decides next, before it is asked: the question, and the state as if it were asked at once.

Only what can be foreseen is here, with answers that mean the same whatever happens until then: where a broker
goes, which order card or gem is taken. What others do first may make an answer illegal, never another one.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from protocol.game import Ahead, Seat
from protocol.games.ys.board import TURNS
from protocol.games.ys.phases.placing import turn_begun
from protocol.games.ys.prompts import prompt, question
from protocol.games.ys.state import Phase, State, Task, hand_of, stayed, throne_of

Foreseen = Ahead[State] | None
_SEVERAL: Final = 2
"""Answers from which on a question is asked at all."""


def ahead(state: State, seat: Seat) -> Foreseen:
    """Return what `seat` is asked now or, as far as that can be foreseen, next; None when it cannot."""
    if seat in state.leavers:
        return None
    asked = prompt(state, seat)
    is_asked = asked is not None and not asked.automatic
    if is_asked and state.asking is not None:
        return None
    foreseen = _NEXT.get(state.phase, _nothing)(state, seat)
    return Ahead(foreseen.about, state) if is_asked and foreseen is not None else foreseen


def _nothing(state: State, seat: Seat) -> Foreseen:
    return None


def _bid(state: State, seat: Seat) -> Foreseen:
    """Return the bid (R22): the own brokers are sealed, others or nature are still to give theirs."""
    if state.phase is not Phase.BID and not all(broker.seal for broker in hand_of(state, seat)):
        return None
    if state.phase is Phase.BID and seat not in state.waiting:
        return None
    return _asked(f"bid {state.round}", replace(state, phase=Phase.BID, waiting=stayed(state)), seat)


def _order(state: State, seat: Seat) -> Foreseen:
    """Return the choice of an order card (R24) or, when none is left to make, the first placing."""
    mine = Task("order", seat)
    left = len(state.setup.seats) - sum(bool(player.choice) for player in state.players)
    if mine not in state.agenda or left - state.agenda.index(mine) < _SEVERAL:
        return _placing(turn_begun(replace(state, phase=Phase.PLACE, agenda=()), 1), seat)
    return _task_of(f"order {state.round}", state, (mine,))


def _placing(state: State, seat: Seat) -> Foreseen:
    """Return the placing of this turn or, when that is done, of the next one (R26)."""
    if seat not in state.waiting:
        if state.turn == TURNS:
            return None
        state = turn_begun(state, state.turn + 1)
    elif state.waiting[0] != seat:
        state = replace(state, placed=(0, 0, 0), down=1)
    return _asked(f"placing {state.round} {state.turn}", state, seat)


def _window(state: State, seat: Seat) -> Foreseen:
    """Return the next window of cards in which the seat is asked (R52a)."""
    mine = next((task for task in state.agenda if task.do == "cards" and task.seat == seat), None)
    if mine is None or question(state, mine) is None:
        return None
    used = state.players[seat].used
    return _task_of(f"cards {state.round} {mine.where} {used}", state, (mine,))


def _gem(state: State, seat: Seat) -> Foreseen:
    """Return the choice of gems (R36), if by then there is one; of both at once by the first."""
    gems = tuple(task for task in state.agenda if task.do == "gem")
    mine = tuple(task for task in gems if task.seat == seat)
    if not mine or len(state.ports[state.area - 1]) - gems.index(mine[0]) < _SEVERAL:
        return None
    return _task_of(f"gem {state.round} {state.area} {len(mine)}", state, mine)


def _throne(state: State, seat: Seat) -> Foreseen:
    """Return the choice for the throne room (R68), once the own three are sealed anew."""
    if state.phase is Phase.FAVOR and seat not in state.waiting:
        return None
    trio = throne_of(state, seat)
    if state.phase is not Phase.FAVOR and not all(broker.seal for broker in trio):
        return None
    return _asked(f"throne {state.round}", replace(state, phase=Phase.FAVOR, waiting=stayed(state)), seat)


def _asked(about: str, state: State, seat: Seat) -> Foreseen:
    """Return the state in which `seat` is the first of those who are waited for."""
    others = tuple(other for other in state.waiting if other != seat)
    return Ahead(about, replace(state, waiting=(seat, *others), peeks=(), asking=None))


def _task_of(about: str, state: State, tasks: tuple[Task, ...]) -> Foreseen:
    return Ahead(about, _first(state, tasks))


def _first(state: State, tasks: tuple[Task, ...]) -> State:
    """Return the state in which these tasks of the agenda come first, and nothing keeps them waiting."""
    others = list(state.agenda)
    for task in tasks:
        others.remove(task)
    return replace(state, agenda=(*tasks, *others), waiting=(), peeks=(), asking=None)


_NEXT: Final[Mapping[Phase, Callable[[State, Seat], Foreseen]]] = {
    Phase.SEAL: _bid,
    Phase.DRAW: _bid,
    Phase.BID: _bid,
    Phase.ORDER: _order,
    Phase.PLACE: _placing,
    Phase.CARDS: _window,
    Phase.CITY: _gem,
    Phase.SEAL_TRIO: _throne,
    Phase.FAVOR: _throne,
}
"""What a seat decides next in each phase."""
