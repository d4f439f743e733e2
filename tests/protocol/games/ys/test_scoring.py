"""The winner (R78) and the whole final scoring of a game (R72–R77)."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from protocol.game import Outcome, Seat
from protocol.games.ys.events import BlackScored, ColourScored, GameOver
from protocol.games.ys.game import YS
from protocol.games.ys.scoring import colours_ranked, gem_points, outcome
from tests.support.builders import A, D, placed, told
from tests.support.ys_driver import play


def result(points: Sequence[int], gems: Sequence[int], leavers: tuple[Seat, ...] = ()) -> Outcome:
    """Return the outcome with these points and numbers of gems."""
    state = placed(leavers=leavers).state
    players = tuple(
        replace(player, points=has, gems=(0, 0, of, 0, 0))
        for player, has, of in zip(state.players, points, gems, strict=True)
    )
    return outcome(replace(state, players=players))


@pytest.mark.rule("R72")
def test_the_colour_further_left_is_worth_more() -> None:
    """Equal prices rank from left to right."""
    assert colours_ranked((8, 8, 8, 8)) == ("blue", "green", "yellow", "red")
    assert colours_ranked((1, 8, 15, 8)) == ("yellow", "green", "red", "blue")


@pytest.mark.rule("R73")
@pytest.mark.parametrize(
    ("rank", "points"),
    [(1, (24, 18, 12, 6)), (2, (20, 15, 10, 5)), (3, (16, 12, 8, 4)), (4, (12, 9, 6, 3))],
)
def test_every_place_of_every_colour_has_its_points(rank: int, points: tuple[int, ...]) -> None:
    """The whole table: the rank of the colour, then the place of the player."""
    assert gem_points(rank, (1, 2, 3, 4)) == points


@pytest.mark.rule("R78")
def test_points_then_gems_then_shared() -> None:
    """Places are shared only by those who are equal in both."""
    assert result((70, 60, 80, 60), (1, 2, 0, 3)) == Outcome((70, 60, 80, 60), (2, 4, 1, 3), "points")
    assert result((80, 60, 80, 60), (1, 2, 0, 2)) == Outcome((80, 60, 80, 60), (1, 3, 2, 3), "gems")
    assert result((80, 60, 80, 60), (1, 2, 1, 3)) == Outcome((80, 60, 80, 60), (1, 4, 1, 3), "shared")


@pytest.mark.rule("R52c")
def test_who_left_ends_behind_all_who_stayed() -> None:
    """The last to leave first, whatever their points; the last one left wins alone."""
    assert result((90, 60, 10, 95), (9, 1, 1, 9), leavers=(A, D)).places == (4, 1, 2, 3)
    alone = result((90, 0, 50, 95), (9, 1, 1, 9), leavers=(A, D, Seat(2)))
    assert (alone.places, alone.reason) == ((4, 1, 2, 3), "alone")


@pytest.mark.rule("R50", "R73")
def test_the_final_events_add_up() -> None:
    """Gem points are those of the five scorings; unused cards add nothing."""
    table = play(11)
    scorings = [scoring.points for scoring in told(table, ColourScored)]
    scorings += [scoring.points for scoring in told(table, BlackScored)]
    assert len(scorings) == 5
    for seat, player in enumerate(table.state.players):
        assert player.sources[3] == sum(points[seat] for points in scorings)
        assert player.points == sum(player.sources)
    assert any(player.cards for player in table.state.players)
    (over,) = told(table, GameOver)
    assert YS.outcome(table.state) == Outcome(over.points, over.places, over.reason)
