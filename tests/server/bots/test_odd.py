"""Whole servers whose bots hang, err, die or eat memory: every table gets to its end."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.games.ys.prompts import PickBid
from tests.server.bots.house import Host
from tests.server.bots.playing import play
from tests.support import web
from tests.support.odd.__main__ import SILENT
from tests.support.remote import Process
from tests.support.sizes import children
from tests.support.terminal import all_gone
from ys_server.bots.chairs import FAILURES

pytestmark = pytest.mark.timeout(300)

AGES = "3600"
"""A limit that no test waits for."""
GONE_SECONDS = 60.0


@contextlib.asynccontextmanager
async def server(database: Path, *more: str, seconds: str = AGES) -> AsyncIterator[Process]:
    """Run a server that offers the odd levels; its log is beside the database."""
    log = database.with_name("log")
    async with Process(
        *("--port", "0", "--database", str(database), "--until-stdin-closes"),
        *("--bot-processes", "2", "--bot-seconds", seconds, "--bot-memory", "128", *more),
        module="tests.support.odd",
        log=log,
    ) as process:
        yield process


def length(host: Host) -> int:
    """Return how many entries `host` knows."""
    return len(host.chair.match.log) if host.chair else 0


def crew(server: Process) -> int:
    """Return the process of the bots."""
    (pid,) = children(server.process.pid)
    return pid


async def thinkers(server: Process) -> tuple[int, ...]:
    """Return the processes in which bots think, as soon as there are any."""
    port = int(server.url.rpartition(":")[2])
    while not (found := tuple(children(crew(server)))):
        await web.get(port, "/healthz")
    return found


@pytest.mark.parametrize(
    ("level", "code"),
    [
        ("hangs", "slow"),
        ("raises", "raised"),
        ("cheats", "illegal"),
        ("mumbles", "illegal"),
        ("exits", "ended"),
        ("dies", "ended"),
        ("eats", "memory"),
    ],
)
async def test_a_table_with_a_bot_that_fails_gets_to_its_end(level: str, code: str, tmp_path: Path) -> None:
    """With the keys of the seat and without a vote: the weakest decides, from the third failure on for good.

    What is logged says which bot, where and why, and nothing of what it saw.
    """
    host = Host((level,), 1)
    seconds = "0.3" if code == "slow" else AGES
    async with server(tmp_path / "db", "--metrics-port", "0", seconds=seconds) as process:
        await play(host, process.url)
        log = (tmp_path / "log").read_text()
        port = int(log.partition("metrics are answered at port ")[2].split()[0])
        numbers = (await web.get(port, "/metrics")).body
    assert host.chair is not None
    assert host.chair.match.seating.chairs == host.chair.match.setup.seats
    assert log.count(f"a bot failed ({code}), another chooses: table 1, seat ") == FAILURES
    assert log.count(f"level {level}") == FAILURES
    assert log.count("is played by random to the end of the game") == 1
    assert f'ys_bot_failures_total{{code="{code}"}} {FAILURES}.0' in numbers
    assert "hidden" not in log
    assert "Traceback" not in log


async def test_a_bot_that_hangs_delays_its_own_table_alone(tmp_path: Path) -> None:
    """While it hangs another table plays to its end, and what is automatic is answered at its own."""
    slow, other = Host(("hangs", "greedy"), 1, "Sloane"), Host(("greedy", "greedy"), 2, "Ottilie")
    async with server(tmp_path / "db") as process:
        stands = asyncio.create_task(play(slow, process.url))
        await play(other, process.url)
        assert not stands.done()
        assert slow.chair is not None
        asked = slow.chair.match.prompts
        assert asked, "its game is not over"
        assert all(isinstance(prompt, PickBid) for prompt in asked.values()), "its hands were sealed"
        stands.cancel()
        await asyncio.wait((stands,))


async def test_bots_that_stand_still_are_noticed_and_sit_down_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crew that says nothing any more is killed; the next one plays on with the same seats and keys."""
    monkeypatch.setenv(SILENT, "4")
    host = Host(("greedy", "random"), 3)
    async with server(tmp_path / "db") as process:
        await play(host, process.url, lambda: length(host) > 30)
        first = crew(process)
        os.kill(first, signal.SIGSTOP)
        await play(host, process.url)
        assert all_gone((first,), 0)
    assert host.chair is not None
    assert host.chair.match.seating.chairs == host.chair.match.setup.seats
    assert "the bots have said nothing" in (tmp_path / "log").read_text()


@pytest.mark.parametrize("level", ["greedy", "hangs"])
@pytest.mark.parametrize("is_server", [False, True])
async def test_no_process_is_left_when_the_bots_are_killed(
    level: str, tmp_path: Path, *, is_server: bool
) -> None:
    """After SIGKILL of the crew, or of the server, all that they have started ends, thinking or not."""
    host = Host((level, "greedy"), 4)
    async with server(tmp_path / "db") as process:
        await play(host, process.url, lambda: length(host) > 3)
        first, (thinking, *_) = crew(process), await thinkers(process)
        os.kill(process.process.pid if is_server else first, signal.SIGKILL)
        assert all_gone((first, thinking), GONE_SECONDS)


async def test_bots_that_were_killed_play_on(tmp_path: Path) -> None:
    """Their places and vaults follow from their identity and the game's setup."""
    host = Host(("greedy", "random"), 5)
    async with server(tmp_path / "db") as process:
        await play(host, process.url, lambda: length(host) > 30)
        os.kill(crew(process), signal.SIGKILL)
        await play(host, process.url)
    assert host.chair is not None
    assert host.chair.match.seating.chairs == host.chair.match.setup.seats
