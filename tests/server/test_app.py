"""The server as a process: its first line, its ends, what it refuses, what it keeps."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from protocol import wire
from protocol.games import GAMES
from protocol.messages import Bye, Challenge
from tests.support.driver import NAMES
from tests.support.player import Plan, Player
from tests.support.remote import ROOT, Process, play
from ys_server.config import parse


def arguments(path: Path, *more: str) -> tuple[str, ...]:
    """Return a command line without bots on a free port."""
    return ("--port", "0", "--database", str(path / "a.sqlite3"), "--no-bots", *more)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_says_where_it_listens_and_ends_when_told(tmp_path: Path, number: int) -> None:
    """The first line names the address; on a signal everybody hears a Bye and the exit code is 0."""
    async with Process(*arguments(tmp_path)) as server:
        assert server.url.startswith("ws://127.0.0.1:")
        async with connect(server.url) as socket:
            challenge = wire.decode_server(bytes(await socket.recv(decode=False)))
            assert isinstance(challenge, Challenge)
            server.process.send_signal(number)
            bye = wire.decode_server(bytes(await socket.recv(decode=False)))
            assert isinstance(bye, Bye)
            assert bye.code == "going-away"
        assert await server.process.wait() == 0


async def test_a_game_goes_on_after_an_end_and_a_new_start(tmp_path: Path) -> None:
    """Told to end in the middle of a game, it does; the players come back and end it."""
    players = [Player(GAMES, NAMES[n], Plan("ys", 2, is_host=n == 0), 3) for n in range(2)]
    is_midway, decisions = asyncio.Event(), count()

    def decide(_: object) -> bool:
        if next(decisions) == 30:
            is_midway.set()
        return True

    for player in players:
        player.may_decide = decide
    async with asyncio.TaskGroup() as tasks, contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(Process(*arguments(tmp_path)))
        playing = [tasks.create_task(play(lambda: first.url, player)) for player in players]
        await is_midway.wait()
        first.process.terminate()
        assert await first.process.wait() == 0
        assert not any(player.is_done for player in players)
        again = arguments(tmp_path, "--port", first.url.rpartition(":")[2])
        await stack.enter_async_context(Process(*again))
        await asyncio.gather(*playing)
    assert len({player.chair.match.chain for player in players if player.chair}) == 1
    assert all(player.is_done for player in players)


async def test_every_line_of_the_log_is_an_object_where_that_was_asked_for(tmp_path: Path) -> None:
    """What the bots say included."""
    words = (*arguments(tmp_path), "--bots", "--log-format", "json")
    async with Process(*words) as server:
        assert server.process.stderr is not None
        line = b"{}"
        while "the bots are known by" not in json.loads(line).get("message", ""):
            line = await server.process.stderr.readline()
        server.process.terminate()
        await server.process.wait()
    lines = [json.loads(line) for line in server.said.splitlines()]
    assert lines[-1]["message"] == "ended"
    assert {line["level"] for line in lines} <= {"info", "warning"}


async def test_it_ends_when_its_input_ends(tmp_path: Path) -> None:
    """Whoever started it is gone: so is it, where that was asked for."""
    async with Process(*arguments(tmp_path, "--until-stdin-closes")) as server:
        assert server.process.stdin is not None
        server.process.stdin.close()
        assert await server.process.wait() == 0


async def test_it_is_the_same_server_after_a_restart(tmp_path: Path) -> None:
    """Its key is kept with the games."""
    keys = []
    for _ in range(2):
        async with Process(*arguments(tmp_path)) as server, connect(server.url) as socket:
            challenge = wire.decode_server(bytes(await socket.recv(decode=False)))
            assert isinstance(challenge, Challenge)
            keys.append(challenge.key)
    assert keys[0] == keys[1]


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    """In plain words, with exit code 1 and no listening line."""
    async with Process(*arguments(tmp_path)), Process(*arguments(tmp_path)) as second:
        _, said = await second.process.communicate()
        assert second.url == ""
        assert second.process.returncode == 1
        assert b"another server is using" in said


async def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    """The reason is said in a line, not in a traceback."""
    async with Process(*arguments(tmp_path)) as first:
        port = first.url.rpartition(":")[2]
        other = ("--port", port, "--database", ":memory:", "--no-bots")
        async with Process(*other) as second:
            _, said = await second.process.communicate()
            assert second.process.returncode == 1
            assert f"ys-server: Port {port} of 127.0.0.1 is in use; ".encode() in said
            assert b"Errno" not in said
            assert b"Traceback" not in said


def test_help_reads_well_without_the_client() -> None:
    """Every option is explained; neither Textual nor websockets is imported for it."""
    code = "import sys, ys_server.__main__ as m\ntry: m.main()\nexcept SystemExit: print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert "--patience SECONDS" in done.stdout
    assert "'textual'" not in done.stdout
    assert "'websockets'" not in done.stdout


@pytest.mark.parametrize(
    "wrong",
    [
        ["--port", "70000"],
        ["--port", "x"],
        ["--patience", "nan"],
        ["--patience", "x"],
        ["--seed", "x"],
        ["--what"],
    ],
)
def test_wrong_usage_is_explained(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and the option's name."""
    with pytest.raises(SystemExit) as ended:
        parse(wrong)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert wrong[0] in said
    assert "invalid" not in said


def test_the_settings_are_what_the_command_line_says() -> None:
    """`:memory:` keeps nothing; everything else has its default."""
    config = parse(["--database", ":memory:", "--seed", "3", "--no-bots"])
    assert (config.database, config.seed, config.bots, config.patience) == (None, 3, False, 180.0)
    assert parse([]).database is not None
