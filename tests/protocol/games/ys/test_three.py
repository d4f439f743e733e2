"""Three players: smaller ports, a smaller market, and four neighborhoods or three (R53–R57)."""

from collections.abc import Sequence

import pytest

from protocol.game import Illegal, Seat
from protocol.games.ys.actions import Order, PlaceDown
from protocol.games.ys.board import GEM_POINTS, SHIPS, Spot
from protocol.games.ys.events import (
    ColourScored,
    CountBegan,
    Discarded,
    Gained,
    OrdersDealt,
    OrderTaken,
    Ranked,
    RoundBegan,
)
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickOrder, Place
from protocol.games.ys.state import Phase
from tests.support.builders import A, B, C, counting, dealt, placed, told
from tests.support.ys_driver import Table, play

TIGHT = ("three-neighborhoods",)
SEEDS = range(12)


def placing(options: Sequence[str] = ()) -> tuple[Table, Seat, Place]:
    """Return a table of three at which the first turn of placing begins, whose it is and what is asked."""
    table = dealt(seats=3, options=options).until(lambda at: at.state.phase is Phase.PLACE)
    ((seat, asked),) = table.prompts().items()
    assert isinstance(asked, Place)
    return table, seat, asked


@pytest.mark.rule("R53", "R12")
def test_three_have_the_order_cards_one_to_three() -> None:
    """They are dealt, and chosen from; nobody else is there."""
    table = play(5, seats=3)
    (deal,) = told(table, OrdersDealt)
    assert sorted(deal.orders) == [1, 2, 3]
    taken = [event.card for event in told(table, OrderTaken)]
    assert [sorted(taken[at : at + 3]) for at in range(0, 12, 3)] == [[1, 2, 3]] * 4
    assert len(table.state.players) == 3
    choosing = dealt(seats=3).until(lambda at: at.state.phase is Phase.ORDER)
    ((seat, asked),) = choosing.prompts().items()
    assert asked == PickOrder(among=(1, 2, 3))
    with pytest.raises(Illegal) as refused:
        YS.apply(choosing.state, seat, Order(card=4))
    assert refused.value.code == "not-offered"


@pytest.mark.rule("R54", "R4")
def test_three_choose_four_neighborhoods_or_three() -> None:
    """Four unless the table chooses three (F10); then nobody can go to the fourth, and it is not counted."""
    for options, count in (((), 4), (TIGHT, 3)):
        table, seat, asked = placing(options)
        areas = [spot for spot in asked.spots if not spot.startswith("market")]
        assert len(areas) == 3 * count
        assert {int(spot[-1]) for spot in areas} == set(range(1, count + 1))
        place = PlaceDown(token=next(iter(table.view(seat).known)), spot=Spot("palace-4"))
        if count == 4:
            YS.apply(table.state, seat, place)
        else:
            with pytest.raises(Illegal) as refused:
                YS.apply(table.state, seat, place)
            assert refused.value.code == "closed"
        whole = play(3, seats=3, options=options)
        assert [event.area for event in told(whole, CountBegan)] == [*range(1, count + 1), 0] * 4


@pytest.mark.rule("R54", "R28")
def test_a_herald_finds_no_closed_place() -> None:
    """Where no broker can be placed none can be brought by a card."""
    table = placed(a="3up@palace-1", cards={A: ("herald",)}, seats=3, options=TIGHT, phase=Phase.SHOW_LAST)
    counting(table)
    table.do(A, YS.legal(table.view(A))[0])
    (asked,) = table.prompts().values()
    spots = getattr(asked, "among", ())
    assert len(spots) == 9 - 1 + 8
    assert not [spot for spot in spots if spot.endswith("-4") or spot.startswith("market-1")]


@pytest.mark.rule("R55", "R20")
def test_a_port_of_three_has_three_gems() -> None:
    """Those of a ship, the large one once."""
    seen: set[tuple[str, ...]] = set()
    for seed in SEEDS:
        state = dealt(seed, seats=3).state
        assert all(port in SHIPS for port in state.ports)
        assert len(set(state.ports)) == 4
        seen.update(state.ports)
    assert len(seen) > 12


