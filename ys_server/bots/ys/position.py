"""The board as one seat weighs it: every contest it can take part in, and what a change there is worth in VP.

A contest's worth depends only on the seat's own strength in it; what others have there is guessed once.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from protocol.game import View
from protocol.games.ys.board import (
    AREAS,
    BID,
    BLACK,
    COLOURS,
    COLUMN_MOVES,
    COLUMN_OF,
    COMMERCE_POINTS,
    HAND,
    LAST,
    LINE_OF,
    MARKET_POINTS,
    NEIGHBORHOOD_OF,
    RING_OF,
    ROUNDS,
    SQUARES,
    TURNS,
    WHITE,
    Spot,
)
from protocol.games.ys.state import Phase, State, layout_of
from ys_server.bots.ys.guess import guesses
from ys_server.bots.ys.taste import Taste
from ys_server.bots.ys.throne import Throne
from ys_server.bots.ys.worth import Worth, chance

Move: TypeAlias = tuple[Spot, int, int]
"""A change at a place: strength and number of own brokers more there."""

MARKET: Final = "market"
CONTESTS: Final[Mapping[Spot, tuple[str, ...]]] = {
    **{area: (area, f"neighborhood-{NEIGHBORHOOD_OF[area]}") for area in AREAS},
    **{square: (f"line-{LINE_OF[square]}", MARKET) for square in SQUARES},
}
"""The contests that a broker at a place takes part in."""
NO_GEMS: Final = (0.0,) * 4
"""What is left of a port that was shared out."""
MARKET_SHARE: Final = 0.15
"""Part of a round's gems that the market gives, after the neighborhoods have."""
CARDS: Final[Mapping[str, float]] = {"prince": 4.0, "king": 5.0, "spy": 0.5, "herald": 1.5, "magician": 1.5}
"""What characters are worth that give no gem."""
OTHER_CARD: Final = 1.0
GIVES_COLOUR: Final = ("jeweller", "courtier")
GIVES_BLACK: Final = ("smuggler",)
AT_ONCE: Final = ("prince", "king", *GIVES_COLOUR, *GIVES_BLACK)
"""Characters that are worth something even in the last round."""


class Rival(NamedTuple):
    """What another seat has in a contest, as far as one can guess, and how it would fare in a tie with us."""

    mean: float
    variance: float
    tie: float
    """How likely we win a tie against it, less one half."""


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
        gems = [player.gems for player in self.state.players]
        self.worth = Worth(gems, self.state.prices, self.seat, self.left, self.fixed.seats)
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
        return sum(self.prizes[contest][0] for contest in CONTESTS.get(spot, ()))

    @cached_property
    def throne(self) -> Throne:
        """The race for the throne room (R71)."""
        return Throne(self.state, self.seat, self._guesses, self.taste)

    @cached_property
    def gem_worth(self) -> Mapping[str, float]:
        """What one more gem of each kind is worth, white included (R9)."""
        coloured = {colour: self.worth.gem(index) for index, colour in enumerate(COLOURS)}
        return {**coloured, WHITE: max(coloured.values()), BLACK: self.worth.black(), "": 0.0}

    @cached_property
    def step_worth(self) -> tuple[float, ...]:
        """What one step up of each price is worth, up and down taken together."""
        return tuple(
            (self.worth.step(index, 1) - self.worth.step(index, -1)) / 2 for index in range(len(COLOURS))
        )

    @cached_property
    def prizes(self) -> Mapping[str, tuple[float, ...]]:
        """What each contest gives to the first, second, third (R36–R39, R43, R46)."""
        prizes: dict[str, tuple[float, ...]] = {}
        for number in self.fixed.neighborhoods:
            prizes[f"neighborhood-{number}"] = self._port_prizes(number)
        rings = {
            "port": lambda number: self.gem_worth[BLACK],
            "commerce": lambda number: float(COMMERCE_POINTS),
            "palace": lambda number: self.card_worth(self.state.palaces[number - 1]),
        }
        for area in self.fixed.board:
            if area in RING_OF:
                prizes[area] = (rings[RING_OF[area]](NEIGHBORHOOD_OF[area]),)
        for line, gem in zip(self.fixed.lines, self.state.market, strict=True):
            prizes[f"line-{line}"] = (self.gem_worth[gem],)
        prizes[MARKET] = (max(abs(worth) for worth in self.step_worth),)
        return prizes

    def card_worth(self, card: str) -> float:
        """Return what winning the character `card` is worth; "" is none."""
        if not card or (self.left <= 1.0 and card not in AT_ONCE):
            return 0.0
        if card in GIVES_COLOUR:
            return self.gem_worth[WHITE]
        if card in GIVES_BLACK:
            return self.gem_worth[BLACK]
        return CARDS.get(card, OTHER_CARD)

    def _port_prizes(self, number: int) -> tuple[float, ...]:
        """Return what each place gets: the first the best two, the others what those before them leave."""
        port = sorted((self.gem_worth[gem] for gem in self.state.ports[number - 1]), reverse=True)
        first, *others = (*port, *NO_GEMS)[: len(self.fixed.shares)]
        return (first + others[0], *((better + worse) / 2 for better, worse in pairwise(others)))

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
        prizes, rivals = self.prizes[contest], self._rivals.get(contest, {})
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
        more = self.taste.threat * self._to_come[seat]
        tie = self._ties[seat]
        if there is None:
            comes = min(0.6, more)
            return 1.0 - comes * (1.0 - chance(strength - 2.2 + tie, 0.8))
        mean, variance = there
        spread = (0.305 * (variance + 3.0 * more) + 0.015) ** 0.5
        return chance(strength - mean - more + tie, spread)

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
                chance(totals[index] - totals[other], (0.305 * (variance + columns[other][1]) + noise) ** 0.5)
                for other in range(len(columns))
                if other != index
            )
            value += _move(above) * self.step_worth[index]
        return value


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
