"""The commands of `ys-server`, as processes."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from protocol.game import NATURE
from protocol.games import GAMES
from tests.support.driver import play, secret
from tests.support.remote import ROOT, Process
from ys_server.effects import Begun, Ended, Played
from ys_server.store import Store


def server(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `ys-server` to its end."""
    command = [sys.executable, "-m", "ys_server", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)


def test_config_tells_what_is_in_force() -> None:
    """Every setting with its value and where it comes from."""
    done = server("config", "--no-config", "--port", "5")
    assert done.returncode == 0
    assert "port = 5  # --port\n" in done.stdout
    assert 'host = "127.0.0.1"  # default\n' in done.stdout


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database of a server on which a game of Ys was played."""
    match = play(GAMES["ys"], 4, 1, with_chairs=False)
    path = tmp_path_factory.mktemp("games") / "a.sqlite3"
    store = Store(path)
    store.identity(lambda _: secret(1, "identity", NATURE))
    store.save([Begun(1, "A table", bytes(32), match.setup)])
    store.save([*(Played(1, n, entry) for n, entry in enumerate(match.log)), Ended(1)])
    store.close()
    return path


async def test_a_running_server_is_backed_up_and_goes_on(games: Path, tmp_path: Path) -> None:
    """The copy is private and sound, a second one of that name is refused, the server is not disturbed."""
    target = tmp_path / "b.sqlite3"
    words = ("--no-config", "--database", str(games))
    async with Process(*words, "--port", "0", "--no-bots") as running:
        first = await asyncio.to_thread(server, "backup", str(target), *words)
        again = await asyncio.to_thread(server, "backup", str(target), *words)
        assert running.process.returncode is None
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith(f"{target}: 1 table played again, ")
    assert first.stdout.endswith(" entries, nothing wrong\n")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert (again.returncode, again.stdout) == (2, "")
    assert "overwrites nothing" in again.stderr


def test_check_tells_by_its_exit_code(games: Path, tmp_path: Path) -> None:
    """0 for a sound database, 1 for one with a table that fails or whose file is damaged, 2 for none."""
    assert server("check", str(games)).returncode == 0
    assert server("check", "--no-config", "--database", str(games)).returncode == 0
    with closing(sqlite3.connect(games)) as source, closing(sqlite3.connect(tmp_path / "x")) as copy:
        source.backup(copy)
        copy.execute("DELETE FROM entries WHERE n = 5")
        copy.commit()
    torn = server("check", str(tmp_path / "x"))
    assert torn.returncode == 1
    assert torn.stdout.splitlines()[0] == "table 1: cannot be read: entries are missing"
    half = tmp_path / "half"
    half.write_bytes((tmp_path / "x").read_bytes()[:6_000])
    damaged = server("check", str(half))
    assert (damaged.returncode, damaged.stderr) == (1, "")
    assert damaged.stdout.startswith("the file: it is damaged or cut off, and cannot be read (")
    assert damaged.stdout.endswith(f"{half}: 0 tables played again, 0 entries, 1 wrong\n")
    (tmp_path / "text").write_text("This is no database. " * 1_000, encoding="utf-8")
    assert server("check", str(tmp_path / "text")).returncode == 2
    assert server("check", str(tmp_path / "no")).returncode == 2
    assert server("check", "a", "b").returncode == 2
    assert server("backup").returncode == 2
    assert server("backup", str(tmp_path / "y"), "--database", ":memory:").returncode == 2


def test_what_is_no_command_is_refused() -> None:
    """With exit code 2 and a sentence that names it, and nothing served."""
    for words in (("sevre",), ("config", "x")):
        done = server(*words, "--no-config")
        assert done.returncode == 2
        assert done.stderr.startswith("ys-server: ")
        assert done.stdout == ""


@pytest.mark.parametrize(("reads_on", "code", "said"), [(False, 141, ""), (True, 74, "cannot be written")])
def test_an_answer_that_finds_no_reader_or_no_room_ends_quietly(
    *, reads_on: bool, code: int, said: str
) -> None:
    """A reader that has gone, as `head` does, is no error to speak of; a full disk is told in a sentence."""
    command = [sys.executable, "-m", "ys_server", "config", "--no-config"]
    if reads_on:
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, out = os.pipe()
        os.close(reader)
    try:
        done = subprocess.run(
            command, stdout=out, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT, timeout=60
        )
    finally:
        os.close(out)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert said in done.stderr
    assert bool(done.stderr) == bool(said)
