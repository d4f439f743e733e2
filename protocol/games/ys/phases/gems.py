"""Winning a gem: a white one is exchanged at once (R9); and the choice for who makes none (R52c, R64)."""

from collections.abc import Sequence

from protocol.game import Seat
from protocol.games.ys.board import COLOURS, WHITE
from protocol.games.ys.events import Discarded
from protocol.games.ys.handlers import answer, forgone, neutral
from protocol.games.ys.state import State, Task, YsStep, add_gem, first_to_do, told


def gem_won(state: State, seat: Seat, gem: str, where: str) -> YsStep:
    """Return the step in which `seat` gets `gem`, or is to name the colour of a white one (R9)."""
    if gem == WHITE:
        return told(first_to_do(state, Task("colour", seat, where)))
    return add_gem(state, seat, gem, where)


@answer("colour")
def exchange(state: State, task: Task, colour: str) -> YsStep:
    """Return the step in which a white gem becomes one of `colour` (R9)."""
    return add_gem(state, task.seat, colour, task.where, was=WHITE)


@forgone("colour")
def lose_white(state: State, task: Task) -> YsStep:
    """Return the step in which a white gem goes out of the game (R52c)."""
    return told(state, Discarded((WHITE,), task.where))


@neutral("colour")
def best_colour(state: State, task: Task) -> str:
    """Return the colour of which the neutral player takes a gem: the dearest (R64)."""
    return dearest(state.prices, COLOURS)


def dearest(prices: Sequence[int], gems: Sequence[str]) -> str:
    """Return the gem of the highest price, the leftmost of equals; white counts as the best (R64, F13)."""
    best = max(range(len(COLOURS)), key=lambda index: (prices[index], -index))
    worth = {gem: best if gem == WHITE else COLOURS.index(gem) for gem in gems}
    return max(gems, key=lambda gem: (prices[worth[gem]], -worth[gem], gem != WHITE))
