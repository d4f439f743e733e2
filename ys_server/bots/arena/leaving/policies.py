"""When a seat leaves: one line per policy; what comes of it is measured elsewhere."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Prompt, Seat
from protocol.games.ys.board import NEIGHBORHOODS, ROUNDS
from protocol.games.ys.prompts import Place, Reveal, SealBrokers
from protocol.games.ys.scoring import scored
from protocol.games.ys.state import State

CLEARLY: Final = 6
"""VP that make somebody clearly first or last: as much as a place in the most valuable colour (R73)."""


class Plan(Struct, frozen=True):
    """Which seat of a game leaves, and from when on; who leaves for its score is found by the score."""

    seat: Seat
    round: int
    area: int


def plan(number: int, seats: int) -> Plan:
    """Return the plan of game `number`: every seat, round and neighborhood comes up equally often."""
    areas = len(NEIGHBORHOODS)
    return Plan(Seat(number % seats), 1 + number // seats % ROUNDS, 1 + number // (seats * ROUNDS) % areas)


Moment: TypeAlias = Callable[[State, Mapping[Seat, Prompt], Plan], Seat | None]


class Policy(Struct, frozen=True):
    """A way to leave: its key, what it is in words, and the seat that leaves now, if any."""

    key: str
    text: str
    moment: Moment


def _by_score(sign: int) -> Moment:
    """Leave when it is one's turn to place and one is clearly ahead (`sign` 1) or behind (-1)."""

    def moment(state: State, asked: Mapping[Seat, Prompt], plan: Plan) -> Seat | None:
        seat, prompt = next(iter(asked.items()))
        if not isinstance(prompt, Place) or state.round < max(2, plan.round):
            return None
        players = scored(replace(state, brokers=())).state.players  # the throne room is closed until the end
        points = [sign * player.points for player in players[: len(state.setup.seats)]]
        own = points.pop(seat)
        return seat if own - max(points) >= CLEARLY else None

    return moment


def _before_a_reveal(why: str) -> Moment:
    """Leave when all others have opened what lies there and one's own would follow."""

    def moment(state: State, asked: Mapping[Seat, Prompt], plan: Plan) -> Seat | None:
        prompt = asked.get(plan.seat)
        if len(asked) > 1 or not isinstance(prompt, Reveal) or prompt.why != why:
            return None
        is_time = (state.round, state.area or plan.area) >= (plan.round, plan.area)
        return plan.seat if is_time else None

    return moment


def _before_a_draw(state: State, asked: Mapping[Seat, Prompt], plan: Plan) -> Seat | None:
    """Leave when all others have given their links: without one's own, something else is drawn."""
    prompt = asked.get(plan.seat)
    is_time = len(asked) == 1 and isinstance(prompt, SealBrokers) and state.round == plan.round
    return plan.seat if is_time else None


POLICIES: Final = (
    Policy("behind", "in its turn, clearly last, from round 2 on", _by_score(-1)),
    Policy("ahead", "in its turn, clearly first, from round 2 on", _by_score(1)),
    Policy("draw", "the others have given their part of the draw", _before_a_draw),
    Policy("bid", "the others' bids are open", _before_a_reveal("bid")),
    Policy("last", "the others' last brokers are open", _before_a_reveal("last")),
    Policy(
        "neighborhood", "the others' brokers in a neighborhood are open", _before_a_reveal("neighborhood")
    ),
    Policy("market", "the others' brokers in the market are open", _before_a_reveal("market")),
    Policy("throne", "the others' brokers in the throne room are open", _before_a_reveal("throne")),
)
"""All ways to leave that are measured; the last one needs King's Favor."""
