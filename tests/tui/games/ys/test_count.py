"""How fast a count is told."""

import pytest

from ys_tui.games.ys.count import LINGER, PACES, REST, pause


@pytest.mark.parametrize("pace", [PACES["normal"], PACES["slow"]])
@pytest.mark.parametrize("steps", [1, 5, 45, 80])
def test_the_rest_is_told_soon_once_the_player_is_asked(steps: int, pace: float) -> None:
    """However many steps are left, with the last one read, they take sixteen paces at most: 8 s at normal."""
    left = REST * pace
    for following in range(steps, -1, -1):
        seconds = pause(pace, following, left)
        assert 0 < seconds <= pace
        left -= seconds
    assert left >= -1e-9


def test_while_nobody_waits_steps_keep_their_pace_and_the_last_one_stays() -> None:
    """Half a second a step; behind the last one there is time to read it."""
    assert pause(PACES["normal"], 45, None) == 0.5
    assert pause(PACES["normal"], 0, None) == 0.5 * LINGER


def test_slow_takes_twice_as_long_and_off_no_time() -> None:
    """The three paces."""
    assert PACES["slow"] == 2 * PACES["normal"]
    assert PACES["off"] == 0
