"""Two players and the neutral one (R58–R66)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from protocol.game import Action, Choice, Illegal, Seat
from protocol.games.ys.actions import Bid, Open, PlaceDown, PlaceUp, SealHand, UseCard
from protocol.games.ys.board import BROKERS, EXTRA_BROKERS, HAND, MARKET_POINTS, NEUTRAL_BROKERS, Spot
from protocol.games.ys.events import (
    CardWon,
    ColourScored,
    ColumnsRanked,
    CountBegan,
    Discarded,
    Gained,
    GameOver,
    OrdersDealt,
    OrderTaken,
    Peeked,
    Placed,
    Priced,
    Ranked,
    RoundBegan,
)
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import Place
from protocol.games.ys.scoring import outcome, scored
from protocol.games.ys.state import Broker, Phase, broker_at, hand_of
from protocol.seals import Token
from tests.support.builders import A, B, counting, dealt, placed, told
from tests.support.ys_driver import Table, card_first, play

N = Seat(2)
"""The neutral player."""
PORT = ("blue", "red", "yellow")


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    return refusal.value.code


def placing() -> tuple[Table, Seat]:
    """Return a table of two at which the first turn of placing begins, and whose it is."""
    table = dealt(seats=2).until(lambda at: at.state.phase is Phase.PLACE)
    return table, next(iter(table.prompts()))


def neutral_in_hand(table: Table, seat: Seat) -> list[Token]:
    """Return the neutral brokers that `seat` still holds."""
    return [b.token for b in hand_of(table.state, seat) if b.owner == N and b.spot == HAND]


def own_in_hand(table: Table, seat: Seat) -> list[Token]:
    """Return the own brokers that `seat` still holds."""
    return [b.token for b in hand_of(table.state, seat) if b.owner == seat and b.spot == HAND]


def ranking(table: Table, where: str) -> list[tuple[Seat, str]]:
    """Play on until a comparison is made; return who was where in it, and by what."""
    table.until(lambda at: any(event.where == where for event in told(at, Ranked)))
    (ranked,) = [event for event in told(table, Ranked) if event.where == where]
    return [(place.seat, place.decided) for place in ranked.ranking]


@pytest.mark.rule("R58", "R57")
def test_two_play_by_the_rules_for_three() -> None:
    """Three neighborhoods, three gems in a port, two lines; the table has no choice about it."""
    table = play(2, seats=2)
    assert [event.area for event in told(table, CountBegan)] == [1, 2, 3, 0] * 4
    for event in told(table, RoundBegan):
        assert [len(port) for port in event.ports] == [3, 3, 3]
        assert len(event.palaces) == 3
        assert len(event.market) == 2
    for option in ("three-neighborhoods", "kings-favor"):
        with pytest.raises(Illegal) as refusal:
            Table(2, seats=2, options=(option,))
        assert refusal.value.code == "wrong-options"
    asked = placing()[0].prompts()
    (place,) = asked.values()
    assert isinstance(place, Place)
    assert len(place.spots) == 9 + 8


@pytest.mark.rule("R59", "R3")
def test_each_of_two_holds_four_neutral_brokers() -> None:
    """4, 2, 1 and 0 besides the own eleven, sealed and known to their holder until they are placed."""
    table = dealt(seats=2)
    for seat in (A, B):
        known = table.view(seat).known
        values = {
            owner: sorted(known[b.token].value for b in hand_of(table.state, seat) if b.owner == owner)
            for owner in (seat, N)
        }
        assert values == {seat: sorted(BROKERS), N: [0, 1, 2, 4]}
        assert len(known) == 15, "and nothing of the other's"
    assert len(table.state.players) == 3
    sealing = Table(1, seats=2)
    (honest,) = sealing.answers(A)
    assert isinstance(honest, SealHand)
    assert len(honest.seals) == 15
    assert refused(sealing, A, replace(honest, seals=honest.seals[:11])) == "bad-seals"


@pytest.mark.rule("R59")
def test_the_neutral_player_is_of_one_colour() -> None:
    """Twice 4, 2, 1, 0 are among the fourteen pieces of a colour, the spare 2s included (F8)."""
    assert Counter(NEUTRAL_BROKERS * 2) <= Counter(BROKERS + EXTRA_BROKERS)
    assert sorted(NEUTRAL_BROKERS) == [0, 1, 2, 4]


@pytest.mark.rule("R60", "R22")
def test_only_the_two_bid() -> None:
    """With own brokers alone; the order cards are 1 and 2, and the neutral player never has one."""
    table = dealt(seats=2)
    assert list(table.prompts()) == [A, B]
    foreign = neutral_in_hand(table, A)
    assert refused(table, A, Bid(tokens=(foreign[0], foreign[1]))) == "not-your-broker"
    assert refused(table, A, Bid(tokens=(own_in_hand(table, A)[0], foreign[0]))) == "not-your-broker"
    bids = [action for action in YS.legal(table.view(A)) if isinstance(action, Bid)]
    assert not {token for bid in bids for token in bid.tokens} & set(foreign)
    whole = play(1, seats=2)
    (deal,) = told(whole, OrdersDealt)
    assert sorted(deal.orders) == [1, 2]
    assert {event.seat for event in told(whole, OrderTaken)} == {A, B}
    assert [event.card for event in told(whole, OrderTaken)[:2]] in ([1, 2], [2, 1])
    assert whole.state.players[N].order == 0


@pytest.mark.rule("R61", "R26")
def test_a_turn_places_a_neutral_broker_face_down() -> None:
    """One up and one down of one's own, one neutral face down, in any order; then it is the other's turn."""
    table, seat = placing()
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert (asked.up, asked.down, asked.neutral) == (1, 1, 1)
    foreign, own = neutral_in_hand(table, seat), own_in_hand(table, seat)
    known = table.view(seat).known
    up = PlaceUp(token=foreign[0], opening=known[foreign[0]], spot=Spot("palace-1"))
    assert refused(table, seat, up) == "not-your-broker"
    theirs = PlaceDown(token=neutral_in_hand(table, Seat(1 - seat))[0], spot=Spot("palace-1"))
    assert refused(table, seat, theirs) == "not-your-broker"
    table.do(seat, PlaceDown(token=foreign[0], spot=Spot("palace-1")))
    assert refused(table, seat, PlaceDown(token=foreign[1], spot=Spot("palace-1"))) == "no-more"
    table.do(seat, PlaceDown(token=own[0], spot=Spot("palace-1")))
    assert refused(table, seat, PlaceDown(token=own[1], spot=Spot("palace-1"))) == "no-more"
    assert list(table.prompts()) == [seat]
    table.do(seat, PlaceUp(token=own[1], opening=known[own[1]], spot=Spot("palace-1")))
    assert list(table.prompts()) == [1 - seat]
    placings = told(table, Placed)
    assert [(event.seat, event.value is None) for event in placings] == [
        (N, True),
        (seat, True),
        (seat, False),
    ]


@pytest.mark.rule("R61", "R30")
def test_all_neutral_brokers_are_placed_in_a_round() -> None:
    """Four turns use up the four of each; the own eleventh alone is left."""
    table = dealt(seats=2).until(lambda at: at.state.phase is Phase.SHOW_LAST)
    for seat in (A, B):
        assert neutral_in_hand(table, seat) == []
        assert len(own_in_hand(table, seat)) == 1
    assert len([event for event in told(table, Placed) if event.seat == N]) == 8


@pytest.mark.rule("R61", "R27")
def test_an_envoy_leaves_the_neutral_broker_as_it_is() -> None:
    """Both own brokers go face down, and the neutral one besides."""
    table = counting(placed(phase=Phase.PLACE, cards={A: ("envoy",)}, seats=2))
    table.do(A, UseCard(card="envoy"))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert (asked.up, asked.down, asked.neutral) == (0, 2, 1)
    table.until(lambda at: A not in at.prompts())
    assert sorted(event.seat for event in told(table, Placed)) == [A, A, N]
    assert {event.value for event in told(table, Placed)} == {None}


@pytest.mark.rule("R61", "R32")
def test_nobody_knows_a_placed_neutral_broker() -> None:
    """Its placer forgets it at once; until it is revealed no view holds its value."""
    table = dealt(seats=2)
    seen = 0
    while table.prompts() and table.state.round == 1:
        for broker in table.state.brokers:
            if broker.owner == N and broker.spot != HAND and broker.value is None:
                assert not any(broker.token in table.view(seat).known for seat in (A, B))
                seen += 1
            if broker.owner == N and broker.spot == HAND and broker.seal:
                assert broker.token in table.view(broker.holder).known
                assert broker.token not in table.view(Seat(1 - broker.holder)).known
        table.step()
    assert seen > 8


@pytest.mark.rule("R61", "R32", "R52b")
@pytest.mark.parametrize("spy", [A, B])
def test_a_spy_may_look_at_a_neutral_broker(spy: Seat) -> None:
    """At one that the other placed and at one of the spy's own placing; nobody else learns it."""
    table = placed(
        a="n4down@palace-1 3down@port-1",
        b="n2down@palace-2",
        phase=Phase.PLACE,
        cards={spy: ("spy",)},
        seats=2,
        orders=(1, 2) if spy == A else (2, 1),
    )
    counting(table)
    table.do(spy, UseCard(card="spy"))
    neutral = {b.holder: b.token for b in table.state.brokers if b.owner == N and b.spot != HAND}
    (asked,) = table.prompts().values()
    assert isinstance(asked, Choice)
    assert set(asked.among) >= {str(neutral[A]), str(neutral[B])}
    table.take(str(neutral[A]), str(neutral[B]), *(["enough"] if spy == B else []))
    assert told(table, Peeked) == [Peeked(spy, (neutral[A], neutral[B]))]
    known = table.view(spy).known
    assert (known[neutral[A]].value, known[neutral[B]].value) == (4, 2)
    other = table.view(Seat(1 - spy)).known
    assert neutral[A] not in other
    assert neutral[B] not in other


