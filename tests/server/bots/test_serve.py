"""The bots as a process: what it prints, what ends it, whole games against the real server."""

import asyncio
import contextlib
import stat
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.chance import seeded
from protocol.games import GAMES
from protocol.games.ys.board import THRONE_POINTS
from protocol.games.ys.state import Source
from tests.server.bots.house import Host
from tests.server.bots.playing import play
from ys_server.bots.__main__ import main
from ys_server.bots.client import Client, serve
from ys_server.bots.crew import Crew
from ys_server.bots.pool import MEGABYTES, SECONDS, Pool
from ys_server.settings import BY_KEY

NOWHERE = "ws://127.0.0.1:9"


async def _process(*arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
    )


def leftovers(folder: Path) -> list[str]:
    """Return what of ours is in a folder for temporary files."""
    return [path.name for path in folder.glob("ys-*")]


async def _first_word(process: Process) -> tuple[str, str]:
    assert process.stdout is not None
    word, _, rest = (await process.stdout.readline()).decode().strip().partition(" ")
    return word, rest


async def _close(process: Process) -> int:
    assert process.stdin is not None
    process.stdin.close()
    return await process.wait()


@contextlib.asynccontextmanager
async def _server(database: Path, *more: str) -> AsyncIterator[tuple[Process, str]]:
    """Run the real server, which starts the bots, and yield its process and address."""
    arguments = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--database",
        str(database),
        "--until-stdin-closes",
        *more,
    )
    process = await _process("ys_server", *arguments)
    try:
        word, url = await _first_word(process)
        assert word == "listening"
        yield process, url
    finally:
        if process.returncode is None:
            await _close(process)


def _points(host: Host) -> tuple[int, ...]:
    assert host.chair is not None
    outcome = GAMES["ys"].outcome(host.chair.match.state)
    assert outcome is not None
    return outcome.points


def _bots_of(host: Host) -> list[int]:
    """Return the seats at the table of `host` that a bot has."""
    assert host.chair is not None
    return [number for number, seat in enumerate(host.chair.match.setup.seats) if seat.bot]


async def test_a_whole_game_over_loopback(tmp_path: Path) -> None:
    """The real server, its bots in their own process and a human on a socket play to the end."""
    host = Host(("greedy", "random", "greedy"), 1)
    async with _server(tmp_path / "db") as (_, url):
        await play(host, url)
    assert sum(_points(host)) > 0


async def test_a_bot_plays_at_a_table_of_two(tmp_path: Path) -> None:
    """Two cannot play King's Favor and the server says so; without it a bot takes the other chair."""
    refused, host = Host(("greedy",), 4, options=("kings-favor",)), Host(("greedy",), 4)
    async with _server(tmp_path / "db") as (_, url):
        await play(refused, url, lambda: bool(refused.codes))
        await play(host, url)
    assert refused.codes == ["wrong-options"]
    assert len(_points(host)) == 2
    assert max(_points(host)) == _points(host)[_bots_of(host)[0]]


async def test_bots_play_for_the_kings_favor(tmp_path: Path) -> None:
    """Bots take two chairs at a table of three with King's Favor, and what is in the throne room counts."""
    host = Host(("greedy", "random"), 5, options=("kings-favor",))
    async with _server(tmp_path / "db") as (_, url):
        await play(host, url)
    assert host.chair is not None
    players = host.chair.match.state.players
    assert len(_bots_of(host)) == 2
    assert sum(player.sources[Source.THRONE] for player in players) >= sum(THRONE_POINTS) - len(players)


async def test_equal_seeds_give_equal_games() -> None:
    """Wherever bots think: with the same choices of a person each seat does the same to the end."""
    told = []
    for _ in range(2):
        host = Host(("greedy", "random"), 3)
        async with _server(Path(":memory:"), "--seed", "5") as (_process, url):
            await play(host, url)
        assert host.chair is not None
        log = host.chair.match.log
        did = [
            [action for entry in log if entry.seat == seat for action in entry.actions] for seat in range(3)
        ]
        told.append((did, host.chair.match.state.players))
    assert told[0] == told[1]


