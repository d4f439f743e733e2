"""A hub and its players joined by queues in memory, with delays, drops and restarts: no socket, no clock."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from protocol.chance import seeded
from protocol.game import Game
from tests.support.player import Player
from tests.support.substitute import Bots
from tests.support.woken import woken
from ys_server.effects import Conn, Effect, Save, Send, Wake
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.store import Store

STEPS = 200_000
IDLE_SECONDS = Limits().idle_seconds


class Faults(Struct, frozen=True):
    """How often things go wrong, as chances per step."""

    drop: float = 0.0
    restart: float = 0.0
    crash: float = 0.0
    """Chance that the server ends after an effect, before the next: also between a save and its send."""
    nap: float = 0.0
    """Chance that everybody is gone for so long that the games fall asleep."""


class Peer(Protocol):
    """Whoever speaks with a server in frames."""

    is_away: bool
    """Whether it is off the net."""

    def connected(self) -> None:
        """Note that there is a new connection."""
        ...

    def received(self, frame: bytes) -> list[bytes]:
        """Return the frames that answer `frame`."""
        ...


class Link:
    """One connection: frames under way in both directions."""

    def __init__(self, player: Peer) -> None:
        """Begin with nothing under way."""
        self.player = player
        self.up: deque[bytes] = deque()
        self.down: deque[bytes] = deque()


class Crash(Exception):
    """The server process is gone."""


class Net:
    """One server and its players; every step is drawn from the seed."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        players: Sequence[Player],
        seed: int,
        faults: Faults,
        *,
        bots: Bots | None = None,
    ) -> None:
        """Start the server with an empty store; nobody is connected yet."""
        self.players = players
        self._bots = bots
        self._peers: tuple[Peer, ...] = (*players, *(() if bots is None else (bots,)))
        self.store = Store(None)
        self.restarts = self.naps = 0
        self._games = games
        self._faults = faults
        self._rng = Random(seed)
        self._entropy = seeded(seed, "server")
        self._now = 0.0
        self._links: dict[Conn, Link] = {}
        self._count = 0
        self.hub = self._start()

    def run(self, until: Callable[[], bool] | None = None) -> None:
        """Go on until it is so, or every player has seen the end of the game."""
        for _ in range(STEPS):
            if until() if until else all(player.is_done for player in self.players):
                return
            try:
                self._step()
            except Crash:
                self._restart()
        raise AssertionError("the game does not end")

    def _step(self) -> None:
        self._now += self._rng.random() / 100
        if self._rng.random() < self._faults.restart:
            raise Crash
        if self._rng.random() < self._faults.drop and self._links:
            self._drop(self._rng.choice(tuple(self._links)))
        if self._faults.nap and self._rng.random() < self._faults.nap:
            self._nap()
        here = [peer for peer in self._peers if not peer.is_away]
        for conn in [conn for conn, link in self._links.items() if link.player not in here]:
            self._drop(conn)
        moves = [
            *((self._connect, player) for player in here if not self._is_connected(player)),
            *((self._up, conn) for conn, link in self._links.items() if link.up),
            *((self._down, conn) for conn, link in self._links.items() if link.down),
        ]
        if not moves:
            self._now += 1.0
            self._carry_out(self.hub.tick(self._now))
            return
        move, what = self._rng.choice(moves)
        move(what)  # type: ignore[operator]  # each move comes with its own kind of argument

    def _nap(self) -> None:
        """Let everybody be gone until no game is in memory any more."""
        for conn in tuple(self._links):
            self._drop(conn)
        for _ in range(2):
            self._now += IDLE_SECONDS + 1
            self._carry_out(self.hub.tick(self._now))
        assert self.hub.census().games["awake",] == 0
        self.naps += self.hub.census().games["asleep",]

    def _connect(self, player: Peer) -> None:
        self._count += 1
        conn = Conn(self._count)
        self._links[conn] = Link(player)
        player.connected()
        self._carry_out(self.hub.opened(conn, "127.0.0.1", self._now))

    def _up(self, conn: Conn) -> None:
        self._carry_out(self.hub.received(conn, self._links[conn].up.popleft(), self._now))

    def _down(self, conn: Conn) -> None:
        link = self._links[conn]
        link.up.extend(link.player.received(link.down.popleft()))

    def _drop(self, conn: Conn) -> None:
        del self._links[conn]
        self._carry_out(self.hub.closed(conn, self._now))

    def _is_connected(self, player: Peer) -> bool:
        return any(link.player is player for link in self._links.values())

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Save(record=record):
                    self.store.save([record])
                case Wake():
                    self._carry_out(woken(self.hub, self.store, effect, self._now))
                case Send(conns=conns, frame=frame):
                    for conn in conns:
                        if conn in self._links:
                            self._links[conn].down.append(frame)
                case _:
                    self._links.pop(effect.conn, None)
            if self._rng.random() < self._faults.crash:
                raise Crash

    def _start(self) -> Hub:
        identity = self.store.identity(self._entropy)
        complaints: list[str] = []
        hub = self.hub = Hub(
            identity, self._entropy, self.store.load(), games=self._games, complain=complaints.append
        )
        hub.bots_key = self._bots.key if self._bots is not None else None
        self._carry_out(hub.restore(self._now))
        assert complaints == []
        return hub

    def _restart(self) -> None:
        self._links.clear()
        self.restarts += 1
        while True:
            try:
                self.hub = self._start()
            except Crash:
                self.restarts += 1
            else:
                return