@pytest.mark.rule("R62", "R33")
def test_the_neutral_player_wins_every_tie() -> None:
    """In the neighborhood, in areas and in lines, whatever the others' tie-breaks are."""
    table = placed(
        a="3up@port-1 1up@market-2-blue 4@bid 4@bid 3@last n0down@commerce-1",
        b="3up@palace-1 1up@commerce-1 0up@market-2-red n4down@port-1 n1down@market-2-green",
        seats=2,
        port=PORT,
        market=("red", "blue"),
    )
    counting(table)
    assert ranking(table, "neighborhood-1") == [(N, "neutral"), (B, "strength"), (A, "")]
    assert ranking(table, "line-2") == [(N, "neutral"), (A, "strength"), (B, "")]
    assert ranking(table, "commerce-1") == [(B, "strength"), (N, "")]


@pytest.mark.rule("R62")
def test_ties_between_the_two_are_as_always() -> None:
    """Where the neutral player has less, the better tie-break wins."""
    table = placed(
        a="3up@palace-1 1@bid", b="3up@palace-1 2@bid n2down@palace-1", seats=2, port=PORT, phase=Phase.CARDS
    )
    counting(table)
    assert ranking(table, "palace-1") == [(B, "tie-break"), (A, "strength"), (N, "")]


@pytest.mark.rule("R62", "R52c")
def test_only_an_intriguer_beats_the_neutral_player() -> None:
    """One in force wins against it; of two both beat it, and R33 decides between them (F11)."""
    for in_force, order in (
        ((), [(N, "neutral"), (B, "tie-break"), (A, "")]),
        (((A, "intriguer"),), [(A, "intriguer"), (N, "neutral"), (B, "")]),
        (((A, "intriguer"), (B, "intriguer")), [(B, "tie-break"), (A, "intriguer"), (N, "")]),
    ):
        table = placed(
            a="2up@palace-1 1@bid",
            b="2up@palace-1 3@bid n2down@palace-1",
            seats=2,
            port=PORT,
            in_force=in_force,
        )
        counting(table)
        assert ranking(table, "palace-1") == order


