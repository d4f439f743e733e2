"""Answers and their keys: nothing is offered that cannot be chosen, and what cannot says why."""

import re

import pytest
from msgspec.structs import replace

from protocol.game import Choice
from protocol.games.ys.layout import KINGS_FAVOR
from protocol.games.ys.prompts import PickOrder
from tests.support.screen import Told
from tests.tui.games.scenes import SEEDS, card_if_any, moments
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, Option, options
from ys_tui.games.ys.asking import Desk, keys, scene_of, sentences
from ys_tui.games.ys.draw_answers import shown
from ys_tui.games.ys.keys import press
from ys_tui.lines import Line, plain
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT


def desk_of(table: TableSnapshot) -> Desk:
    """Return what a drawing of the hand depends on, with nothing marked."""
    return Desk(table, Aim(), scene_of(table, Aim(), NIGHT, UNICODE))


def half_exchanged() -> tuple[TableSnapshot, Option]:
    """Return a table at which a Magician has one broker, and an answer that stands where that one does."""
    for seed in SEEDS:
        told = Told(seed, options=(KINGS_FAVOR.key,))
        try:
            seat = told.run(3, Choice, what="broker", why="magician", choose=card_if_any)
        except LookupError:
            continue
        told.chairs[seat].pick(options(told.sees(seat), Aim())[-1].action)
        table = told.sees(seat)
        closed = [each for each in options(table, Aim()) if not each.is_open and not each.is_picked]
        if table.prompt is not None and closed:
            return table, closed[0]
    raise AssertionError("no such game")


def test_a_broker_in_the_same_place_is_not_offered_and_says_why() -> None:
    """A Magician exchanges brokers in different places: one beside the first has no key and is dim."""
    table, closed = half_exchanged()
    desk, answers = desk_of(table), options(table, Aim())

    def drawn(option: Option) -> Line:
        return shown(desk, answers.index(option), option)

    first = next(each for each in answers if each.is_picked)
    where = plain(drawn(closed)).split(maxsplit=2)[2].strip()
    assert f" {where} ✓" in plain(drawn(first))
    assert plain(drawn(closed)).startswith(" – ")
    colours = {part.style.color.name for part in drawn(closed)[:-1] if part.style and part.style.color}
    assert colours == {NIGHT.dim}
    done = press(closed.key, Aim(), table)
    assert done is not None
    assert done.intent is None
    assert done.word == f"{closed.key} is in {where}, as the other is: choose one in another place."


@pytest.mark.parametrize(
    ("among", "shown"), [((1, 2, 3, 4), "1-4"), ((3, 4), "3-4"), ((1, 2, 4), "1,2,4"), ((2,), "2")]
)
def test_only_order_cards_that_are_left_are_told_of(among: tuple[int, ...], shown: str) -> None:
    """Neither the keys nor the help name a card that somebody has taken."""
    desk = desk_of(replace(moments()["order"][0], prompt=PickOrder(among=among)))
    assert (shown, "card") in keys(desk)
    asked = sentences(desk)
    assert set(map(int, re.findall(r"\d", asked.question + asked.hint))) == set(among)
