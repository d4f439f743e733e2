"""The board of two as one of them weighs it: what the only rival wins is lost, and there is a neutral player.

The neutral player wins all ties, but not the game (R62, R65): what it gets counts by what the two lose.
"""

from typing import Final, NamedTuple

from protocol.game import View
from protocol.games.ys.board import COLOURS, COLUMN_OF, Spot
from protocol.games.ys.state import State, layout_of
from ys_server.bots.ys.position import CONTESTS, THREATENED, USUAL, Position, comes, lead
from ys_server.bots.ys.stakes import NeutralStakes, Stakes
from ys_server.bots.ys.taste import Taste

TIED: Final = 0.5
"""What a tie that is won adds to a strength."""
USUAL_VARIANCE: Final = 2.1
"""Variance of the strength of a broker that comes where none of its player is."""


class Stand(NamedTuple):
    """What a player has in a contest: how likely anything, and its strength then."""

    there: float
    mean: float
    variance: float


class Duel(Position):
    """A view of a board of two, weighed: gains are own gains less the rival's."""

    def __init__(self, view: View[State], taste: Taste, *, wins_ties: bool = False) -> None:
        """Look at `view`; if told so, as one who wins every tie."""
        super().__init__(view, taste, wins_ties=wins_ties)
        assert self.fixed.neutral is not None
        self._neutral = self.fixed.neutral
        self._rival = 1 - self.seat
        rivals = Stakes(self.state, self._rival, self.left).prizes
        neutrals = NeutralStakes(self.state, self.seat, self.left).prizes
        self._prizes = {
            contest: (own, tuple(-worth for worth in rivals[contest]), neutrals[contest])
            for contest, own in self.stakes.prizes.items()
        }

    def placing_neutral(self, spot: Spot, value: int) -> float:
        """Return what a neutral broker of `value` from the hand is worth at `spot` (R61)."""
        gain = 0.0
        for contest in CONTESTS[spot]:
            strength, count = self.own.get(contest, (0, 0))
            gain += self._contested(contest, strength, count, value)
            gain -= self._value(contest, strength, count)
        if spot in COLUMN_OF and value:
            gain += self._pushed(((COLOURS.index(COLUMN_OF[spot]), value),)) - self._pushed(())
        return gain

    def total(self) -> float:
        """Return what all contests together are worth as they stand, those without own brokers, too."""
        return sum(self._value(contest, *self.own.get(contest, (0, 0))) for contest in self._prizes)

    def _weighed(self, contest: str, strength: int, count: int) -> float:
        return self._contested(contest, strength, count, None)

    def _contested(self, contest: str, strength: int, count: int, neutral: int | None) -> float:
        """Return what a contest is worth with so much of its own and a neutral broker of that value more."""
        own = Stand(float(count > 0), strength, 0.0)
        rival, third = self._stand(contest, self._rival), self._stand(contest, self._neutral, neutral)
        over_rival = _over(own, rival, self._ties[self._rival])
        over_third = _over(own, third, self._ties[self._neutral])
        rival_over = _over(rival, third, -TIED)
        places = (
            _places(rival.there * (1.0 - over_rival), third.there * (1.0 - over_third)),
            _places(own.there * over_rival, third.there * (1.0 - rival_over)),
            _places(own.there * over_third, rival.there * rival_over),
        )
        return sum(
            stand.there * sum(how * prize for how, prize in zip(likely, prizes, strict=False))
            for stand, likely, prizes in zip((own, rival, third), places, self._prizes[contest], strict=True)
        )

    def _stand(self, contest: str, player: int, added: int | None = None) -> Stand:
        """Return what `player` may have in the contest, with a broker of the value `added` if any."""
        more = self.threat(player)
        there = self._rivals.get(contest, {}).get(player)
        if there is None and added is None:
            return Stand(comes(more), USUAL, USUAL_VARIANCE)
        mean, variance = there or (0.0, 0.0)
        return Stand(1.0, mean + (added or 0) + more, variance + THREATENED * more)


def _over(one: Stand, other: Stand, tie: float) -> float:
    """Return how likely `one` is ahead of `other` if both are there."""
    return lead(one.mean - other.mean + tie, one.variance + other.variance)


def _places(one: float, other: float) -> tuple[float, float, float]:
    """Return how likely the first, second and third place is for whom the others are ahead of so likely."""
    return (1.0 - one) * (1.0 - other), one * (1.0 - other) + other * (1.0 - one), one * other


def position(view: View[State], taste: Taste, *, wins_ties: bool = False) -> Position:
    """Return the view's board, weighed as it is at a table of so many."""
    weighed = Duel if layout_of(view.state).neutral is not None else Position
    return weighed(view, taste, wins_ties=wins_ties)
