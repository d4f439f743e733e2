"""The list that stands for the board on a small terminal: hands, places, and how market and players stand."""

import re

import pytest

from protocol.game import Prompt, Seat
from protocol.games.ys.board import AREAS, NEIGHBORHOOD_OF, RINGS
from protocol.games.ys.prompts import PickBid, Place, PlayCards
from protocol.games.ys.state import State, layout_of
from tests.support.screen import NAMES, Told
from tests.tui.games.scenes import moments
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, Way, hand_values, letters, places
from ys_tui.games.ys.asking import Desk, scene_of
from ys_tui.games.ys.draw_list import board_list
from ys_tui.games.ys.draw_players import tie_words
from ys_tui.games.ys.words import card_name, gem_of_line, place_name
from ys_tui.lines import text_of, width
from ys_tui.looks import LETTERS, UNICODE
from ys_tui.themes import NIGHT


def shown(told: Told, seat: int, aim: Aim, cells: int, rows: int = 16) -> list[str]:
    """Return the list as a seat sees it, row by row."""
    return drawn(told.sees(seat), aim, cells, rows)


def drawn(table: TableSnapshot, aim: Aim, cells: int, rows: int) -> list[str]:
    """Return the list of a table, row by row."""
    lines = board_list(Desk(table, aim, scene_of(table, aim, NIGHT, UNICODE)), cells, rows)
    assert {width(line) for line in lines} == {cells}
    assert len(lines) == rows
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
    label, own = re.split(r"(?<=[a-z])\s+(?=\d)", own.strip(), maxsplit=1)
    assert label in {"Your brokers", "Hand"}
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


@pytest.mark.parametrize("cells", [40, 60, 66, 70, 79])
@pytest.mark.parametrize("name", ["Cara", "i" * 17])
def test_ones_own_row_is_marked_without_colour(name: str, cells: int) -> None:
    """In the list of players "(you)" stands in one row, behind as much of the name as there is room for."""
    told = Told(2, (name, *NAMES[1:]))
    told.run(1, Place)
    (row,) = (row for row in shown(told, 0, Aim(), cells, 40) if "(you)" in row)
    assert told.sees(0).view.state.players[0].points == int(row.split("(you)")[1].split()[0])


@pytest.mark.parametrize(("cells", "rows"), [(60, 18), (79, 22), (120, 18)])
def test_market_prices_and_players_stand_beside_whatever_is_asked(cells: int, rows: int) -> None:
    """The gem of each line, the price of each colour, and points, gems and tie-break sum of each player."""
    for name, (table, aim) in moments().items():
        if aim.jumping:
            continue
        state: State = table.view.state
        text = [" ".join(row.split()) for row in drawn(table, aim, cells, rows)]
        assert any(row.endswith("market B G Y R") for row in text), name
        assert any(row.endswith(f"price {' '.join(map(str, state.prices))}") for row in text), name
        for line in layout_of(state).lines:
            letter = LETTERS[gem] if (gem := gem_of_line(state, line)) else "·"
            assert any(f" {line} {letter} " in f" {row} " for row in text), name
        for seat, player in enumerate(state.players):
            gems = " ".join(str(count or "·") for count in player.gems)
            owned = f"{player.points} {gems} {tie_words(state, Seat(seat))}".strip()
            assert any(row.endswith(owned) for row in text), (name, seat)


@pytest.mark.parametrize(("cells", "rows"), [(48, 16), (60, 18), (79, 22)])
def test_gems_and_card_of_the_neighborhood_under_the_cursor_are_shown(cells: int, rows: int) -> None:
    """Wherever the cursor goes: its place has the mark, and above it stands what can be won around it."""
    told = Told(4)
    seat = told.run(1, Place, turn=2)
    table = told.sees(seat)
    state: State = table.view.state
    value = hand_values(table)[0]
    for spot in (spot for spot in places(table, Aim(value=value)) if spot in AREAS):
        text = drawn(table, Aim(value=value, cursor=spot), cells, rows)
        (at,) = (number for number, row in enumerate(text) if f"▸ {place_name(spot)}" in row)
        number = NEIGHBORHOOD_OF[spot]
        gems = [LETTERS[gem] for gem in state.ports[number - 1]]
        above = [row.split() for row in text[max(at - len(RINGS), 0) : at]]
        wanted = [str(number), *gems, card_name(state.palaces[number - 1])]
        assert any(row[1 : len(wanted) + 1] == wanted for row in above), spot


def test_an_answer_in_the_list_leaves_the_city_below_it() -> None:
    """Which gems there are, and which card, is to be seen while a colour or a card is chosen."""
    table, aim = moments()["gem"]
    text = "\n".join(drawn(table, aim, 60, 18))
    state: State = table.view.state
    assert all(card_name(card) in text for card in state.palaces[:2])
    assert "▸Neighb. 1 " in text


@pytest.mark.parametrize("name", ["waiting", "looking-on", "end"])
def test_on_a_narrow_terminal_who_waits_sees_the_players_first(name: str) -> None:
    """There is no room for all of the board: what everybody owns is what has changed."""
    table, aim = moments()[name]
    text = drawn(table, aim, 48, 16)
    first = next(number for number, row in enumerate(text) if row.split()[:2] == ["VP", "B"])
    assert all(any(each in row for row in text[first + 1 : first + 5]) for each in NAMES)


@pytest.mark.parametrize("cells", [40, 50, 60, 79])
@pytest.mark.parametrize("asked_for", [Place, PickBid, PlayCards])
def test_words_that_go_on_say_so(asked_for: type[Prompt], cells: int) -> None:
    """No sentence above the answers ends in mid-air: it ends as one does, or says that there is more."""
    told = Told(4)
    seat = told.run(1, asked_for)
    rows = [row.strip() for row in shown(told, seat, Aim(), cells, 12)]
    said = rows[1 : next(at for at, row in enumerate(rows) if re.match(r"Your brokers|Hand|▸?1 |\d  ", row))]
    assert said[-1][-1] in ".…"
