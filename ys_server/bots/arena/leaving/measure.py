"""One game played several times: with everybody staying, and once per policy with a seat leaving."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.chance import Rng
from protocol.game import Outcome, Seat
from ys_server.bots.arena.arguments import Table
from ys_server.bots.arena.leaving.course import opened
from ys_server.bots.arena.leaving.policies import POLICIES, plan
from ys_server.bots.arena.play import secret
from ys_server.bots.arena.statistics import mean


class Others(Struct, frozen=True):
    """How those who stayed fared differently; means over them, in one game."""

    place: float
    """Change of place at the table; below 0 is better."""
    order: float
    """Change of rank among themselves, either way."""
    points: float
    """Change of points."""
    apart: float
    """Change of points, either way, beyond what all of them have more or less."""
    another_first: float
    """1 if another one of them is first among them."""


class Leave(Struct, frozen=True):
    """What leaving did in one game."""

    policy: str
    number: int
    """The round in which it happened."""
    places: tuple[int, int]
    """The leaver's own place: staying, leaving."""
    others: Others
    luck: Others | None
    """What other draws and another chance of the bots do from the same moment; looked at once a game."""


def measured(table: Table, seed: int, number: int) -> tuple[Leave, ...]:
    """Return what each policy did in game `number`; those whose moment never came are not in it."""
    when = plan(number, len(table.levels))
    course = opened(table, seed, number, when.seat)
    lucky = Rng(secret(seed, number, "luck/policy")).below(len(POLICIES))
    found: dict[str, tuple[int, Seat, Outcome, Outcome | None]] = {}
    while asked := course.asked:
        for policy in POLICIES:
            seat = None if policy.key in found else policy.moment(course.state, asked, when)
            if seat is not None:
                luck = None
                if policy is POLICIES[lucky]:
                    luck = course.with_other_luck(seed, number).outcome()
                found[policy.key] = (course.state.round, seat, course.without(seat).outcome(), luck)
        course.answer()
    stayed = course.outcome()
    return tuple(
        Leave(
            policy=key,
            number=number_of_round,
            places=(stayed.places[seat], left.places[seat]),
            others=compared(stayed, left, seat),
            luck=None if luck is None else compared(stayed, luck, seat),
        )
        for key, (number_of_round, seat, left, luck) in found.items()
    )


def compared(before: Outcome, after: Outcome, leaver: Seat) -> Others:
    """Return how all but `leaver` fared in `after` against `before`."""
    others = [seat for seat in range(len(before.places)) if seat != leaver]
    ranks = [(_rank(before, others, seat), _rank(after, others, seat)) for seat in others]
    points = [after.points[seat] - before.points[seat] for seat in others]
    return Others(
        place=mean([after.places[seat] - before.places[seat] for seat in others]),
        order=mean([abs(now - was) for was, now in ranks]),
        points=mean(points),
        apart=mean([abs(change - mean(points)) for change in points]),
        another_first=float(any((was == 1) != (now == 1) for was, now in ranks)),
    )


def _rank(outcome: Outcome, among: Sequence[int], seat: int) -> int:
    return 1 + sum(outcome.places[other] < outcome.places[seat] for other in among)
