"""The worked examples of the rules, one test each, by their numbers."""

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Seat, Step
from protocol.games.ys.actions import Bid, Order
from protocol.games.ys.events import (
    BidsRanked,
    Column,
    ColumnsRanked,
    Gained,
    Priced,
    Ranked,
    Standing,
    ThroneScored,
)
from protocol.games.ys.layout import layout
from protocol.games.ys.prompts import PickOrder
from protocol.games.ys.scoring import black_points, colours_ranked, gem_places, gem_points, outcome, scored
from protocol.games.ys.state import Phase, Source
from tests.support.builders import A, B, C, D, counting, enthroned, placed, tokens, told
from tests.support.ys_driver import Table, setup_of


def bidding(orders: tuple[int, int, int, int], *bids: tuple[int, int]) -> Table:
    """Return a table at which these bids were made and opened."""
    table = counting(placed(phase=Phase.DRAW, orders=orders))
    for seat, bid in enumerate(bids):
        one, other = tokens(table, Seat(seat), *bid)
        table.do(Seat(seat), Bid(tokens=(one, other)))
    table.pay()
    return table


@pytest.mark.rule("R22", "R23", "R24", "R26")
def test_example_1_the_old_card_breaks_equal_bids() -> None:
    """Purple's 6 chooses first, Orange's card 2 beats Yellow's 4; Blue gets what is left, unasked."""
    blue, orange, purple, yellow = A, B, C, D
    table = bidding((1, 2, 3, 4), (1, 0), (4, 1), (4, 2), (3, 2))
    (ranked,) = told(table, BidsRanked)
    assert [(standing.seat, standing.strength, standing.decided) for standing in ranked.ranking] == [
        (purple, 6, "strength"),
        (orange, 5, "order"),
        (yellow, 5, "strength"),
        (blue, 1, ""),
    ]
    table.do(purple, Order(card=4))
    assert [player.order for player in table.state.players] == [1, 2, 3, 4], (
        "new cards count when all have chosen"
    )
    assert table.prompts() == {orange: PickOrder(among=(1, 2, 3))}
    table.do(orange, Order(card=1))
    table.do(yellow, Order(card=3))
    assert table.state.phase is Phase.PLACE
    assert table.state.waiting == (orange, blue, yellow, purple)


@pytest.mark.rule("R23", "R24")
def test_example_2_three_equal_bids() -> None:
    """Three bids of 6 choose by their old cards: B, C, A, D."""
    table = bidding((3, 1, 2, 4), (4, 2), (3, 3), (4, 2), (1, 0))
    for seat, card in ((B, 4), (C, 3), (A, 1)):
        assert list(table.prompts()) == [seat]
        table.do(seat, Order(card=card))
    assert [player.order for player in table.state.players] == [1, 4, 3, 2]


@pytest.mark.rule("R33", "R34", "R36", "R37", "R38", "R39", "R40")
def test_example_3_one_neighborhood() -> None:
    """A takes green and white, B chooses, C gets the last gem; each area goes to its own best."""
    table = placed(
        a="3up@port-2 1down@commerce-2 4@bid 2@bid 1@last",
        b="4down@palace-2 3@bid 3@bid 1@last",
        c="2up@port-2 0@bid 0@bid 1@last",
        d="0down@commerce-2 1@bid 1@bid 1@last",
        orders=(1, 4, 2, 3),
        area=1,
        port=("green", "green", "red", "white"),
    )
    counting(table)
    table.take("green", "white", "blue")
    assert table.prompts() == {B: Choice(what="gem", among=("green", "red"), why="neighborhood-2")}
    table.take("red")
    ranking = told(table, Ranked)[0]
    assert [(place.seat, place.strength, place.tie, place.decided) for place in ranking.ranking] == [
        (A, 4, 7, "order"),
        (B, 4, 7, "strength"),
        (C, 2, 1, "strength"),
        (D, 0, 3, ""),
    ]
    blue, green, _, red, black = zip(*(player.gems for player in table.state.players), strict=True)
    assert (blue, green, red, black) == ((1, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0))
    assert [player.points for player in table.state.players] == [3, 0, 0, 0]
    assert [held.card for held in table.state.players[B].cards] == ["spy"]


@pytest.mark.rule("R33", "R34")
def test_example_4_zeros() -> None:
    """Two zeros alone in a commercial area: the better tie-break scores."""
    table = placed(b="0up@commerce-1 3@bid 1@bid 1@last", d="0down@commerce-1 4@bid 1@bid 1@last")
    counting(table)
    table.take("blue", "blue", "green")
    assert [player.points for player in table.state.players] == [0, 0, 0, 3]


