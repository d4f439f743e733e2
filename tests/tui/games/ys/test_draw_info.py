"""The panel beside the question: it tells something else than the question, whole lines only."""

import pytest
from msgspec.structs import replace

from tests.tui.games.scenes import moments
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, settle
from ys_tui.games.ys.asking import Desk, scene_of
from ys_tui.games.ys.draw_hand import hand
from ys_tui.games.ys.draw_info import info_panel, told_beside
from ys_tui.games.ys.words import card_name
from ys_tui.lines import plain, width
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

CELLS = 80
"""Cells of the hand beside the panel."""


def desk_of(table: TableSnapshot, aim: Aim) -> Desk:
    """Return the desk of a moment."""
    aim = settle(table, aim, table.prompt)
    return Desk(table, aim, scene_of(table, aim, NIGHT, UNICODE))


@pytest.mark.parametrize("name", moments())
def test_nothing_is_said_twice(name: str) -> None:
    """What the panel says is not said below the board as well, and leaves its room empty: nothing moves."""
    desk = desk_of(*moments()[name])
    beside = told_beside(desk, "")
    drawn, alone = hand(desk, CELLS, beside=beside), hand(desk, CELLS)
    for shown, usual in zip(drawn, alone, strict=True):
        words = plain(shown).strip()
        assert not words or words not in beside
        assert width(shown) == width(usual)
        assert plain(usual).startswith(plain(shown).rstrip())


@pytest.mark.parametrize(
    ("name", "head", "told"),
    [
        ("bid", "Cards in the palaces", "Herald: After all is placed"),
        ("gem", "The price of green", "the most gems of it score"),
        ("price", "The price of yellow", "Owned:"),
        ("place-jump", "Port 1", "a black gem"),
        ("cards", "Your other cards", "Magician: "),
    ],
)
def test_the_panel_tells_what_helps_with_the_question(name: str, head: str, told: str) -> None:
    """What the marked answer is about; else the player's cards, else those that lie in the palaces."""
    rows = [plain(line) for line in info_panel(desk_of(*moments()[name]), "", 38, 7)]
    assert rows[0].startswith(f"╭ {head} ")
    assert told in " ".join(row.strip("│ ") for row in rows)


@pytest.mark.parametrize("cells", [38, 78])
def test_no_line_of_the_panel_is_cut(cells: int) -> None:
    """The last row ends a sentence; where more could be told the edge says with which key."""
    for table, aim in moments().values():
        desk = desk_of(table, aim)
        rows = [plain(line) for line in info_panel(desk, "", cells, 7)]
        shown = " ".join(row.strip("│ ") for row in rows[1:-1]).rstrip()
        missing = [line for line in told_beside(desk, "").splitlines() if line.strip() not in shown]
        assert bool(missing) == ("? more" in rows[0])


@pytest.mark.parametrize(
    ("palaces", "texts"),
    [
        (("jeweller", "envoy", "intriguer", "envoy"), 1),
        (("envoy", "envoy", "jeweller", "prince"), 2),
        (("spy", "magician", "herald", "king"), 1),
    ],
)
def test_every_card_in_a_palace_is_named_once(palaces: tuple[str, ...], texts: int) -> None:
    """What does not fit with its text is named at least, and a card that lies in two palaces once."""
    table, aim = moments()["bid"]
    state = replace(table.view.state, palaces=palaces)
    desk = desk_of(replace(table, view=replace(table.view, state=state)), aim)
    rows = [plain(line) for line in info_panel(desk, "", 38, 7)]
    shown = " ".join(row.strip("│ ") for row in rows[1:-1])
    assert all(shown.count(card_name(card)) == 1 for card in palaces)
    assert shown.count(": ") >= texts
    assert len(rows) == 7
