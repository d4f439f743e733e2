"""Counting the market (R42–R47)."""

import pytest

from protocol.game import Choice
from protocol.games.ys.events import (
    Column,
    ColumnsRanked,
    CountBegan,
    Discarded,
    Gained,
    Priced,
    Ranked,
    Returned,
    Revealed,
)
from protocol.games.ys.state import Phase
from tests.support.builders import A, B, C, counting, placed, told


@pytest.mark.rule("R42")
def test_the_market_is_revealed_last_and_first_of_all() -> None:
    """Its face-down brokers open after the city, before line 1 is counted."""
    table = counting(placed(a="4down@market-1-blue 3down@market-3-red", b="1down@market-2-green", area=4))
    began, shown = table.events.index(CountBegan(0)), told(table, Revealed)
    assert sorted(event.spot for event in shown) == ["market-1-blue", "market-2-green", "market-3-red"]
    assert began < table.events.index(shown[0]) < table.events.index(told(table, Ranked)[0])


@pytest.mark.rule("R43")
def test_the_best_of_each_line_gets_its_gem() -> None:
    """An empty line's gem goes to the supply; all columns of a line count together."""
    table = counting(
        placed(a="2up@market-1-blue 1up@market-1-red", b="3up@market-1-green", c="0up@market-3-red", area=4)
    )
    gained = [(gain.seat, gain.what, gain.why) for gain in told(table, Gained)]
    assert gained == [(A, "blue", "line-1"), (C, "yellow", "line-3")]
    assert Discarded(("green",), "line-2") in table.events
    assert table.state.market == ("", "", "")


@pytest.mark.rule("R44")
def test_prices_follow_the_columns() -> None:
    """All brokers of a column count, whoever owns them: +2, +1, -1, -2."""
    table = counting(
        placed(
            a="4up@market-1-blue 3up@market-1-green",
            b="1up@market-2-green 2up@market-1-yellow 1up@market-1-red",
            c="1up@market-2-blue",
            area=4,
        )
    )
    assert told(table, ColumnsRanked) == [
        ColumnsRanked(
            (
                Column("blue", 5, 2, "sum"),
                Column("green", 4, 2, "sum"),
                Column("yellow", 2, 1, "sum"),
                Column("red", 1, 1, ""),
            ),
        )
    ]
    assert table.state.prices == (10, 9, 7, 6)


@pytest.mark.rule("R44", "R45", "R46")
def test_an_empty_market_still_moves_prices() -> None:
    """All four columns are equal: the best by tie-break ranks them one by one; nobody has the majority."""
    table = counting(placed(b="1@last", area=4))
    for among, word in (
        (("blue", "green", "yellow", "red"), "red"),
        (("blue", "green", "yellow"), "green"),
        (("blue", "yellow"), "yellow"),
    ):
        assert table.prompts() == {B: Choice(what="column", among=among, why="market")}
        table.take(word)
    assert [(move.colour, move.after - move.before) for move in told(table, Priced)] == [
        ("red", 2),
        ("green", 1),
        ("yellow", -1),
        ("blue", -2),
    ]
    assert table.state.phase is Phase.BID, "the round is over, the next one has begun"
    assert told(table, ColumnsRanked)[0].deciders[0].seat == B


@pytest.mark.rule("R45")
def test_two_equal_pairs_the_better_one_first() -> None:
    """The same player decides both (F4)."""
    table = counting(
        placed(
            a="4up@market-1-blue 4up@market-1-red 1up@market-2-green 1up@market-2-yellow", c="1@last", area=4
        )
    )
    assert table.prompts() == {C: Choice(what="column", among=("blue", "red"), why="market")}
    table.take("red")
    assert table.prompts() == {C: Choice(what="column", among=("green", "yellow"), why="market")}
    table.take("yellow")
    assert table.state.prices == (9, 6, 7, 10)


@pytest.mark.rule("R46")
def test_the_majority_has_to_move_a_price() -> None:
    """The best over the whole market, one step of one colour up or down, after the columns."""
    table = counting(
        placed(a="3up@market-1-blue", b="2up@market-1-green 1up@market-2-yellow 1up@market-3-yellow", area=4)
    )
    words = tuple(colour + way for colour in ("blue", "green", "yellow", "red") for way in "+-")
    assert table.prompts() == {B: Choice(what="price", among=words, why="market")}
    before = table.state.prices
    table.take("green-")
    assert told(table, Priced)[-1] == Priced("green", before[1], before[1] - 1, "majority")


@pytest.mark.rule("R47", "R49")
def test_the_end_of_a_round() -> None:
    """All brokers go back, the cards used are counted anew, the next round is sealed."""
    table = placed(a="4up@market-1-blue 3up@market-1-green 2up@market-1-yellow", area=4)
    counting(table)
    table.take("red+")
    assert Returned(0) in table.events
    assert table.state.round == 2
    assert {broker.spot for broker in table.state.brokers} == {"hand"}