@pytest.mark.rule("R43", "R44", "R45", "R46", "R5")
def test_example_5_the_whole_market() -> None:
    """Lines by strength, columns by sum, brokers and decision, then the majority's step."""
    table = placed(
        a="3up@market-1-blue 0down@market-2-green 1up@market-3-red 4@bid 2@bid 1@last",
        b="1down@market-1-green 3up@market-2-yellow 3@bid 3@bid 1@last",
        c="4down@market-1-red 3up@market-3-green 2@bid 1@bid 0@last",
        d="2down@market-2-blue 1up@market-3-yellow 4@bid 4@bid 1@last",
        orders=(1, 4, 2, 3),
        area=4,
        market=("white", "red", "yellow"),
    )
    counting(table)
    assert table.prompts() == {
        C: Choice(what="colour", among=("blue", "green", "yellow", "red"), why="line-1")
    }
    table.take("green")
    assert table.prompts() == {D: Choice(what="column", among=("blue", "red"), why="market")}
    table.take("red")
    assert list(table.prompts()) == [C]
    table.take("blue+")
    gems = told(table, Gained)
    assert [(gem.seat, gem.what, gem.why) for gem in gems] == [
        (C, "green", "line-1"),
        (B, "red", "line-2"),
        (C, "yellow", "line-3"),
    ]
    assert told(table, ColumnsRanked) == [
        ColumnsRanked(
            (
                Column("red", 5, 2, "choice"),
                Column("blue", 5, 2, "sum"),
                Column("green", 4, 3, "brokers"),
                Column("yellow", 4, 2, ""),
            ),
            deciders=(
                Standing(D, 0, 9, 3, "tie-break"),
                Standing(A, 0, 7, 1, "order"),
                Standing(B, 0, 7, 4, "tie-break"),
                Standing(C, 0, 3, 2, ""),
            ),
        )
    ]
    assert table.state.prices == (10, 7, 6, 10)
    assert colours_ranked(table.state.prices) == ("blue", "red", "green", "yellow")


@pytest.mark.rule("R45")
def test_example_6_empty_columns() -> None:
    """A lone 0 beats an empty column; between two empty ones the best tie-break chooses."""
    table = placed(a="0up@market-1-green 3up@market-1-yellow 3up@market-2-yellow", d="1@last", area=4)
    counting(table)
    assert table.prompts() == {D: Choice(what="column", among=("blue", "red"), why="market")}
    table.take("red", "yellow-")
    assert table.state.prices == (6, 9, 9, 7)


@pytest.mark.rule("R6", "R7")
def test_example_7_bounds() -> None:
    """A price stops at the end of its track; a majority move over the end is allowed and lost (F5)."""
    table = placed(
        a="4up@market-1-yellow 3up@market-1-green 2up@market-1-red 1up@market-1-blue",
        prices=(1, 15, 14, 8),
        area=4,
    )
    counting(table)
    table.take("yellow+")
    assert table.state.prices == (1, 15, 15, 7)
    moves = told(table, Priced)
    assert [(move.colour, move.before, move.after) for move in moves] == [
        ("yellow", 14, 15),
        ("green", 15, 15),
        ("red", 8, 7),
        ("blue", 1, 1),
        ("yellow", 15, 15),
    ]


def neighborhood_of_example_8(in_force: tuple[tuple[Seat, str], ...]) -> Table:
    """Return a table of two at which each has 3 in neighborhood 1, and the neutral player as well."""
    table = placed(
        a="3up@port-1 4@bid n2down@commerce-1",
        b="3up@palace-1 3@bid n1down@commerce-1",
        seats=2,
        port=("blue", "red", "yellow"),
        in_force=in_force,
    )
    counting(table)
    return table


def gems_of_example_8(table: Table) -> list[tuple[Seat, str]]:
    """Return who took which gem of the port."""
    return [(gain.seat, gain.what) for gain in told(table, Gained) if gain.why == "neighborhood-1"]


@pytest.mark.rule("R62", "R64", "R55")
def test_example_8_a_tie_with_the_neutral_player() -> None:
    """The neutral player is first and takes two gems; the tie-break of the two decides on the third."""
    h1, h2, neutral = A, B, Seat(2)
    table = neighborhood_of_example_8(())
    assert [(place.seat, place.strength) for place in told(table, Ranked)[0].ranking] == [
        (neutral, 3),
        (h1, 3),
        (h2, 3),
    ]
    assert gems_of_example_8(table) == [(neutral, "blue"), (neutral, "yellow"), (h1, "red")]


