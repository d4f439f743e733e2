"""The end of a round (R47), and of the game."""

from msgspec.structs import replace

from protocol.games.ys.board import BACK, COLUMN_OF, ROUNDS
from protocol.games.ys.events import Returned
from protocol.games.ys.handlers import after
from protocol.games.ys.phases.favor import favor_begun, favor_done, throne_opened
from protocol.games.ys.phases.leaving import ended
from protocol.games.ys.phases.sealing import begun
from protocol.games.ys.scoring import scored
from protocol.games.ys.state import Phase, State, YsStep, joined, layout_of, told


@after(Phase.MARKET)
def end_count(state: State) -> YsStep:
    """Return the step in which all brokers are back, and what comes after the counting (R47, R68)."""
    if not layout_of(state).has_throne:
        return joined(told(state, Returned(0)), end_round(state))
    brokers = (replace(broker, spot=BACK) if broker.spot in COLUMN_OF else broker for broker in state.brokers)
    return told(favor_begun(replace(state, brokers=tuple(brokers))), Returned(0))


@after(Phase.FAVOR)
def end_favor(state: State) -> YsStep:
    """Return the step after King's Favor: in the end the throne room is opened (R69, R71)."""
    if state.round == ROUNDS:
        return throne_opened(favor_done(state))
    return end_round(favor_done(state))


def end_round(state: State) -> YsStep:
    """Return the step to the next round, or to the result (R2)."""
    if state.round < ROUNDS:
        return told(begun(state, state.round + 1))
    return end_game(state)


@after(Phase.THRONE)
def end_game(state: State) -> YsStep:
    """Return the step in which everything is scored and the game is over (R72–R78)."""
    final = scored(state)
    return joined(final, ended(final.state))
