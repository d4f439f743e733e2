"""The line of strangers: one thing of theirs in a turn of the loop, and whoever plays goes past it."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final

import pytest
from websockets.asyncio.client import ClientConnection, connect

from protocol import wire
from protocol.messages import Began, Watch
from tests.server.test_listener import Served, greet, hear, served
from tests.support.driver import NAMES
from tests.support.playbook import GAMES
from tests.support.player import Plan, Player
from ys_server import line as line_
from ys_server.limits import Limits
from ys_server.line import Line

STRANGERS: Final = 30
EACH: Final = 15
"""Requests of a stranger: as many as websockets reads ahead."""
PASSED: Final = 40
"""How many of them may be answered while one request of a player is."""
FREE: Final = Limits(burst=10_000, silent=STRANGERS)


async def test_one_thing_in_a_turn() -> None:
    """Who comes first is served at once, the others one by one, in the order in which they came."""
    line, done, turns = Line(), [], []

    def note(number: int) -> Callable[[], None]:
        return lambda: done.append(number)

    for number in range(4):
        line.stand(note(number))
    turns.append(tuple(done))
    while len(line):
        await asyncio.sleep(0)
        turns.append(tuple(done))
    assert turns == [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)]
    await asyncio.sleep(0)
    line.stand(note(9))
    assert done[-1] == 9


async def test_a_fault_holds_nobody_up() -> None:
    """What fails is done with; the next one is served."""
    line, done, faults = Line(), [], []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    line.stand(lambda: None)
    line.stand(lambda: 1 // 0)
    line.stand(lambda: done.append("after"))
    await line.turn()
    assert done == ["after"]
    assert len(faults) == 1


async def test_who_gave_up_takes_no_turn() -> None:
    """A connection that ends while it waits is passed over, those behind it come."""
    line = Line()
    for _ in range(3):  # two turns during which they wait
        line.stand(lambda: None)
    gone, stays = (asyncio.ensure_future(line.turn()) for _ in range(2))
    await asyncio.sleep(0)
    assert not stays.done()
    gone.cancel()
    await stays
    assert gone.cancelled()


async def test_nothing_is_done_while_a_move_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line goes on when it is; the first thing had begun before."""
    monkeypatch.setattr(line_, "HOLD", 60.0)
    is_saving, done = [True], []
    line = Line(lambda: is_saving[0])
    line.stand(lambda: done.append(1))
    line.stand(lambda: done.append(2))
    for _ in range(3):
        await asyncio.sleep(0)
    assert done == [1]
    is_saving[0] = False
    await line.turn()
    assert done == [1, 2]


async def test_saving_without_end_does_not_shut_strangers_out() -> None:
    """Where something is always being saved, the line goes on all the same."""
    line = Line(lambda: True)
    for _ in range(5):
        await line.turn()


async def test_who_plays_goes_past_hundreds_of_strangers_requests() -> None:
    """All of them lie at the server when a player asks; the answer comes before nearly all of theirs."""
    async with served(FREE, ticks=True) as server, AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(server.url, compression=None, max_queue=None))
            for _ in range(2)
        ]
        players = [Player(GAMES, NAMES[n], Plan("toy", 2, is_host=n == 0), 1) for n in range(2)]
        await asyncio.gather(*map(_begin, sockets, players))
        strangers = [
            await stack.enter_async_context(connect(server.url, compression=None, max_queue=None))
            for _ in range(STRANGERS)
        ]
        for number, stranger in enumerate(strangers):
            await greet(stranger, f"Eve{number}")
        before = _refused(server)
        for stranger in strangers:
            for ref in range(EACH):
                await stranger.send(wire.encode(Watch(ref + 1, 99, 0, b"")))
        assert _refused(server) - before < PASSED
        await sockets[0].send(wire.encode(Watch(99, 1, 0, b"")))
        while not isinstance(await hear(sockets[0]), Began):
            pass
        assert _refused(server) - before < 2 * PASSED
        while _refused(server) - before < STRANGERS * EACH:
            await (await sockets[0].ping())


async def _begin(socket: ClientConnection, player: Player) -> None:
    """Play until the game is under way."""
    player.connected()
    async for frame in socket:
        assert isinstance(frame, bytes)
        for answer in player.received(frame):
            await socket.send(answer)
        if player.chair is not None and len(player.chair.match.log) > 4:
            return


def _refused(server: Served) -> int:
    return server.hub.census().requests.get(("watch", "no-such-table"), 0)
