"""Many connections in one process that cost little: they know their frames beforehand and compare bytes.

A group is who sits together, one connection each. It plays the recorded moves of its tables in their order:
the next move is sent by its seat as soon as that has seen the answer to the one before. The same people may
be several groups, each at tables of its own.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from protocol import VERSION, wire
from protocol.games import GAMES
from protocol.messages import (
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Bye,
    Challenge,
    Hello,
    Leave,
    OpenTable,
    Ready,
    Refused,
    Sit,
    Start,
    TableChanged,
    Welcome,
    greeting,
)
from tests.benchmarks.recording import Move, Recording, chair, person

AT_ONCE: Final = 50
"""Connections that come in together: a server's backlog is not what is measured."""
PATIENCE: Final = 60.0
"""Seconds after which something has gone wrong."""
_BINARY: Final = 0x82
_PING: Final = 0x89
_PONG: Final = 0x8A
_BAD: Final = (b"entries", b"refused", b"bye")
UPGRADE: Final = (
    "GET {} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
"""What a client says first, for a path at a host."""

Message = TypeVar("Message")


class Unexpected(Exception):
    """The server said something else than an honest server would."""


def framed(payload: bytes, opcode: int = _BINARY) -> bytes:
    """Return the bytes of a client's frame; its mask is nought, which is a mask like any other."""
    length = len(payload)
    head = (
        bytes((opcode, 0x80 | length)) if length < 126 else bytes((opcode, 0xFE)) + length.to_bytes(2, "big")
    )
    return head + bytes(4) + payload


class Link(asyncio.Protocol):
    """One connection: whole payloads come out of it."""

    def __init__(self, path: str, host: str) -> None:
        """Ask for `path` once connected."""
        self.payloads: asyncio.Queue[bytes] = asyncio.Queue()
        """What has come, while nobody else takes it."""
        self.take: Callable[[bytes], None] = self.payloads.put_nowait
        """Where a payload goes."""
        self.expected: dict[bytes, Callable[[], None]] = {}
        """What to do at which payload, once, while payloads are compared."""
        self.up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the handshake is."""
        self._request = UPGRADE.format(path, host).encode()
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake whoever waits for more."""
        self.take(b"")

    def data_received(self, data: bytes) -> None:
        """Hand on every payload that is complete."""
        buffer, at = self._buffer + data if self._buffer else data, 0
        if not self.up.done():
            at = buffer.find(b"\r\n\r\n") + 4
            if at < 4:
                self._buffer = buffer
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                raise Unexpected(buffer[:at].decode())
            self.up.set_result(None)
        while at + 2 <= len(buffer):
            length, begin = buffer[at + 1], at + 2
            if length >= 126:
                begin = at + (4 if length == 126 else 10)
                length = int.from_bytes(buffer[at + 2 : begin], "big")
            if len(buffer) < begin + length:
                break
            opcode, payload, at = buffer[at], buffer[begin : begin + length], begin + length
            if opcode == _BINARY:
                self.take(payload)
            elif opcode == _PING:
                self.transport.write(framed(payload, _PONG))
        self._buffer = buffer[at:]

    def say(self, message: AnyClientMessage) -> None:
        """Send `message`."""
        self.transport.write(framed(wire.encode(message)))

    def compare(self, payload: bytes) -> None:
        """Do what is to be done at `payload`; it may be something else, but no other answer."""
        do = self.expected.pop(payload, None)
        if do is not None:
            do()
        elif not payload or any(word in payload[:16] for word in _BAD):
            raise Unexpected(f"{payload[:80]!r}")

    def close(self) -> None:
        """Hang up."""
        self.take = self.payloads.put_nowait
        self.transport.abort()

    async def hear(self, kind: type[Message]) -> Message:
        """Return the next message of that kind; those before it are dropped."""
        while True:
            async with asyncio.timeout(PATIENCE):
                payload = await self.payloads.get()
            message: AnyServerMessage = wire.decode_server(payload)
            if isinstance(message, kind):
                return message
            if isinstance(message, Refused | Bye):
                raise Unexpected(str(message))


async def link(url: str, path: str = "/") -> Link:
    """Return a new connection, whose handshake is under way."""
    where = urlsplit(url)
    assert where.hostname is not None
    assert where.port is not None
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Link(path, where.netloc), where.hostname, where.port)
    return made


class Step(Struct, frozen=True):
    """One move as bytes: whose, what is sent, what everybody in the group has to receive."""

    seat: int
    sent: bytes
    answer: bytes


