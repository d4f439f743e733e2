"""How the greedy bot weighs King's Favor: points by place, brokers missed, what may lie there."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from protocol.game import Action, Seat, View
from protocol.games import GAMES
from protocol.games.ys.actions import ToThrone
from protocol.games.ys.board import BROKERS, ROUNDS, THRONE
from protocol.games.ys.prompts import PickBid, PickThrone
from protocol.games.ys.state import State, held_by, layout_of, trio_values
from tests.server.bots.ys.test_bots import Watched
from tests.support.builders import placed
from tests.support.driver import any_of, seated
from ys_server.bots.arena.play import play
from ys_server.bots.levels import LEVELS
from ys_server.bots.ys.cards import plan
from ys_server.bots.ys.duel import position
from ys_server.bots.ys.guess import Guess, guesses
from ys_server.bots.ys.taste import Taste
from ys_server.bots.ys.throne import Throne

YS = GAMES["ys"]
FAVOR = ("kings-favor",)
TASTE = Taste()


def _at_the_end(seed: int = 1) -> tuple[View[State], tuple[Guess, ...]]:
    """Return what seat 0 of four sees when everybody is to send the last broker to the throne room."""
    table = seated(YS, 4, seed, options=FAVOR, with_chairs=False)
    while table.match.state.round < ROUNDS:
        table.step(any_of)
    table.until(PickThrone)
    view = table.match.view(Seat(0), table.vaults[Seat(0)])
    return view, guesses(view)


def _with_sums(view: View[State], seen: Sequence[Guess], sums: Sequence[int]) -> Throne:
    """Return the throne room in which the players will have these sums, when seat 0 sends a 2."""
    sent = [2, *(max(trio_values(view.state, Seat(seat))) for seat in (1, 2, 3))]
    changed = []
    counted = set()
    new = view.state.first + 4 * layout_of(view.state).hand
    for broker, guess in zip(view.state.brokers, seen, strict=True):
        if broker.spot == THRONE and broker.token < new:
            first = guess.owner not in counted
            counted.add(guess.owner)
            value = float(sums[guess.owner] - sent[guess.owner]) if first else 0.0
            changed.append(replace(guess, mean=value, variance=0.0))
        else:
            changed.append(guess)
    return Throne(view.state, 0, changed, TASTE)


@pytest.mark.rule("R71")
@pytest.mark.parametrize(
    ("sums", "points"),
    [
        ((10, 8, 8, 3), 12),
        ((8, 10, 8, 3), 5),
        ((10, 10, 8, 3), 9),
        ((9, 9, 9, 1), 7),
        ((5, 5, 5, 5), 5),
        ((3, 10, 8, 8), 0),
    ],
)
def test_points_are_those_of_the_rule_when_all_is_known(sums: tuple[int, ...], points: int) -> None:
    """Example 10: places pay 12, 7, 3 and 0, and who is tied shares, rounded down."""
    throne = _with_sums(*_at_the_end(), sums)
    assert throne.points(0.0) == pytest.approx(points, abs=0.05)


@pytest.mark.rule("R69")
def test_in_the_last_round_the_best_goes() -> None:
    """Nothing is missed after round 4: the greedy bot sends the highest of the three."""
    sent: list[tuple[int, int]] = []

    def check(view: View[State], options: Sequence[Action], action: Action) -> None:
        if isinstance(action, ToThrone) and view.state.round == ROUNDS:
            values = [view.known[option.token].value for option in options if isinstance(option, ToThrone)]
            sent.append((view.known[action.token].value, max(values)))

    levels = ("greedy",) * 3
    for number in (1, 2, 3):
        play(YS, [Watched(LEVELS["ys"]["greedy"], check)] * 3, levels, 51, number, options=FAVOR)
    assert len(sent) > 3
    assert all(value == best for value, best in sent)


@pytest.mark.rule("R68")
def test_a_strong_broker_is_missed_the_more_the_earlier() -> None:
    """The same points in the throne room are worth less with rounds to come in which the broker is missed."""
    view, seen = _at_the_end()
    throne = _with_sums(view, seen, (8, 8, 8, 8))
    last = throne.sending(4)
    throne.rounds = 3
    assert throne.sending(4) == pytest.approx(last - 3 * TASTE.missed * (TASTE.in_play[4] - TASTE.in_play[2]))
    assert last > 0


@pytest.mark.rule("R68")
def test_a_hand_is_guessed_less_what_may_be_in_the_throne_room() -> None:
    """Of all that a rival has, hand and throne room together, the guesses add up to the sum of it."""
    table = seated(YS, 3, 2, options=FAVOR, with_chairs=False)
    for number in range(1, ROUNDS + 1):
        while table.match.state.round < number:
            table.step(any_of)
        table.until(PickBid)
        view = table.match.view(Seat(0), table.vaults[Seat(0)])
        for rival in (1, 2):
            own = [guess for guess in guesses(view) if guess.owner == rival]
            assert len(own) == len(BROKERS) + number - 1
            assert sum(guess.mean for guess in own) == pytest.approx(sum(BROKERS) + 2 * (number - 1))


@pytest.mark.rule("R70", "R71")
def test_a_magician_brings_a_wasted_broker_to_the_throne_room() -> None:
    """A 4 that is beaten on the board is worth using the Magician for where it decides the throne room."""
    a, b, c = map(Seat, range(3))
    many = "4@commerce-1 4@commerce-1 3@commerce-1 3@commerce-1"
    throne = {a: (0, 2, 2), b: (2, 2, 1), c: (2, 2, 1)}
    table = placed(
        a="4@commerce-1",
        b=many,
        c=many,
        seats=3,
        options=FAVOR,
        number=4,
        throne=throne,
        cards={a: ["magician"]},
    )
    view = table.view(a)
    weighed, magician = position(view, TASTE), plan("magician")
    strong = next(broker for broker in held_by(view.state, a) if broker.spot == "commerce-1")
    weak = next(
        broker
        for broker in held_by(view.state, a)
        if broker.spot == THRONE and view.known[broker.token].value == 0
    )
    assert magician.answer(view, weighed, (str(strong.token),), str(weak.token)) > 1.0
    assert magician.gain(view, weighed) > 1.0
