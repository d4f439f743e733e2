"""The server without sockets, clock or disk: bytes, closings and ticks come in, effects go out.

opened ─→ Challenge ─→ Hello ─→ Welcome, Lobby ─→ requests, each answered or Refused
              └─ nothing in time, a bad signature, a name in use, nonsense bytes ─→ Bye, and closed
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from protocol import VERSION, keys
from protocol.game import Game
from protocol.match import Match
from protocol.messages import Act, Bye, Challenge, Hello, Refused, Request, Welcome, greeting
from protocol.text import in_seconds
from protocol.vault import NONCE, Vault
from protocol.wire import WireError, decode_client
from ys_server import handling, restoring, sleeping, tending
from ys_server.census import Census
from ys_server.effects import NOTHING, Close, Conn, Effect, Memory, Refusal, Spoken, Wake, send
from ys_server.inviting import invitations
from ys_server.limits import LOOPBACK, Credits, Limits
from ys_server.lobby import Lobby
from ys_server.people import Client, Person
from ys_server.room import Sleeps


class Hub:
    """All connections of one server, and what is said on them."""

    def __init__(
        self,
        identity: bytes,
        entropy: Callable[[int], bytes],
        memory: Memory = NOTHING,
        *,
        games: Mapping[str, Game[Any]] | None = None,
        limits: Limits | None = None,
        patience: float = 180.0,
        complain: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Be a server with the secret `identity`; `restore` brings its saved tables back.

        `complain` is told, in a sentence, of tables that cannot be continued.
        """
        self._limits = limits or Limits()
        self._entropy = entropy
        self._memory = memory
        self.key = Vault(identity, bytes(NONCE), "nature").keys.sign
        """What this server is known by."""
        self._clients: dict[Conn, Client] = {}
        self._addresses: Counter[str] = Counter()
        self._requests: Counter[tuple[str, ...]] = Counter()
        self._goodbyes: Counter[tuple[str, ...]] = Counter()
        self._parked: dict[int, list[tuple[Client, Request]]] = {}
        """By table that is being woken: what is done afterwards, in the order in which it came."""
        self._lobby = Lobby(
            identity,
            entropy,
            memory,
            games=games,
            limits=self._limits,
            patience=patience,
            complain=complain,
        )
        self.rules = tuple((game.key, game.rules) for game in self._lobby.games.values())
        """The games that can be played here, with the revision of their rules."""
        self._rules = dict(self.rules)

    @property
    def bots_key(self) -> bytes | None:
        """The key that alone may fill bot chairs; None while there are no bots."""
        return self._lobby.bots_key

    @bots_key.setter
    def bots_key(self, key: bytes | None) -> None:
        self._lobby.bots_key = key

    def open_tables(self) -> int:
        """Return how many tables take people in that anybody may know of."""
        rooms = self._lobby.rooms.values()
        return sum(room.stage == "open" and not room.lock.is_hidden for room in rooms)

    def census(self) -> Census:
        """Return how many there are of what, now and since the start."""
        lobby = self._lobby
        return Census(
            connections=len(self._clients),
            people=len(lobby.people.names()),
            has_bots=lobby.bots() is not None,
            tables={(stage,): number for stage, number in lobby.stages().items()},
            games={(state,): number for state, number in lobby.games_by_state().items()},
            requests=dict(self._requests),
            goodbyes=dict(self._goodbyes),
        )

    def restore(self, now: float) -> list[Effect]:
        """Bring the saved tables back, and wake those that may have to go on by themselves."""
        memory, self._memory = self._memory, NOTHING
        effects = restoring.restore(self._lobby, memory, now)
        self._parked.update((effect.table, []) for effect in effects if isinstance(effect, Wake))
        return effects

    def woken(self, table: int, match: Match[Any], lines: Iterable[Spoken], now: float) -> list[Effect]:
        """Go on with a game that was asleep, and do what had to wait for it."""
        room = self._lobby.rooms.get(table)
        effects = [] if room is None else sleeping.wake(self._lobby, room, match, lines, now)
        return effects + self._unpark(table, now)

    def not_woken(self, table: int, why: str, now: float) -> list[Effect]:
        """Refuse what waits for a game that cannot be played again, and all that needs it later."""
        room = self._lobby.rooms.get(table)
        effects = [] if room is None else sleeping.fail(self._lobby, room, why)
        return effects + self._unpark(table, now)

    def opened(self, conn: Conn, address: str, now: float) -> list[Effect]:
        """Greet a new connection with a challenge, or turn it away when there are too many."""
        self._clients[conn] = Client(conn, address, self._entropy(32), self._purse(now), now)
        self._addresses[address] += 1
        if len(self._clients) > self._limits.connections:
            full = f"{self._limits.connections} connections are open, as many as this server takes"
            return self._bye(conn, "server-full", f"{full}; {self._limits.again}", now)
        if self._addresses[address] > self._limits.per_address and address not in LOOPBACK:
            most = (
                f"{self._limits.per_address} connections from your address are open, as many as it may have"
            )
            return self._bye(conn, "too-many-connections", f"{most}; {self._limits.again}", now)
        return send((conn,), Challenge(self.key, self._clients[conn].nonce))

    def received(self, conn: Conn, data: bytes | str, now: float) -> list[Effect]:
        """Answer what a connection said; nothing at all when it has been closed."""
        client = self._clients.get(conn)
        if client is None:
            return []
        try:
            message = decode_client(data if isinstance(data, bytes) else b"")
        except WireError as error:
            return self._bye(conn, error.code, "that is no message of this protocol", now)
        if isinstance(message, Hello):
            return self._greet(client, message, now)
        if client.person is None:
            return self._bye(conn, "hello-first", "say hello before anything else", now)
        return self._answer(client, client.person, message, now)

    def plays(self, conn: Conn) -> bool:
        """Tell whether a game has taken a move of this connection: others may have to wait for it."""
        client = self._clients.get(conn)
        return client is not None and client.plays

    def closed(self, conn: Conn, now: float) -> list[Effect]:
        """Forget a connection; what its person holds stays theirs."""
        client = self._clients.pop(conn, None)
        if client is None:
            return []
        self._addresses[client.address] -= 1
        if not self._addresses[client.address]:
            del self._addresses[client.address]
        if client.person is not None:
            self._lobby.departed(client.person, conn, now)
        return []

    def tick(self, now: float) -> list[Effect]:
        """Do what time brings; called about once a second."""
        seconds = self._limits.handshake_seconds
        silent = [c.conn for c in self._clients.values() if c.person is None and now - c.opened > seconds]
        stalled = [
            effect
            for conn in silent
            for effect in self._bye(
                conn, "hello-late", f"no hello within {in_seconds(seconds)}; {self._limits.again}", now
            )
        ]
        return [*stalled, *tending.tick(self._lobby, now)]

    def stopped(self, tables: Iterable[int], now: float) -> list[Effect]:
        """Let games that could not be saved stand still as they were saved last; all others go on."""
        return [effect for table in tables for effect in sleeping.halt(self._lobby, table, now)]

    def ending(self, now: float) -> list[Effect]:
        """Say goodbye to everybody: the server ends."""
        return tending.ending(self._lobby, now) + [
            effect
            for conn in tuple(self._clients)
            for effect in self._bye(
                conn, "going-away", "the server ends or starts anew; your games are kept", now
            )
        ]

    def _greet(self, client: Client, hello: Hello, now: float) -> list[Effect]:
        conn, lobby = client.conn, self._lobby
        if client.person is not None:
            return self._bye(conn, "hello-twice", "you have said hello already", now)
        if not keys.check(hello.key, greeting(self.key, client.nonce, hello.version), hello.sign):
            return self._bye(conn, "bad-signature", "the key of your hello has not signed it", now)
        try:
            chat = Credits(self._limits.chat_burst, self._limits.chat_per_second, now)
            person = lobby.people.arrive(hello.key, hello.name, conn, client.credits, chat)
        except Refusal as refusal:
            return self._bye(conn, refusal.code, refusal.detail, now)
        client.person, client.credits = person, person.credits
        # Nearly everybody has the server's own rules: that is kept once.
        client.rules = self._rules if hello.rules == self.rules else dict(hello.rules)
        client.version, client.nonce = hello.version, b""
        welcome = Welcome(person.name, VERSION, self.rules)
        return [*send((conn,), welcome), *lobby.arrived(person, conn), *invitations(lobby, person)]

    def _answer(self, client: Client, person: Person, request: Request, now: float) -> list[Effect]:
        cost = handling.cost(request, self._limits)
        if person.key != self.bots_key and not client.credits.spend(cost, now):
            limit = f"requests may come {self._limits.burst} at once and {self._limits.per_second:g} a second"
            again = f"come back in {in_seconds(client.credits.seconds(cost))}"
            client.plays = False
            if client.credits.is_hopeless:
                return self._bye(
                    client.conn, "too-fast", f"{limit}, and too many came after those; {again}", now
                )
            return self._refuse(client, request, Refusal("too-fast", f"{limit}; {again}"))
        table = getattr(request, "table", None) if self._parked else None
        if table in self._parked:
            return self._park(client, request, table)
        return self._carry_out(client, person, request, now)

    def _carry_out(self, client: Client, person: Person, request: Request, now: float) -> list[Effect]:
        try:
            effects = handling.handle(self._lobby, client, person, request, now)
        except Refusal as refusal:
            return self._refuse(client, request, refusal)
        except Sleeps as sleeps:
            self._parked[sleeps.wake.table] = [(client, request)]
            return [sleeps.wake]
        self._requests[type(request).__name__.lower(), "accepted"] += 1
        if isinstance(request, Act) and (room := self._lobby.rooms.get(request.table)) is not None:
            room.acting[client.conn] = request.ref
            client.plays = True
        return effects

    def _park(self, client: Client, request: Request, table: int) -> list[Effect]:
        """Let a request wait until its table is awake; who is the first to wait makes that urgent."""
        waiting = self._parked[table]
        waiting.append((client, request))
        room = self._lobby.rooms.get(table)
        return [room.wake(is_urgent=True)] if len(waiting) == 1 and room is not None else []

    def _unpark(self, table: int, now: float) -> list[Effect]:
        """Do what waited for a table, for those who are still here."""
        return [
            effect
            for client, request in self._parked.pop(table, ())
            if client.person is not None and client.conn in self._clients
            for effect in self._carry_out(client, client.person, request, now)
        ]

    def _purse(self, now: float) -> Credits:
        return Credits(self._limits.burst, self._limits.per_second, now)

    def _refuse(self, client: Client, request: Request, refusal: Refusal) -> list[Effect]:
        self._requests[type(request).__name__.lower(), refusal.code] += 1
        return send((client.conn,), Refused(request.ref, refusal.code, refusal.detail))

    def _bye(self, conn: Conn, code: str, detail: str, now: float) -> list[Effect]:
        self._goodbyes[(code,)] += 1
        return [*send((conn,), Bye(code, detail)), Close(conn, code), *self.closed(conn, now)]