@pytest.mark.rule("R62")
def test_example_8_with_an_intriguer() -> None:
    """H2, who has played it, takes two; the neutral player takes one, H1 none."""
    h2, neutral = B, Seat(2)
    table = neighborhood_of_example_8(((h2, "intriguer"),))
    assert list(table.prompts()) == [h2]
    table.take("red", "yellow")
    assert gems_of_example_8(table) == [(h2, "red"), (h2, "yellow"), (neutral, "blue")]
    assert [(place.seat, place.decided) for place in told(table, Ranked)[0].ranking] == [
        (h2, "intriguer"),
        (neutral, "neutral"),
        (A, ""),
    ]


@pytest.mark.rule("R55", "R56")
def test_example_9_port_and_market_of_three() -> None:
    """Blue, red and white in the port: two, one, none; blue and red on lines 2 and 3, green is ignored."""
    fixed = layout(setup_of(1, 3))
    port = fixed.port(("blue", "red", "white"))
    assert sorted(port) == ["blue", "red", "white"]
    market = fixed.market(("green", "blue", "red"))
    assert dict(zip(fixed.lines, market, strict=True)) == {2: "blue", 3: "red"}
    table = placed(
        a="4up@port-1 1up@market-3-green",
        b="3up@port-1 1up@market-2-blue",
        c="0up@port-1",
        seats=3,
        port=port,
        market=market,
    )
    counting(table)
    table.take("white", "green", "blue")
    assert [(gain.seat, gain.what) for gain in told(table, Gained) if gain.why == "neighborhood-1"] == [
        (A, "green"),
        (A, "blue"),
        (B, "red"),
    ]
    assert table.state.players[C].gems == (0, 0, 0, 0, 0)
    assert [(gain.seat, gain.what) for gain in told(table, Gained) if gain.why.startswith("line")] == [
        (B, "blue"),
        (A, "red"),
    ]


@pytest.mark.rule("R71")
@pytest.mark.parametrize(
    ("sums", "points"),
    [
        ((10, 8, 8, 3), (12, 5, 5, 0)),
        ((9, 9, 4, 3), (9, 9, 3, 0)),
        ((7, 7, 7, 2), (7, 7, 7, 0)),
        ((6, 6, 6, 6), (5, 5, 5, 5)),
    ],
    ids=["second", "first", "three", "four"],
)
def test_example_10_sums_in_the_throne_room(sums: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Who is tied shares what the tied places are worth, rounded down; in whatever seats they sit."""
    for turned in range(4):
        table = enthroned(*sums[turned:], *sums[:turned])
        step = scored(table.state)
        expected = (*points[turned:], *points[:turned])
        assert tuple(player.sources[Source.THRONE] for player in step.state.players) == expected
        (event,) = [event for event in step.events if isinstance(event, ThroneScored)]
        assert event.points == expected


@pytest.mark.rule("R72", "R73", "R76")
def test_example_11_equal_prices_and_equal_gems() -> None:
    """Blue and red on one step: blue counts more; B and C share the third place of blue."""
    assert colours_ranked((12, 7, 9, 12)) == ("blue", "red", "yellow", "green")
    places = gem_places((6, 5, 5, 3))
    assert places == (1, 3, 3, 4)
    assert gem_points(1, places) == (24, 12, 12, 6)


@pytest.mark.rule("R73", "R74", "R76", "R77", "R78")
def test_example_12_a_whole_final_scoring() -> None:
    """B and C tie at 66, C has more gems and wins."""
    table = placed(prices=(9, 11, 8, 12))
    gems = {A: (0, 1, 2, 5, 0), B: (3, 4, 2, 2, 3), C: (0, 4, 2, 2, 9), D: (6, 4, 2, 0, 1)}
    points = (30, 21, 17, 33)
    state = replace(
        table.state,
        players=tuple(
            replace(player, gems=gems[Seat(seat)], points=points[seat])
            for seat, player in enumerate(table.state.players)
        ),
    )
    over = Step(scored(state).state).state
    result = outcome(over)
    assert result.points == (62, 66, 66, 63)
    assert result.places == (4, 2, 1, 3)
    assert result.reason == "gems"
    assert [player.sources[3] for player in over.players] == [32, 45, 49, 30]


@pytest.mark.rule("R74", "R75", "R76")
def test_example_13_zeros_score_nothing_and_push_nobody_down() -> None:
    """Two with two gems share places 1 and 2; who has none scores none; who alone has any is first."""
    assert gem_points(1, gem_places((2, 2, 0, 0))) == (18, 18, 0, 0)
    assert gem_points(1, gem_places((1, 0, 0, 0))) == (24, 0, 0, 0)


@pytest.mark.rule("R77")
def test_black_gems_score_by_the_table() -> None:
    """One to six by the table, seven and more 24."""
    assert [black_points(gems) for gems in range(10)] == [0, 1, 4, 8, 12, 16, 20, 24, 24, 24]
