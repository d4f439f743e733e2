"""A player who needs no person and no socket: frames in, frames out, decisions by chance.

It opens or finds the table of its title, sits, plays to the end, and comes back into its seat.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from protocol import VERSION, wire
from protocol.game import Game, Prompt, Seat, Setup
from protocol.match import Entry
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Behind,
    Challenge,
    Entries,
    Hello,
    Lobby,
    LobbyChanged,
    Look,
    Offer,
    OpenTable,
    Refused,
    Sit,
    Start,
    TableChanged,
    TableInfo,
    Watch,
    Welcome,
    greeting,
)
from protocol.messages import Chair as Seated
from protocol.seat import Chair
from protocol.vault import Vault
from tests.support.driver import Choose, any_of, secret


class Plan(Struct, frozen=True):
    """What a player is there for: a table of this title, opened by the host, joined by the others."""

    game: str
    seats: int
    title: str = "A table"
    options: tuple[str, ...] = ()
    is_host: bool = False
    clock: str = "none"


class Player:
    """One person with one chair at one table."""

    def __init__(
        self, games: Mapping[str, Game[Any]], name: str, plan: Plan, seed: int, choose: Choose = any_of
    ) -> None:
        """Be `name`, whose secrets follow from the name and `seed`."""
        self.name = name
        self.plan = plan
        self.chair: Chair[Any] | None = None
        """The seat at the table, once the game has begun."""
        self.is_away = False
        """Whether the player is off the net."""
        self.may_decide: Callable[[Prompt], bool] = lambda _prompt: True
        """Whether to answer a question now; asked again with the next message."""
        self.heard: Callable[[], None] = lambda: None
        """Called after each message, for who waits for something."""
        self.codes: list[str] = []
        """The codes of all that was refused, in order."""
        self._games = games
        self._choose = choose
        self.identity = secret(seed, "identity", name)
        self._rng = Random(f"{seed} {name}")
        self._nonces = 0
        self.server = b""
        """The key of the server, once it has said it."""
        self._vault = self._fresh_vault()
        self.key = self._vault.keys.sign
        """By which the player is known."""
        self._table: TableInfo | None = None
        self._has_asked = False
        self._has_started = False
        self._is_watching = False
        self._is_back = False
        self._ref = 0

    @property
    def is_done(self) -> bool:
        """Whether the game has been seen to its end."""
        return self.chair is not None and not self.chair.match.prompts

    @property
    def chairs(self) -> Sequence[Seated]:
        """Who sits at the table, as the lobby said last."""
        return self._table.chairs if self._table is not None else ()

    def connected(self) -> None:
        """Forget what belonged to an earlier connection; what is known of the game stays."""
        self._table, self._has_asked, self._has_started, self._is_watching = None, False, False, False

    def received(self, frame: bytes) -> list[bytes]:
        """Return the frames that answer `frame`."""
        message = wire.decode_server(frame)
        handler = getattr(self, f"_{type(message).__name__.lower()}", None)
        answers: list[AnyClientMessage] = [] if handler is None else handler(message)
        self.heard()
        return [wire.encode(answer) for answer in answers]

    def _challenge(self, message: Challenge) -> list[AnyClientMessage]:
        self.server = message.key
        rules = tuple((game.key, game.rules) for game in self._games.values())
        signature = self._vault.sign(greeting(message.key, message.nonce, VERSION))
        return [Hello(VERSION, rules, self.name, self.key, signature)]

    def _welcome(self, message: Welcome) -> list[AnyClientMessage]:
        return [Look(self._next(), on=True)]

    def _lobby(self, message: Lobby) -> list[AnyClientMessage]:
        mine = [table for table in message.tables if table.title == self.plan.title]
        if mine:
            return self._look(mine[0])
        if not self.plan.is_host:
            return []
        plan = self.plan
        request = OpenTable(self._next(), plan.game, plan.seats, plan.options, plan.title, clock=plan.clock)
        return [request]

    def _lobbychanged(self, message: LobbyChanged) -> list[AnyClientMessage]:
        return [answer for table in message.tables for answer in self._tablechanged(TableChanged(table))]

    def _tablechanged(self, message: TableChanged) -> list[AnyClientMessage]:
        return self._look(message.table) if message.table.title == self.plan.title else []

    def _look(self, table: TableInfo) -> list[AnyClientMessage]:
        """Do what the table's stage asks for: sit, start, or watch."""
        self._table = table
        sits = any(chair.key == self.key for chair in table.chairs)
        if table.stage != "open":
            is_ours = sits or self.chair is not None  # perhaps somebody else has the chair meanwhile
            return self._watch(table.id) if is_ours and not self._is_watching else []
        if not sits and not self._has_asked and len(table.chairs) < table.seats:
            self._has_asked = True
            self._vault = self._fresh_vault()
            return [Sit(self._next(), table.id, self._vault.keys)]
        if sits and self.plan.is_host and not self._has_started and len(table.chairs) == table.seats:
            self._has_started = True
            return [Start(self._next(), table.id)]
        return []

    def _watch(self, table: int) -> list[AnyClientMessage]:
        self._is_watching = self._is_back = True
        match = self.chair.match if self.chair else None
        have, chain = (len(match.log), match.chain) if match else (0, b"")
        return [Watch(self._next(), table, have, chain)]

    def _began(self, message: Began) -> list[AnyClientMessage]:
        self._is_watching = True
        if self.chair is None:
            self._sit_down(message.setup)
        return self._play(message.table)

    def _sit_down(self, setup: Setup) -> None:
        number = next(n for n, seat in enumerate(setup.seats) if seat.sign == self.key)
        self._vault = Vault(self.identity, setup.seats[number].nonce, self.name)
        self.chair = Chair(self._games[setup.game], setup, Seat(number), self._vault)

    def _entries(self, message: Entries) -> list[AnyClientMessage]:
        assert self.chair is not None
        self.chair.extend(message.start, message.entries, message.digest)
        return self._play(message.table) if message.digest else []

    def _behind(self, message: Behind) -> list[AnyClientMessage]:
        assert self.chair is not None
        entries: Sequence[Entry] = self.chair.match.log[message.length :]
        return [Offer(self._next(), message.table, message.length, tuple(entries))]

    def _refused(self, message: Refused) -> list[AnyClientMessage]:
        self.codes.append(message.code)
        if self.chair is not None:
            self.chair.refused()
        return []

    def _play(self, table: int) -> list[AnyClientMessage]:
        """Send what is under way again, or answer what is owed, or decide."""
        assert self.chair is not None
        entry = (self.chair.pending if self._is_back else None) or self.chair.answer()
        self._is_back = False
        prompt = self.chair.prompt
        if entry is None and self.chair.pending is None and prompt is not None and self.may_decide(prompt):
            if not self.chair.draft:
                self.chair.pick(self._choose(self.chair.view(), self.chair.legal(), self._rng))
            entry = self.chair.confirm()
        return [] if entry is None else [Act(self._next(), table, entry)]

    def _next(self) -> int:
        self._ref += 1
        return self._ref

    def _fresh_vault(self) -> Vault:
        self._nonces += 1
        return Vault(self.identity, self._rng.randbytes(16), self.name)


def messages(frames: Sequence[bytes]) -> list[AnyServerMessage]:
    """Return what the server said in `frames`."""
    return [wire.decode_server(frame) for frame in frames]
