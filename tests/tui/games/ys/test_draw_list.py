"""The list that stands for the board on a small terminal: the hands of two players and of the neutral one."""

import pytest

from protocol.games.ys.prompts import PickBid, Place
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.aim import Aim, Way, hand_values, letters
from ys_tui.games.ys.asking import Desk, scene_of
from ys_tui.games.ys.draw_list import board_list
from ys_tui.games.ys.words import place_name
from ys_tui.lines import text_of, width
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT


def shown(told: Told, seat: int, aim: Aim, cells: int) -> list[str]:
    """Return the list as a seat sees it, row by row."""
    table = told.sees(seat)
    lines = board_list(Desk(table, aim, scene_of(table, aim, NIGHT, UNICODE)), cells, 16)
    assert {width(line) for line in lines} == {cells}
    return text_of(lines).splitlines()


@pytest.mark.parametrize("cells", [40, 48, 60, 79])
def test_the_neutral_hand_stands_beside_the_own_or_below_it(cells: int) -> None:
    """All values that the player can place are there, however narrow the terminal is (R59)."""
    told = Told(3, NAMES[:2])
    seat = told.run(1, PickBid)
    rows = shown(told, seat, Aim(), cells)
    (row,) = (number for number, text in enumerate(rows) if "neutral" in text)
    own, _, its = rows[row].partition("neutral")
    if not own.strip():
        own = rows[row - 1]
    table = told.sees(seat)
    assert [int(value) for value in its.split()] == list(hand_values(table, neutral=True))
    if cells >= 48:
        assert [int(value) for value in own.split()] == list(hand_values(table))


def test_a_neutral_broker_that_is_picked_is_not_taken_from_the_own_hand() -> None:
    """The brackets stand around the neutral broker alone."""
    told = Told(3, NAMES[:2])
    seat = told.run(1, Place, turn=2)
    value = hand_values(told.sees(seat), neutral=True)[0]
    rows = shown(told, seat, Aim(way=Way.NEUTRAL, value=value), 60)
    own, _, its = next(text for text in rows if "  neutral  " in text or " neutral [" in text).partition(
        "neutral"
    )
    assert f"[{value}]" in its
    assert "[" not in own


@pytest.mark.parametrize("cells", [40, 50, 60, 79])
def test_every_place_that_a_letter_jumps_to_is_shown(cells: int) -> None:
    """In columns beside each other where they do not stand below each other."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    table = told.sees(seat)
    aim = Aim(value=hand_values(table)[0], jumping=True)
    text = "\n".join(f" {row}" for row in shown(told, seat, aim, cells))
    missing = [
        spot
        for spot, letter in letters(table, aim).items()
        if f" {letter} {place_name(spot)[:4]}" not in text
    ]
    assert missing == []
