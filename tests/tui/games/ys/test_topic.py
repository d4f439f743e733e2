"""What `?` tells at a table: the rules on what is asked, on the marked place or card, on what is counted."""

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Prompt
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import Spot
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from protocol.games.ys.state import Phase
from tests.support.screen import Told
from ys_tui.games.ys.aim import Aim, options, settle
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.topic import topic
from ys_tui.games.ys.words import card_text


@pytest.mark.parametrize(
    ("prompt", "what", "rule"),
    [
        (PickBid, "", "R22: "),
        (PickOrder, "", "R24: "),
        (Place, "", "R26: "),
        (PlayCards, "", "R49: "),
        (Choice, "gem", "R36: "),
        (Choice, "price", "R46: "),
    ],
)
def test_the_rule_on_what_is_asked_is_told(prompt: type[Prompt], what: str, rule: str) -> None:
    """Whatever is asked, its rule is among the paragraphs, in the words of the rule book."""
    told = Told(4)
    table = told.sees(told.run(1, prompt, what=what))
    assert any(line.startswith(rule) for line in topic(table, Aim()))


def test_the_marked_place_comes_first() -> None:
    """What can be won there, and the rules on such places; only while a place is chosen."""
    told = Told(4)
    table = told.sees(told.run(1, Place))
    first, *others = topic(table, Aim(value=3, cursor=Spot("commerce-2")))
    assert first.startswith("Commerce 2: Most in commerce 2: 3 VP.")
    assert others[0].startswith("R38: ")
    assert any(line.startswith("R26: ") for line in others)
    assert topic(table, Aim(cursor=Spot("commerce-2")))[0].startswith("R26: ")


def test_a_whole_draft_is_told_by_its_places() -> None:
    """Not yet sent, what the two brokers can win: rules on ports and commercial areas, none on the market."""
    told = Told(4)
    seat = told.run(1, Place)
    chair = told.chairs[seat]
    for kind, spot in ((PlaceUp, "port-1"), (PlaceDown, "commerce-1")):
        chair.pick(next(each for each in chair.legal() if isinstance(each, kind) and each.spot == spot))
    table = as_chosen(told.sees(seat))
    assert table.prompt is None
    lines = topic(table, Aim())
    lines = lines[: lines.index("ON THE BOARD")]
    assert [line.partition(":")[0] for line in lines] == [
        "Port 1",
        *("R20", "R36", "R37"),
        "Commerce 1",
        "R38",
    ]


def test_the_marked_card_comes_first() -> None:
    """Its own text, then the rules on cards."""
    told = Told(4)
    table = told.sees(told.run(2, PlayCards))
    aim = settle(table, Aim(option=0), table.prompt)
    assert card_text(options(table, aim)[0].name) in topic(table, aim)[0]


def test_while_a_count_is_told_the_rules_on_counting_are_told() -> None:
    """Not those on the question that waits behind it."""
    told = Told(4)
    table = told.sees(told.run(2, PickBid))
    counted = replace(table.confirmed, phase=Phase.CITY, area=1)
    lines = topic(table, Aim(), counted)
    assert lines[0].startswith("R35: ")
    assert not any(line.startswith("R22: ") for line in lines)


def test_while_the_final_count_is_told_its_rules_on_ties_are_told() -> None:
    """Having none, and equal numbers, pay otherwise than the table of places says (R74-R76)."""
    told = Told(4)
    table = told.sees(told.run(2, PickBid))
    lines = topic(table, Aim(), replace(table.confirmed, phase=Phase.OVER))
    assert {"R74", "R75", "R76"} <= {line.partition(":")[0] for line in lines}


def test_every_moment_of_a_game_has_a_topic() -> None:
    """Whoever is asked, waits or looks on reads some rule, up to the end."""
    told = Told(4, options=("kings-favor",))
    while told.match.prompts:
        for seat in (0, None):
            assert topic(told.sees(seat), Aim())
        told.step(lambda view, choices, rng: choices[0])
    assert topic(told.sees(0), Aim())[0].startswith("R72: ")
