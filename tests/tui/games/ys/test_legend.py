"""How to read the screen: all signs are told, in cells that fit, in what the terminal can show."""

import pytest
from rich.cells import cell_len

from protocol.games.ys.characters import CHARACTERS, Edge
from protocol.games.ys.layout import DOCUMENTED_DECK, KINGS_FAVOR
from tests.support.ys_driver import setup_of
from ys_tui.games.boards import BOARDS, LEGENDS
from ys_tui.games.ys.legend import legend
from ys_tui.looks import ASCII, UNICODE, Marks


@pytest.mark.parametrize("marks", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_sign_is_told(marks: Marks) -> None:
    """Open and hidden brokers, sums, drafts, the track, cards in brackets and every card's text."""
    lines = legend(marks)
    text = " ".join(" ".join(lines).split())
    signs = (
        f"{marks.up[0]}3",
        f"{marks.down[0]}?",
        "7+",
        "??",
        "K is black",
        "(Envoy)",
        "as known here",
        "in force",
    )
    assert all(sign in text for sign in signs)
    assert all(each.text in text for each in CHARACTERS.values())
    assert max(map(cell_len, lines)) <= 76
    assert "\n".join(lines).isascii() == marks.ascii


def test_every_board_can_be_read() -> None:
    """No game is without a legend."""
    assert set(LEGENDS) == set(BOARDS)


def test_a_table_is_told_of_what_it_has() -> None:
    """The neutral player at two, the throne room with King's Favor, what a Spy can do there, its own deck."""
    plain_table, duel, favor = (
        " ".join(" ".join(legend(UNICODE, setup_of(1, seats, options))).split())
        for seats, options in ((4, (DOCUMENTED_DECK.key,)), (2, ()), (4, (KINGS_FAVOR.key,)))
    )
    assert [UNICODE.neutral[0] in text for text in (plain_table, duel, favor)] == [False, True, False]
    assert ["Throne room" in text for text in (plain_table, duel, favor)] == [False, False, True]
    spy = CHARACTERS["spy"].favor_text
    assert [spy in text for text in (plain_table, duel, favor)] == [False, False, True]
    yellow = (card for card in CHARACTERS.values() if card.edge is Edge.YELLOW)
    designed = next(card for card in yellow if card.name == "smuggler")
    assert [designed.text in text for text in (plain_table, duel, favor)] == [False, True, True]
