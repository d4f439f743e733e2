"""Dialogues with a hub: somebody says something, and what the hub does is read line by line.

Time is a number, people are names, entropy is a counter. "Ada, Ben < Began" is a message to both of them.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from protocol import VERSION, wire
from protocol.chance import seeded
from protocol.game import Action, Game, Seat
from protocol.keys import SeatKeys
from protocol.match import Entry, Match
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    BotWanted,
    Bye,
    Challenge,
    Door,
    Entries,
    Hello,
    Invite,
    Lobby,
    LobbyChanged,
    Look,
    OpenTable,
    PutOut,
    Refused,
    Rematched,
    Renamed,
    Revisions,
    Said,
    Sit,
    Start,
    TableChanged,
    TableGone,
    Waiting,
    greeting,
)
from protocol.vault import Vault
from tests.support.driver import secret
from tests.support.toy import TOY
from tests.support.woken import woken
from ys_server.effects import Begun, Close, Conn, Effect, Known, Opened, Played, Save, Send, Wake
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.store import Store

M = TypeVar("M", bound=AnyServerMessage)

GAMES: Mapping[str, Game[Any]] = {TOY.key: TOY}
RULES = ((TOY.key, TOY.rules),)
IDENTITY = secret("server")

_DETAILS: Mapping[type, Callable[[Any], str]] = {
    TableChanged: lambda m: (
        f"{m.table.id} {m.table.stage} {' '.join(c.name for c in m.table.chairs)}".rstrip()
    ),
    TableGone: lambda m: f"{m.table}",
    PutOut: lambda m: f"{m.table}",
    Lobby: lambda m: " ".join((*(f"{t.id}-{t.stage}" for t in m.tables), *m.people)),
    LobbyChanged: lambda m: " ".join(
        (
            *(f"{t.id}-{t.stage}" for t in m.tables),
            *(f"-{number}" for number in m.gone),
            *(f"+{name}" for name in m.came),
            *(f"-{name}" for name in m.went),
        )
    ),
    Invite: lambda m: f"{m.table}",
    Rematched: lambda m: f"{m.table} {m.to}",
    Renamed: lambda m: m.name,
    BotWanted: lambda m: f"{m.table} {m.level}",
    Entries: lambda m: f"{m.start}+{len(m.entries)}",
    Waiting: lambda m: " ".join((*(f"{s}:{seconds}" for s, seconds in m.seats), *["paused"] * m.paused)),
    Said: lambda m: f"{m.name}: {m.line}",
    Refused: lambda m: m.code,
    Bye: lambda m: m.code,
}


def shown(message: AnyServerMessage) -> str:
    """Return a message as a line of the dialogue shows it."""
    detail = _DETAILS.get(type(message))
    return f"{type(message).__name__} {detail(message)}".rstrip() if detail else type(message).__name__


def killed(book: "Playbook", entries: int) -> Store:
    """Return what the server of `book` has saved if it was killed after so many entries of its game."""
    records = [save.record for save in book.saved]
    log = [record for record in records if isinstance(record, Played)]
    store = Store(None)
    store.save([record for record in records if isinstance(record, Begun | Known | Opened)])
    store.save(log[:entries])
    return store


def restarted(book: "Playbook", now: float = 0.0, limits: Limits | None = None) -> "Playbook":
    """Return a dialogue with the server of `book` as it starts again, with all that it has saved."""
    store = Store(None)
    store.save([save.record for save in book.saved])
    later = Playbook(store=store, game=book.game, now=now, limits=limits)
    assert later.complaints == []
    return later


class Playbook:
    """A hub and the people who talk to it."""

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        patience: float = 180.0,
        store: Store | None = None,
        game: Game[Any] = TOY,
        now: float = 0.0,
        is_slow: bool = False,
    ) -> None:
        """Start a server of one game at time `now`, with what is in `store`."""
        self.now = now
        self.store = store or Store(None)
        self.complaints: list[str] = []
        """What the server could not continue, and why."""
        self.game = game
        games = {game.key: game}
        self.hub = Hub(
            IDENTITY,
            seeded(1, "server"),
            self.store.load(),
            games=games,
            limits=limits,
            patience=patience,
            complain=self.complaints.append,
        )
        self.sleeping: list[Wake] | None = [] if is_slow else None
        """Where games that are to be woken wait for `wakes`; None where they wake at once."""
        self.saved: list[Save] = []
        self.last: dict[str, list[AnyServerMessage]] = {}
        """What each connection heard in the latest exchange."""
        self.match: Match[Any] | None = None
        """The table's match as a spectator sees it, once it has begun."""
        self._conns: dict[str, Conn] = {}
        self._names: dict[Conn, str] = {}
        self._nonces: dict[str, int] = {}
        self._challenges: dict[str, Challenge] = {}
        self._vaults: dict[str, Vault] = {}
        self._count = 0
        self.does(self.hub.restore(self.now))

    # --- people ---

    def connects(self, who: str, address: str = "127.0.0.1") -> list[str]:
        """Let a connection of the name `who` be opened."""
        self._count += 1
        self._conns[who] = Conn(self._count)
        self._names[self._conns[who]] = who
        lines = self.does(self.hub.opened(self._conns[who], address, self.now))
        challenge = self.last[who][0]
        if isinstance(challenge, Challenge):
            self._challenges[who] = challenge
        return lines

    def hello(
        self, who: str, name: str = "", *, version: int = VERSION, rules: Revisions | None = None
    ) -> list[str]:
        """Let `who` say who it is, by another name if one is given, with other rules if any are."""
        vault, challenge = self.vault(who), self._challenges[who]
        signature = vault.sign(greeting(challenge.key, challenge.nonce, version))
        has = ((self.game.key, self.game.rules),) if rules is None else rules
        return self.says(who, Hello(version, has, name or self.person(who), vault.keys.sign, signature))

    def arrives(self, *names: str, is_looking: bool = True) -> None:
        """Let people connect, say hello and look at the lobby, unless they are not."""
        for who in names:
            self.connects(who)
            self.hello(who)
            if is_looking:
                self.looks(who)

    def looks(self, who: str, *, on: bool = True) -> list[str]:
        """Let somebody look at the lobby, or away from it."""
        return self.says(who, Look(0, on))

    def person(self, who: str) -> str:
        """Return whose connection `who` is: "Ada 2" is Ada's second one."""
        return who.split(" ", maxsplit=1)[0]

    def key(self, who: str) -> bytes:
        """Return the key of a person."""
        return self.vault(who).keys.sign

    def vault(self, who: str) -> Vault:
        """Return the vault with which a person sits, or would."""
        person = self.person(who)
        if person not in self._vaults:
            self._vaults[person] = Vault(secret(person), secret(person, "nonce", size=16), person)
        return self._vaults[person]

    # --- talk ---

    def says(self, who: str, message: AnyClientMessage | bytes | str) -> list[str]:
        """Let a connection say something; return what the hub does."""
        frame = message if isinstance(message, bytes | str) else wire.encode(message)
        return self.does(self.hub.received(self._conns[who], frame, self.now))

    def goes(self, who: str) -> list[str]:
        """Let a connection end."""
        return self.does(self.hub.closed(self._conns[who], self.now))

    def waits(self, seconds: float) -> list[str]:
        """Let time pass and tick once."""
        self.now += seconds
        return self.does(self.hub.tick(self.now))

    def does(self, effects: list[Effect]) -> list[str]:
        """Carry effects out: keep what is saved, read what is sent."""
        self.last = {name: [] for name in self._conns}
        return [line for effect in effects for line in self._done(effect)]

    def wakes(self) -> list[str]:
        """Wake the games that wait for it; return what the hub does."""
        waiting, self.sleeping = self.sleeping or [], None
        self.last = {name: [] for name in self._conns}
        return [line for wake in waiting for line in self._done(wake)]

    def _done(self, effect: Effect) -> list[str]:
        match effect:
            case Save(record=record):
                self.saved.append(effect)
                self.store.save([record])
                return [f"save {type(record).__name__}"]
            case Close(conn=conn):
                return [f"close {self._names[conn]}"]
            case Wake() if self.sleeping is not None:
                self.sleeping.append(effect)
                return [f"wake {effect.table}"]
            case Wake():
                effects = woken(self.hub, self.store, effect, self.now)
                return [f"wake {effect.table}", *(line for effect in effects for line in self._done(effect))]
            case Send(conns=conns, frame=frame):
                message = wire.decode_server(frame)
                for conn in conns:
                    self.last[self._names[conn]].append(message)
                self._follow(message)
                return [f"{', '.join(self._names[conn] for conn in conns)} < {shown(message)}"]

    def _follow(self, message: AnyServerMessage) -> None:
        if isinstance(message, Began) and self.match is None:
            self.match = Match(self.game, message.setup)
        if isinstance(message, Entries) and self.match is not None:
            self.match.extend(message.start, message.entries, message.digest)

    # --- tables ---

    def sits(self, who: str, table: int = 1, keys: SeatKeys | None = None, word: str = "") -> list[str]:
        """Let somebody sit down."""
        return self.says(who, Sit(1, table, keys or self.vault(who).keys, word))

    def fresh(self, who: str) -> None:
        """Let somebody have fresh keys for the next table."""
        person = self.person(who)
        count = self._nonces[person] = self._nonces.get(person, 0) + 1
        self._vaults[person] = Vault(secret(person), secret(person, "nonce", count, size=16), person)

    def opens(self, who: str, door: Door, word: str = "", seats: int = 2) -> list[str]:
        """Let somebody open a table with that door."""
        request = OpenTable(1, self.game.key, seats, (), "A table", "none", door, word)
        return self.says(who, request)

    def heard(self, who: str, kind: type[M]) -> M:
        """Return the latest message of that kind that somebody heard in the latest exchange."""
        return next(message for message in reversed(self.last[who]) if isinstance(message, kind))

    def begins(self, *names: str, options: tuple[str, ...] = (), clock: str = "none") -> None:
        """Let people arrive, sit down at table 1 and begin its game; the first is the host."""
        self.arrives(*names)
        self.says(names[0], OpenTable(1, self.game.key, len(names), options, "A table", clock))
        for who in names:
            self.sits(who)
        self.says(names[0], Start(2, 1))
        assert self.match is not None

    def entry(self, who: str, *actions: Action) -> Entry:
        """Return the entry by which somebody does `actions`, or what is owed, after all that has happened."""
        assert self.match is not None
        seat = Seat(next(n for n, s in enumerate(self.match.setup.seats) if s.sign == self.key(who)))
        vault = self.vault(who)
        return self.match.sign(seat, vault, actions or self.match.owed(seat, vault))

    def acts(self, who: str, *actions: Action) -> list[str]:
        """Let somebody do `actions`, or what is owed."""
        return self.says(who, Act(7, 1, self.entry(who, *actions)))
