"""What there is to win in a round, as one seat values it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from protocol.games.ys.board import (
    BLACK,
    COLOURS,
    COMMERCE_POINTS,
    NEIGHBORHOOD_OF,
    RING_OF,
    WHITE,
)
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.phases.gems import dearest
from protocol.games.ys.state import State, layout_of
from ys_server.bots.ys.worth import Worth

MARKET: Final = "market"
NO_GEMS: Final = (0.0,) * 4
"""What is left of a port that was shared out."""
CARDS: Final[Mapping[str, float]] = {"prince": 4.0, "king": 5.0, "spy": 0.5, "herald": 1.5, "magician": 1.5}
"""What characters are worth that give no gem."""
OTHER_CARD: Final = 1.0
GIVES_COLOUR: Final = ("jeweller", "courtier")
GIVES_BLACK: Final = ("smuggler",)
AT_ONCE: Final = ("prince", "king", *GIVES_COLOUR, *GIVES_BLACK)
"""Characters that are worth something even in the last round."""


class Stakes:
    """Gems, cards, points and prices, in VP for one seat."""

    commerce: float = float(COMMERCE_POINTS)
    """What a commercial area is worth (R38)."""

    def __init__(self, state: State, seat: int, left: float) -> None:
        """Look at what `state` offers, with `left` rounds to come."""
        self._state = state
        self._fixed = layout_of(state)
        self._left = left
        gems = [player.gems for player in state.players]
        self.worth = Worth(gems, state.prices, seat, left, self._fixed.seats)

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
        for number in self._fixed.neighborhoods:
            prizes[f"neighborhood-{number}"] = self._port_prizes(number)
        rings = {
            "port": lambda number: self.gem_worth[BLACK],
            "commerce": lambda number: self.commerce,
            "palace": lambda number: self.card_worth(self._state.palaces[number - 1]),
        }
        for area in self._fixed.board:
            if area in RING_OF:
                prizes[area] = (rings[RING_OF[area]](NEIGHBORHOOD_OF[area]),)
        for line, gem in zip(self._fixed.lines, self._state.market, strict=True):
            prizes[f"line-{line}"] = (self.gem_worth[gem],)
        prizes[MARKET] = (self.majority,)
        return prizes

    @cached_property
    def majority(self) -> float:
        """What moving any price by a step is worth (R46)."""
        return max(abs(worth) for worth in self.step_worth)

    def card_worth(self, card: str) -> float:
        """Return what winning the character `card` is worth; "" is none."""
        if not card or (self._left <= 1.0 and card not in AT_ONCE):
            return 0.0
        if card in GIVES_COLOUR:
            return self.gem_worth[WHITE]
        if card in GIVES_BLACK:
            return self.gem_worth[BLACK]
        return CARDS.get(card, OTHER_CARD)

    def _port_prizes(self, number: int) -> tuple[float, ...]:
        """Return what each place gets: the first the best two, the others what those before them leave."""
        port = (self.gem_worth[gem] for gem in self._best_first(self._state.ports[number - 1]))
        first, *others = (*port, *NO_GEMS)[: len(self._fixed.shares)]
        return (first + others[0], *((better + worse) / 2 for better, worse in pairwise(others)))

    def _best_first(self, gems: Sequence[str]) -> Sequence[str]:
        """Return the gems as they are taken."""
        return sorted(gems, key=self.gem_worth.__getitem__, reverse=True)


class NeutralStakes(Stakes):
    """What it is worth to a seat that the neutral player wins something: places that are lost (R63–R65)."""

    commerce = 0.0
    majority = 0.0

    def __init__(self, state: State, seat: int, left: float) -> None:
        """Look at what `state` offers the neutral player, as `seat`, with `left` rounds to come."""
        super().__init__(state, seat, left)
        self._dearest = dearest(state.prices, COLOURS)

    @cached_property
    def gem_worth(self) -> Mapping[str, float]:
        """What the neutral player's next gem of each kind is worth."""
        neutral = self._fixed.neutral
        coloured = {colour: self.worth.gem(index, neutral) for index, colour in enumerate(COLOURS)}
        return {**coloured, WHITE: coloured[self._dearest], BLACK: 0.0, "": 0.0}

    def card_worth(self, card: str) -> float:
        """Return what it is worth that the neutral player wins `card`: it takes a gem for most (R63)."""
        return 0.0 if not card or CHARACTERS[card].serves_neutral else self.gem_worth[self._dearest]

    def _best_first(self, gems: Sequence[str]) -> Sequence[str]:
        """Return the gems, dearest first (R64)."""
        left, taken = list(gems), []
        while left:
            taken.append(dearest(self._state.prices, left))
            left.remove(taken[-1])
        return taken
