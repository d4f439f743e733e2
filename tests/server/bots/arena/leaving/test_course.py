"""A course is the arena's game, and branches of it go their own way."""

import pytest

from protocol.game import Seat
from protocol.games.ys.game import YS
from ys_server.bots.arena.arguments import Table
from ys_server.bots.arena.leaving.course import Course, opened
from ys_server.bots.arena.play import play
from ys_server.bots.levels import LEVELS

BOTS = ("greedy", "random", "random", "random")
AT = Table(BOTS)
SEED = 5


def _course(answers: int = 0) -> Course:
    course = opened(AT, SEED, 1, Seat(3))
    for _ in range(answers):
        course.answer()
    return course


def test_it_is_the_game_of_the_arena() -> None:
    """Without match and signatures the same seed has the same end; the last seat answers last anyway."""
    played = play(YS, [LEVELS["ys"][level] for level in BOTS], BOTS, SEED, 1)
    assert _course().outcome() == played.outcome


@pytest.mark.rule("R52c")
def test_a_branch_leaves_the_course_alone() -> None:
    """A branch in which a seat leaves changes nothing of the course that it came from."""
    course = _course(40)
    branch = course.without(Seat(2)).outcome()
    assert branch.places[2] == 4
    assert course.outcome() == _course().outcome()
    assert branch != course.outcome()


@pytest.mark.parametrize("answers", [0, 3, 40])
def test_other_luck_is_another_game(answers: int) -> None:
    """From any moment the game goes on with all seats to another end, and to the same one when repeated."""
    course = _course(answers)
    ends = [course.with_other_luck(SEED, number).outcome() for number in (1, 1, 2)]
    assert ends[0] == ends[1]
    assert len({end.points for end in (*ends, course.outcome())}) == 3