@pytest.mark.rule("R63")
@pytest.mark.parametrize(("card", "points"), [("prince", 4), ("king", 5)])
def test_the_neutral_player_scores_prince_and_king(card: str, points: int) -> None:
    """Like anybody; and gets no gem for them."""
    table = placed(b="n0down@palace-1", seats=2, port=PORT, palaces=(card, "spy", "spy"))
    counting(table)
    assert CardWon(N, card, Spot("palace-1")) in table.events
    assert table.state.players[N].points == points
    assert table.state.players[N].sources == (0, 0, points, 0, 0)
    assert [gain.why for gain in told(table, Gained) if gain.seat == N][:3] == ["neighborhood-1"] * 2 + [card]


@pytest.mark.rule("R63", "R64", "R19")
@pytest.mark.parametrize("card", ["spy", "herald", "intriguer", "envoy", "jeweller", "smuggler", "courtier"])
def test_any_other_character_is_a_gem_for_the_neutral_player(card: str) -> None:
    """It is discarded for a gem of the supply: of the dearest of the four colours, never black (F12)."""
    table = placed(
        b="n0down@palace-1", seats=2, port=("blue", "blue", "blue"), prices=(8, 8, 9, 9), palaces=(card,) * 3
    )
    counting(table)
    assert Discarded((card,), "palace-1") in table.events
    assert Gained(N, "yellow", 1, card) in table.events
    assert table.state.players[N].gems == (2, 0, 1, 0, 0)
    assert table.state.players[N].cards == ()
    assert table.state.players[N].points == 0


