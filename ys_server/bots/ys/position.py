"""The board as one seat weighs it: every contest it can take part in, and what a change there is worth in VP.

A contest's worth depends only on the seat's own strength in it; what others have there is guessed once.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from protocol.game import View
from protocol.games.ys.board import (
    AREAS,
    BID,
    COLOURS,
    COLUMN_MOVES,
    COLUMN_OF,
    HAND,
    LAST,
    LINE_OF,
    MARKET_POINTS,
    NEIGHBORHOOD_OF,
    ROUNDS,
    SQUARES,
    TURNS,
    Spot,
)
from protocol.games.ys.state import Phase, State, layout_of
from ys_server.bots.ys.guess import guesses
from ys_server.bots.ys.stakes import MARKET, Stakes
from ys_server.bots.ys.taste import Taste
from ys_server.bots.ys.throne import Throne
from ys_server.bots.ys.worth import SCALE, chance

Move: TypeAlias = tuple[Spot, int, int]
"""A change at a place: strength and number of own brokers more there."""

CONTESTS: Final[Mapping[Spot, tuple[str, ...]]] = {
    **{area: (area, f"neighborhood-{NEIGHBORHOOD_OF[area]}") for area in AREAS},
    **{square: (f"line-{LINE_OF[square]}", MARKET) for square in SQUARES},
}
"""The contests that a broker at a place takes part in."""
USUAL: Final = 2.2
"""Strength of a broker that comes where none of its player is."""
THREATENED: Final = 3.0
"""Variance of the strength of a broker that may come."""
MARKET_SHARE: Final = 0.15
"""Part of a round's gems that the market gives, after the neighborhoods have."""


