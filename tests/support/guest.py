"""A client of raw messages over a real socket: honest unless a test makes it lie."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from protocol import VERSION
from protocol.game import Action, Event, Seat
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Bye,
    Challenge,
    Entries,
    Hello,
    Leave,
    Lobby,
    Look,
    Refused,
    greeting,
)
from protocol.vault import NONCE, Vault
from protocol.wire import SERVER_BYTES, decode_server, encode
from tests.support.driver import secret

M = TypeVar("M", bound=AnyServerMessage)
MakeVault = Callable[[bytes, bytes, str], Vault]
"""Makes a seat's vault from identity, nonce and name: a dishonest one deals itself what it likes."""

NOWHERE: Final = (1 << 52) - 1
"""The number of no table: asking about it is answered by a refusal, after everything asked before."""
_PATIENCE: Final = 60.0


class Guest:
    """One person on one connection, with all that was said and heard on it."""

    def __init__(self, name: str, seed: object = 0, vault: MakeVault = Vault) -> None:
        """Be `name`, whose secrets follow from it and `seed`; nobody is connected yet."""
        self.name = name
        self.identity = secret(seed, "identity", name)
        self.vault = vault(self.identity, secret(seed, "nonce", name, size=NONCE), name)
        self.key = self.vault.keys.sign
        self.table = 0
        """The table whose game is followed here."""
        self.seat: Seat | None = None
        self.messages: list[AnyServerMessage] = []
        self.heard: list[bytes] = []
        """Every frame that came."""
        self.said: list[bytes] = []
        """Every frame that was sent."""
        self.events: list[Event] = []
        """What happened at the table, as this client works it out."""
        self._match: Match[Any] | None = None
        self._socket: ClientConnection | None = None
        self._refs = itertools.count(1)

    @property
    def match(self) -> Match[Any]:
        """The log that this client has verified entry by entry, and its state."""
        assert self._match is not None, "no game has begun"
        return self._match

    @property
    def length(self) -> int:
        """How many entries are held here."""
        return 0 if self._match is None else len(self._match.log)

    async def connect(self, url: str) -> Challenge:
        """Connect and return what the server says first."""
        self._socket = await connect(url, compression=None, max_size=SERVER_BYTES, proxy=None)
        return await self.next(Challenge)

    def hello(self, challenge: Challenge) -> Hello:
        """Return the true answer to `challenge`."""
        rules = tuple((game.key, game.rules) for game in GAMES.values())
        sign = self.vault.sign(greeting(challenge.key, challenge.nonce, VERSION))
        return Hello(VERSION, rules, self.name, self.key, sign)

    async def enter(self, url: str) -> None:
        """Connect and come into the lobby."""
        challenge = await self.connect(url)
        await self.say(self.hello(challenge))
        await self.say(Look(next(self._refs), on=True))
        await self.next(Lobby)

    async def leave(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def say(self, message: AnyClientMessage | bytes) -> None:
        """Send a message, or any bytes, and wait for nothing."""
        assert self._socket is not None
        frame = message if isinstance(message, bytes) else encode(message)
        self.said.append(frame)
        await self._socket.send(frame)

    async def hear(self) -> AnyServerMessage:
        """Return the next message, after taking it in."""
        assert self._socket is not None
        async with asyncio.timeout(_PATIENCE):
            frame = await self._socket.recv(decode=False)
        self.heard.append(frame)
        message = decode_server(frame)
        self.messages.append(message)
        if isinstance(message, Began) and self._match is None:
            self._begin(message)
        elif isinstance(message, Entries) and message.table == self.table:
            self.events += self.match.extend(message.start, message.entries, message.digest)
        return message

    async def next(self, kind: type[M]) -> M:
        """Return the next message of `kind`."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def reach(self, length: int) -> None:
        """Read until so many entries are held here."""
        while self.length < length:
            await self.hear()

    async def ask(self, request: Any) -> str:  # noqa: ANN401  # every request has a ref, their union no common type
        """Send a request; return the code of its refusal, "" when there is none, once the server is done."""
        ref = next(self._refs)
        await self.say(replace(request, ref=ref))
        before = len(self.messages)
        await self.settle()
        refusals = (m for m in self.messages[before:] if isinstance(m, Refused) and m.ref == ref)
        return next((refusal.code for refusal in refusals), "")

    async def settle(self) -> None:
        """Read all that the server had to say up to now."""
        ref = next(self._refs)
        await self.say(Leave(ref, NOWHERE))
        while not (isinstance(message := await self.hear(), Refused) and message.ref == ref):
            assert not isinstance(message, Bye), message

    def sign(self, *actions: Action, seat: int | None = None) -> Entry:
        """Return the entry by which this seat, or another in its name, does `actions`; nothing is sent."""
        named = self.seat if seat is None else Seat(seat)
        assert named is not None
        return self.match.sign(named, self.vault, actions)

    async def act(self, what: Entry | Sequence[Action]) -> str:
        """Send an entry, or actions signed as one; return the code of the refusal, "" when it was taken."""
        entry = what if isinstance(what, Entry) else self.sign(*what)
        return await self.ask(Act(0, self.table, entry))

    def _begin(self, began: Began) -> None:
        self.table = began.table
        self._match = Match(GAMES[began.setup.game], began.setup)
        seats = [Seat(n) for n, seat in enumerate(began.setup.seats) if seat == self.vault.keys]
        self.seat = seats[0] if seats else None
