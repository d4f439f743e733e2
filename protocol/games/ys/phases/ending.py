"""The end of a round (R47), and of the game."""

from msgspec.structs import replace

from protocol.games.ys.board import ROUNDS
from protocol.games.ys.events import Returned
from protocol.games.ys.handlers import after
from protocol.games.ys.phases.leaving import ended
from protocol.games.ys.phases.sealing import begun
from protocol.games.ys.scoring import scored
from protocol.games.ys.state import Phase, State, YsStep, joined, told


@after(Phase.MARKET)
def end_round(state: State) -> YsStep:
    """Return the step in which all brokers are back, and the next round or the end comes (R2, R47)."""
    back = told(state, Returned(0))
    if state.round < ROUNDS:
        return replace(back, state=begun(back.state, state.round + 1))
    final = joined(back, scored(back.state))
    return joined(final, ended(final.state))
