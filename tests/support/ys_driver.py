"""Whole games of Ys through `Game.apply`, with real vaults: what a table and its clients do, without either.

`play` plays one to the end; `Table` stops wherever a test wants to look or interfere.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TypeAlias

from protocol.game import NATURE, Action, Event, Prompt, Seat, Setup, View
from protocol.games.ys.actions import Take, UseCard
from protocol.games.ys.board import CARDS_A_ROUND, SQUARES, STEPS
from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase, State
from protocol.vault import Vault

Chooser: TypeAlias = Callable[[View[State], Sequence[Action], Random], Action]
"""Picks one of the legal actions."""

NAMES = ("Ada", "Bo", "Cara", "Dan")


def at_random(view: View[State], options: Sequence[Action], rng: Random) -> Action:
    """Return any of the options."""
    return options[rng.randrange(len(options))]


def card_first(view: View[State], options: Sequence[Action], rng: Random) -> Action:
    """Return the use of a card if there is one, else any of the options."""
    first = options[0]
    return first if isinstance(first, UseCard) else at_random(view, options, rng)


@cache
def vault(seed: int, seat: int) -> Vault:
    """Return the vault of a seat (or of NATURE) in the game of `seed`."""
    name = NAMES[seat] if seat >= 0 else "Nature"
    return Vault(bytes([seat + 1]) * 32, seed.to_bytes(16, "big"), name)


def setup_of(seed: int, seats: int = 4) -> Setup:
    """Return the setup of the game of `seed`."""
    chairs = tuple(vault(seed, seat).keys for seat in range(seats))
    return Setup(game="ys", rules=1, options=(), seats=chairs, nature=vault(seed, NATURE).keys)


class Table:
    """A game on its way: the state, all events and all actions so far."""

    def __init__(self, seed: int, choose: Chooser = at_random) -> None:
        """Start the game of `seed`, in which humans choose by `choose`."""
        self.seed = seed
        self.rng = Random(seed)
        self.choose = choose
        self.state = YS.start(setup_of(seed))
        self.events: list[Event] = []
        self.log: list[tuple[Seat, Action]] = []

    def prompts(self) -> Mapping[Seat, Prompt]:
        """Return who is asked what."""
        return YS.prompts(self.state)

    def view(self, seat: Seat) -> View[State]:
        """Return what `seat` sees."""
        return View(self.state, seat, YS.knows(self.state, seat, vault(self.seed, seat)))

    def do(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Apply `action` and return what happened."""
        step = YS.apply(self.state, seat, action)
        self.state = step.state
        self.log.append((seat, action))
        self.events.extend(step.events)
        return step.events

    def answers(self, seat: Seat) -> tuple[Action, ...]:
        """Return what `seat` owes, or the one action it chooses."""
        owed = YS.owed(self.state, seat, vault(self.seed, seat))
        view = self.view(seat)
        return owed or (self.choose(view, YS.legal(view), self.rng),)

    def step(self) -> None:
        """Let one of those who are asked answer."""
        seat = self.rng.choice(list(self.prompts()))
        for action in self.answers(seat):
            self.do(seat, action)

    def pay(self) -> None:
        """Give the automatic answers of all seats until only humans are asked."""
        while owing := [seat for seat, asked in self.prompts().items() if asked.automatic]:
            for action in YS.owed(self.state, owing[0], vault(self.seed, owing[0])):
                self.do(owing[0], action)

    def take(self, *words: str) -> None:
        """Answer one choice after the other, whoever is asked, and let the clients do the rest."""
        for word in words:
            (seat,) = self.prompts()
            self.do(seat, Take(what=word))
            self.pay()

    def until(self, reached: Callable[["Table"], bool]) -> "Table":
        """Play on until `reached` is true; the game must not end before."""
        while not reached(self):
            assert self.prompts(), "the game ended before that"
            self.step()
        return self


def play(seed: int, choose: Chooser = at_random) -> Table:
    """Return the table of `seed` after a whole game."""
    table = Table(seed, choose)
    while table.prompts():
        table.step()
    return table


def check(state: State) -> None:
    """Fail unless everything holds that holds in every state of a game."""
    over = state.phase is Phase.OVER
    assert bool(YS.prompts(state)) is not over
    assert (YS.outcome(state) is None) is not over
    assert not set(YS.prompts(state)) & set(state.leavers)
    assert len(state.brokers) == (0 if over else 44)
    assert [broker.token for broker in state.brokers] == list(
        range(state.first, state.first + len(state.brokers))
    )
    assert all(broker.owner == at // 11 for at, broker in enumerate(state.brokers))
    assert all(broker.value is not None for broker in state.brokers if broker.up)
    squares = [broker.spot for broker in state.brokers if broker.spot in SQUARES]
    assert len(squares) == len(set(squares))
    for player in state.players:
        assert player.points == sum(player.sources)
        assert min(player.gems) >= 0
        assert player.used <= CARDS_A_ROUND
    assert all(1 <= price <= STEPS for price in state.prices)
    orders = sorted(player.order for player in state.players)
    assert orders in ([0, 0, 0, 0], [1, 2, 3, 4])
