"""A server of one table of Ys on a real socket, honest unless a test makes it lie, and clients to lie to.

Ada and Ben are the client's own store and link; Cara, Dan and nature are played here, with their keys.
"""

import asyncio
from collections.abc import Callable, Generator
from random import Random
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from protocol import VERSION
from protocol.game import NATURE, Action, Prompt, Seat, Setup
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Chair,
    Challenge,
    Entries,
    Hello,
    Lobby,
    Refused,
    TableChanged,
    TableInfo,
    Waiting,
    Watch,
    Welcome,
)
from protocol.vault import NONCE, Vault
from protocol.wire import CLIENT_BYTES, decode_client, encode
from tests.support.driver import NAMES, Choose, any_of, secret
from ys_tui.client.intents import Confirm, Intent, Pick, SitDown
from ys_tui.client.keyring import Notes, Scratch
from ys_tui.client.link import Link
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.client.store import Store

YS: Final = GAMES["ys"]
TABLE: Final = 7
ADA, BEN, CARA, DAN = map(Seat, range(4))
_PATIENCE: Final = 60.0
_MOST: Final = 2_000

C = TypeVar("C", bound=AnyClientMessage)


class Victim:
    """The client of one seat: a real store on a real link, and the server's end of it."""

    def __init__(self, seat: Seat, identity: bytes, nonce: bytes, notes: Notes) -> None:
        """Start the program; it is not connected yet."""
        self.seat = seat
        self.store = Store(
            identity, NAMES[seat], notes=notes, entropy=lambda size: nonce[:size], games={YS.key: YS}
        )
        self.key = self.store.snapshot.key
        self.said: list[AnyClientMessage] = []
        """What the server has heard of it and not yet looked at."""
        self.socket: ServerConnection | None = None
        self.news = asyncio.Event()
        self._link: Link | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def shown(self) -> TableSnapshot:
        """The table as its screens get it."""
        table = self.store.snapshot.table
        assert table is not None, self.store.snapshot
        return table

    @property
    def alarms(self) -> list[str]:
        """The codes of what must not be overlooked, at the table and of tables that cannot be shown."""
        snapshot = self.store.snapshot
        shown = snapshot.table.alarms if snapshot.table is not None else ()
        return [alarm.code for alarm in (*snapshot.alarms, *shown)]

    def start(self, url: str) -> None:
        """Connect, and come back for ever."""
        self._link = Link(url, self.store, self.news.set, _at_once)
        self._running = asyncio.create_task(self._link.run())

    async def stop(self) -> None:
        """End the program."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so, looking whenever the client or the server has heard anything."""
        async with asyncio.timeout(_PATIENCE):
            while not holds():
                self.news.clear()
                await self.news.wait()

    async def says(self, kind: type[C]) -> C:
        """Return the next message of `kind` that the server hears, and forget what came before it."""
        await self.until(lambda: any(isinstance(message, kind) for message in self.said))
        while not isinstance(message := self.said.pop(0), kind):
            pass
        return message

    def wish(self, *intents: Intent) -> None:
        """Let the player wish something."""
        assert self._link is not None
        for intent in intents:
            self._link.send(self.store.intend(intent))