async def test_bots_play_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """After SIGKILL of the server and a new start, new bots sit in their old chairs and finish the game."""
    host = Host(("random", "greedy", "random"), 2)
    async with _server(tmp_path / "db") as (process, url):
        await play(host, url, lambda: host.chair is not None and len(host.chair.match.log) > 60)
        process.kill()
        await process.wait()
    async with _server(tmp_path / "db") as (_, url):
        await play(host, url)
    assert sum(_points(host)) > 0


async def test_the_first_line_is_the_key_and_stdin_ends_it(tmp_path: Path) -> None:
    """Without a server, too, the bots say who they are, keep that private, and end with their stdin."""
    path = tmp_path / "bots"
    keys = []
    for _ in range(2):
        process = await _process("ys_server.bots", "serve", "--server", NOWHERE, "--identity", str(path))
        word, key = await _first_word(process)
        assert word == "key"
        assert len(bytes.fromhex(key)) == 32
        assert await _close(process) == 0
        keys.append(key)
    assert keys[0] == keys[1]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_identity_can_come_by_stdin() -> None:
    """A server without files gives the bots their secret through the pipe that ends them later."""
    process = await _process("ys_server.bots", "serve", "--server", NOWHERE, "--identity", "-")
    assert process.stdin is not None
    process.stdin.write(bytes(range(32)))
    _, key = await _first_word(process)
    assert key == Crew(bytes(range(32)), seeded(1, "bots")).key.hex()
    assert await _close(process) == 0


async def test_a_server_without_files_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory, bots play as well, and nothing is ever among the temporary files: a kill leaves nothing."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    host = Host(("random", "random", "random"), 3)
    async with _server(Path(":memory:")) as (process, url):
        await play(host, url, lambda: host.chair is not None and len(host.chair.match.log) > 20)
        process.kill()
        await process.wait()
    assert leftovers(tmp_path) == []


async def test_a_seed_decides_the_identity(tmp_path: Path) -> None:
    """With --seed every random byte follows from it, the identity's first."""
    process = await _process(
        "ys_server.bots", "serve", "--server", NOWHERE, "--identity", str(tmp_path / "bots"), "--seed", "5"
    )
    _, key = await _first_word(process)
    assert await _close(process) == 0
    entropy = seeded(5, "bots")
    assert key == Crew(entropy(32), entropy).key.hex()


async def test_a_server_that_is_gone_for_good_ends_the_bots(caplog: pytest.LogCaptureFixture) -> None:
    """Without a connection for too long the bots give up and say so."""
    times = iter(range(0, 10_000, 100))
    client = Client(NOWHERE, Crew(bytes(32), seeded(1, "bots")), Pool(1), lambda: float(next(times)))
    assert await serve(client, asyncio.Event()) == 1
    assert "no connection" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--server", "http://example", "--identity", "x"), "no address like ws://HOST:PORT"),
        (("--server", NOWHERE, "--identity", "x", "--seed", "many"), "'many' is no whole number"),
        (("--server", NOWHERE, "--identity", "x", "--processes", "0"), "'0' is no whole number above 0"),
        (
            ("--server", NOWHERE, "--identity", "x", "--seconds", "nan"),
            "'nan' is no number of seconds above 0",
        ),
        (("--identity", "x"), "--server"),
    ],
)
def test_bad_arguments(arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong argument ends with 2 and a sentence."""
    with pytest.raises(SystemExit) as ended:
        main(["serve", *arguments])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_an_identity_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that others may read ends the command before anything is said to a server."""
    path = tmp_path / "bots"
    path.write_bytes(bytes(32))
    path.chmod(0o644)
    assert main(["serve", "--server", NOWHERE, "--identity", str(path)]) == 2
    assert "chmod 600" in capsys.readouterr().err


def test_the_limits_are_those_of_the_settings() -> None:
    """Bots that are started by hand think as long as those of a server, in as much memory."""
    assert (BY_KEY["bot-seconds"].default, BY_KEY["bot-memory"].default) == (SECONDS, MEGABYTES)
