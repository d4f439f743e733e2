"""How fast a count is told."""

import pytest

from ys_tui.games.ys.pace import ASKED, LINGER, NORMAL, PACES, REST, heading, known_pace, next_pace, pause


@pytest.mark.parametrize("pace", [PACES["normal"], PACES["slow"], PACES["fast"]])
@pytest.mark.parametrize("steps", [1, 5, 45, 80, 200])
def test_very_many_steps_are_told_in_sixteen_paces(steps: int, pace: float) -> None:
    """However many are left, with the last one read, they take that long at most: 24 s at normal."""
    left = REST * pace
    for following in range(steps, -1, -1):
        seconds = pause(pace, following, left)
        assert 0 < seconds <= pace
        left -= seconds
    assert left >= -1e-9


def test_steps_keep_their_pace_and_the_last_one_stays() -> None:
    """A second and a half a step; behind the last one there is time to read it, less if one is asked."""
    assert pause(PACES["normal"], 45, None) == 1.5
    assert pause(PACES["normal"], 0, None) == 1.5 * LINGER
    assert pause(PACES["normal"], 0, None, is_asked=True) == 1.5 * ASKED
    assert heading(1.5) == 0.75


def test_the_speeds_go_round() -> None:
    """From slow over normal and fast to off and back; off takes no time."""
    assert list(PACES) == ["slow", "normal", "fast", "off"]
    assert sorted(PACES.values(), reverse=True) == list(PACES.values())
    assert [next_pace(pace) for pace in PACES] == ["normal", "fast", "off", "slow"]
    assert PACES["off"] == 0


def test_a_profile_that_names_no_speed_gets_the_normal_one() -> None:
    """Nothing kept, or something that no release knows."""
    assert known_pace("") == known_pace("breakneck") == NORMAL
    assert known_pace("fast") == "fast"