class Group:
    """Who sits together, and how far each of them is in the moves."""

    def __init__(self, links: Sequence[Link], steps: Sequence[Step]) -> None:
        """Be ready to play `steps`."""
        self.told: Callable[[], None] = _ignored
        """Called whenever all have seen a move's answer."""
        self._links, self._steps = links, steps
        self._seen = [0] * len(links)
        self._last = 0
        self._sent = self._goal = 0
        for seat, one in enumerate(links):
            one.take = one.compare
            self._await(seat)

    @property
    def left(self) -> int:
        """How many moves are left to play."""
        return len(self._steps) - self._goal

    @property
    def is_idle(self) -> bool:
        """Whether everybody has seen all that was sent."""
        return min(self._seen) == self._sent

    def go(self, moves: int) -> None:
        """Play so many moves more."""
        assert moves <= self.left, "the recording is too short"
        is_asleep = self._sent == self._goal
        self._goal += moves
        if is_asleep and moves and self._seen[self._steps[self._sent].seat] == self._sent:
            self._send()

    def close(self) -> None:
        """Hang up."""
        for one in self._links:
            one.close()

    def _send(self) -> None:
        step = self._steps[self._sent]
        self._sent += 1
        self._links[step.seat].transport.write(step.sent)

    def _await(self, seat: int) -> None:
        """Let `seat` look out for the answer to the next move."""
        if self._seen[seat] < len(self._steps):
            expected = self._links[seat].expected
            expected[self._steps[self._seen[seat]].answer] = lambda: self._answered(seat)

    def _answered(self, seat: int) -> None:
        self._seen[seat] = at = self._seen[seat] + 1
        self._await(seat)
        if at == self._sent < self._goal and self._steps[at].seat == seat:
            self._send()
        self._last += 1
        if self._last == len(self._seen):
            self._last = 0
            self.told()


async def at_server(url: str, recordings: Sequence[Recording]) -> list[Group]:
    """Return the groups at a server, everybody in their chairs and every game where its moves begin."""
    people = dict.fromkeys(number for recording in recordings for number in recording.people)
    host, *others = [len(people), *people]
    links = dict(zip((host, *others), await _connected(url, ["/"] * (len(others) + 1)), strict=True))
    await asyncio.gather(*(_greeted(one, number) for number, one in links.items()))
    for recording in recordings:
        links[host].say(OpenTable(1, "ys", len(recording.people), (), "Load"))
    for recording in recordings:
        assert (await links[host].hear(TableChanged)).table.id == recording.table
    for place in range(max(len(recording.people) for recording in recordings)):
        late = [recording for recording in recordings if place < len(recording.people)]
        for recording in late:
            sitter = recording.people[place]
            links[sitter].say(Sit(1, recording.table, chair(recording.table, sitter).keys))
        for recording in late:
            await _sits(links[recording.people[place]], recording.table, place)
    for recording in recordings:
        links[host].say(Start(1, recording.table))
        links[host].say(Leave(1, recording.table))
    for recording in recordings:
        began = await links[host].hear(Began)
        assert (began.table, began.setup) == (recording.table, recording.setup)
        if recording.offer:
            links[recording.people[0]].transport.write(framed(recording.offer))
    for _ in range(2):  # what others have sent may still be on its way at the first time
        await asyncio.gather(*(_answered(one, recordings[0].table) for one in links.values()))
    return _groups(recordings, links, lambda move: move.answer)


async def at_bare(url: str, recordings: Sequence[Recording]) -> list[Group]:
    """Return the groups at a bare relay, which answers with what it was sent."""
    people = {number: f"/{recording.people[0]}" for recording in recordings for number in recording.people}
    links = dict(zip(people, await _connected(url, list(people.values())), strict=True))
    return _groups(recordings, links, lambda move: move.frame)


async def _connected(url: str, paths: Sequence[str]) -> list[Link]:
    links: list[Link] = []
    for at in range(0, len(paths), AT_ONCE):
        come = await asyncio.gather(*(link(url, path) for path in paths[at : at + AT_ONCE]))
        await asyncio.gather(*(one.up for one in come))
        links += come
    return links


async def _greeted(one: Link, number: int) -> None:
    """Say hello, and return when welcome."""
    challenge, vault = await one.hear(Challenge), person(number)
    rules = tuple((game.key, game.rules) for game in GAMES.values())
    signature = vault.sign(greeting(challenge.key, challenge.nonce, VERSION))
    one.say(Hello(VERSION, rules, vault.keys.name, vault.keys.sign, signature))
    await one.hear(Welcome)


async def _sits(one: Link, table: int, place: int) -> None:
    while (changed := (await one.hear(TableChanged)).table).id != table or len(changed.chairs) <= place:
        pass


async def _answered(one: Link, table: int) -> None:
    """Return when everything before has been answered: nobody can be ready once the game has begun."""
    one.say(Ready(1, table, ready=True))
    assert (await one.hear(Refused)).code == "begun"


def _groups(
    recordings: Sequence[Recording], links: Mapping[int, Link], answer: Callable[[Move], bytes]
) -> list[Group]:
    steps: defaultdict[tuple[int, tuple[int, ...]], list[Step]] = defaultdict(list)
    for recording in recordings:
        steps[recording.lane, recording.people] += (
            Step(move.seat, framed(move.frame), answer(move)) for move in recording.moves
        )
    return [Group([links[number] for number in people], moves) for (_, people), moves in steps.items()]


async def idle_at_server(url: str, numbers: Sequence[int]) -> list[Link]:
    """Return connections at a server of people who have said hello and nothing more."""
    links = await _connected(url, ["/"] * len(numbers))
    await asyncio.gather(*(_greeted(one, number) for one, number in zip(links, numbers, strict=True)))
    return links


async def idle_at_bare(url: str, numbers: Sequence[int]) -> list[Link]:
    """Return connections at a bare relay that say nothing."""
    return await _connected(url, [f"/{number // 4}" for number in numbers])


def _ignored() -> None:
    """Do nothing."""
