"""Whole random games: what holds in every one of them."""

from collections import Counter
from contextlib import suppress
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import pack
from protocol.game import NATURE, Illegal, Resign, Seat, state_digest
from protocol.games.ys.actions import Pass
from protocol.games.ys.board import BROKERS, COMMERCE_POINTS
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import (
    BlackScored,
    CardWon,
    ColourScored,
    Departed,
    Gained,
    Placed,
    Ranked,
    RoundBegan,
)
from protocol.games.ys.game import YS
from tests.support.builders import told
from tests.support.ys_driver import Table, at_random, card_first, check, play, vault

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
GAMES = 60


@settings(max_examples=12)
@given(SEEDS)
def test_invariants_hold_after_every_step(seed: int) -> None:
    """Brokers are conserved, points add up, somebody is asked or it is over; what is listed is accepted."""
    rng = Random(seed)
    table = Table(seed, rng.choice([at_random, card_first]))
    while table.prompts():
        seat = rng.choice(list(table.prompts()))
        options = YS.legal(table.view(seat))
        for action in rng.sample(list(options), min(3, len(options))):
            assert YS.decode(pack(action)) == action
            YS.apply(table.state, seat, action)
        table.step()
        check(table.state)


@settings(max_examples=12)
@given(SEEDS)
def test_a_refusal_changes_nothing(seed: int) -> None:
    """Who is not asked is refused with a code, and the state is what it was."""
    table = Table(seed)
    while table.prompts():
        before, digest = table.state, state_digest(table.state)
        for seat in (Seat(0), Seat(3), NATURE, Seat(4)):
            for action in (Pass(), *(action for _, action in table.log[-1:])):
                with suppress(Illegal):
                    YS.apply(table.state, seat, action)
                assert table.state is before
        assert state_digest(table.state) == digest
        table.step()


@settings(max_examples=15)
@given(SEEDS)
def test_any_seats_may_leave_at_any_time(seed: int) -> None:
    """The game goes on with those who stay and ends with a place for everybody."""
    rng = Random(seed)
    table = Table(seed, card_first)
    while table.prompts():
        if rng.random() < 0.01:
            seat = Seat(rng.randrange(4))
            if seat not in YS.left(table.state):
                table.do(seat, Resign())
        else:
            table.step()
        check(table.state)
    result = YS.outcome(table.state)
    assert result is not None
    assert min(result.places) == 1
    assert [event.seat for event in told(table, Departed)] == list(YS.left(table.state))


@pytest.fixture(scope="module")
def games() -> list[Table]:
    """Return sixty games at random."""
    return [play(seed) for seed in range(GAMES)]


@pytest.mark.rule("R2", "R27")
def test_the_mean_of_random_games(games: list[Table]) -> None:
    """The four scores add up to what an independent simulation found: 293 on average."""
    assert 283 <= mean(sum(player.points for player in table.state.players) for table in games) <= 303
    assert all(len(told(table, RoundBegan)) == 4 for table in games)


@pytest.mark.rule("R29", "R38", "R77")
def test_points_by_source_are_what_the_events_tell(games: list[Table]) -> None:
    """Recounted without the engine's own sums: placings, commercial areas, cards, gems."""
    worth = {"prince": 4, "king": 5}
    for table in games:
        market = Counter(event.seat for event in told(table, Placed) if event.spot.startswith("market"))
        commerce = Counter(
            event.ranking[0].seat for event in told(table, Ranked) if event.where.startswith("commerce")
        )
        cards = Counter[Seat]()
        for event in told(table, CardWon):
            cards[event.seat] += worth.get(event.card, 0)
        scorings = [scoring.points for scoring in told(table, ColourScored)]
        scorings += [scoring.points for scoring in told(table, BlackScored)]
        for seat, player in enumerate(table.state.players):
            at = Seat(seat)
            gems = sum(points[seat] for points in scorings)
            assert player.sources == (market[at], commerce[at] * COMMERCE_POINTS, cards[at], gems, 0)
            gained = sum(
                gain.amount for gain in told(table, Gained) if gain.seat == at and gain.what == "points"
            )
            assert player.points == gained + gems


def test_the_same_log_gives_the_same_game(games: list[Table]) -> None:
    """A replay ends in the same state, by the same digests."""
    for table in games[:5]:
        state = YS.start(table.state.setup)
        for seat, action in table.log:
            state = YS.apply(state, seat, action).state
        assert state == table.state
        assert state_digest(state) == state_digest(table.state)


@pytest.mark.rule("R3", "R32")
def test_no_value_is_in_the_state_before_its_opening(games: list[Table]) -> None:
    """At every step the packed state holds no salt; each token opens as what its owner sealed."""
    seed = games[0].seed
    table = Table(seed)
    while table.prompts():
        for seat in range(4):
            hand = vault(seed, seat).hand(table.state.table, f"round-{table.state.round}", BROKERS)
            for broker, opening in zip(table.state.brokers[seat * 11 : seat * 11 + 11], hand, strict=True):
                assert broker.value in {None, opening.value}
        salts = {opening.salt for opening in table.view(Seat(0)).known.values()}
        packed = pack(table.state)
        assert not any(salt in packed for salt in salts)
        table.step()


def test_every_card_is_used_in_random_games(games: list[Table]) -> None:
    """Each character is won in some game: none is out of reach."""
    assert {event.card for table in games for event in told(table, CardWon)} == set(CHARACTERS)
