"""The bot that looks one step ahead: it takes the action whose gain, in VP, it reckons highest.

How each kind of action is weighed stands in one table. It sees a View and nothing else.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from protocol.chance import Rng
from protocol.game import Action, Choice, View
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.board import BROKERS, COLOURS, Spot
from protocol.games.ys.prompts import prompt
from protocol.games.ys.state import State, broker_at
from protocol.seals import Token
from ys_server.bots.ys.cards import plan
from ys_server.bots.ys.duel import Duel, position
from ys_server.bots.ys.position import turns_left
from ys_server.bots.ys.taste import Taste
from ys_server.bots.ys.worth import chance

MEAN: Final = sum(BROKERS) / len(BROKERS)
"""The value that others expect of a broker they cannot see."""
SAME: Final = 1e-9
"""VP that make no difference."""
BEFORE: Final = 1000.0
"""Above any placing: a card that is to be used is used before anything is placed (R52)."""

AFTER: Final = -100.0
"""Below any placing of one's own: the neutral player's broker comes after those it shall help."""


class Thought:
    """One decision being thought over: the view, and its position once it is needed."""

    def __init__(self, view: View[State], taste: Taste) -> None:
        """Begin with `view`."""
        self.taste = taste
        self.view = view
        self.position = position(view, taste)
        assert view.seat is not None
        self.prompt = prompt(view.state, view.seat)
        kept = taste.kept_in_duel if isinstance(self.position, Duel) else taste.kept
        self._kept = taste.tie if turns_left(view.state) <= 1 else kept
        self._placings: dict[tuple[Spot, int], float] = {}

    def placing(self, spot: Spot, value: int) -> float:
        """Return the gain of placing a broker of `value` at `spot`, less what it would be worth in hand."""
        gain = self._placings.get((spot, value))
        if gain is None:
            gain = self._placings[spot, value] = self.position.placing(spot, value) - self._kept * value
        return gain

    def placing_neutral(self, duel: Duel, spot: Spot, value: int) -> float:
        """Return the gain of a neutral broker of `value` at `spot`, below that of any own one."""
        return AFTER + duel.placing_neutral(spot, value)

    def is_neutral(self, token: Token) -> bool:
        """Tell whether `token` is one of the neutral player's brokers that this seat holds."""
        broker = broker_at(self.view.state, token)
        return broker is not None and broker.owner != self.view.seat

    def value(self, token: Token) -> int:
        """Return the value of an own broker."""
        return self.view.known[token].value


def _place_up(thought: Thought, action: PlaceUp) -> float:
    return thought.placing(action.spot, action.opening.value)


def _place_down(thought: Thought, action: PlaceDown) -> float:
    if isinstance(thought.position, Duel) and thought.is_neutral(action.token):
        return thought.placing_neutral(thought.position, action.spot, thought.value(action.token))
    value = thought.value(action.token)
    return thought.placing(action.spot, value) + thought.taste.face * abs(value - MEAN)


def _bid(thought: Thought, action: Bid) -> float:
    taste = thought.taste
    values = [thought.value(token) for token in action.tokens]
    strength = sum(values)
    others = len(thought.view.state.setup.seats) - 1
    before = others * chance(strength - taste.expected, taste.spread)
    return taste.ranked * before + taste.tie * strength - sum(taste.in_play[value] for value in values)


def _to_throne(thought: Thought, action: ToThrone) -> float:
    return thought.position.throne.sending(thought.value(action.token))


def _order(thought: Thought, action: Order) -> float:
    return thought.taste.orders[action.card - 1]


def _use(thought: Thought, action: UseCard) -> float:
    """Above all placings when the card should be used, as it is used before them; else below."""
    gain = plan(action.card).gain(thought.view, thought.position)
    return BEFORE + gain if gain > 0 else -BEFORE


def _pass(thought: Thought, action: Pass) -> float:
    return 0.0


def _take(thought: Thought, action: Take) -> float:
    assert isinstance(thought.prompt, Choice)
    return ANSWERS.get(thought.prompt.what, _card_answer)(thought, action.what)


def _gem(thought: Thought, word: str) -> float:
    return thought.position.stakes.gem_worth[word]


def _column(thought: Thought, word: str) -> float:
    return thought.position.stakes.step_worth[COLOURS.index(word)]


def _price(thought: Thought, word: str) -> float:
    return thought.position.stakes.worth.step(COLOURS.index(word[:-1]), 1 if word[-1] == "+" else -1)


def _card_answer(thought: Thought, word: str) -> float:
    asking = thought.view.state.asking
    if asking is None:
        return 0.0
    return plan(asking.card).answer(thought.view, thought.position, asking.chosen, word)


Weigh: TypeAlias = Callable[[Thought, Any], float]

WEIGHTS: Final[dict[type[Action], Weigh]] = {
    Bid: _bid,
    Order: _order,
    PlaceUp: _place_up,
    PlaceDown: _place_down,
    ToThrone: _to_throne,
    UseCard: _use,
    Pass: _pass,
    Take: _take,
}
"""How each kind of action is weighed, in VP."""
ANSWERS: Final[dict[str, Callable[[Thought, str], float]]] = {
    "gem": _gem,
    "colour": _gem,
    "column": _column,
    "price": _price,
}
"""How the answers to each kind of choice are weighed; what is not here, a card asks."""


class Greedy:
    """Takes the action it reckons best, any of the best if there are several; its bids vary a little."""

    def __init__(self, taste: Taste | None = None) -> None:
        """Reckon by `taste`."""
        self._taste = taste or Taste()

    def choose(self, view: View[Any], options: Sequence[Action], rng: Rng, seconds: float) -> Action:
        """Return the best of `options` by its own reckoning."""
        if len(options) == 1:
            return options[0]
        thought = Thought(view, self._taste)
        worths = [WEIGHTS[type(action)](thought, action) for action in options]
        enough = max(worths) - (self._taste.mood if isinstance(options[0], Bid) else SAME)
        best = [number for number, worth in enumerate(worths) if worth >= enough]
        return options[best[rng.below(len(best))]]
