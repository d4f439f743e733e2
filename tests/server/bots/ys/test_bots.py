"""What bots choose at every table: legal actions, from what a human there sees, and better than chance."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import astuple, replace

from protocol.chance import Rng
from protocol.game import Action, View, combinations
from protocol.games import GAMES
from protocol.games.ys.actions import Bid
from protocol.games.ys.board import BROKERS, HAND
from protocol.games.ys.state import State, broker_at, place_of
from protocol.seals import Opening, Token, seal
from protocol.text import Code
from tests.support.driver import any_of, seated
from ys_server.bots.arena.play import games, play
from ys_server.bots.arena.statistics import victories, wilson
from ys_server.bots.bot import Bot
from ys_server.bots.levels import LEVELS

YS = GAMES["ys"]
BOTS = LEVELS["ys"]
TABLES = combinations(YS)
EVERY_TABLE = pytest.mark.parametrize(
    ("seats", "options"), TABLES, ids=["-".join(map(str, (seats, *options))) for seats, options in TABLES]
)


class Watched:
    """A bot that is watched while it chooses."""

    def __init__(self, bot: Bot, check: Callable[[View[State], Sequence[Action], Action], None]) -> None:
        """Call `check` after each choice of `bot`."""
        self._bot, self._check = bot, check

    def choose(self, view: View[Any], options: Sequence[Action], rng: Rng, seconds: float) -> Action:
        """Return what the bot chooses."""
        action = self._bot.choose(view, options, rng, seconds)
        self._check(view, options, action)
        return action


def _openings(value: object) -> Iterator[Opening]:
    if isinstance(value, Opening):
        yield value
    parts = astuple(value) if isinstance(value, Struct) else value
    if isinstance(parts, tuple):
        for part in parts:
            yield from _openings(part)


def _decisions(
    seed: int, count: int, seats: int = 4, options: Sequence[Code] = ()
) -> Iterator[tuple[View[State], Sequence[Action]]]:
    """Yield what a seat sees and may do, at every third decision of a random game."""
    table = seated(YS, seats, seed, options=options, with_chairs=False)
    seen = 0
    for _ in table.steps(any_of):
        for seat, prompt in table.match.prompts.items():
            if not prompt.automatic:
                seen += 1
                if seen % 3 == 0:
                    view = table.match.view(seat, table.vaults[seat])
                    yield view, YS.legal(view)
        if seen > 3 * count:
            return


def _permuted(view: View[State], turn: int) -> View[State]:
    """Return the view of a table where the closed brokers that the seat does not know have other values.

    All that changes are seals. A neutral broker that the seat has placed itself is one of those (R61).
    """
    brokers = list(view.state.brokers)
    closed = [
        at
        for at, broker in enumerate(brokers)
        if broker.value is None and broker.seal and broker.token not in view.known and not broker.boxes
    ]
    for number, at in enumerate(closed):
        opening = Opening(BROKERS[(number + turn) % len(BROKERS)], bytes([number, turn]) * 8)
        brokers[at] = replace(brokers[at], seal=seal(place_of(view.state, brokers[at]), opening))
    return View(replace(view.state, brokers=tuple(brokers)), view.seat, view.known)


def _is_own_to_see(view: View[State], token: Token) -> bool:
    """Tell whether the seat may see the broker: its own, a neutral one in hand, or one it was shown."""
    broker = broker_at(view.state, token)
    assert broker is not None
    is_in_hand = broker.holder == view.seat and broker.spot == HAND
    return broker.owner == view.seat or is_in_hand or any(shot.spy == view.seat for shot in broker.boxes)


@EVERY_TABLE
def test_legal_actions_from_what_the_seat_sees(seats: int, options: tuple[Code, ...]) -> None:
    """In a whole game every choice is one of the options, made without a value that the seat may not see.

    The match takes them all, and once more the same seed gives the same game.
    """
    chosen = 0

    def check(view: View[State], offered: Sequence[Action], action: Action) -> None:
        nonlocal chosen
        chosen += 1
        assert action in offered
        assert not list(_openings(view.state))
        assert all(_is_own_to_see(view, token) for token in view.known)

    levels = ("greedy", "random", "greedy", "random")[:seats]
    bots = [BOTS[level] for level in levels]
    played = play(YS, [Watched(bot, check) for bot in bots], levels, 21, 1, options=options)
    assert played.outcome.reason
    assert chosen > 30 * seats
    again = play(YS, bots, levels, 21, 1, options=options)
    assert [entry.actions for entry in again.match.log] == [entry.actions for entry in played.match.log]


@EVERY_TABLE
@pytest.mark.parametrize("level", [*BOTS])
def test_other_hidden_values_change_no_choice(level: str, seats: int, options: tuple[Code, ...]) -> None:
    """Non-interference: with the values permuted that its seat cannot see a bot chooses the same."""
    compared = 0
    for view, offered in _decisions(len(options), 40, seats, options):
        choice = BOTS[level].choose(view, offered, Rng(b"dice"), 1.0)
        for turn in (1, 4):
            other = _permuted(view, turn)
            again = BOTS[level].choose(other, YS.legal(other), Rng(b"dice"), 1.0)
            assert again == choice
            compared += other.state != view.state
    assert compared > 20


@pytest.mark.parametrize("level", [*BOTS])
def test_the_same_view_gives_the_same_choice(level: str) -> None:
    """A bot keeps nothing from one choice to the next: any of them can be made again."""
    seen = list(_decisions(5, 20))
    first = [BOTS[level].choose(view, options, Rng(b"dice"), 1.0) for view, options in seen]
    again = [BOTS[level].choose(view, options, Rng(b"dice"), 1.0) for view, options in reversed(seen)]
    assert first == again[::-1]


def _won(seats: int, options: Sequence[Code], each: int) -> tuple[float, int]:
    """Return the victories of one greedy bot among random ones, `each` times in every seat, and the games."""
    won = 0.0
    for seat in range(seats):
        levels = ["random"] * seats
        levels[seat] = "greedy"
        for played in games(YS, [BOTS[level] for level in levels], levels, 31 + seat, each, options=options):
            won += victories(played.outcome.places)[seat]
    return won, seats * each


@EVERY_TABLE
def test_greedy_beats_random(seats: int, options: tuple[Code, ...]) -> None:
    """In games of fixed seeds, in every seat, greedy surely wins more than half against random bots."""
    low, _ = wilson(*_won(seats, options, -(-6 // seats)))
    assert low > 0.5


@pytest.mark.slow
@EVERY_TABLE
def test_greedy_beats_random_nearly_always(seats: int, options: tuple[Code, ...]) -> None:
    """Over more games greedy wins more than nine of ten."""
    low, _ = wilson(*_won(seats, options, 60 // seats))
    assert low > 0.9


def test_bids_of_greedy_vary() -> None:
    """Nobody can foresee a greedy bot's bid: over some games it bids different strengths."""
    bids: set[int] = set()

    def check(view: View[State], options: Sequence[Action], action: Action) -> None:
        if isinstance(action, Bid):
            bids.add(sum(view.known[token].value for token in action.tokens))

    for number in range(1, 4):
        play(YS, [Watched(BOTS["greedy"], check)] * 4, ("greedy",) * 4, 41, number)
    assert len(bids) > 1
