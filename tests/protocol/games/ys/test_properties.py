"""Whole random games: what holds in every one of them."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from statistics import mean

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.codec import pack
from protocol.game import NATURE, Illegal, Resign, Seat, combinations, state_digest
from protocol.games.ys.actions import Pass
from protocol.games.ys.board import BROKERS, COLOURS, COMMERCE_POINTS, GEMS, NEUTRAL_BROKERS
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import (
    BlackScored,
    CardWon,
    ColourScored,
    Departed,
    Discarded,
    Gained,
    Placed,
    Ranked,
    RoundBegan,
    ThroneScored,
)
from protocol.games.ys.game import YS
from protocol.games.ys.layout import layout
from protocol.games.ys.state import Phase, hand_of, layout_of, throne_of
from protocol.seals import Token
from tests.support.builders import told
from tests.support.ys_driver import Table, at_random, card_first, check, play

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
TABLES = combinations(YS)
GAMES = 60
every_table = pytest.mark.parametrize(("seats", "options"), TABLES)


@every_table
@settings(max_examples=3)
@given(seed=SEEDS)
def test_invariants_hold_after_every_step(seats: int, options: Sequence[str], seed: int) -> None:
    """Brokers are conserved, points add up, somebody is asked or it is over; what is listed is accepted."""
    rng = Random(seed)
    table = Table(seed, rng.choice([at_random, card_first]), seats, options)
    while table.prompts():
        seat = rng.choice(list(table.prompts()))
        listed = list(YS.legal(table.view(seat)))
        for action in rng.sample(listed, min(3, len(listed))):
            assert YS.decode(pack(action)) == action
            YS.apply(table.state, seat, action)
        table.step()
        check(table.state)


@pytest.mark.rule("R3", "R59", "R68")
@every_table
@settings(max_examples=2)
@given(seed=SEEDS)
def test_no_broker_is_lost_or_made(seats: int, options: Sequence[str], seed: int) -> None:
    """While a round is played, hand and throne room together are what its rules give everybody."""
    table = Table(seed, card_first, seats, options)
    looked = 0
    while table.prompts():
        table.step()
        state = table.state
        if state.phase not in {Phase.BID, Phase.PLACE, Phase.CARDS, Phase.MARKET}:
            continue
        looked += 1
        extra = (2,) * (state.round - 1) if layout_of(state).has_throne else ()
        for seat in map(Seat, range(seats)):
            known = table.view(seat).known
            values = {Seat(seat): Counter[int](), Seat(seats): Counter[int]()}
            for broker in hand_of(state, seat):
                value = known[broker.token].value if broker.token in known else broker.value
                values[broker.owner].update([] if value is None else [value])
            for broker in throne_of(state, seat):
                values[seat].update([known[broker.token].value])
            assert values[seat] == Counter((*BROKERS, *extra))
            assert values[Seat(seats)] <= Counter(NEUTRAL_BROKERS)
    assert looked > seats * 12


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


@settings(max_examples=20)
@example(140, (3, ("three-neighborhoods", "kings-favor")))  # one leaves whose broker a Spy has just named
@given(SEEDS, st.sampled_from(TABLES))
def test_any_seats_may_leave_at_any_time(seed: int, played: tuple[int, Sequence[str]]) -> None:
    """The game goes on with those who stay and ends with a place for everybody."""
    rng = Random(seed)
    table = Table(seed, card_first, *played)
    while table.prompts():
        if rng.random() < 0.01:
            seat = Seat(rng.randrange(played[0]))
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


@pytest.fixture(scope="module")
def others() -> list[Table]:
    """Return two games of every table in which cards are used whenever that can be."""
    return [play(seed, card_first, *table) for table in TABLES for seed in range(2)]


@pytest.mark.rule("R2", "R27")
def test_the_mean_of_random_games(games: list[Table]) -> None:
    """The four scores add up to what an independent simulation found: 293 on average."""
    assert 283 <= mean(sum(player.points for player in table.state.players) for table in games) <= 303
    assert all(len(told(table, RoundBegan)) == 4 for table in games)


@pytest.mark.rule("R29", "R38", "R77")
def test_points_by_source_are_what_the_events_tell(games: list[Table], others: list[Table]) -> None:
    """Recounted without the engine's own sums: placings, commercial areas, cards, gems, throne room."""
    worth = {"prince": 4, "king": 5}
    for table in games + others:
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
            royal = sum(scoring.points[seat] for scoring in told(table, ThroneScored))
            assert player.sources == (market[at], commerce[at] * COMMERCE_POINTS, cards[at], gems, royal)
            gained = sum(
                gain.amount for gain in told(table, Gained) if gain.seat == at and gain.what == "points"
            )
            assert player.points == gained + gems + royal


@pytest.mark.rule("R36", "R55", "R63")
def test_gems_are_what_the_events_tell(games: list[Table], others: list[Table]) -> None:
    """Every gem that somebody has was told of once; and all of ports and market were taken or discarded."""
    for table in games + others:
        gained = Counter((gain.seat, gain.what) for gain in told(table, Gained) if gain.what in GEMS)
        for seat, player in enumerate(table.state.players):
            assert player.gems == tuple(gained[Seat(seat), gem] for gem in GEMS)
        for began in told(table, RoundBegan):
            assert len(began.ports) == len(layout(table.state.setup).neighborhoods)
        lying = sum(len(port) for event in told(table, RoundBegan) for port in (*event.ports, event.market))
        taken = [gain for gain in told(table, Gained) if gain.what in COLOURS and _is_counted(gain.why)]
        lost = [gem for event in told(table, Discarded) if _is_counted(event.why) for gem in event.what]
        assert len(taken) + len(lost) == lying


def _is_counted(why: str) -> bool:
    return why.startswith(("neighborhood", "line"))


def test_the_same_log_gives_the_same_game(games: list[Table], others: list[Table]) -> None:
    """A replay ends in the same state, by the same digests."""
    for table in (*games[:3], *others[::2]):
        state = YS.start(table.state.setup)
        for seat, action in table.log:
            state = YS.apply(state, seat, action).state
        assert state == table.state
        assert state_digest(state) == state_digest(table.state)


@pytest.mark.rule("R3", "R32")
@every_table
def test_no_value_is_in_the_state_before_its_opening(seats: int, options: Sequence[str]) -> None:
    """At every step the packed state holds no salt; each token opens as what its owner sealed."""
    table = Table(0, card_first, seats, options)
    values: dict[Token, int] = {}
    salts: set[bytes] = set()
    while table.prompts():
        for seat in range(seats):
            for token, opening in table.view(Seat(seat)).known.items():
                assert values.setdefault(token, opening.value) == opening.value
                salts.add(opening.salt)
        for broker in table.state.brokers:
            assert broker.value is None or broker.value == values[broker.token]
        packed = pack(table.state)
        assert not any(salt in packed for salt in salts)
        table.step()


def test_every_card_is_used_in_random_games(games: list[Table]) -> None:
    """Each character is won in some game: none is out of reach."""
    assert {event.card for table in games for event in told(table, CardWon)} == set(CHARACTERS)
