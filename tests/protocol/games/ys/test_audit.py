"""Lies that a single round does not show: with King's Favor, and with the neutral player's brokers.

Whoever is caught has lied, and is caught as soon as it can be known (R3, R59, R68, R52c).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.game import Resign, Seat, combinations
from protocol.games.ys.actions import Take, ToThrone, UseCard
from protocol.games.ys.board import BROKERS, THRONE, TRIO
from protocol.games.ys.events import Caught, CountBegan, Departed, Revealed, ThroneScored
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PlayCards
from protocol.games.ys.state import Held, Phase, hand_of, held_by, throne_of
from protocol.vault import Vault
from tests.support.builders import A, B, C, D, told
from tests.support.oracle import Oracle
from tests.support.ys_driver import Lying, Table, at_random, card_first, play

FAVOR = ("kings-favor",)
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
DEALS = tuple(f"{kind}-{number}" for number in range(1, 5) for kind in ("round", "throne"))


def lying(lies: Mapping[str, Sequence[int]], seed: int = 1, options: Sequence[str] = FAVOR) -> Table:
    """Return a table of four at which a seals these values."""
    return Table(seed, at_random, options=options, vaults={A: Lying(seed, A, lies)})


def steered(table: Table, bid: Sequence[int], throne: int, reached: Callable[[Table], bool]) -> Table:
    """Play on; a bids these values and sends `throne`, if it can, and nobody uses a card."""
    while not reached(table):
        seat = next(iter(table.prompts()))
        known = table.view(seat).known
        actions = table.answers(seat)
        if seat == A and not table.prompts()[A].automatic:
            for action in YS.legal(table.view(A)):
                tokens = getattr(action, "tokens", ())
                is_bid = bool(tokens) and sorted(known[token].value for token in tokens) == sorted(bid)
                is_sent = isinstance(action, ToThrone) and known[action.token].value == throne
                if is_bid or is_sent:
                    actions = (action,)
        for action in actions:
            table.do(seat, action)
    return table


def is_over(table: Table) -> bool:
    """Tell whether the game is over."""
    return not table.prompts()


def is_caught(table: Table) -> bool:
    """Tell whether somebody was caught, or the game is over."""
    return bool(told(table, Caught)) or is_over(table)


def in_round(number: int) -> Callable[[Table], bool]:
    """Return whether the round of that number has its bids to be made, or the game is over."""
    return lambda table: is_over(table) or (table.state.phase is Phase.BID and table.state.round == number)


@pytest.mark.rule("R68", "R52c")
def test_a_trio_sealed_with_other_values_is_found_out_in_the_end() -> None:
    """0, 1 and a last one were tie-break brokers; a 4 lies in the throne room: its opening proves the lie."""
    table = lying({"throne-4": (4, 4, 4)})
    steered(table, (0, 1), 4, lambda at: at.state.phase is Phase.THRONE)
    assert told(table, Caught) == []
    sent = next(broker for broker in reversed(throne_of(table.state, A)) if broker.spot == THRONE)
    table.do(A, *table.answers(A))
    assert [(caught.seat, caught.lie) for caught in told(table, Caught)] == [(A, "hand")]
    assert Revealed(A, sent.token, THRONE, 4) in table.events, "it was shown"
    table.pay()
    (result,) = told(table, ThroneScored)
    assert (result.sums[A], result.places[A], result.points[A]) == (0, 0, 0)
    assert YS.left(table.state) == (A,)


@pytest.mark.rule("R68")
def test_a_broker_that_was_not_in_the_trio_betrays_the_next_hand() -> None:
    """A 4 is sent that was not among the three, and the hand is short of it: that hand is impossible.

    What can lie there is 0 or 1 or the last broker's value; a third 0 or 1 less would have to be missing.
    """
    short_of_four = (0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4)
    table = lying({"throne-1": (4, 4, 4), "round-2": short_of_four})
    steered(table, (0, 0), 4, in_round(2))
    trio = {value for values in table.state.players[A].thrones for value in values}
    assert 4 not in trio
    assert told(table, Caught) == []
    steered(table, (0, 0), 4, is_caught)
    assert [caught.seat for caught in told(table, Caught)] == [A]
    assert table.state.round == 2


@pytest.mark.rule("R68")
def test_a_hand_that_keeps_the_strong_broker() -> None:
    """Two 4s and a 3 were the trio; both 4s and three 3s are in the next hand: one of them is too many."""
    kept = (0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4)
    table = lying({"round-2": kept})
    steered(table, (4, 4), 4, in_round(2))
    assert (4,) in table.state.players[A].thrones
    assert len(told(table, Caught)) == 0
    steered(table, (0, 0), 0, is_caught)
    assert [caught.seat for caught in told(table, Caught)] == [A]
    assert table.state.round == 2


@pytest.mark.rule("R68", "R67")
def test_one_2_too_many() -> None:
    """Round 2 has two of them; the third one shown is a lie, at once."""
    table = lying({"round-2": (0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 4)})
    steered(table, (0, 0), 0, in_round(2))
    steered(table, (2, 2), 0, lambda at: at.state.phase is Phase.ORDER)
    assert told(table, Caught) == []
    steered(table, (2, 2), 0, is_caught)
    assert [caught.seat for caught in told(table, Caught)] == [A]
    assert table.state.round == 2


@pytest.mark.rule("R67", "R3")
def test_the_extra_2s_are_not_there_in_round_1() -> None:
    """A bid of two 2s is a lie while one belongs to the hand."""
    table = lying({"round-1": (0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4)})
    steered(table, (2, 2), 0, is_caught)
    assert [caught.seat for caught in told(table, Caught)] == [A]
    assert table.state.round == 1


@pytest.mark.rule("R68", "R70")
def test_a_magician_s_broker_may_give_the_lie_away() -> None:
    """What comes open out of the throne room has to be what could lie there."""
    table = lying({"throne-1": (4, 4, 4), "round-2": (0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4)})
    steered(table, (0, 0), 4, in_round(2))
    steered(table, (1, 1), 4, lambda at: at.state.phase is Phase.SHOW_LAST)
    player = replace(table.state.players[A], cards=(Held("magician", 1),))
    table.state = replace(table.state, players=(player, *table.state.players[1:]))
    steered(table, (), 4, lambda at: isinstance(at.prompts().get(A), PlayCards))
    (king,) = [broker for broker in held_by(table.state, A) if broker.spot == THRONE]
    pawn = next(broker for broker in hand_of(table.state, A) if broker.up and "-" in broker.spot)
    assert told(table, Caught) == []
    table.do(A, UseCard(card="magician"))
    table.do(A, Take(what=str(king.token)))
    table.do(A, Take(what=str(pawn.token)))
    assert told(table, Caught) == []
    table.pay()
    assert [(caught.seat, caught.token) for caught in told(table, Caught)] == [(A, king.token)]
    counts = [at for at, event in enumerate(table.events) if isinstance(event, CountBegan)]
    assert table.events.index(told(table, Caught)[0]) < counts[5], "before the counting of the round"


@pytest.mark.rule("R68")
def test_a_lie_about_the_two_that_went_back_is_none() -> None:
    """What the two others of the trio are sealed with is never asked, and changes nothing."""
    table = lying({})
    steered(table, (0, 1), 0, lambda at: at.state.phase is Phase.FAVOR)
    known = table.view(A).known
    trio = [broker for broker in throne_of(table.state, A) if broker.spot == TRIO]
    table.do(A, next(iter(YS.legal(table.view(A)))))
    assert sorted(known[broker.token].value for broker in trio)[:2] == [0, 1]
    steered(table, (), 0, is_over)
    assert told(table, Caught) == []


@pytest.mark.rule("R59", "R61", "R52c")
@pytest.mark.parametrize(
    "values",
    [(4, 4, 1, 0), (4, 2, 1, 3), (4, 2, 1, 255), (0, 0, 0, 0)],
    ids=["two-4s", "a-3", "junk", "zeros"],
)
def test_neutral_brokers_that_are_not_there(values: Sequence[int]) -> None:
    """4, 2, 1, 0 are all that a seat holds; the first opening that shows another ends its game."""
    table = Table(1, at_random, seats=2, vaults={A: Lying(1, A, {"neutral-1": values})})
    before: dict[int, int] = {}
    while not told(table, Caught):
        before = {b.token: b.value for b in hand_of(table.state, A) if b.owner == 2 and b.value is not None}
        table.step()
    shown = [event.value for event in told(table, Revealed) if event.seat == 2 and event.token < 15]
    assert [caught.seat for caught in told(table, Caught)] == [A]
    assert _are_neutral(list(before.values()))
    assert not _are_neutral(shown)
    assert is_over(table), "one seat is left, and has won"


def _are_neutral(values: Sequence[int]) -> bool:
    return all(values.count(value) <= (0, 1, 2, 4).count(value) for value in values)


@pytest.mark.rule("R3")
def test_a_neutral_broker_is_no_own_one() -> None:
    """Of the own eleven there are two 4s, whatever the neutral ones are."""
    table = Table(1, at_random, seats=2, vaults={A: Lying(1, A, {"round-1": (4, 4, 4, *BROKERS[:8])})})
    steered(table, (4, 4), 0, is_caught)
    assert [caught.seat for caught in told(table, Caught)] == [A]


def random_lies(rng: Random) -> Mapping[str, Sequence[int]]:
    """Return lies about some of the dealings, mostly small ones."""
    lies: dict[str, Sequence[int]] = {}
    for deal in DEALS:
        if rng.random() < 0.3:
            values = list(BROKERS) if deal.startswith("round") else [rng.randrange(5) for _ in range(3)]
            for _ in range(rng.randrange(3)):
                values[rng.randrange(len(values))] = rng.randrange(5)
            lies[deal] = tuple(values)
    return lies


@pytest.mark.rule("R68", "R69", "R52c")
@settings(max_examples=25)
@given(SEEDS)
def test_liars_are_caught_as_soon_as_it_can_be_known(seed: int) -> None:
    """After every opening: caught if and only if no values of the closed brokers fit the whole course."""
    rng = Random(seed)
    options = ("kings-favor", "documented-deck")
    table = Table(seed, card_first, options=options, vaults={A: Lying(seed, A, random_lies(rng))})
    oracle = Oracle(A)
    while table.prompts() and A not in YS.left(table.state):
        before = len(table.events)
        table.step()
        has_opened = oracle.see(table.state, table.events[before:])
        assert bool(told(table, Caught)) is (has_opened and not oracle.is_possible())


@pytest.mark.rule("R52c", "R68")
@settings(max_examples=4)
@given(SEEDS)
def test_honest_seats_are_never_caught(seed: int) -> None:
    """At every table, with as many cards used as can be."""
    for seats, options in combinations(YS):
        table = play(seed, card_first, seats=seats, options=options)
        assert told(table, Caught) == []
        assert told(table, Departed) == []


@pytest.mark.rule("R52c", "R68")
@settings(max_examples=12)
@given(SEEDS, st.sampled_from([table for table in combinations(YS) if table[0] > 2]))
def test_who_takes_a_seat_over_is_never_caught(seed: int, played: tuple[int, Sequence[str]]) -> None:
    """Seats are left and taken by others as rounds begin: hands, looks and throne rooms stay believed."""
    rng = Random(seed)
    table = Table(seed, card_first, *played)
    heirs = 0
    while table.prompts():
        left = YS.left(table.state)
        if table.state.phase is Phase.SEAL and left and not any(table.state.links):
            heirs += 1
            heir = Vault(bytes([99]) * 32, bytes([heirs]) * 16, "Heir")
            table.state = YS.reseat(table.state, left[0], heir.keys).state
            table.vaults[left[0]] = heir
        elif rng.random() < 0.01 and len(left) < played[0] - 2:
            table.do(rng.choice([Seat(seat) for seat in range(played[0]) if seat not in left]), Resign())
        else:
            table.step()
        assert told(table, Caught) == []


@pytest.mark.rule("R68", "R70")
def test_what_can_lie_in_the_throne_room_is_what_may_be_true() -> None:
    """The ways that the state keeps include the true one, for every seat after every round."""
    rounds = 0
    for seed in range(6):
        table = Table(seed, card_first, options=("kings-favor", "documented-deck"))
        while table.prompts():
            table.step()
            state = table.state
            if state.phase is not Phase.SEAL or len(state.waiting) < 4:
                continue
            rounds += state.round > 1
            for seat in (A, B, C, D):
                known = table.view(seat).known
                lying_there = [broker.token for broker in held_by(state, seat) if broker.spot == THRONE]
                true = tuple(known[token].value for token in lying_there)
                assert true in state.players[Seat(seat)].thrones
    assert rounds == 6 * 3
