"""The table of the players: every card that somebody holds is told in it, as long as there is room at all."""

import pytest
from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.prompts import PickBid
from protocol.games.ys.state import Held, State
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import scene_of
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_players import players
from ys_tui.games.ys.things import SEAT, told
from ys_tui.lines import plain, width
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

LARGE = 63
"""Cells of the table beside the round city."""


def holding(*held: str, in_force: tuple[str, ...] = ()) -> Scene:
    """Return the board on which the first player holds these cards; `(spy)` was won in this round."""
    game = Told(4)
    game.run(2, PickBid)
    table = game.sees(0)
    state: State = table.view.state
    cards = tuple(Held(card.strip("()"), state.round - (card[0] != "(")) for card in held)
    player = replace(state.players[0], cards=cards)
    forced = tuple((Seat(0), card) for card in in_force)
    state = replace(state, players=(player, *state.players[1:]), in_force=forced)
    scene = scene_of(table, Aim(), NIGHT, UNICODE)
    return replace(scene, view=replace(table.view, state=state))


def row(scene: Scene, cells: int = 80) -> str:
    """Return the row of the first player."""
    lines = players(scene, cells)
    assert {width(line) for line in lines} == {cells}
    return next(plain(line).rstrip() for line in lines if NAMES[0] in plain(line))


@pytest.mark.parametrize(
    ("held", "in_force", "cells", "shown"),
    [
        (("magician", "magician"), (), 80, "Magician ×2"),
        (("magician", "magician", "(spy)"), (), 80, "Magician ×2, (Spy)"),
        (("magician", "magician", "envoy"), ("intriguer",), 80, "Intr. now, Magi. ×2, Envoy"),
        (("magician", "magician", "(herald)"), (), LARGE, "Magi. ×2, (Hera.)"),
        (("magician", "magician", "(magician)", "(spy)"), (), 80, "Magician ×2, (Magician), (Spy)"),
        (("magician", "magician", "herald", "courtier", "(jeweller)"), (), LARGE, "Magi. ×2, Hera. +2"),
    ],
)
def test_cards_are_shortened_before_any_is_left_out(
    held: tuple[str, ...], in_force: tuple[str, ...], cells: int, shown: str
) -> None:
    """Equal ones stand together with how many they are; the last resort says how many are not named."""
    assert row(holding(*held, in_force=in_force), cells).endswith(shown)


@pytest.mark.parametrize(
    ("held", "in_force", "cells", "below"),
    [
        (("magician", "magician", "(herald)"), (), LARGE, ["Magician ×2,", "(Herald)"]),
        (("spy", "envoy", "king", "prince"), (), LARGE, ["Spy, Envoy, King,", "Prince"]),
        (
            ("magician", "magician", "herald", "courtier", "(jeweller)", "spy"),
            ("intriguer",),
            LARGE,
            ["Intriguer in force,", "Magician ×2, Herald, Courtier, (Jeweller), Spy"],
        ),
        (
            ("magician", "magician", "envoy"),
            ("intriguer",),
            80,
            ["Intriguer in force,", "Magician ×2, Envoy"],
        ),
        (("magician", "magician", "(spy)"), (), 80, ["Magician ×2, (Spy)"]),
    ],
)
def test_cards_go_on_below_where_there_are_rows_for_it(
    held: tuple[str, ...], in_force: tuple[str, ...], cells: int, below: list[str]
) -> None:
    """All are there by their whole names, below where cards begin or as far left of it as they need."""
    lines = [plain(line).rstrip() for line in players(holding(*held, in_force=in_force), cells, 6)]
    first = next(number for number, line in enumerate(lines) if NAMES[0] in line)
    shown, *more = lines[first : first + len(below)]
    assert shown.endswith(f" {below[0]}")
    assert [line.strip() for line in more] == below[1:]
    assert len(lines) == 4 + len(below)
    start = lines[0].index("cards")
    assert all(line.index(line.strip()) == min(start, cells - len(line.strip())) for line in more)


def test_who_places_first_has_the_rows_that_there_are() -> None:
    """Where only one row can be spared, the others' cards are shortened as ever."""
    scene = holding("magician", "magician", "herald", "courtier")
    first, *others = scene.state.players
    crowded = tuple(replace(player, cards=first.cards) for player in (first, *others))
    state = replace(scene.state, players=crowded)
    lines = players(replace(scene, view=replace(scene.view, state=state)), LARGE, 6)
    text = [plain(line).rstrip() for line in lines]
    assert len(text) == 6
    assert text[1].endswith("Magician ×2, Herald,")
    assert text[2].strip() == "Courtier"
    assert all(line.endswith("Magi. ×2, Hera. +1") for line in text[3:])


def test_what_is_told_of_cards_says_how_many_there_are() -> None:
    """Two of a kind are told once, with their number."""
    scene = holding("magician", "magician", "spy")
    first, second = told(scene.view, f"{SEAT}0", NAMES)
    assert first.startswith("Magician ×2: ")
    assert second.startswith("Spy: ")
