"""A player is gone at the moment of a decision, at every one there is: a bot takes over, nothing is twice."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from protocol.game import Action, Reseat, View
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.record import Record
from protocol.verdict import Proved, judge
from tests.support.driver import any_of
from tests.support.net import Faults, Net
from tests.support.player import Plan
from tests.support.substitute import Bots, Returner, Voter

SEED = 1
SHARES = 6
KINDS = ("PickBid", "PickOrder", "Place", "PlayCards", "broker", "colour", "gem", "price", "spot")
"""What Ben is asked in that game: prompts, and choices by what is chosen."""
PLAN = Plan("ys", 3)
HOST = Plan("ys", 3, is_host=True)


class Vanisher(Returner):
    """Decides something, and is gone before the server hears of it."""

    def __init__(self, point: int | None = None) -> None:
        """Vanish with decision number `point`; they are counted from 0."""
        super().__init__(GAMES, "Ben", PLAN, SEED)
        self.asked: list[str] = []
        """What was to be decided, until that."""
        self._choose, self._point = self._decide, point

    def _decide(self, view: View[Any], options: Sequence[Action], rng: Random) -> Action:
        assert self.chair is not None
        if not self.is_away and self.has_seat:
            self.is_away = len(self.asked) == self._point
            prompt = self.chair.prompt
            self.asked.append(getattr(prompt, "what", type(prompt).__name__))
        return any_of(view, options, rng)


def table(gone: Vanisher) -> tuple[Net, Voter]:
    """Return a table with Ben at it and bots about, and the host."""
    host, other = Voter(GAMES, "Ada", HOST, SEED), Voter(GAMES, "Cara", PLAN, SEED)
    return Net(GAMES, [host, gone, other], SEED, Faults(), bots=Bots(SEED)), host


@cache
def decisions() -> tuple[str, ...]:
    """Return what Ben has to decide in the game when he stays."""
    stays = Vanisher()
    table(stays)[0].run()
    return tuple(stays.asked)


def vanish(point: int) -> None:
    """Let Ben be gone at that decision, a bot take over if there is a round left, and Ben come back."""
    gone = Vanisher(point)
    net, host = table(gone)
    net.run(lambda: gone.is_away)
    assert gone.chair is not None
    assert host.chair is not None
    seat, unheard = gone.chair.seat, gone.chair.pending
    assert seat is not None
    assert unheard is not None
    heard, match = len(gone.chair.match.log), host.chair.match
    net.run(lambda: match.seating.chairs[seat].bot or host.is_done)
    has_bot = match.seating.chairs[seat].bot
    gone.is_away = False
    net.run()

    final = gone.chair.match
    assert all(player.chair and player.chair.match.chain == final.chain for player in net.players)
    assert isinstance(judge(Record(final.setup, tuple(final.log)), GAMES), Proved)
    seats = [at for at, entry in enumerate(final.log) if is_reseat(final, entry)]
    assert bool(seats) is has_bot
    if has_bot:
        assert not any(entry.seat == seat for entry in final.log[heard : seats[0]]), "nobody decides instead"
    assert unheard not in final.log, "it comes too late"


def is_reseat(match: Match[Any], entry: Entry) -> bool:
    """Tell whether `entry` gives somebody a seat."""
    return isinstance(match.game.decode(entry.actions[0]), Reseat)


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("kind", KINDS)
def test_player_who_leaves_mid_decision_decides_once(kind: str) -> None:
    """Of each kind of question, the first: the log holds one answer or none, and its replay is proved."""
    vanish(decisions().index(kind))


def test_every_kind_of_question_is_among_them() -> None:
    """The game has them all, and no other."""
    assert set(decisions()) == set(KINDS)


@pytest.mark.slow
@pytest.mark.rule("R52c")
@pytest.mark.parametrize("share", range(SHARES))
def test_player_may_leave_at_every_decision(share: int) -> None:
    """The same at each decision of the whole game."""
    for point in range(share, len(decisions()), SHARES):
        vanish(point)