class Position:
    """A view of the board, weighed."""

    def __init__(self, view: View[State], taste: Taste, *, wins_ties: bool = False) -> None:
        """Look at `view`; if told so, as one who wins every tie."""
        assert view.seat is not None
        self.state = view.state
        self.taste = taste
        self.seat = view.seat
        self.fixed = layout_of(view.state)
        self.left = rounds_left(self.state)
        self._wins_ties = wins_ties
        self._guesses = guesses(view)
        self.stakes = Stakes(self.state, self.seat, self.left)
        self._memo: dict[tuple[str, int, int], float] = {}
        self._columns_memo: dict[tuple[tuple[int, int], ...], float] = {}
        self.own: dict[str, tuple[int, int]] = {}
        """Own strength and number of brokers by contest."""
        self._rivals: dict[str, dict[int, tuple[float, float]]] = {}
        self._columns: dict[str, tuple[float, float]] = dict.fromkeys(COLOURS, (0.0, 0.0))
        for guess in self._guesses:
            if guess.spot in CONTESTS:
                self._enter(guess.owner, guess.spot, guess.mean, guess.variance)

    def _enter(self, owner: int, spot: Spot, mean: float, variance: float) -> None:
        for contest in CONTESTS[spot]:
            if owner == self.seat:
                strength, count = self.own.get(contest, (0, 0))
                self.own[contest] = (strength + round(mean), count + 1)
            else:
                there = self._rivals.setdefault(contest, {})
                strength_, variance_ = there.get(owner, (0.0, 0.0))
                there[owner] = (strength_ + mean, variance_ + variance)
        if spot in COLUMN_OF:
            total, spread = self._columns[COLUMN_OF[spot]]
            self._columns[COLUMN_OF[spot]] = (total + mean, spread + variance)

    def gain(self, moves: Sequence[Move]) -> float:
        """Return what these changes of own brokers are worth together, in VP."""
        changes: dict[str, tuple[int, int]] = {}
        columns = dict.fromkeys(COLOURS, 0)
        for spot, strength, count in moves:
            for contest in CONTESTS[spot]:
                more, many = changes.get(contest, (0, 0))
                changes[contest] = (more + strength, many + count)
            if spot in COLUMN_OF:
                columns[COLUMN_OF[spot]] += strength
        total = 0.0
        for contest, (more, many) in changes.items():
            strength, count = self.own.get(contest, (0, 0))
            total += self._value(contest, strength + more, count + many) - self._value(
                contest, strength, count
            )
        pushed = tuple((index, columns[colour]) for index, colour in enumerate(COLOURS) if columns[colour])
        return total + (self._pushed(pushed) - self._pushed(()) if pushed else 0.0)

    def total(self) -> float:
        """Return what all contests together are worth as they stand."""
        return sum(self._value(contest, *has) for contest, has in self.own.items())

    def placing(self, spot: Spot, value: int) -> float:
        """Return what a broker of `value` from the hand is worth at `spot`."""
        return self.gain(((spot, value, 1),)) + (MARKET_POINTS if spot in COLUMN_OF else 0)

    def prize(self, spot: Spot) -> float:
        """Return what is to be won in the contests that a broker at `spot` is part of."""
        return sum(self.stakes.prizes[contest][0] for contest in CONTESTS.get(spot, ()))

    @cached_property
    def throne(self) -> Throne:
        """The race for the throne room (R71)."""
        return Throne(self.state, self.seat, self._guesses, self.taste)

    @cached_property
    def _ties(self) -> tuple[float, ...]:
        """By player: how likely we win a tie against it, less one half (R33, R62)."""
        trios = [0.0] * len(self.state.players)
        for guess in self._guesses:
            if guess.spot in {BID, LAST}:
                trios[guess.owner] += guess.mean
        own, ours = trios[self.seat], self.state.players[self.seat].order
        return tuple(
            0.5
            if self._wins_ties
            else -0.5
            if seat == self.fixed.neutral
            else chance(own - trio + (0.2 if ours < player.order else -0.2), 0.1 if self._is_placed else 1.0)
            - 0.5
            for seat, (trio, player) in enumerate(zip(trios, self.state.players, strict=True))
        )

    @cached_property
    def _is_placed(self) -> bool:
        return self.state.phase not in {Phase.PLACE, Phase.BID, Phase.ORDER}

    @cached_property
    def _to_come(self) -> tuple[int, ...]:
        """By player: brokers still to be placed for it by others; a seat's last one stays (R30, R61)."""
        hands = [-1] * self.fixed.seats + [0] * (self.fixed.players - self.fixed.seats)
        for guess in self._guesses:
            # The neutral ones that this seat still holds are its own to place.
            hands[guess.owner] += guess.spot == HAND and (
                guess.owner == guess.holder or guess.holder != self.seat
            )
        return tuple(max(0, hand) for hand in hands)

    def _value(self, contest: str, strength: int, count: int) -> float:
        key = (contest, strength, count)
        value = self._memo.get(key)
        if value is None:
            value = self._memo[key] = self._weighed(contest, strength, count)
        return value

    def _weighed(self, contest: str, strength: int, count: int) -> float:
        prizes, rivals = self.stakes.prizes[contest], self._rivals.get(contest, {})
        if count == 0:
            return 0.0
        ahead = [1.0]
        for seat in range(len(self.state.players)):
            if seat == self.seat:
                continue
            beaten = self._beaten(seat, rivals.get(seat), strength)
            ahead = [
                (ahead[many] * beaten if many < len(ahead) else 0.0)
                + (ahead[many - 1] * (1 - beaten) if many else 0.0)
                for many in range(len(ahead) + 1)
            ]
        value = sum(chance_ * prize for chance_, prize in zip(ahead, prizes, strict=False))
        return value * self.taste.contested if rivals else value

    def _beaten(self, seat: int, there: tuple[float, float] | None, strength: int) -> float:
        """Return how likely we end up ahead of `seat` with so much strength."""
        more, tie = self.threat(seat), self._ties[seat]
        if there is None:
            return 1.0 - comes(more) * (1.0 - chance(strength - USUAL + tie, 0.8))
        mean, variance = there
        return lead(strength - mean - more + tie, variance + THREATENED * more)

    def threat(self, player: int) -> float:
        """Return how many brokers of `player` are expected to come to a certain contest."""
        return self.taste.threat * self._to_come[player]

    def _pushed(self, pushed: tuple[tuple[int, int], ...]) -> float:
        value = self._columns_memo.get(pushed)
        if value is None:
            value = self._columns_memo[pushed] = self._columns_worth(dict(pushed))
        return value

    def _columns_worth(self, pushed: Mapping[int, int]) -> float:
        """Return what the moves of the prices are worth after own brokers were added to columns (R44)."""
        columns = list(self._columns.values())
        totals = [total + pushed.get(index, 0) for index, (total, _) in enumerate(columns)]
        noise = 0.3 + sum(self._to_come) * 0.25
        value = 0.0
        for index, (_, variance) in enumerate(columns):
            above = sum(
                chance(totals[index] - totals[other], (SCALE * (variance + columns[other][1]) + noise) ** 0.5)
                for other in range(len(columns))
                if other != index
            )
            value += _move(above) * self.stakes.step_worth[index]
        return value


def comes(more: float) -> float:
    """Return how likely somebody comes where nobody of his is, when so many brokers are expected."""
    return min(0.6, more)


def lead(margin: float, variance: float) -> float:
    """Return how likely a strength is ahead that is expected to be so by `margin`."""
    return chance(margin, (SCALE * variance + 0.015) ** 0.5)


def _move(above: float) -> float:
    """Return the steps of a column that is expected to stand above so many others."""
    worse = min(int(above), len(COLUMN_MOVES) - 2)
    low, high = COLUMN_MOVES[-1 - worse], COLUMN_MOVES[-2 - worse]
    return low + (high - low) * (above - worse)


def rounds_left(state: State) -> float:
    """Return how much of the game is still to come, in rounds; what is being counted has come in part."""
    after = ROUNDS - state.round
    if state.phase is Phase.CITY:
        many = len(layout_of(state).neighborhoods)
        still = (many - state.area) / many * (1 - MARKET_SHARE) + MARKET_SHARE
        return max(0.0, after + still)
    if state.phase is Phase.MARKET:
        return float(after)
    return after + 1.0


def turns_left(state: State) -> int:
    """Return how many turns of placing are to come, this one included."""
    return TURNS - state.turn + 1 if state.phase is Phase.PLACE else 0
