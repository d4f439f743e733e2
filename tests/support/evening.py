"""Many tables at once on real sockets: persons of this process, and the server's bots, play game after game.

Every person notes what was decided and what was heard, so that afterwards all of it can be held against the
database of the server and against each other.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from protocol import wire
from protocol.game import Action, View
from protocol.games import GAMES
from protocol.match import Match
from protocol.messages import AnyClientMessage, Entries, SeatBot, TableInfo
from protocol.wire import SERVER_BYTES
from tests.support.driver import NAMES, any_of
from tests.support.player import Plan, Player

SEATS: Final = 4
LEVEL: Final = "random"
IDLE_SECONDS: Final = 0.5
"""Who has heard nothing for so long looks whether there is anything left to do."""
PAUSE_SECONDS: Final = 0.05
"""Pause before somebody whose link is gone tries again."""


class Person(Player):
    """A player who fills the chairs that nobody takes with bots, and writes down what it decides."""

    def __init__(self, name: str, plan: Plan, seed: int, heard: Callable[[int], None], bots: int = 0) -> None:
        """Be `name`; `heard` is told how many new entries came whenever some did."""
        super().__init__(GAMES, name, plan, seed, self._chosen)
        self.decisions: Counter[tuple[int, int]] = Counter()
        """How often something was decided, by the entry since which it was asked and the draft's length."""
        self.links = 0
        """How often a connection was made."""
        self._heard = heard
        self._bots = bots
        self._asked_bot = 0

    @property
    def table(self) -> int:
        """The number of the table."""
        return 0 if self._table is None else self._table.id

    @property
    def match(self) -> Match[Any] | None:
        """The game as far as it is known here."""
        return None if self.chair is None else self.chair.match

    def connected(self) -> None:
        """Begin on a new connection."""
        super().connected()
        self.links += 1
        self._asked_bot = 0

    def idle(self) -> list[bytes]:
        """Return what is still to be said when nothing more comes: something may have been refused."""
        self._asked_bot = 0
        answers: list[AnyClientMessage] = []
        if self.chair is not None and self._is_watching and self._table is not None:
            answers = self._play(self._table.id)
        elif self._table is not None:
            self._has_asked = False
            answers = self._look(self._table)
        return [wire.encode(answer) for answer in answers]

    def _look(self, table: TableInfo) -> list[AnyClientMessage]:
        answers = super()._look(table)
        taken = len(table.chairs)
        is_mine = table.host == self.key and taken > 0
        if is_mine and table.stage == "open" and self._asked_bot < taken <= self._bots:
            self._asked_bot = taken
            answers.append(SeatBot(self._next(), table.id, LEVEL))
        return answers

    def _entries(self, message: Entries) -> list[AnyClientMessage]:
        before = 0 if self.match is None else len(self.match.log)
        answers = super()._entries(message)
        if self.match is not None and len(self.match.log) > before:
            self._heard(len(self.match.log) - before)
        return answers

    def _chosen(self, view: View[Any], options: Sequence[Action], rng: Random) -> Action:
        assert self.chair is not None
        assert self.chair.seat is not None
        self.decisions[self.chair.match.since(self.chair.seat), len(self.chair.draft)] += 1
        return any_of(view, options, rng)


class Game(Struct, frozen=True):
    """One game of the evening."""

    title: str
    persons: tuple[Person, ...]

    @property
    def table(self) -> int:
        """The number of its table, as soon as anybody knows it."""
        return max(person.table for person in self.persons)

    @property
    def is_over(self) -> bool:
        """Whether everybody has seen its end."""
        return all(person.is_done for person in self.persons)

    @property
    def longest(self) -> Match[Any] | None:
        """The game as it is known to whoever has heard most of it."""
        known = [person.match for person in self.persons if person.match is not None]
        return max(known, key=lambda match: len(match.log), default=None)


class Evening:
    """So many tables, at each of which game after game is played until `last_games`."""

    def __init__(
        self, url: Callable[[], str], tables: int, seed: int, *, with_bots: bool = True, pause: float = 0.0
    ) -> None:
        """Plan it; every second table has one person and three bots, if there are bots.

        With a `pause` nobody answers at once.
        """
        self.games: list[Game] = []
        self.heard = 0
        """New entries that came to anybody, counted for each."""
        self.codes: Counter[str] = Counter()
        """Refusals by code, of games that are over."""
        self.seed = seed
        self._url, self._tables, self._with_bots = url, tables, with_bots
        self._pause = pause
        self._goes_on = True
        self._news = asyncio.Event()

    def last_games(self) -> None:
        """Begin no new game from now on."""
        self._goes_on = False

    async def run(self) -> None:
        """Play until the last games are over."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(self._tables):
                tasks.create_task(self._table(number))

    async def hears(self, count: int) -> None:
        """Return once so many more entries have been heard."""
        enough = self.heard + count
        while self.heard < enough:
            self._news.clear()
            await self._news.wait()

    def matches(self) -> Iterator[tuple[int, Match[Any]]]:
        """Yield all games that have begun, by table, each as whoever heard most knows it."""
        for game in self.games:
            if game.longest is not None and game.table:
                yield game.table, game.longest

    async def _table(self, number: int) -> None:
        count = 0
        while self._goes_on or not count:
            count += 1
            game = self._game(number, count)
            self.games.append(game)
            async with asyncio.TaskGroup() as tasks:
                for person in game.persons:
                    tasks.create_task(self._play(person))
            self.codes.update(code for person in game.persons for code in person.codes)

    def _game(self, number: int, count: int) -> Game:
        title = f"Table {number} game {count}"
        seats = 1 if self._with_bots and number % 2 else SEATS
        persons = tuple(
            Person(
                f"{name} {number}.{count}",
                Plan("ys", SEATS, title, is_host=name == NAMES[0]),
                self.seed,
                self._hear,
                SEATS - seats,
            )
            for name in NAMES[:seats]
        )
        return Game(title, persons)

    def _hear(self, entries: int) -> None:
        self.heard += entries
        self._news.set()

    async def _play(self, person: Person) -> None:
        while not person.is_done:
            try:
                async with connect(
                    self._url(), compression=None, max_size=SERVER_BYTES, proxy=None, close_timeout=1.0
                ) as socket:
                    await self._talk(socket, person)
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                await asyncio.sleep(PAUSE_SECONDS)  # a back-off: there is nothing to wait for but time

    async def _talk(self, socket: ClientConnection, person: Person) -> None:
        person.connected()
        while not person.is_done:
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    frame = await socket.recv(decode=False)
            except TimeoutError:
                answers = person.idle()
            else:
                answers = person.received(frame)
                if self._pause and answers:
                    await asyncio.sleep(self._pause)  # somebody thinks
            for answer in answers:
                await socket.send(answer)


def is_beginning(match: Match[Any], of: Match[Any]) -> bool:
    """Tell whether all that `match` holds is the beginning of another."""
    return of.chain_at(len(match.log)) == match.chain
