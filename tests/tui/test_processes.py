"""`ys` as a user starts it: on a terminal, with its server and its bots, ended in every way there is."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.ear import LOOPBACK, Ear
from tests.support.terminal import PATIENCE, Terminal, all_gone
from ys_tui import config

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted in /proc"),
    pytest.mark.timeout(180),
]
FIRST = "Bid two brokers"
"""What the screen says at the first decision."""
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
"""Leave the second screen, show the cursor, mouse off, bracketed paste off."""


def marked(text: str) -> str:
    """Return what stands behind the mark on a screen, without what is said about it."""
    return next((line.partition("▸ ")[2].split("  ")[0] for line in text.splitlines() if "▸ " in line), "")


def solo() -> Terminal:
    """Return `ys solo` on a terminal."""
    return Terminal("solo", "--seed", "3", "--bots", "random,random,random")


def test_killed_client_takes_server_and_bots_along() -> None:
    """A solo game is three processes at least; after SIGKILL of the client soon none is left."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        family = terminal.family()
        assert len(family) >= 3
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
        assert all_gone(family)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_restores_the_terminal(number: signal.Signals) -> None:
    """After SIGTERM or SIGHUP the terminal is as before, the exit code tells why, and nothing is left."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        family = terminal.family()
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        for mode in RESTORED:
            assert terminal.output.rindex(mode) > terminal.output.rindex(FIRST[:3].encode())
        assert all_gone(family)


def test_closed_terminal_ends_everything() -> None:
    """When the terminal is gone without any signal, client, server and bots end, and the code tells why."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        family = terminal.family()
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGHUP
        assert all_gone(family)


def test_quitting_ends_everything() -> None:
    """ctrl+q ends the client with code 0 and its processes with it."""
    with solo() as terminal:
        terminal.wait_for(FIRST)
        family = terminal.family()
        terminal.press("\x11")
        assert terminal.ended() == 0
        assert all_gone(family)


def test_crash_restores_the_terminal_and_keeps_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the client gives a traceback on a sane terminal, without the value of any variable."""
    (tmp_path / "sitecustomize.py").write_text(
        "from ys_tui.client.store import Store\n"
        "def broken(self, message):\n"
        "    secret = bytes(32)\n"
        "    raise ZeroDivisionError('a fault of ours')\n"
        "Store.received = broken\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with solo() as terminal:
        assert terminal.ended() == 1
        assert b"a fault of ours" in terminal.output
        assert b"locals" not in terminal.output
        assert terminal.output.rindex(b"\x1b[?1049l") < terminal.output.rindex(b"a fault of ours")


def test_without_a_terminal_it_says_so() -> None:
    """Started in a pipe, ys says in one line what it needs."""
    done = subprocess.run(
        [sys.executable, "-m", "ys_tui", "solo"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"ys: ")
    assert done.stderr.count(b"\n") == 1


def test_first_start_tells_of_the_identity_once() -> None:
    """The first start says what the identity file is for and how to back it up; the second does not."""
    with Terminal("solo") as terminal:
        terminal.wait_for("plays as you")
        terminal.wait_for("What is your name?")
        terminal.wait_for("cp -p")
        terminal.press("\r")
        terminal.wait_for(FIRST)
        terminal.press("\x11")
        terminal.ended()
    assert (config.folder("default") / "identity").stat().st_size == 32
    with Terminal("solo") as terminal:
        terminal.wait_for("A game is waiting")
        assert "plays as you" not in terminal.text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_host_is_announced_and_withdrawn(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hosts is heard on the network under the own name; however ys ends, the server says goodbye."""
    monkeypatch.setenv("YS_LAN", LOOPBACK)
    name = f"Ada {secrets.token_hex(4)}"
    with Ear() as ear, Terminal("host", "--name", name, "--port", "0") as terminal:
        port = ear.server(name).port
        terminal.wait_for("Welcome to Ys")
        terminal.press("\r")
        terminal.wait_for(f":{port}")
        terminal.process.send_signal(number)
        ear.gone(name)


def test_host_is_found_on_the_start_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the start screen is on, a host appears on it, is joined by Enter, and need not be typed."""
    monkeypatch.setenv("YS_LAN", LOOPBACK)
    name = f"Ada {secrets.token_hex(4)}"
    with Terminal("--profile", "ben", "--name", "Ben") as guest:
        guest.wait_for("Welcome to Ys")
        guest.press("\r")
        guest.wait_for("How do you want to play?")
        with Terminal("host", "--profile", "ada", "--name", name, "--port", "0") as host:
            host.wait_for("Welcome to Ys")
            host.press("\r")
            guest.wait_for(f"Join {name}")
            while (at := marked(guest.text())) != f"Join {name}":
                guest.press("\x1b[B")
                guest.wait_until(lambda text, at=at: marked(text) != at, "the next line")  # type: ignore[misc]  # bound now
            guest.press("\r")
            guest.wait_for("lobby of this machine")
            guest.wait_for("No tables yet")


def test_port_in_use_is_told_on_the_start_screen() -> None:
    """Hosting on a port that is taken shows the server's own words, and the start screen stays."""
    taken = socket.create_server(("", 0))
    with taken, Terminal("host", "--port", str(taken.getsockname()[1])) as terminal:
        terminal.wait_for("What is your name?")
        terminal.press("\r")
        terminal.wait_for("use; end what uses it")
        terminal.wait_for("How do you want to play?")


def test_host_and_guest_meet_at_a_table() -> None:
    """One person hosts, another joins by address; with two bots they begin, each at an own terminal."""
    with Terminal("host", "--profile", "ada", "--name", "Ada", "--port", "0") as host:
        host.wait_for("Welcome to Ys")
        host.press("\r")
        host.wait_for("No tables yet")
        port = re.findall(r"Others type:  ys join \S+:(\d+)", host.text())[0]
        with Terminal("join", f"127.0.0.1:{port}", "--profile", "ben", "--name", "Ben") as guest:
            guest.wait_for("Welcome to Ys")
            guest.press("\r")
            guest.wait_for("No tables yet")
            host.press("n")
            host.wait_for("What is the new table called?")
            host.press("\r")
            host.wait_for("3 chairs are still free")
            guest.wait_for("Ada's table")
            guest.press("\r")
            guest.wait_for("2 chairs are still free")
            host.wait_for("Ben")
            host.press_until("r", "s starts the game")  # the server may have no bots yet
            host.press("s")
            host.wait_for(FIRST)
            guest.wait_for(FIRST)
