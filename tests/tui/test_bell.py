"""Calling the player: once for each turn, only when nobody looks, in signs that the terminal knows."""

from collections.abc import Mapping

import pytest

from ys_tui.bell import QUIET, Bell, call


def test_called_once_for_each_turn_that_nobody_sees() -> None:
    """A turn that begins while the window is untouched calls once, however often it is told; so the next."""
    bell = Bell()
    bell.touched(0.0)
    assert not bell.is_due(((1, 10),), QUIET - 1)
    assert [bell.is_due(((1, 20),), QUIET + now) for now in (1, 2, 3)] == [True, False, False]
    assert bell.is_due(((1, 20), (2, 5)), QUIET + 9)
    assert not bell.is_due((), QUIET + 10)


def test_who_has_turned_away_is_called_at_once() -> None:
    """Where the terminal tells that another window is used, no time has to pass; back here, it has."""
    bell = Bell()
    bell.touched(100.0)
    bell.looks(is_here=False, now=101.0)
    assert bell.is_due(((1, 1),), 102.0)
    bell.looks(is_here=True, now=103.0)
    assert not bell.is_due(((1, 2),), 104.0)


@pytest.mark.parametrize(
    ("setting", "environment", "signs"),
    [
        ("off", {"TERM": "xterm-kitty"}, ""),
        ("bell", {"TERM": "xterm-kitty"}, "\a"),
        ("auto", {"TERM": "xterm-256color"}, "\a"),
        ("auto", {"TERM": "xterm-kitty"}, "\a\x1b]9;Ys: It is your turn\x1b\\"),
        ("auto", {"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "\a\x1b]9;Ys: It is your turn\x1b\\"),
        ("auto", {"TERM": "foot"}, "\a\x1b]777;notify;Ys;It is your turn\x1b\\"),
        ("auto", {"TERM": "xterm-kitty", "TMUX": "a socket"}, "\a"),
    ],
)
def test_only_known_terminals_are_told_more_than_a_bell(
    setting: str, environment: Mapping[str, str], signs: str
) -> None:
    """Where it is not known that a notification is shown, or a multiplexer is between, a bell is all."""
    assert call(setting, environment) == signs
