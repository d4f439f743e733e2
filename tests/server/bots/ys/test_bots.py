"""What bots choose: legal actions only, from what a human at that seat sees, and better than chance."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import astuple, replace

from protocol.chance import Rng
from protocol.game import Action, Seat, View
from protocol.games import GAMES
from protocol.games.ys.actions import Bid
from protocol.games.ys.board import BROKERS
from protocol.games.ys.state import State
from protocol.seals import Opening, place, seal
from tests.support.driver import any_of, seated
from ys_server.bots.arena.play import games, play
from ys_server.bots.arena.statistics import victories
from ys_server.bots.bot import Bot
from ys_server.bots.levels import LEVELS

YS = GAMES["ys"]
BOTS = LEVELS["ys"]


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


def _decisions(seed: int, count: int) -> Iterator[tuple[View[State], Sequence[Action]]]:
    """Yield what a seat sees and may do, at every third decision of a random game."""
    table = seated(YS, seed=seed, with_chairs=False)
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
    """Return the view of a table where the others' closed brokers have other values: other seals, no more."""
    state = view.state
    brokers = list(state.brokers)
    for owner in range(len(state.players)):
        if owner == view.seat:
            continue
        closed = [
            at
            for at, broker in enumerate(brokers)
            if broker.owner == owner and broker.value is None and not broker.boxes
        ]
        for at, other in enumerate(closed):
            opening = Opening(BROKERS[(other + turn) % len(BROKERS)], bytes([at, turn]) * 8)
            where = place(state.table, f"round-{state.round}", Seat(owner), brokers[other].token)
            brokers[other] = replace(brokers[other], seal=seal(where, opening))
    return View(replace(state, brokers=tuple(brokers)), view.seat, view.known)


@pytest.mark.parametrize("level", [*BOTS])
def test_only_legal_actions(level: str) -> None:
    """In whole games every choice is one of the options, and the match takes it."""
    chosen = 0

    def check(view: View[State], options: Sequence[Action], action: Action) -> None:
        nonlocal chosen
        chosen += 1
        assert action in options

    bots = [Watched(BOTS[level], check)] * 4
    for number in range(1, 4):
        assert play(YS, bots, (level,) * 4, 21, number).outcome.reason
    assert chosen > 500


@pytest.mark.parametrize("level", [*BOTS])
def test_a_bot_sees_its_own_brokers_only(level: str) -> None:
    """What a bot is given holds no opening but its own and those shown to it; the state holds none."""

    def check(view: View[State], options: Sequence[Action], action: Action) -> None:
        assert not list(_openings(view.state))
        for token in view.known:
            broker = view.state.brokers[token - view.state.first]
            assert broker.owner == view.seat or any(shot.spy == view.seat for shot in broker.boxes)

    play(YS, [Watched(BOTS[level], check)] * 4, (level,) * 4, 22, 1)


@pytest.mark.parametrize("level", [*BOTS])
@pytest.mark.parametrize("seed", range(4))
def test_other_hidden_values_change_no_choice(level: str, seed: int) -> None:
    """Non-interference: with the others' hidden values permuted a bot chooses the same."""
    compared = 0
    for view, options in _decisions(seed, 40):
        choice = BOTS[level].choose(view, options, Rng(b"dice"), 1.0)
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


def test_greedy_beats_random() -> None:
    """In twelve games of fixed seeds, in every seat, greedy wins at least ten against three random bots."""
    won = 0.0
    for seat in range(4):
        levels = ["random"] * 4
        levels[seat] = "greedy"
        for played in games(YS, [BOTS[level] for level in levels], levels, 31 + seat, 3):
            won += victories(played.outcome.places)[seat]
    assert won >= 10


def test_bids_of_greedy_vary() -> None:
    """Nobody can foresee a greedy bot's bid: over some games it bids different strengths."""
    bids: set[int] = set()

    def check(view: View[State], options: Sequence[Action], action: Action) -> None:
        if isinstance(action, Bid):
            bids.add(sum(view.known[token].value for token in action.tokens))

    for number in range(1, 4):
        play(YS, [Watched(BOTS["greedy"], check)] * 4, ("greedy",) * 4, 41, number)
    assert len(bids) > 1