@pytest.mark.rule("R64", "R9")
def test_the_neutral_player_takes_the_dearest_gem() -> None:
    """By the price at that moment, of equals the one further left; nobody is asked."""
    table = placed(
        a="n4down@palace-1",
        seats=2,
        port=("green", "red", "yellow"),
        prices=(15, 8, 9, 9),
        palaces=("king",) * 3,
    )
    counting(table)
    gems = [(gain.what, gain.was) for gain in told(table, Gained) if gain.why == "neighborhood-1"]
    assert gems == [("yellow", ""), ("red", "")]


@pytest.mark.rule("R64", "R9")
@pytest.mark.parametrize(
    ("prices", "coloured", "gems"),
    [
        ((9, 8, 8, 8), "yellow", [("blue", "white"), ("green", "")]),
        ((8, 8, 9, 9), "yellow", [("yellow", ""), ("yellow", "white")]),
        ((9, 8, 8, 9), "red", [("blue", "white"), ("red", "")]),
    ],
)
def test_a_white_gem_becomes_the_dearest_of_all_colours(
    prices: tuple[int, int, int, int], coloured: str, gems: list[tuple[str, str]]
) -> None:
    """Also if that colour is not on offer; of equal ones the one further left (F13)."""
    table = placed(
        a="n4down@palace-1",
        seats=2,
        port=("green", "white", coloured),
        prices=prices,
        palaces=("king",) * 3,
    )
    counting(table)
    taken = [(gain.what, gain.was) for gain in told(table, Gained) if gain.why == "neighborhood-1"]
    assert taken == gems


@pytest.mark.rule("R64", "R43")
def test_the_neutral_player_takes_a_line_s_gem() -> None:
    """A white one, too, at the price before the columns move it."""
    table = placed(
        a="n4down@market-2-red n2down@market-3-red",
        seats=2,
        area=3,
        market=("white", "yellow"),
        prices=(8, 9, 8, 8),
    )
    counting(table)
    gems = [(gain.what, gain.was, gain.why) for gain in told(table, Gained)]
    assert gems == [("green", "white", "line-2"), ("yellow", "", "line-3")]


@pytest.mark.rule("R65", "R29")
def test_the_neutral_player_scores_for_its_brokers() -> None:
    """One point for each in the market, three for a commercial area, a black gem for a port."""
    table, seat = placing()
    table.do(seat, PlaceDown(token=neutral_in_hand(table, seat)[0], spot=Spot("market-2-blue")))
    assert Gained(N, "points", MARKET_POINTS, "market-2-blue") in table.events
    assert table.state.players[N].sources == (1, 0, 0, 0, 0)
    assert table.state.players[seat].points == 0
    counted = placed(a="n0down@port-1", b="n1down@commerce-1", seats=2, palaces=("king",) * 3)
    counting(counted)
    assert Gained(N, "black", 1, "port-1") in counted.events
    assert Gained(N, "points", 3, "commerce-1") in counted.events
    assert counted.state.players[N].sources == (0, 3, 0, 0, 0)


@pytest.mark.rule("R65", "R46")
@pytest.mark.parametrize(
    "a", ["0up@market-2-blue n1down@market-2-green", "1up@market-2-blue n1down@market-3-green"]
)
def test_nobody_moves_a_price_for_the_neutral_player(a: str) -> None:
    """Whether it has more than anybody in the market, or wins the tie (F14)."""
    table = placed(a=a, seats=2, area=3)
    counting(table)
    while table.prompts() and not told(table, ColumnsRanked):
        table.step()
    assert ranking(table, "market")[0][0] == N
    assert {event.why for event in told(table, Priced)} == {"market"}
    assert len(told(table, Priced)) == 4
    assert table.state.round == 2


