"""What can be done on a screen, to find by typing: that it is found, and that it is true there."""

from ys_tui.keymap import DEFAULT
from ys_tui.preferences import PACE
from ys_tui.screens.palette import entries


def _told(scope: str, *, is_kept: bool = True) -> list[str]:
    return [words for _, _, words in entries(scope, None, DEFAULT, {PACE: "normal"}, is_kept=is_kept)]


def test_the_speed_of_counts_is_found_by_that_word() -> None:
    """At the table the key for it has the word; everywhere the setting does."""
    assert "The speed at which counts are told: slow, normal, fast, off" in _told("table")
    assert [words for words in _told("start") if words.startswith("Speed")] == [
        f"Speed of counts: {pace}" for pace in ("slow", "fast", "off")
    ]


def test_quitting_promises_nothing_where_nothing_is_kept() -> None:
    """In the tutorial, and with a seed, it does not say that games are kept."""
    assert "Quit; games are kept" in _told("table")
    told = _told("table", is_kept=False)
    assert "Quit; a game with a seed is not kept" in told
    assert not any("games are kept" in words for words in told)
