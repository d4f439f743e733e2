"""What went wrong at other games' servers and no other test here shows: rejoining, phantoms, stampedes.

Which symptom is tested where is in `docs/robustness.md`.
"""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from protocol import VERSION
from protocol.codec import pack
from protocol.game import Ballot, Seat
from protocol.games.ys.prompts import Place
from protocol.messages import Bye, Hello, Leave, Sit, Start, Watch
from protocol.wire import encode
from tests.benchmarks.crowd import UPGRADE, framed
from tests.server.cheating.test_seats import watched
from tests.server.test_listener import greet, served
from tests.server.test_lobby import opened
from tests.support.guest import NOWHERE, Guest
from tests.support.party import EVE, party
from tests.support.playbook import Playbook
from tests.support.remote import Process
from ys_server.limits import Limits

PATIENCE = 180.0
"""Seconds that a hub of a dialogue has by default."""
CROWD = 200
MOST_SECONDS = 60.0
FORGED: tuple[dict[str, object], ...] = (
    {"role": "spectator"},
    {"spectator": True},
    {"seat": 0},
    {"seats": [0, 1, 2, 3]},
    {"key": bytes(32)},
    {"all": True},
)
BRIEF = Limits(grace_seconds=60, abandoned_seconds=600, listed_seconds=60)
STAGES: tuple[tuple[str, Callable[[Playbook], object]], ...] = (
    ("the host sits", lambda book: book.sits("Ada")),
    ("somebody watches", lambda book: book.says("Cara", Watch(1, 1, 0, b""))),
    ("another sits", lambda book: book.sits("Ben")),
    ("somebody leaves", lambda book: book.says("Cara", Leave(1, 1))),
    ("the game begins", lambda book: book.says("Ada", Start(2, 1))),
)


async def test_rejoining_player_sees_no_hand_of_another() -> None:
    """Whatever a client says that it is: it gets the bytes that a spectator gets, or a goodbye."""
    async with party() as guests:
        await guests.asks(EVE, Place)
        eve = guests.guests[EVE]
        asked = msgspec.to_builtins(Watch(0, eve.table, 0, b""), builtin_types=(bytes,))
        for flag in FORGED:
            await eve.leave()
            await eve.enter(guests.hall.url)
            await eve.say(pack({**asked, **flag}))
            assert (await eve.next(Bye)).code == "bad-frame"
            await eve.leave()
            hello = msgspec.to_builtins(eve.hello(await eve.connect(guests.hall.url)), builtin_types=(bytes,))
            await eve.say(pack({**hello, **flag}))
            assert (await eve.next(Bye)).code == "bad-frame"
        await eve.leave()
        await eve.enter(guests.hall.url)
        await guests.lurker.settle()
        assert await watched(eve) == await watched(guests.lurker)
        assert eve.seat == Seat(EVE)
        await guests.goes_on()


@pytest.mark.parametrize("stage", range(len(STAGES) + 1), ids=("opened", *(name for name, _ in STAGES)))
def test_phantom_seats_and_tables_do_not_stay(stage: int) -> None:
    """Everybody is gone without a word, at whatever stage: in the end nobody and no table is left."""
    book = opened("Ada", "Ben", "Cara", limits=BRIEF)
    for _, step in STAGES[:stage]:
        step(book)
    book.connects("Dan")
    for who in ("Ada", "Ben", "Cara", "Dan"):
        book.goes(who)
    for _ in range(30):
        book.waits(60)
    census = book.hub.census()
    assert (census.connections, census.people) == (0, 0)
    assert sum(census.tables.values()) == 0
    book.arrives("Eve")
    assert book.sits("Eve") == ["Eve < Refused no-such-table"]


def test_lobby_does_not_hang_when_the_host_drops() -> None:
    """Before the start and with others there: one of them is the host after the grace time, and can begin."""
    book = opened("Ada", "Ben", "Cara", limits=BRIEF)
    for who in ("Ada", "Ben"):
        book.sits(who)
    book.goes("Ada")
    book.waits(120)
    book.says("Cara", Sit(3, 1, book.vault("Cara").keys))
    assert any("Began" in line for line in book.says("Ben", Start(4, 1)))


