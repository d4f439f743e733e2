"""The line of the own brokers, as it is told of an earlier moment."""

from protocol.game import Resign, Seat
from protocol.games.ys.board import HAND
from protocol.games.ys.prompts import Place
from tests.support.screen import Told
from ys_tui.games.kept import so_far
from ys_tui.games.ys.aim import Aim, hand_values
from ys_tui.games.ys.asking import Desk, scene_of
from ys_tui.games.ys.draw_held import brokers, labelled
from ys_tui.lines import plain
from ys_tui.looks import UNICODE
from ys_tui.screens.stepping import own, public
from ys_tui.themes import NIGHT


def test_brokers_that_left_unopened_are_not_told_as_none() -> None:
    """Before a resignation the hand was not empty: what was never opened is counted (R52c)."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    in_hand = len(hand_values(told.sees(seat)))
    before = len(told.match.log)
    resign(told, seat)
    for moment, count in ((before, in_hand), (before + 1, 0)):
        desk = back(told, seat, moment)
        said = f"{in_hand} of unknown value" if count else "none left in your hand"
        assert plain(brokers(desk)).startswith(f"Your brokers  {said}"), moment
        assert plain(labelled(desk, 50)).rstrip() == (f"Your brokers  {said}" if count else "")


def test_brokers_that_were_opened_later_are_told_beside_those_that_were_not() -> None:
    """What the seat placed openly after that moment is known; the rest of the hand is counted (R52c)."""
    told = Told(4)
    seat = told.run(1, Place, turn=1)
    moment, held = len(told.match.log), len(hand_values(told.sees(seat)))
    told.run(1, Place, turn=3)
    resign(told, seat)
    table = back(told, seat, moment).table
    shown = hand_values(table)
    assert 0 < len(shown) < held
    line = plain(brokers(back(told, seat, moment)))
    assert f" {shown[-1]}  {held - len(shown)} of unknown value " in line
    assert "value  tie-break " in line or "value  bid " in line


def resign(told: Told, seat: Seat) -> None:
    """Let a seat resign."""
    told.take(told.match.sign(seat, told.vaults[seat], (Resign(),)))
    assert not [b for b in told.match.state.brokers if b.owner == seat and b.spot == HAND]


def back(told: Told, seat: Seat, moment: int) -> Desk:
    """Return what the player in `seat` sees of a moment, looking back."""
    table = told.sees(seat)
    replay = so_far(table)
    seen = own(public(replay, moment, table, None), replay, moment, table, seat)
    return Desk(seen, Aim(), scene_of(seen, Aim(), NIGHT, UNICODE))
