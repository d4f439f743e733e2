"""The smoothed worth of gems and prices, against the final scoring it becomes at the end."""

import pytest

from ys_server.bots.ys.worth import Worth, black, scores

# blue, green, yellow, red, black by player
EXAMPLE_12 = ((0, 1, 2, 5, 0), (3, 4, 2, 2, 3), (0, 4, 2, 2, 9), (6, 4, 2, 0, 1))
PRICES = (8, 9, 7, 10)


@pytest.mark.rule("R73", "R74", "R76")
def test_at_the_end_it_is_the_final_scoring() -> None:
    """Example 12 without black gems: 32, 37, 25 and 29."""
    assert scores(EXAMPLE_12, PRICES, 0.0) == pytest.approx([32, 37, 25, 29], abs=0.01)


@pytest.mark.rule("R72")
def test_equal_prices_rank_from_the_left() -> None:
    """With all prices equal one blue gem is worth 24 at the end, one red gem 12."""
    for colour, points in enumerate((24, 20, 16, 12)):
        gems = [[0] * 5 for _ in range(4)]
        gems[0][colour] = 1
        assert scores(gems, (8, 8, 8, 8), 0.0)[0] == pytest.approx(points, abs=0.01)


@pytest.mark.rule("R77")
def test_black_gems() -> None:
    """At the end the next black gem is worth 1, 3, 4 … 4, and nothing beyond seven."""
    assert [black(has, 0.0) for has in range(8)] == [1, 3, 4, 4, 4, 4, 4, 0]


def test_worth_is_own_gain_less_the_mean_gain_of_others() -> None:
    """At the end, overtaking the leader of the best colour gains 6 and drags the other down."""
    gems = ((0, 0, 0, 1, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert Worth(gems, PRICES, 0, 0.0).gem(3) == pytest.approx(6, abs=0.01)


def test_a_price_step_that_changes_no_rank_is_worth_nothing_at_the_end() -> None:
    """Only ranks of colours count: red stays best when it rises, and is third when it falls by two."""
    gems = ((0, 0, 0, 1, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    worth = Worth(gems, PRICES, 0, 0.0)
    assert worth.step(3, 1) == pytest.approx(0, abs=0.01)
    assert worth.step(3, -2) == pytest.approx(-8 - 4 / 3, abs=0.01)


def test_early_on_more_is_open() -> None:
    """With three rounds to come a lead of one gem is worth less than at the end."""
    gems = ((3, 0, 0, 0, 0), (2, 0, 0, 0, 0), (2, 0, 0, 0, 0), (2, 0, 0, 0, 0))
    early, late = scores(gems, (8, 8, 8, 8), 3.0), scores(gems, (8, 8, 8, 8), 0.0)
    assert 0 < early[0] - early[1] < late[0] - late[1]
