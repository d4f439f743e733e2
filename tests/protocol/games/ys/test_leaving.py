"""Leaving the game, at every kind of prompt (R52c)."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Illegal, Prompt, Resign, Seat, Step, combinations
from protocol.games.ys.actions import Bid, Order, UseCard
from protocol.games.ys.board import THRONE
from protocol.games.ys.events import (
    CardWon,
    CountBegan,
    Departed,
    Discarded,
    Enthroned,
    Gained,
    GameOver,
    OrderTaken,
    Peeked,
    Priced,
    Ranked,
    ThroneScored,
)
from protocol.games.ys.game import YS, settled
from protocol.games.ys.phases.gems import dearest
from protocol.games.ys.prompts import PickOrder, Place, Reveal
from protocol.games.ys.state import ENOUGH, Phase, State, held_by
from tests.support.builders import A, B, C, D, counting, dealt, placed, tokens, told
from tests.support.ys_driver import Table, card_first, check

KINDS = (
    "SealBrokers",
    "Deal",
    "PickBid",
    "Reveal bid",
    "Reveal last",
    "Reveal neighborhood",
    "Reveal market",
    "PickOrder",
    "Place 0",
    "Place 1",
    "PlayCards",
    "ShowSpy",
    "Choice broker spy",
    "Choice broker herald",
    "Choice broker magician",
    "Choice spot herald",
    "Choice gem neighborhood-2",
    "Choice colour neighborhood-3",
    "Choice colour line-1",
    "Choice colour jeweller",
    "Choice colour courtier",
    "Choice column market",
    "Choice price market",
)
"""What a seat of the plain game for four may be asked."""
ROYAL = ("SealTieBreak", "PickThrone", "Reveal throne", "Reveal swap", "Choice broker magician", "ShowSpy")
"""What King's Favor adds, or makes another thing of."""
TABLES = [table for table in combinations(YS) if table != (4, ())]
"""Every other table."""
OF_FAVOR = frozenset({Phase.SEAL_TRIO, Phase.FAVOR, Phase.THRONE})
"""Phases of King's Favor alone."""


def until(table: Table, phase: Phase) -> Table:
    """Play on until a phase is reached."""
    return table.until(lambda at: at.state.phase is phase)


def kind(state: State, asked: Prompt) -> str:
    """Return what sort of prompt this is, in words."""
    name = type(asked).__name__
    if isinstance(asked, Choice):
        return f"{name} {asked.what} {asked.why}"
    if isinstance(asked, Reveal):
        return f"{name} {asked.why}"
    return f"{name} {sum(state.placed)}" if isinstance(asked, Place) else name


@cache
def found(options: tuple[str, ...] = ()) -> dict[str, tuple[int, State]]:
    """Return a state in which each kind of prompt is asked, and the seed of its game."""
    states: dict[str, tuple[int, State]] = {}
    for seed in range(40):
        table = Table(seed, card_first, options=options)
        while table.prompts() and not (options and states.keys() >= set(ROYAL)):
            for asked in table.prompts().values():
                states.setdefault(kind(table.state, asked), (seed, table.state))
            table.step()
    return states


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("seat", [A, B, C, D])
@pytest.mark.parametrize("wanted", KINDS)
def test_a_seat_may_leave_at_any_prompt(wanted: str, seat: Seat) -> None:
    """The game goes on to its end, and the seat is asked nothing any more."""
    leave_and_go_on(wanted, seat, ())


@pytest.mark.rule("R52c", "R68")
@pytest.mark.parametrize("seat", [A, B, C, D])
@pytest.mark.parametrize("wanted", ROYAL)
def test_a_seat_may_leave_at_any_prompt_of_kings_favor(wanted: str, seat: Seat) -> None:
    """While the trio is sealed, while the throne is chosen, before the throne room opens, between swaps."""
    leave_and_go_on(wanted, seat, ("kings-favor", "documented-deck"))


