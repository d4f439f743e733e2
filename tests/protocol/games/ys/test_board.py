"""The components have the numbers that the rules give them."""

from collections import Counter

import pytest

from protocol.games.ys import board
from protocol.games.ys.characters import BLUE_DECK, CHARACTERS, YELLOW_DECK, Edge


@pytest.mark.rule("R3")
def test_eleven_brokers_of_strength_22() -> None:
    """Two 0, three 1, one 2, three 3 and two 4."""
    assert Counter(board.BROKERS) == {0: 2, 1: 3, 2: 1, 3: 3, 4: 2}
    assert (len(board.BROKERS), sum(board.BROKERS)) == (11, 22)


@pytest.mark.rule("R4")
def test_twelve_areas_in_four_neighborhoods() -> None:
    """Each neighborhood has a port, a commercial area and a palace."""
    assert len(board.AREAS) == 12
    assert {spot: (board.RING_OF[spot], board.NEIGHBORHOOD_OF[spot]) for spot in board.AREAS} == {
        f"{ring}-{number}": (ring, number)
        for ring in ("port", "commerce", "palace")
        for number in (1, 2, 3, 4)
    }


@pytest.mark.rule("R5", "R28")
def test_twelve_squares_and_no_line_0() -> None:
    """Blue, green, yellow, red from left to right on lines 1 to 3."""
    assert board.COLOURS == ("blue", "green", "yellow", "red")
    assert [(board.LINE_OF[spot], board.COLUMN_OF[spot]) for spot in board.SQUARES] == [
        (line, colour) for line in (1, 2, 3) for colour in board.COLOURS
    ]


@pytest.mark.rule("R6")
def test_fifteen_steps_from_the_middle() -> None:
    """Prices begin on step 8 of 15."""
    assert (board.FIRST_STEP, board.STEPS) == (8, 15)


@pytest.mark.rule("R10")
def test_24_ships_each_different() -> None:
    """A large gem with a colour, three different gems, at most one of them white; every combination once."""
    assert len(set(board.SHIPS)) == 24
    assert Counter(large for large, *_ in board.SHIPS) == dict.fromkeys(board.COLOURS, 6)
    assert all(len(set(ship)) == 3 and ship[0] != board.WHITE for ship in board.SHIPS)
    assert Counter(gem for _, *small in board.SHIPS for gem in small) == {
        **dict.fromkeys(board.COLOURS, 9),
        "white": 12,
    }


@pytest.mark.rule("R11")
def test_the_decks() -> None:
    """Fifteen yellow-edged cards with these copies, four blue-edged ones."""
    assert Counter(YELLOW_DECK) == {
        "spy": 2,
        "herald": 2,
        "magician": 2,
        "intriguer": 2,
        "prince": 1,
        "king": 1,
        "jeweller": 2,
        "smuggler": 1,
        "envoy": 2,
    }
    assert len(BLUE_DECK) == 4
    assert {CHARACTERS[name].edge for name in BLUE_DECK} == {Edge.BLUE}


@pytest.mark.parametrize("name", sorted(CHARACTERS))
def test_every_card_says_what_it_is(name: str) -> None:
    """A card is registered under its class's name and has a text for the help screen."""
    card = CHARACTERS[name]
    assert card.name == name == type(card).__name__.lower()
    assert card.text.endswith(".")
    assert card.copies > 0
