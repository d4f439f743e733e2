"""Guests and a spectator at one table of a real server, played entry by entry over their sockets.

After every entry all of them have verified it for themselves: what one of them sees, the test can ask.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from protocol.game import NATURE, Action, Ballot, Event, Prompt, Seat, View
from protocol.games.ys.actions import PlaceDown, UseCard
from protocol.games.ys.board import BOARD
from protocol.match import Entry
from protocol.messages import Began, OpenTable, Sit, Start, TableChanged, Watch
from tests.support.driver import Choose, any_of
from tests.support.guest import Guest, MakeVault
from tests.support.hall import PATIENCE, Hall

E = TypeVar("E", bound=Event)

NAMES = ("Ada", "Ben", "Cara", "Eve")
ADA, BEN, CARA, EVE = map(Seat, range(4))
"""The seats; Eve is the one who cheats."""
LAST_PLACE = 4
MOST = 3_000


def spying(view: View[Any], options: Sequence[Action], rng: Random) -> Action:
    """Return the use of a Spy, a broker for it, or a placing face down, where there is one."""
    wanted: tuple[Callable[[Action], bool], ...] = (
        lambda action: action == UseCard(card="spy"),
        lambda action: isinstance(action, PlaceDown) and action.spot in BOARD,
    )
    fitting = (action for want in wanted for action in options if want(action))
    return next(
        fitting, options[0] if getattr(options[0], "what", "").isdigit() else any_of(view, options, rng)
    )


class Party:
    """A game of Ys as long as the `async with` block runs."""

    def __init__(
        self,
        hall: Hall | str,
        seed: int = 1,
        *,
        seats: int = len(NAMES),
        options: Sequence[str] = (),
        clock: str = "none",
        vaults: Mapping[str, MakeVault] | None = None,
        choose: Choose = any_of,
    ) -> None:
        """Invite the guests to a hall, or to the address of a server whose clock cannot be moved.

        `vaults` says whose secrets are made otherwise than an honest client's.
        """
        made = {} if vaults is None else vaults
        self._hall, self._options, self._clock = hall, tuple(options), clock
        self.guests = tuple(
            Guest(name, seed, made[name]) if name in made else Guest(name, seed) for name in NAMES[:seats]
        )
        self.lurker = Guest("Lou", seed)
        self.rng = Random(seed)
        self._choose = choose

    @property
    def hall(self) -> Hall:
        """The server."""
        assert isinstance(self._hall, Hall)
        return self._hall

    @property
    def everybody(self) -> tuple[Guest, ...]:
        """The guests and the spectator."""
        return (*self.guests, self.lurker)

    @property
    def prompts(self) -> Mapping[Seat, Prompt]:
        """Who is asked what, as the spectator sees it."""
        return self.lurker.match.prompts

    @property
    def left(self) -> tuple[Seat, ...]:
        """Who has left the game, as the spectator sees it."""
        match = self.lurker.match
        return match.game.left(match.state)

    @property
    def places(self) -> Sequence[int]:
        """The places in which the game ended for the seats."""
        match = self.lurker.match
        result = match.game.outcome(match.state)
        assert result is not None
        return result.places

    async def __aenter__(self) -> Self:
        host, *others = self.guests
        for guest in self.everybody:
            await guest.enter(self._hall.url if isinstance(self._hall, Hall) else self._hall)
        wish = OpenTable(0, "ys", len(self.guests), self._options, "Cheats", self._clock)
        assert await host.ask(wish) == ""
        table = next(m.table.id for m in reversed(host.messages) if isinstance(m, TableChanged))
        for guest in (host, *others):
            assert await guest.ask(Sit(0, table, guest.vault.keys)) == ""
        assert await host.ask(Start(0, table)) == ""
        for guest in others:
            await guest.next(Began)
        assert await self.lurker.ask(Watch(0, table, 0, b"")) == ""
        assert [guest.seat for guest in self.everybody] == [*range(len(self.guests)), None]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for guest in self.everybody:
            await guest.leave()

    def told(self, kind: type[E]) -> list[E]:
        """Return what happened of one kind, as the spectator works it out."""
        return [event for event in self.lurker.events if isinstance(event, kind)]

    def answers(self, seat: Seat) -> tuple[Action, ...]:
        """Return what an honest client of `seat` would do now: what it owes, or a choice by chance."""
        guest = self.guests[seat]
        match = guest.match
        owed = match.owed(seat, guest.vault)
        view = match.view(seat, guest.vault)
        return owed or (self._choose(view, match.game.legal(view), self.rng),)

    async def does(self, seat: Seat, *actions: Action) -> None:
        """Let `seat` do what the server takes, and everybody see it."""
        code = await self.guests[seat].act(actions)
        assert code == ""
        await self.see(self.guests[seat])

    async def see(self, actor: Guest) -> None:
        """Let everybody read what `actor` has seen already."""
        for guest in self.everybody:
            await guest.reach(actor.length)
        assert len({guest.match.chain for guest in self.everybody}) == 1

    async def refuses(self, guest: Guest, what: Entry | Sequence[Action]) -> str:
        """Return the code with which the server refuses what `guest` sends; nobody sees anything of it."""
        for one in self.everybody:
            await one.settle()
        before = [(one.match.chain, one.match.digest()) for one in self.everybody]
        had = [len(one.heard) for one in self.everybody]
        code = await guest.act(what)
        assert code, "the server took it"
        for one in self.everybody:
            await one.settle()
        assert [(one.match.chain, one.match.digest()) for one in self.everybody] == before
        for one, length in zip(self.everybody, had, strict=True):
            barriers = 3 if one is guest else 1
            assert len(one.heard) - length == barriers, "a refusal is between the server and who is refused"
        return code

    async def step(self, but: Seat | None = None) -> bool:
        """Let one of those who are asked answer, not `but`; tell whether there was one."""
        asked = [seat for seat in self.prompts if seat not in (but, NATURE)]
        if asked:
            seat = self.rng.choice(asked)
            await self.does(seat, *self.answers(seat))
        return bool(asked)

    async def until(self, holds: Callable[[], bool], but: Seat | None = None) -> None:
        """Play on until `holds`, without a move of `but`."""
        for _ in range(MOST):
            if holds():
                return
            assert await self.step(but), "the game stands before that"
        raise AssertionError("the game does not get there")

    async def asks(self, seat: Seat, prompt: type[Prompt]) -> None:
        """Play on, without a move of `seat` to it, until it alone is asked a `prompt`."""

        def is_asked() -> bool:
            return isinstance(self.prompts.get(seat), prompt)

        await self.until(is_asked)
        while len(self.prompts) > 1:
            await self.step(but=seat)

    async def goes_on(self) -> None:
        """Play to the end: whatever was tried, the game is worth playing for everybody else."""
        await self.until(lambda: not self.prompts)

    async def votes_out(self, seat: Seat) -> None:
        """Let the table's patience end, and the others vote to go on without `seat`."""
        self.hall.pass_time(PATIENCE)
        voters = [voter for voter in self.lurker.match.voters() if voter != seat]
        for voter in voters:
            if seat not in self.left:
                await self.does(voter, Ballot(seat, "go-on"))
        assert seat in self.left


@asynccontextmanager
async def party(seed: int = 1, **wishes: Any) -> AsyncIterator[Party]:  # noqa: ANN401  # those of Party
    """Open a server and seat everybody."""
    async with Hall() as hall, Party(hall, seed, **wishes) as guests:
        yield guests