@pytest.mark.rule("R55", "R36")
def test_the_third_of_three_gets_no_gem() -> None:
    """The first takes two, the second the last one, the third none."""
    table = placed(a="1up@port-1", b="3up@palace-1", c="4down@port-1", seats=3, port=("blue", "green", "red"))
    counting(table)
    assert list(table.prompts()) == [C]
    table.take("green")
    assert list(table.prompts()) == [C]
    table.take("red")
    gems = [(gain.seat, gain.what) for gain in told(table, Gained) if gain.why == "neighborhood-1"]
    assert gems == [(C, "green"), (C, "red"), (B, "blue")]
    assert not [lost for lost in told(table, Discarded) if lost.why == "neighborhood-1"]


@pytest.mark.rule("R55", "R36")
def test_what_nobody_is_there_for_goes_back() -> None:
    """One alone takes two gems, and the third is nobody's."""
    table = counting(placed(a="0up@port-2", seats=3, area=1, port=("blue", "green", "red")))
    table.take("red", "green")
    assert Discarded(("blue",), "neighborhood-2") in table.events


@pytest.mark.rule("R56", "R28")
def test_the_market_of_three_has_eight_squares() -> None:
    """Lines 2 and 3; line 1 is as closed as line 0."""
    for options in ((), TIGHT):
        table, seat, asked = placing(options)
        squares = [spot for spot in asked.spots if spot.startswith("market")]
        colours = ("blue", "green", "yellow", "red")
        assert squares == [f"market-{line}-{colour}" for line in (2, 3) for colour in colours]
        token = next(iter(table.view(seat).known))
        for closed in ("market-1-blue", "market-0-blue"):
            with pytest.raises(Illegal) as refused:
                YS.apply(table.state, seat, PlaceDown(token=token, spot=Spot(closed)))
            assert refused.value.code == "closed"


@pytest.mark.rule("R56", "R21")
def test_the_small_gems_of_the_fifth_ship_lie_in_the_market() -> None:
    """Both are of one ship, without its large one; a white one lies on line 2."""
    pairs = {ship[1:] for ship in SHIPS}
    whites = 0
    for seed in SEEDS:
        market = dealt(seed, seats=3).state.market
        assert market in pairs or market[::-1] in pairs
        assert market[1] != "white"
        whites += market[0] == "white"
    assert 0 < whites < len(SEEDS)


@pytest.mark.rule("R56", "R43")
def test_lines_two_and_three_are_counted() -> None:
    """Each gives its gem to its best; line 1 is not there."""
    table = placed(
        a="3up@market-2-blue 1up@market-3-red",
        b="2up@market-3-green 0up@market-2-red",
        seats=3,
        area=4,
        market=("red", "yellow"),
    )
    counting(table)
    ranked = [event.where for event in told(table, Ranked)]
    assert ranked == ["line-2", "line-3", "market"]
    assert told(table, Gained) == [Gained(A, "red", 1, "line-2"), Gained(B, "yellow", 1, "line-3")]
    assert table.state.market == ("", "")


@pytest.mark.rule("R57", "R15", "R19")
@pytest.mark.parametrize(
    ("options", "cards", "ships"), [((), (4, 3), (5, 4)), (TIGHT, (3, 6), (4, 8))], ids=["four", "three"]
)
def test_cards_and_ships_that_come_into_the_game(
    options: Sequence[str], cards: tuple[int, int], ships: tuple[int, int]
) -> None:
    """So many characters and ships a round; the rest of the 15 and of the 24 stays in the box."""
    table = Table(4, seats=3, options=options)
    while table.prompts():
        state = table.state
        if state.round == 4 and state.phase is Phase.BID:
            last = state
        if state.round == 3 and state.phase is Phase.BID:
            third = state
        table.step()
    rounds = told(table, RoundBegan)
    assert [len(event.palaces) for event in rounds] == [cards[0]] * 4
    assert rounds[3].palaces == ("courtier",) * cards[0]
    assert "courtier" not in {card for event in rounds[:3] for card in event.palaces}
    assert len(third.left.characters) == cards[1]
    assert len(third.left.ships) == 24 - 3 * ships[0]
    assert len(last.left.ships) == ships[1]


@pytest.mark.rule("R53", "R73")
def test_three_are_ranked_by_the_first_three_columns() -> None:
    """With three players no fourth place is there (F16)."""
    points = {
        score for seed in SEEDS for event in told(play(seed, seats=3), ColourScored) for score in event.points
    }
    assert points <= {0, *(score for row in GEM_POINTS for score in row[:3])}