@pytest.mark.rule("R65", "R45")
def test_the_neutral_player_decides_no_columns() -> None:
    """The better of the two does, even where it has most brokers and would win every tie."""
    table = placed(a="1@bid n4down@market-2-blue", b="2@bid", seats=2, area=3)
    counting(table)
    assert table.prompts() == {B: Choice(what="column", among=("green", "yellow", "red"), why="market")}
    table.take("green", "yellow")
    (columns,) = told(table, ColumnsRanked)
    assert [standing.seat for standing in columns.deciders] == [B, A]


@pytest.mark.rule("R65", "R73", "R75")
def test_the_neutral_player_is_ranked_for_gems() -> None:
    """Its gems push others down, and it scores for them by the first three columns (F16)."""
    table = placed(seats=2, prices=(9, 8, 8, 8))
    gems = ((2, 0, 0, 0, 1), (1, 0, 0, 0, 0), (3, 0, 0, 0, 7))
    players = [replace(p, gems=has) for p, has in zip(table.state.players, gems, strict=True)]
    step = scored(replace(table.state, players=tuple(players)))
    assert [player.points for player in step.state.players] == [18 + 1, 12, 24 + 24]
    first = next(event for event in step.events if isinstance(event, ColourScored))
    assert (first.places, first.points) == ((2, 3, 1), (18, 12, 24))


@pytest.mark.rule("R65", "R78")
def test_the_neutral_player_cannot_win() -> None:
    """The better of the two does, whatever the neutral player has; they may share the victory."""
    table = placed(seats=2)
    for points, places, reason in (
        ((10, 20, 99), (2, 1), "points"),
        ((20, 20, 20), (1, 1), "shared"),
    ):
        players = [replace(p, points=has) for p, has in zip(table.state.players, points, strict=True)]
        result = outcome(replace(table.state, players=tuple(players)))
        assert (result.points, result.places, result.reason) == (points[:2], places, reason)


@pytest.mark.rule("R66", "R59")
def test_each_takes_back_the_four_that_are_theirs() -> None:
    """In every round both hold 4, 2, 1, 0 again, newly sealed."""
    table = Table(3, card_first, seats=2)
    seals: set[bytes] = set()
    rounds = 0
    while table.prompts():
        if table.state.phase is Phase.BID and table.state.waiting == (A, B):
            rounds += 1
            for seat in (A, B):
                mine = [b for b in hand_of(table.state, seat) if b.owner == N]
                known = table.view(seat).known
                assert sorted(known[b.token].value for b in mine) == [0, 1, 2, 4]
                seals.update(b.seal for b in mine)
        table.step()
    assert rounds == 4
    assert len(seals) == 4 * 8


@pytest.mark.rule("R35", "R42", "R61")
def test_who_placed_it_reveals_it() -> None:
    """A neutral broker is opened by the seat that holds it, with that seat's own of the place."""
    table = placed(a="n4down@palace-1 3down@palace-1", b="n1down@palace-1 n2down@market-2-red", seats=2)
    counting(table)
    ranking(table, "palace-1")
    opens = {seat: len(action.opened) for seat, action in table.log if isinstance(action, Open)}
    assert opens == {A: 2, B: 1}
    first = [event for event in told(table, Ranked) if event.where == "palace-1"]
    assert [(place.seat, place.strength) for place in first[0].ranking] == [(N, 5), (A, 3)]


@pytest.mark.rule("R65")
def test_a_whole_game_of_two_ends_with_two_places() -> None:
    """The result is about the two; the neutral player's points are its own."""
    for seed in range(6):
        table = play(seed, card_first, seats=2)
        (over,) = told(table, GameOver)
        assert len(over.points) == len(over.places) == 2
        assert table.state.players[N].points > 0


def _token(table: Table, spot: str) -> Broker:
    return next(broker for broker in table.state.brokers if broker.spot == spot)


@pytest.mark.rule("R29", "R65")
def test_a_herald_moves_no_neutral_broker() -> None:
    """One's own alone, and a magician exchanges no other either."""
    for card in ("herald", "magician"):
        table = placed(
            a="4up@palace-1 3up@port-1 n4down@palace-1",
            cards={A: (card,)},
            seats=2,
            phase=Phase.SHOW_LAST,
        )
        counting(table)
        table.do(A, UseCard(card=card))
        (asked,) = table.prompts().values()
        assert isinstance(asked, Choice)
        brokers = [broker_at(table.state, Token(int(word))) for word in asked.among]
        assert {broker.owner for broker in brokers if broker is not None} == {A}
        assert _token(table, "palace-1").holder == A