def leave_and_go_on(wanted: str, seat: Seat, options: tuple[str, ...]) -> None:
    """Let `seat` leave while a prompt of some kind is asked, and everybody else play to the end."""
    seed, state = found(options)[wanted]
    table = Table(seed, card_first, options=options)
    table.state = state
    table.do(seat, Resign())
    assert Departed(seat) in table.events
    assert YS.left(table.state) == (seat,)
    hidden = [broker for broker in table.state.brokers if broker.holder == seat and broker.value is None]
    assert {broker.spot for broker in hidden} <= {"gone"} or table.state.round > state.round
    check(table.state)
    while table.prompts():
        assert seat not in table.prompts()
        table.step()
        check(table.state)
    result = YS.outcome(table.state)
    assert result is not None
    assert result.places[seat] == 4
    with pytest.raises(Illegal) as refused:
        YS.apply(table.state, seat, Resign())
    assert refused.value.code == "not-asked"
    assert table.view(seat).known == {}


@pytest.mark.rule("R52c")
def test_the_last_one_left_wins_at_once() -> None:
    """When three have left, in whatever phase, the game is over."""
    table = dealt().until(lambda at: at.state.phase is Phase.PLACE)
    table.do(B, Resign())
    table.do(D, Resign())
    assert table.prompts()
    table.do(A, Resign())
    (over,) = told(table, GameOver)
    assert (over.places, over.reason) == ((2, 4, 1, 3), "alone")
    assert not table.prompts()
    check(table.state)


@pytest.mark.rule("R52c")
def test_closed_brokers_go_and_open_ones_stay() -> None:
    """Hand, closed bid and face-down brokers leave; what lies open is ranked."""
    table = counting(placed(a="4up@palace-1 3down@palace-1 2@bid", b="3up@palace-1", phase=Phase.PLACE))
    table.do(A, Resign())
    own = [broker for broker in table.state.brokers if broker.owner == A]
    left = {(broker.value, broker.spot) for broker in own if broker.spot != "gone"}
    assert left == {(2, "bid"), (4, "palace-1")}


@pytest.mark.rule("R52c", "R36")
def test_what_a_leaver_would_win_is_lost() -> None:
    """Its gems in a neighborhood are the dearest there; black gem, points, card and line gem go, too."""
    table = placed(
        a="4up@port-1 3up@commerce-1 3up@palace-1 4up@market-1-blue",
        b="1up@port-1",
        c="1down@palace-4",
        prices=(7, 8, 9, 8),
        port=("blue", "yellow", "white", "green"),
        leavers=(A,),
    )
    counting(table)
    assert table.prompts() == {B: Choice(what="gem", among=("blue", "green"), why="neighborhood-1")}
    table.take("green")
    lost = [(event.what, event.why) for event in told(table, Discarded)][:6]
    assert lost == [
        (("yellow",), "neighborhood-1"),
        (("white",), "neighborhood-1"),
        (("blue",), "neighborhood-1"),
        (("black",), "port-1"),
        (("points",), "commerce-1"),
        (("spy",), "palace-1"),
    ]
    table.take("blue", "yellow", "red")
    assert Discarded(("blue",), "line-1") in table.events
    assert A not in {event.seat for event in told(table, CardWon)}
    assert table.state.players[A].points == 0
    assert table.state.players[A].gems == (0, 0, 0, 0, 0)


@pytest.mark.rule("R52c")
def test_dearest_gem() -> None:
    """The highest price, of equals the leftmost; a white one counts as the best of all colours (R64, F13)."""
    assert dearest((8, 8, 8, 8), ("red", "yellow")) == "yellow"
    assert dearest((8, 8, 8, 9), ("green", "red")) == "red"
    assert dearest((8, 8, 8, 9), ("green", "white")) == "white"
    assert dearest((9, 8, 8, 8), ("green", "white", "blue")) == "blue"


@pytest.mark.rule("R52c")
def test_who_leaves_before_naming_a_white_gem_loses_it() -> None:
    """It was taken, and goes out of the game."""
    table = counting(placed(a="4up@port-1", b="3up@port-1", port=("white", "blue", "green", "red")))
    table.take("white")
    table.do(A, Resign())
    assert Discarded(("white",), "neighborhood-1") in table.events
    assert Discarded(("blue",), "neighborhood-1") in table.events, "its second gem is the dearest"
    assert list(table.prompts()) == [B]


@pytest.mark.rule("R52c", "R45")
def test_the_decision_about_columns_goes_to_the_next_best() -> None:
    """What was named before stays named."""
    table = counting(placed(a="4@bid", b="3@bid", area=4))
    table.take("red")
    assert list(table.prompts()) == [A]
    table.do(A, Resign())
    assert table.prompts() == {B: Choice(what="column", among=("blue", "green", "yellow"), why="market")}
    table.take("green", "blue")
    assert table.state.prices == (7, 9, 6, 10)


