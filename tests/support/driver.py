"""Whole tables that play themselves, one Chair and Vault a seat and nature's vault, all from one seed."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final, Generic, TypeVar

from protocol.game import NATURE, Action, Game, Seat, Setup, View, ordered_options
from protocol.match import Entry, Match
from protocol.seat import Chair
from protocol.vault import Vault

S = TypeVar("S")
Choose = Callable[[View[Any], Sequence[Action], Random], Action]
"""How a human of a test decides: what it sees, what it may do, a source of chance."""

NAMES: Final = ("Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gina", "Hugo")
MOST_ENTRIES: Final = 20_000


def any_of(_view: View[Any], options: Sequence[Action], rng: Random) -> Action:
    """Choose with equal chances."""
    return options[rng.randrange(len(options))]


def secret(seed: object, *parts: object, size: int = 32) -> bytes:
    """Return bytes that follow from `seed` and `parts`."""
    return blake2b("/".join(map(str, (seed, *parts))).encode(), digest_size=size).digest()


def vault(seed: object, seat: int, *, bot: bool = False) -> Vault:
    """Return the vault of `seat` (NATURE's too) at the table of `seed`."""
    name = "nature" if seat == NATURE else NAMES[seat]
    return Vault(secret(seed, "identity", seat), secret(seed, "nonce", seat, size=16), name, bot=bot)


class Seated(Generic[S]):
    """A table with everybody seated: the server's match, a chair for every seat, and all vaults."""

    def __init__(
        self, game: Game[S], setup: Setup, vaults: dict[Seat, Vault], *, seed: int, with_chairs: bool = True
    ) -> None:
        """Begin; without chairs only the server's match is played, which takes a fraction of the time."""
        self.game = game
        self.setup = setup
        self.vaults = vaults
        self.match: Match[S] = Match(game, setup)
        self.chairs: dict[Seat, Chair[S]] = (
            {seat: Chair(game, setup, seat, vaults[seat]) for seat in vaults if seat != NATURE}
            if with_chairs
            else {}
        )
        self.rng = Random(seed)

    def steps(self, choose: Choose = any_of) -> Iterator[Entry]:
        """Play to the end; each entry is yielded once the match and all chairs hold it."""
        while self.match.prompts:
            yield self.step(choose)
            assert len(self.match.log) < MOST_ENTRIES, "the game does not end"

    def step(self, choose: Choose = any_of) -> Entry:
        """Play one entry: nature's, else an answer that is owed, else a decision of a seat that is asked."""
        entry = self._answer() or self._decision(choose)
        self.take(entry)
        return entry

    def take(self, entry: Entry) -> None:
        """Let the server take `entry` and send it to everybody."""
        number = len(self.match.log)
        self.match.submit(entry)
        digest = self.match.digest()
        for chair in self.chairs.values():
            chair.extend(number, (entry,), digest)

    def do(self, seat: int, *actions: Action) -> Entry:
        """Let `seat` do `actions` as one entry, legal or not, and return it."""
        entry = self.match.sign(Seat(seat), self.vaults[Seat(seat)], actions)
        self.take(entry)
        return entry

    def until(self, prompt: type, choose: Choose = any_of) -> Seat:
        """Play until somebody is asked a `prompt` and return the first seat that is."""
        while True:
            asked = [seat for seat, what in self.match.prompts.items() if isinstance(what, prompt)]
            if asked:
                return asked[0]
            self.step(choose)

    def _answer(self) -> Entry | None:
        for seat, prompt in self.match.prompts.items():
            if not prompt.automatic:
                continue
            if lent := self.match.lent(seat, self.vaults[NATURE]):
                return self.match.sign(NATURE, self.vaults[NATURE], lent)
            if seat in self.chairs:
                entry = self.chairs[seat].answer()
            else:
                entry = self.match.sign(seat, self.vaults[seat], self.match.owed(seat, self.vaults[seat]))
            assert entry is not None, f"seat {seat} is asked {prompt} and owes nothing"
            return entry
        return None

    def _decision(self, choose: Choose) -> Entry:
        seat = self.rng.choice(tuple(self.match.prompts))
        if seat not in self.chairs:
            view = self.match.view(seat, self.vaults[seat])
            return self.match.sign(seat, self.vaults[seat], (choose(view, self.game.legal(view), self.rng),))
        chair = self.chairs[seat]
        chair.pick(choose(chair.view(), chair.legal(), self.rng))
        while chair.prompt is not None and len(chair.draft) < 3 and self.rng.random() < 0.5:
            chair.pick(choose(chair.view(), chair.legal(), self.rng))
        entry = chair.confirm()
        assert entry is not None
        return entry


def seated(
    game: Game[S],
    seats: int | None = None,
    seed: int = 0,
    *,
    options: Sequence[str] = (),
    bots: Sequence[int] = (),
    with_chairs: bool = True,
    rules: int | None = None,
) -> Seated[S]:
    """Return a table of `game` with everybody seated (the most seats if none are named), nothing played."""
    count = max(game.tables) if seats is None else seats
    vaults = {Seat(n): vault(seed, n, bot=n in bots) for n in range(count)} | {NATURE: vault(seed, NATURE)}
    keys = tuple(vaults[Seat(n)].keys for n in range(count))
    setup = Setup(game.key, rules or game.rules, ordered_options(game, options), keys, vaults[NATURE].keys)
    return Seated(game, setup, vaults, seed=seed, with_chairs=with_chairs)


def play(
    game: Game[S],
    seats: int | None = None,
    seed: int = 0,
    choose: Choose = any_of,
    *,
    options: Sequence[str] = (),
    with_chairs: bool = True,
) -> Match[S]:
    """Return a whole match, played to its end."""
    table = seated(game, seats, seed, options=options, with_chairs=with_chairs)
    for _ in table.steps(choose):
        pass
    return table.match