class Liar:
    """The table and its server, open as long as the `async with` block runs."""

    def __init__(
        self, seed: int = 1, *, identities: dict[Seat, bytes] | None = None, choose: Choose = any_of
    ) -> None:
        """Set the table; `identities` are those of clients whose keyring has made one itself."""
        self.seed = seed
        own = identities or {}
        self._identities = {
            seat: own.get(seat, secret(seed, "identity", seat)) for seat in (ADA, BEN, CARA, DAN, NATURE)
        }
        self.vaults = {
            seat: Vault(identity, self.nonce(seat), NAMES[seat] if seat >= 0 else "nature")
            for seat, identity in self._identities.items()
        }
        chairs = tuple(self.vaults[Seat(seat)].keys for seat in range(4))
        self.setup = Setup(YS.key, YS.rules, (), chairs, self.vaults[NATURE].keys)
        self.match: Match[Any] = Match(YS, self.setup)
        self.key = secret(seed, "server")
        self.shown: dict[Seat, Match[Any]] = {}
        """The game that a seat is shown when it asks from the start, where it is not the true one."""
        self.setups: dict[Seat, Setup] = {}
        """The setup that a seat is shown, where it is not the true one."""
        self.victims: dict[Seat, Victim] = {}
        self._rng = Random(seed)
        self._choose = choose
        self._server: Server | None = None
        self._url = ""
        self._asides = 1_000

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._talk, "127.0.0.1", 0, compression=None, max_size=CLIENT_BYTES, close_timeout=1.0
        )
        self._url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for victim in self.victims.values():
            await victim.stop()
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    def nonce(self, seat: Seat) -> bytes:
        """Return the nonce with which `seat` sat down."""
        return secret(self.seed, "nonce", seat, size=NONCE)

    async def invites(self, seat: Seat, notes: Notes | None = None) -> Victim:
        """Start the client of `seat`, and let it come to the table as far as it will."""
        notes = notes or Scratch()
        notes.sit(self.key, TABLE, self.nonce(seat))
        victim = self.victims[seat] = Victim(seat, self._identities[seat], self.nonce(seat), notes)
        victim.start(self._url)
        await victim.says(Watch)
        victim.wish(SitDown(TABLE))
        await self.settles(victim)
        return victim

    # --- what it says ------------------------------------------------------------------------------

    async def says(self, victim: Victim, *messages: AnyServerMessage) -> None:
        """Say something to one client."""
        assert victim.socket is not None
        for message in messages:
            await victim.socket.send(encode(message))

    async def tells(
        self, victim: Victim, *entries: Entry, start: int | None = None, digest: bytes = b""
    ) -> None:
        """Tell a client of entries, at the end of its log unless a place is named; wait till it has read."""
        at = len(victim.store.tables[TABLE].match.log) if start is None else start
        await self.says(victim, Entries(TABLE, at, tuple(entries), digest))
        await self.settles(victim)

    async def refuses(self, victim: Victim, act: Act, code: str) -> None:
        """Refuse what a client sent."""
        await self.says(victim, Refused(act.ref, code, "No."))

    async def settles(self, victim: Victim) -> None:
        """Return once the client has read everything: it answers to a table it has not heard of before."""
        self._asides += 1
        aside = self._asides
        await self.says(victim, TableChanged(self._info(aside)))
        await victim.until(lambda: any(isinstance(m, Watch) and m.table == aside for m in victim.said))
        victim.said = [m for m in victim.said if not (isinstance(m, Watch) and m.table == aside)]

    # --- how it plays when it is honest ------------------------------------------------------------

    def entry(self, seat: Seat, *actions: Action, match: Match[Any] | None = None) -> Entry:
        """Return what `seat` signs at the end of the true log, or of another."""
        return (self.match if match is None else match).sign(seat, self.vaults[seat], actions)

    def decides(self, seat: Seat, match: Match[Any] | None = None) -> Entry:
        """Return what a seat that is played here does next."""
        match = self.match if match is None else match
        view = match.view(seat, self.vaults[seat])
        owed = match.owed(seat, self.vaults[seat])
        return self.entry(seat, *(owed or (self._choose(view, YS.legal(view), self._rng),)), match=match)

    async def plays(self, entry: Entry) -> None:
        """Play `entry` and tell everybody."""
        number = len(self.match.log)
        self.match.submit(entry)
        for victim in self.victims.values():
            await self.tells(victim, entry, start=number, digest=self.match.digest())

    async def step(self, seat: Seat) -> None:
        """Let `seat` do what it is asked: a client by itself, or after its player has chosen."""
        victim = self.victims.get(seat)
        if victim is None:
            await self.plays(self.decides(seat))
            return
        if not self.match.prompts[seat].automatic:
            self.picks(victim)
        await self.plays((await victim.says(Act)).entry)

    async def cuts(self, victim: Victim) -> None:
        """Cut the link of a client, and wait until it is back in the lobby."""
        before = victim.socket
        assert before is not None
        await before.close()
        await victim.until(lambda: victim.socket is not before and victim.store.is_welcome)

    def branch(self, *entries: Entry) -> Match[Any]:
        """Return another game of the same table, made of `entries`."""
        match: Match[Any] = Match(YS, self.setup)
        match.extend(0, entries)
        return match

    def picks(self, victim: Victim) -> Action:
        """Let a client's player choose and confirm; return what was chosen."""
        action = self._choose(victim.shown.view, victim.shown.legal, self._rng)
        victim.wish(Pick(action), Confirm())
        return action

    async def until(self, seat: Seat, *prompts: type[Prompt], last: bool = False) -> None:
        """Play on until `seat` is asked one of `prompts`; if `last`, until nobody else is asked."""
        for _ in range(_MOST):
            asked = list(self.match.prompts)
            is_asked = isinstance(self.match.prompts.get(seat), prompts)
            if is_asked and (not last or asked == [seat]):
                return
            await self.step(next(other for other in asked if not (is_asked and other == seat)))
        raise AssertionError("it is never asked that")

    # --- sockets -----------------------------------------------------------------------------------

    async def _talk(self, socket: ServerConnection) -> None:
        try:
            await self._serve(socket)
        except ConnectionClosed:
            return

    async def _serve(self, socket: ServerConnection) -> None:
        await socket.send(encode(Challenge(self.key, secret("nonce"))))
        hello = decode_client(await socket.recv(decode=False))
        assert isinstance(hello, Hello)
        victim = next(victim for victim in self.victims.values() if victim.key == hello.key)
        victim.socket = socket
        await self.says(victim, Welcome(hello.name, VERSION, ()), Lobby((self._info(TABLE),), (hello.name,)))
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = decode_client(frame)
            victim.said.append(message)
            if isinstance(message, Watch) and message.table == TABLE:
                await self._show(victim, message)
            victim.news.set()

    async def _show(self, victim: Victim, watch: Watch) -> None:
        if watch.have:
            return
        match = self.shown.get(victim.seat, self.match)
        setup = self.setups.get(victim.seat, self.setup)
        entries = Entries(TABLE, 0, tuple(match.log), match.digest())
        await self.says(victim, Began(TABLE, setup), entries, Waiting(TABLE, ()))

    def _info(self, number: int) -> TableInfo:
        chairs = tuple(Chair(seat.name, seat.sign, seat.bot, here=True) for seat in self.setup.seats)
        host = self.setup.seats[0].sign
        return TableInfo(number, YS.key, YS.rules, "Table", (), 4, chairs, host, "playing")


def _at_once() -> Generator[float]:
    while True:
        yield 0.001
