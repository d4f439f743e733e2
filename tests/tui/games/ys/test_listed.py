"""What the palette lists of the board: every legal choice, each with keys that make just that one."""

import pytest

from protocol.games.ys.prompts import PickBid, Place
from tests.support.screen import Told
from tests.tui.games.scenes import moments
from ys_tui.client.intents import Confirm, Intent, Pick
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, hand_values, settle
from ys_tui.games.ys.keys import press
from ys_tui.games.ys.listed import listed


def made(table: TableSnapshot, aim: Aim, keys: tuple[str, ...]) -> tuple[Aim, Intent | None]:
    """Return what keys lead to, pressed one after the other; none of them is refused."""
    intent = None
    for key in keys:
        done = press(key, aim, table)
        assert done is not None
        assert not done.word
        aim, intent = done.aim, done.intent
    return aim, intent


@pytest.mark.parametrize("name", moments())
def test_every_choice_that_is_listed_can_be_made_by_its_keys(name: str) -> None:
    """No two of them are the same, in words or in what comes out; what is picked is legal."""
    table, aim = moments()[name]
    aim = settle(table, aim, table.prompt)
    found = listed(table, aim)
    outcomes = [made(table, aim, keys) for keys, _ in found]
    assert len({words for _, words in found}) == len(found)
    assert len(set(map(str, outcomes))) == len(found)
    for _, intent in outcomes:
        assert not isinstance(intent, Pick) or intent.action in table.legal
        assert intent is None or isinstance(intent, Pick | Confirm)


def test_the_whole_of_a_turn_is_listed() -> None:
    """The brokers, then every place for the one that was picked up; what was chosen is sent."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    table = told.sees(seat)
    aim = Aim()
    values = dict.fromkeys(hand_values(table))
    assert [words for _, words in listed(table, aim)] == [
        f"Take the {value}, to place it face up" for value in values
    ]
    aim, _ = made(table, aim, listed(table, aim)[0][0])
    assert len(listed(table, aim)) == len(table.prompt.spots)  # type: ignore[union-attr]  # a Place
    assert listed(table, aim)[0] == (("g", "a"), f"Place the {aim.value} face up in port 1")


def test_a_bid_is_listed_broker_by_broker() -> None:
    """The second one only as far as the hand goes; nothing is listed while nothing is asked."""
    told = Told(4)
    table = told.sees(told.run(1, PickBid))
    assert (("3",), "Bid a 3") in listed(table, Aim())
    assert (("3",), "Bid a 4 and a 3") in listed(table, Aim(bid=(4,)))
    assert listed(moments()["waiting"][0], Aim()) == ()
