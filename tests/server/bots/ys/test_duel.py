"""How the greedy bot weighs a table of two: the neutral player takes from it, and can take from the rival."""

import pytest

from protocol.chance import Rng
from protocol.game import Action, Seat, View
from protocol.games import GAMES
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import Spot
from protocol.games.ys.prompts import Place
from protocol.games.ys.state import State, layout_of
from tests.support.driver import Seated, seated
from ys_server.bots.levels import LEVELS
from ys_server.bots.ys.duel import Duel, position
from ys_server.bots.ys.guess import guesses
from ys_server.bots.ys.taste import Taste

YS = GAMES["ys"]
TASTE = Taste()


def _placing(seed: int = 3) -> tuple[Seated[State], Seat]:
    """Return a table of two at the start of the first turn of placing, and the seat whose turn it is."""
    table = seated(YS, 2, seed, with_chairs=False)
    return table, table.until(Place)


def _view(table: Seated[State], seat: Seat) -> View[State]:
    return table.match.view(seat, table.vaults[seat])


def _options(table: Seated[State], seat: Seat, kind: type[Action]) -> list[Action]:
    return [action for action in YS.legal(_view(table, seat)) if isinstance(action, kind)]


def _duel(table: Seated[State], seat: Seat) -> Duel:
    duel = position(_view(table, seat), TASTE)
    assert isinstance(duel, Duel)
    return duel


@pytest.mark.rule("R61", "R62")
def test_a_neutral_broker_helps_against_the_rival_only() -> None:
    """Where one stands alone, a neutral 4 is a loss to this one and a gain to the other."""
    table, seat = _placing()
    here = Spot("commerce-1")
    strong = [
        action
        for action in _options(table, seat, PlaceUp)
        if isinstance(action, PlaceUp) and action.spot == here and action.opening.value >= 3
    ]
    table.do(seat, strong[-1])
    other = Seat(1 - seat)
    assert _duel(table, seat).placing_neutral(here, 4) < 0 < _duel(table, other).placing_neutral(here, 4)
    assert _duel(table, seat).placing_neutral(here, 4) < _duel(table, seat).placing_neutral(here, 0)


@pytest.mark.rule("R61")
def test_a_placed_neutral_broker_is_guessed_from_what_is_left() -> None:
    """Its holder knows no more of it than that it is none of those still in hand; the other knows less."""
    table, seat = _placing()
    neutral = layout_of(table.match.state).neutral
    brokers = {broker.token: broker for broker in table.match.state.brokers}
    down = next(
        action
        for action in _options(table, seat, PlaceDown)
        if isinstance(action, PlaceDown) and brokers[action.token].owner == neutral
    )
    value = _view(table, seat).known[down.token].value
    table.do(seat, down)
    own, others = (
        [guess for guess in guesses(_view(table, who)) if guess.owner == neutral and guess.spot == down.spot]
        for who in (seat, Seat(1 - seat))
    )
    assert [(guess.mean, guess.variance) for guess in own] == [(value, 0.0)]
    assert [guess.mean for guess in others] == [(0 + 1 + 2 + 4) / 4]
    assert others[0].variance > 0


@pytest.mark.rule("R62")
def test_winning_ties_is_worth_most_against_the_neutral_player() -> None:
    """Who would win every tie reckons at least as much as who wins none against the neutral player."""
    table, _ = _placing(4)
    dice = Rng(b"dice")
    better = 0
    for _ in range(30):
        seat = table.until(Place)
        view = _view(table, seat)
        as_it_is, winning = (position(view, TASTE, wins_ties=wins).total() for wins in (False, True))
        assert winning >= as_it_is - 1e-9
        better += winning > as_it_is + 0.1
        table.step(lambda view, options, rng: LEVELS["ys"]["greedy"].choose(view, options, dice, 1.0))
    assert better > 5


@pytest.mark.rule("R61")
def test_neutral_brokers_threaten_where_the_rival_puts_them() -> None:
    """Those that the seat itself still holds come to no contest against its will."""
    table, seat = _placing()
    neutral = layout_of(table.match.state).neutral
    assert neutral is not None
    holders = [broker.holder for broker in table.match.state.brokers if broker.owner == neutral]
    theirs = sum(holder != seat for holder in holders)
    assert 0 < theirs < len(holders)
    assert _duel(table, seat).threat(neutral) == pytest.approx(TASTE.threat * theirs)