@pytest.mark.rule("R52c", "R46")
def test_nobody_moves_a_price_for_a_leaver() -> None:
    """If the majority has left, before or while it is asked, the round ends without its step."""
    table = counting(placed(a="4up@market-1-blue 3up@market-1-red 2up@market-2-green", area=4))
    assert table.prompts()[A] == Choice(
        what="price",
        among=tuple(f"{c}{w}" for c in ("blue", "green", "yellow", "red") for w in "+-"),
        why="market",
    )
    table.do(A, Resign())
    assert len(told(table, Priced)) == 4
    assert table.state.round == 2
    assert told(table, Ranked)[-1].where == "market"


@pytest.mark.rule("R52c", "R24")
def test_a_leaver_gets_the_order_card_that_is_left() -> None:
    """Those who stay choose among all cards, the last one, too; who has taken one keeps it."""
    table = dealt()
    for seat in (A, B, C, D):
        one, other = tokens(table, seat, *((4, 4), (3, 3), (1, 1), (0, 0))[seat])
        table.do(seat, Bid(tokens=(one, other)))
    table.pay()
    table.do(A, Order(card=2))
    table.do(C, Resign())
    table.do(A, Resign())
    table.do(B, Order(card=1))
    assert table.prompts() == {D: PickOrder(among=(3, 4))}
    table.do(D, Order(card=4))
    assert told(table, OrderTaken)[-1] == OrderTaken(C, 3)
    assert [player.order for player in table.state.players] == [2, 1, 3, 4]
    assert table.state.waiting == (B, D)


@pytest.mark.rule("R52c", "R52b")
@pytest.mark.parametrize("named", [1, 2])
def test_owner_leaves_while_a_spy_still_names_brokers(named: int) -> None:
    """Those that went with it are not looked at, and nobody is asked for them; the turn goes on."""
    table = placed(
        b="4down@palace-1 0down@port-2", c="2down@port-1 1down@port-1", phase=Phase.PLACE, cards={A: ("spy",)}
    )
    counting(table)
    table.do(A, UseCard(card="spy"))
    gone = tuple(broker.token for broker in held_by(table.state, B) if broker.spot in {"palace-1", "port-2"})
    (first, *_) = (broker.token for broker in held_by(table.state, C) if broker.spot == "port-1")
    table.take(*map(str, gone[:named]))
    table.do(B, Resign())
    table.take(*((str(first), ENOUGH) if named == 1 else (ENOUGH,)))
    assert [peeked.tokens for peeked in told(table, Peeked)] == ([(first,)] if named == 1 else [])
    assert isinstance(table.prompts()[A], Place)
    assert B not in table.prompts()


@pytest.mark.rule("R52c")
def test_a_leaver_neither_shows_nor_is_shown() -> None:
    """Looks at its brokers, and its own looks, are off; the turn goes on."""
    position = placed(b="4down@palace-1", c="2down@port-1", phase=Phase.PLACE, cards={A: ("spy",)})
    for leaver, asked in ((A, [B]), (B, [C]), (C, [B])):
        table = Table(position.seed)
        table.state = settled(Step(position.state)).state
        table.do(A, UseCard(card="spy"))
        for broker in [broker for broker in table.state.brokers if broker.spot in {"palace-1", "port-1"}][:1]:
            table.do(A, YS.legal(table.view(A))[0])
            assert str(broker.token)
        if A in table.prompts():
            table.do(A, YS.legal(table.view(A))[0])
        assert list(table.prompts()) == [B, C]
        table.do(leaver, Resign())
        assert list(table.prompts()) == asked


@pytest.mark.rule("R52c")
def test_a_card_that_was_being_used_is_lost() -> None:
    """Whoever leaves while it asks gets nothing from it."""
    table = counting(placed(a="0up@palace-1", port=("red",) * 4, palaces=("jeweller", "spy", "spy", "spy")))
    table.do(A, Resign())
    assert Discarded(("jeweller",), "jeweller") in table.events
    assert "jeweller" not in {gain.why for gain in told(table, Gained)}
    assert CountBegan(2) in table.events