@pytest.mark.parametrize("who", ["Ada", "Ben", "Cara"])
def test_game_does_not_hang_when_a_player_drops(who: str) -> None:
    """Host or not: after the table's patience the others vote, and play the game to its end."""
    book = Playbook(limits=BRIEF)
    book.begins("Ada", "Ben", "Cara")
    match = book.match
    assert match is not None
    names = {Seat(n): seat.name for n, seat in enumerate(match.setup.seats)}
    gone = next(seat for seat, name in names.items() if name == who)
    book.goes(who)
    voters = [name for name in names.values() if name != who]
    while match.prompts:
        seat = next((seat for seat in match.prompts if seat != gone), None)
        if seat is None:
            book.waits(PATIENCE)
            for name in voters:
                book.acts(name, Ballot(gone, "go-on"))
            assert gone not in match.prompts
            continue
        view = match.view(seat, book.vault(names[seat]))
        book.acts(names[seat], *(() if match.prompts[seat].automatic else match.game.legal(view)[:1]))
    assert match.game.left(match.state) == (gone,)
    result = match.game.outcome(match.state)
    assert result is not None
    assert result.places[gone] == len(names)


HELLO = framed(encode(Hello(VERSION, (), "Eve", bytes(32), bytes(64))))
REQUEST = UPGRADE.format("/", "localhost").encode()
HANDSHAKES = {
    "connected": b"",
    "half a request": REQUEST[:40],
    "a request": REQUEST,
    "half a hello": REQUEST + HELLO[:20],
    "a false hello": REQUEST + HELLO,
}


@pytest.mark.parametrize("stage", HANDSHAKES)
async def test_phantom_connections_do_not_stay(stage: str) -> None:
    """Whoever drops before being anybody, however far it came, leaves nothing: others count as before."""
    async with served() as server, connect(server.url) as ada:
        await greet(ada, "Ada")
        for _ in range(5):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HANDSHAKES[stage])
            await writer.drain()
            writer.transport.abort()
        while len(server.listener.waiting()) > 1 or server.hub.census().connections > 1:
            await (await ada.ping())
        assert (server.hub.census().connections, server.hub.census().people) == (1, 1)


async def comes_back(guest: Guest, url: str) -> None:
    """Come in, however often the server has to be asked."""
    while True:
        try:
            await guest.enter(url)
        except (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage, AssertionError):
            await guest.leave()
            await asyncio.sleep(0.05)  # a back-off: there is nothing to wait for but time
        else:
            return


@pytest.mark.timeout(180)
async def test_stampede_after_a_crash_is_over_soon(tmp_path: Path) -> None:
    """Two hundred whose server was killed come back at once: all are in within seconds."""
    usual = ("--database", str(tmp_path / "a.sqlite3"), "--no-bots")
    guests = [Guest(f"Guest {number}") for number in range(CROWD)]
    async with Process("--port", "0", *usual) as first:
        url = first.url
        await asyncio.gather(*(comes_back(guest, url) for guest in guests))
        first.process.kill()
        await first.process.wait()
    async with asyncio.timeout(MOST_SECONDS), Process("--port", url.rpartition(":")[2], *usual) as server:
        await asyncio.gather(*(comes_back(guest, server.url) for guest in guests))
        await asyncio.gather(*(guest.settle() for guest in guests))
        await asyncio.gather(*(guest.leave() for guest in guests))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seconds", [1.0, pytest.param(25.0, marks=pytest.mark.slow)])
async def test_server_that_stood_still_kicks_nobody(seconds: float) -> None:
    """Its process does nothing for a while, then goes on: everybody is still there, and is answered."""
    async with Process("--port", "0", "--database", ":memory:", "--no-bots") as server:
        guests = [Guest(f"Guest {number}") for number in range(20)]
        await asyncio.gather(*(comes_back(guest, server.url) for guest in guests))
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)  # what is tested
        asked = [asyncio.create_task(guest.ask(Leave(0, NOWHERE))) for guest in guests]
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in asked)
        server.process.send_signal(signal.SIGCONT)
        assert await asyncio.gather(*asked) == ["no-such-table"] * len(guests)
        await asyncio.gather(*(guest.leave() for guest in guests))
