"""The bots' process as the server sees it: its key, its end, its return."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ys_server import child
from ys_server.child import Bots

KEY = "ab" * 32
AGES = 3_600
"""A limit that no test waits for."""


Write = Callable[[str], None]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Let a script of the test stand for the bots."""

    def write(source: str) -> None:
        path.write_text(source)

    path = tmp_path / "bots.py"
    launcher = tmp_path / "python"
    launcher.write_text(f'#!/bin/sh\nexec {sys.executable} {path} "$@"\n')
    launcher.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(launcher))
    monkeypatch.setattr(child, "BACK_OFF", (0.01, 0.02))
    return write


async def run(keys: list[bytes], count: int, failed: Callable[[str], None] = lambda _code: None) -> None:
    """Keep the bots running until so many keys were announced, then end them."""
    enough = asyncio.Event()

    def appoint(key: bytes) -> None:
        keys.append(key)
        if len(keys) == count:
            enough.set()

    task = asyncio.create_task(Bots(("serve",), appoint, failed=failed).run())
    await enough.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_first_line_is_the_key(
    program: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is appointed; when the server ends the child's input closes, and so the child ends."""
    monkeypatch.setattr(child, "END_SECONDS", AGES)
    done = tmp_path / "done"
    program(
        f"import sys\nprint('key {KEY}', flush=True)\nsys.stdin.read()\nopen({str(done)!r}, 'w').close()\n"
    )
    keys: list[bytes] = []
    await run(keys, 1)
    assert keys == [bytes.fromhex(KEY)]
    assert done.exists()


async def test_the_folder_one_stands_in_is_not_trusted(program: Write, tmp_path: Path) -> None:
    """Modules that lie about where the server was started are none of the bots'."""
    told = tmp_path / "told"
    program(f"import sys\nopen({str(told)!r}, 'w').write(' '.join(sys.argv[1:]))\nprint('key {KEY}')\n")
    await run([], 1)
    assert told.read_text() == "-P -m ys_server.bots serve"


async def test_bots_that_die_are_started_again(program: Write, caplog: pytest.LogCaptureFixture) -> None:
    """After a pause, as often as needed, with a word in the log."""
    program(f"print('key {KEY}', flush=True)\n")
    keys: list[bytes] = []
    await run(keys, 3)
    assert keys == [bytes.fromhex(KEY)] * 3
    assert caplog.text.count("the bots ended") >= 2


async def test_what_the_bots_complain_of_is_logged(program: Write, caplog: pytest.LogCaptureFixture) -> None:
    """Line by line, also the last one without an end, and of one that never ends a beginning."""
    program(
        "import sys\nsys.stderr.write('one\\ntwo\\nthree')\nsys.stderr.flush()\n"
        "sys.stderr.write('x' * 100_000)\nsys.stderr.flush()\n"
        f"print('key {KEY}', flush=True)\n"
    )
    await run([], 2)
    said = [record.getMessage() for record in caplog.records if record.getMessage().startswith("bots: ")]
    assert said[:2] == ["bots: one", "bots: two"]
    assert said[2].startswith("bots: threexxx")
    assert len(said[2]) < 10_000


async def test_bots_that_do_not_end_are_killed(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that ignores the end of its input does not hold the server up."""
    monkeypatch.setattr(child, "END_SECONDS", 0.05)
    program(f"import time\nprint('key {KEY}', flush=True)\ntime.sleep(600)\n")
    keys: list[bytes] = []
    await run(keys, 1)
    assert len(keys) == 1


async def test_bots_that_say_nothing_any_more_are_started_anew(
    program: Write, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They hang, or were stopped, and hear neither signal nor the end of their input."""
    monkeypatch.setattr(child, "SILENT_SECONDS", 1.0)
    monkeypatch.setattr(child, "STARTING", AGES)
    program(
        "import os, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"print('key {KEY}', flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    await run([], 2)
    assert "said nothing for 1 seconds" in caplog.text
    assert "the bots ended (-9)" in caplog.text


async def test_failures_are_told_by_their_word(program: Write) -> None:
    """What is no such word is let be, as anything else that is printed."""
    program(
        f"print('failed slow\\nalive\\nfailed Otherwise!\\nfailed memory')\nprint('key {KEY}', flush=True)\n"
    )
    words: list[str] = []
    await run([], 1, words.append)
    assert words == ["slow", "memory"]
