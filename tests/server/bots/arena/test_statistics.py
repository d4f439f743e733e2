"""The arena's statistics against numbers known from elsewhere."""

import pytest

from ys_server.bots.arena.statistics import mean, mean_error, victories, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (120, 200, 0.5309, 0.6654),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    """The 95 % intervals are those of the published tables."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_no_games_say_nothing() -> None:
    """Without a game every share is possible."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert mean([]) == 0.0
    assert mean_error([5.0]) == 0.0


def test_mean_and_its_error() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5, its error the standard deviation over the root of 8."""
    values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
    assert mean(values) == 5.0
    assert mean_error(values) == pytest.approx((32 / 7) ** 0.5 / 8**0.5)


def test_a_shared_victory_is_split() -> None:
    """Two in first place have half a victory each."""
    assert victories((1, 3, 1, 4)) == (0.5, 0.0, 0.5, 0.0)
    assert victories((2, 1, 3, 4)) == (0.0, 1.0, 0.0, 0.0)
