"""Whole games of Ys through `Game.apply`, with real vaults: what a table and its clients do, without either.

`play` plays one to the end; `Table` stops wherever a test wants to look or interfere.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TypeAlias

from protocol.game import NATURE, Action, Event, Prompt, Seat, Setup, View
from protocol.games.ys.actions import Take, UseCard
from protocol.games.ys.board import CARDS_A_ROUND, COLUMN_OF, GONE, STEPS, THRONE
from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase, State, layout_of, stayed, throne_of
from protocol.seals import Opening, Token
from protocol.vault import Vault

Chooser: TypeAlias = Callable[[View[State], Sequence[Action], Random], Action]
"""Picks one of the legal actions."""

NAMES = ("Ada", "Bo", "Cara", "Dan")
HALF = 0.5
OWN = 11
"""Brokers that a seat seals of its own."""


def at_random(view: View[State], options: Sequence[Action], rng: Random) -> Action:
    """Return any of the options."""
    return options[rng.randrange(len(options))]


def card_first(view: View[State], options: Sequence[Action], rng: Random) -> Action:
    """Return the use of a card if there is one, on the throne room half of the time; else any option."""
    first = options[0]
    enthroned = {str(broker.token) for broker in view.state.brokers if broker.spot == THRONE}
    royal = [option for option in options if isinstance(option, Take) and option.what in enthroned]
    if royal and rng.random() < HALF:
        return at_random(view, royal, rng)
    return first if isinstance(first, UseCard) else at_random(view, options, rng)


@cache
def vault(seed: int, seat: int) -> Vault:
    """Return the vault of a seat (or of NATURE) in the game of `seed`."""
    name = NAMES[seat] if seat >= 0 else "Nature"
    return Vault(bytes([seat + 1]) * 32, seed.to_bytes(16, "big"), name)


def setup_of(seed: int, seats: int = 4, options: Sequence[str] = ()) -> Setup:
    """Return the setup of the game of `seed`."""
    chairs = tuple(vault(seed, seat).keys for seat in range(seats))
    return Setup("ys", YS.rules, tuple(options), chairs, vault(seed, NATURE).keys)


class Lying(Vault):
    """A vault that seals other values than its seat's brokers have."""

    def __init__(self, seed: int, seat: int, lies: Mapping[str, Sequence[int]]) -> None:
        """Derive the secrets that `vault` would; `lies` are values of hands by the name of their dealing."""
        honest = vault(seed, seat)
        super().__init__(bytes([seat + 1]) * 32, honest.keys.nonce, honest.keys.name)
        self._lies = lies

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return the hand of `deal`, honest or not, of so many brokers as there have to be."""
        return super().hand(setup, deal, self._lies.get(deal, values[:OWN]))


class Table:
    """A game on its way: the state, all events and all actions so far."""

    def __init__(
        self,
        seed: int,
        choose: Chooser = at_random,
        seats: int = 4,
        options: Sequence[str] = (),
        *,
        vaults: Mapping[Seat, Vault] | None = None,
    ) -> None:
        """Start the game of `seed`, in which humans choose by `choose`; `vaults` are others than usual."""
        self.seed = seed
        self.rng = Random(seed)
        self.choose = choose
        self.vaults = {Seat(seat): vault(seed, seat) for seat in (NATURE, *range(seats))} | dict(vaults or {})
        self.state = YS.start(setup_of(seed, seats, options))
        self.events: list[Event] = []
        self.log: list[tuple[Seat, Action]] = []

    def prompts(self) -> Mapping[Seat, Prompt]:
        """Return who is asked what."""
        return YS.prompts(self.state)

    def view(self, seat: Seat) -> View[State]:
        """Return what `seat` sees."""
        return View(self.state, seat, YS.knows(self.state, seat, self.vaults[seat]))

    def do(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Apply `action` and return what happened."""
        step = YS.apply(self.state, seat, action)
        self.state = step.state
        self.log.append((seat, action))
        self.events.extend(step.events)
        return step.events

    def answers(self, seat: Seat) -> tuple[Action, ...]:
        """Return what `seat` owes, or the one action it chooses."""
        owed = YS.owed(self.state, seat, self.vaults[seat])
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
            for action in YS.owed(self.state, owing[0], self.vaults[owing[0]]):
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


def play(seed: int, choose: Chooser = at_random, seats: int = 4, options: Sequence[str] = ()) -> Table:
    """Return the table of `seed` after a whole game."""
    table = Table(seed, choose, seats, options)
    while table.prompts():
        table.step()
    return table


def check(state: State) -> None:
    """Fail unless everything holds that holds in every state of a game."""
    over, fixed = state.phase is Phase.OVER, layout_of(state)
    assert bool(YS.prompts(state)) is not over
    assert (YS.outcome(state) is None) is not over
    assert set(YS.prompts(state)) <= {NATURE, *stayed(state)}
    assert len(state.players) == fixed.players
    if not over:
        _check_brokers(state)
    for player in state.players:
        assert player.points == sum(player.sources)
        assert min(player.gems) >= 0
        assert player.used <= CARDS_A_ROUND
    assert all(1 <= price <= STEPS for price in state.prices)
    orders = sorted(player.order for player in state.players[: fixed.seats])
    assert orders in ([0] * fixed.seats, list(range(1, fixed.seats + 1)))


def _check_brokers(state: State) -> None:
    fixed = layout_of(state)
    hands = state.brokers[: fixed.seats * fixed.hand]
    assert [broker.token for broker in hands] == list(range(state.first, state.first + len(hands)))
    assert [broker.holder for broker in hands] == [at // fixed.hand for at in range(len(hands))]
    for at, broker in enumerate(hands):
        assert broker.owner == (broker.holder if at % fixed.hand < OWN else fixed.neutral)
    others = state.brokers[len(hands) :]
    assert all(broker.owner == broker.holder for broker in others)
    assert len({broker.token for broker in state.brokers}) == len(state.brokers)
    closed = [
        broker for broker in state.brokers if broker.up and broker.value is None and broker.spot != GONE
    ]
    assert all(_is_due(state, broker.token) for broker in closed)
    squares = [broker.spot for broker in state.brokers if broker.spot in COLUMN_OF]
    assert len(squares) == len(set(squares))
    enthroned = [broker for broker in state.brokers if broker.spot == THRONE]
    assert not any(broker.up for broker in enthroned) or state.phase is Phase.THRONE
    if state.phase in _BEFORE_FAVOR:
        for seat in stayed(state):
            of_seat = [broker for broker in enthroned if broker.holder == seat]
            assert len(of_seat) == (state.round - state.players[seat].joined) * fixed.has_throne
            assert len(throne_of(state, seat)) == len(of_seat) or state.phase is not Phase.SEAL


def _is_due(state: State, token: Token) -> bool:
    """Tell whether the broker is to be opened because a Magician brought it to the place of an open one."""
    return any(token in getattr(asked, "tokens", ()) for asked in YS.prompts(state).values())


_BEFORE_FAVOR = frozenset(Phase) - {Phase.SEAL_TRIO, Phase.FAVOR, Phase.THRONE, Phase.OVER}
