"""A server, a human host and the bots in one process, joined by a queue: no socket, no clock."""

from collections import deque
from collections.abc import Callable
from typing import Final

from protocol import wire
from protocol.games import GAMES
from protocol.messages import AnyClientMessage, AnyServerMessage, SeatBot, TableInfo
from tests.support.driver import secret
from tests.support.player import Plan, Player
from ys_server.bots.chairs import Place
from ys_server.bots.crew import Crew
from ys_server.effects import Close, Conn, Effect, Send
from ys_server.hub import Hub

SECONDS: Final = 1.0
MOST_STEPS: Final = 50_000


class Source:
    """Bytes that follow from a seed."""

    def __init__(self, seed: object) -> None:
        """Begin."""
        self._seed, self._count = seed, 0

    def __call__(self, size: int) -> bytes:
        """Return the next bytes."""
        self._count += 1
        return secret(self._seed, self._count, size=size)


class Host(Player):
    """A human who opens a table, invites bots of the levels given one after the other, and starts.

    Where no bots were there they are invited again a little later.
    """

    def __init__(
        self, levels: tuple[str, ...], seed: int, name: str = "Hana", options: tuple[str, ...] = ()
    ) -> None:
        """Be the host of a table with `options` and so many bots."""
        plan = Plan("ys", len(levels) + 1, f"The table of {name}", options=options, is_host=True)
        super().__init__(GAMES, name, plan, seed)
        self._levels = levels
        self._invited = 0

    def _look(self, table: TableInfo) -> list[AnyClientMessage]:
        sits = any(chair.key == self.key for chair in table.chairs)
        answers = super()._look(table)
        if table.stage == "open" and sits and self._invited < len(table.chairs) <= len(self._levels):
            self._invited = len(table.chairs)
            return [*answers, self._invitation(table.id)]
        return answers

    def idle(self) -> list[bytes]:
        """Return what is asked again when nothing more comes: the bots may be here by now."""
        if "no-bots" not in self.codes:
            return []
        assert self._table is not None
        self.codes.remove("no-bots")
        return [wire.encode(self._invitation(self._table.id))]

    def _invitation(self, table: int) -> AnyClientMessage:
        return SeatBot(self._next(), table, self._levels[self._invited - 1])


class House:
    """Everybody of one game, and the frames on their way."""

    def __init__(self, levels: tuple[str, ...] = ("greedy", "greedy", "random"), seed: int = 0) -> None:
        """Open the server and let both come in."""
        self.hub = Hub(secret(seed, "server"), Source((seed, "hub")))
        self.failures: list[str] = []
        """Why bots failed, in words."""
        self.crew = Crew(secret(seed, "crew"), Source((seed, "crew")), self.failures.append)
        self.hub.bots_key = self.crew.key
        self.host = Host(levels, seed)
        self.said: list[AnyServerMessage] = []
        """All that the server told the bots."""
        self.asked: list[AnyClientMessage] = []
        """All that the bots told the server."""
        self._queue: deque[tuple[Conn, bytes]] = deque()
        self._next = 0
        self._bots, self._person = self._conn(), self._conn()
        self._do(self.hub.opened(self._bots, "127.0.0.1", 0.0))
        self._do(self.hub.opened(self._person, "127.0.0.1", 0.0))

    @property
    def is_over(self) -> bool:
        """Whether the host has seen the end of the game."""
        return self.host.is_done

    @property
    def length(self) -> int:
        """Entries that the host knows."""
        return len(self.host.chair.match.log) if self.host.chair else 0

    def play(self, until: Callable[[], bool] | None = None) -> None:
        """Deliver frames and let bots decide until it is so, or the game is over."""
        for _ in range(MOST_STEPS):
            if (until or (lambda: self.is_over))():
                return
            if self._queue:
                self._deliver(*self._queue.popleft())
            elif not self.decide():
                self.send(self.crew.again())
                assert self._queue, "nobody has anything to say, and the game is not over"
        raise AssertionError("the game does not end")

    def decide(self) -> bool:
        """Let the bots take one decision; tell whether there was one."""
        decision = self.crew.due()
        if decision is not None:
            self.send(self.crew.decided(decision, decision.think(SECONDS)))
        return decision is not None

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the bots sit at the one table."""
        (sat,) = self.crew._tables.values()
        return sat.places

    def fail(self, code: str) -> None:
        """Let a bot fail in the decision that is due."""
        decision = self.crew.due()
        assert decision is not None
        self.send(self.crew.failed(decision, code, "in a test"))

    def send(self, messages: list[AnyClientMessage]) -> None:
        """Let the bots say something."""
        for message in messages:
            self.asked.append(message)
            self._do(self.hub.received(self._bots, wire.encode(message), 0.0))

    def break_link(self) -> None:
        """Cut the bots off; what was on its way to them is lost."""
        self.hub.closed(self._bots, 0.0)
        self._queue = deque((conn, frame) for conn, frame in self._queue if conn != self._bots)
        self.crew.offline()

    def come_back(self) -> None:
        """Let the bots connect again."""
        self._bots = self._conn()
        self._do(self.hub.opened(self._bots, "127.0.0.1", 0.0))

    def _conn(self) -> Conn:
        self._next += 1
        return Conn(self._next)

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self._queue.extend((conn, effect.frame) for conn in effect.conns)
            assert not isinstance(effect, Close), f"the server closes: {effect}"

    def _deliver(self, conn: Conn, frame: bytes) -> None:
        if conn == self._bots:
            message = wire.decode_server(frame)
            self.said.append(message)
            self.send(self.crew.received(message))
        else:
            for answer in self.host.received(frame):
                self._do(self.hub.received(conn, answer, 0.0))