@pytest.mark.rule("R52c")
def test_a_draw_goes_without_the_link_that_a_leaver_did_not_give() -> None:
    """Left before sealing: no link of its seat; left after: its link stays in."""
    early, late = Table(1), Table(1)
    early.do(A, Resign())
    (sealing,) = late.answers(A)
    late.do(A, sealing)
    late.do(A, Resign())
    for table in (early, late):
        table.until(lambda at: at.state.phase is Phase.DRAW)
    assert early.state.links[0] is None
    assert late.state.links[0] is not None
    early.pay()
    late.pay()
    assert early.state.ports != late.state.ports
    assert replace(early.state, links=()).phase is Phase.BID


@pytest.mark.rule("R52c", "R68", "R71")
@pytest.mark.parametrize("phase", [Phase.SEAL_TRIO, Phase.FAVOR, Phase.SEAL, Phase.BID, Phase.CITY])
def test_a_leaver_s_brokers_leave_the_throne_room(phase: Phase) -> None:
    """They are not ranked in the end, and push nobody down."""
    table = Table(1, card_first, options=("kings-favor",))
    table.until(lambda at: at.state.round == 3 and at.state.phase is phase)
    assert [broker.spot for broker in held_by(table.state, B)].count(THRONE) == 2 + (
        phase is Phase.FAVOR and B not in table.prompts()
    )
    table.do(B, Resign())
    assert THRONE not in {broker.spot for broker in held_by(table.state, B)}
    while table.prompts():
        table.step()
        check(table.state)
    (result,) = told(table, ThroneScored)
    assert (result.sums[B], result.places[B], result.points[B]) == (0, 0, 0)
    assert sum(result.points) >= 12 + 7 + 3 - 2
    assert len([event for event in told(table, Enthroned) if event.seat == B]) <= 3


@pytest.mark.rule("R52c", "R71")
def test_who_leaves_before_the_throne_room_opens_is_not_ranked_in_it() -> None:
    """Also who has opened already, while others still have to."""
    for has_opened in (False, True):
        table = Table(2, options=("kings-favor",)).until(lambda at: at.state.phase is Phase.THRONE)
        if has_opened:
            table.do(C, *table.answers(C))
        table.do(C, Resign())
        table.pay()
        (result,) = told(table, ThroneScored)
        assert (result.sums[C], result.places[C], result.points[C]) == (0, 0, 0)
        assert min(place for place in result.places if place) == 1
        outcome = YS.outcome(table.state)
        assert outcome is not None
        assert outcome.places[C] == 4


@pytest.mark.rule("R52c")
def test_the_last_one_left_wins_in_the_middle_of_kings_favor() -> None:
    """The throne room is not opened any more."""
    for phase in OF_FAVOR:
        table = until(Table(2, seats=3, options=("kings-favor",)), phase)
        table.do(A, Resign())
        table.do(C, Resign())
        (over,) = told(table, GameOver)
        assert (over.places, over.reason) == ((3, 1, 2), "alone")
        assert told(table, ThroneScored) == []
        check(table.state)


@pytest.mark.rule("R52c", "R65")
@pytest.mark.parametrize("wanted", [phase for phase in Phase if phase not in OF_FAVOR | {Phase.OVER}])
def test_who_is_left_with_the_neutral_player_has_won(wanted: Phase) -> None:
    """At whatever moment one of two leaves: the neutral player cannot win."""
    table = until(Table(3, card_first, seats=2), wanted)
    table.do(A, Resign())
    (over,) = told(table, GameOver)
    assert (over.places, over.reason) == ((2, 1), "alone")
    assert not table.prompts()


@pytest.mark.rule("R52c")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_seats_leave_at_every_table(seats: int, options: tuple[str, ...]) -> None:
    """Somebody now and then, until one is left or the game is over; all that holds goes on to hold."""
    for seed in range(3):
        rng = Random(seed)
        table = Table(seed, card_first, seats, options)
        while table.prompts():
            here = [Seat(seat) for seat in range(seats) if seat not in YS.left(table.state)]
            if rng.random() < 1 / 150:
                table.do(rng.choice(here), Resign())
            else:
                table.step()
            check(table.state)
        result = YS.outcome(table.state)
        assert result is not None
        assert len(result.places) == seats
