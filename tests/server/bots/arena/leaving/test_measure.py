"""What leaving did in a game: against outcomes that are known, and at the moments that were meant."""

import pytest
from msgspec.structs import replace

from protocol.game import Outcome, Seat, combinations
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import Place
from tests.support.driver import seated
from ys_server.bots.arena.arguments import Table
from ys_server.bots.arena.leaving.figures import by_policy, by_round
from ys_server.bots.arena.leaving.measure import Others, compared, measured
from ys_server.bots.arena.leaving.policies import POLICIES, Plan, plan

RANDOM = Table(("random",) * 4)
FAVOR = Table(("random",) * 4, ("kings-favor",))
STAYED = Outcome((80, 70, 60, 50), (1, 2, 3, 4), "points")


def test_everybody_moves_up_and_none_past_another() -> None:
    """When the first leaves and the others gain alike, places improve and nothing changes among them."""
    left = Outcome((40, 75, 65, 55), (4, 1, 2, 3), "points")
    assert compared(STAYED, left, Seat(0)) == Others(
        place=-1.0, order=0.0, points=5.0, apart=0.0, another_first=0.0
    )


def test_a_change_among_the_others() -> None:
    """Two who change ranks are two thirds of a rank each way; one gains four more than all, two lose two."""
    left = Outcome((40, 70, 66, 50), (4, 1, 2, 3), "points")
    assert compared(STAYED, left, Seat(0)).apart == pytest.approx(8 / 3)
    swapped = Outcome((40, 62, 68, 50), (4, 2, 1, 3), "points")
    change = compared(STAYED, swapped, Seat(0))
    assert change.order == pytest.approx(2 / 3)
    assert (change.another_first, change.points) == (1.0, 0.0)


def test_a_shared_lead_that_ends_is_another_lead() -> None:
    """Who shared the lead and has it alone leads otherwise than before."""
    shared = Outcome((80, 80, 60, 50), (1, 1, 3, 4), "shared")
    alone = Outcome((80, 79, 60, 50), (1, 2, 3, 4), "points")
    assert compared(shared, alone, Seat(3)).another_first == 1.0
    assert compared(shared, shared, Seat(3)).another_first == 0.0


@pytest.mark.rule("R52c")
@pytest.mark.parametrize(("seats", "options"), [table for table in combinations(YS) if table[0] > 2])
def test_who_leaves_is_last(seats: int, options: tuple[str, ...]) -> None:
    """Whatever the table and the policy, whoever leaves is last; other luck is looked at once."""
    for number in range(1, 4):
        leaves = measured(Table(("random",) * seats, options), 1, number)
        assert {leave.policy for leave in leaves} <= {policy.key for policy in POLICIES}
        assert all(leave.places[1] == seats for leave in leaves)
        assert sum(leave.luck is not None for leave in leaves) <= 1


def test_every_policy_finds_its_moment() -> None:
    """With King's Favor each policy is met soon; before a bid or a draw the plan's round is kept."""
    met = [(number, leave) for number in range(1, 12) for leave in measured(FAVOR, 1, number)]
    assert {leave.policy for _, leave in met} == {policy.key for policy in POLICIES}
    planned = [(number, leave) for number, leave in met if leave.policy in ("bid", "draw")]
    assert all(leave.number == plan(number, 4).round for number, leave in planned)


def test_nobody_leaves_for_its_score_in_round_1() -> None:
    """However far ahead or behind somebody is: it is said to be from round 2 on."""
    table = seated(YS, 4, 1, with_chairs=False)
    seat = table.until(Place)
    state = table.match.state
    moments = {policy.key: policy.moment for policy in POLICIES}
    for key, points in (("ahead", 20), ("behind", -20)):
        players = tuple(
            replace(player, points=points if other == seat else 0)
            for other, player in enumerate(state.players)
        )
        first = replace(state, players=players)
        assert moments[key](first, table.match.prompts, Plan(seat, 1, 1)) is None
        assert moments[key](replace(first, round=2), table.match.prompts, Plan(seat, 1, 1)) == seat


def test_plans_are_spread_evenly() -> None:
    """In as many games as there are plans, each seat, round and neighborhood comes up equally often."""
    plans = [plan(number, 4) for number in range(64)]
    assert len(set(plans)) == 64


def test_tables_of_figures() -> None:
    """The first table has a row for each policy, the second for each round, all as many cells."""
    leaves = [leave for number in range(1, 9) for leave in measured(RANDOM, 1, number)]
    for text, rows in ((by_policy(leaves), len(POLICIES)), (by_round(leaves), 4)):
        lines = text.splitlines()
        assert len(lines) == rows + 2
        assert len({line.count("|") for line in lines}) == 1
