"""`ys` as it is played from far: over a real sshd on loopback, in tmux, with the names terminals have.

`python -m tests.support.over_ssh` (`make terminal`) plays the beginning of a game under each name and looks
at what tmux shows: seats and gems told apart, keys that arrive, the terminal as before when it is over. It
needs tmux, sshd, ssh and ssh-keygen, and says which of them are missing; `--local` leaves sshd out.
"""

import argparse
import contextlib
import getpass
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from ys_tui.looks import ASCII, LETTERS, UNICODE

TERMS: Final = ("xterm-256color", "tmux-256color", "screen", "linux", "vt100")
ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 60.0
_LOOK: Final = 0.2
"""Seconds between two looks at what tmux shows."""
_MISSING: Final = 3
_CONFIG: Final = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
PidFile {folder}/pid
AuthorizedKeysFile {folder}/user.pub
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
PermitRootLogin prohibit-password
UsePAM no
"""


def tool(name: str) -> str | None:
    """Return where a program is; sshd often lies where no user looks."""
    return shutil.which(name, path=os.pathsep.join((os.environ["PATH"], "/usr/sbin", "/usr/local/sbin")))


@contextlib.contextmanager
def sshd(folder: Path) -> Iterator[list[str]]:
    """Run a server of ssh for us alone, on a free port of loopback; give the command that reaches it."""
    for name in ("host", "user"):
        made = (tool("ssh-keygen") or "", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name))
        subprocess.run(made, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = folder / "config"
    config.write_text(_CONFIG.format(port=port, folder=folder))
    server = subprocess.Popen([tool("sshd") or "", "-D", "-E", str(folder / "log"), "-f", str(config)])
    try:
        _until(lambda: _answers(port) or server.poll() is not None, "sshd")
        assert server.poll() is None, (
            f"sshd has ended: {(folder / 'log').read_text(errors='replace').strip()}"
        )
        trust = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR")
        options = [word for option in trust for word in ("-o", option)]
        target = f"{getpass.getuser()}@127.0.0.1"
        yield [
            tool("ssh") or "",
            "-tt",
            "-F",
            "none",
            "-p",
            str(port),
            "-i",
            str(folder / "user"),
            *options,
            target,
        ]
    finally:
        server.terminate()
        server.wait()


class Pane:
    """One terminal of 80×24 in a tmux of our own, with a command that runs in it under a name."""

    def __init__(self, folder: Path, term: str, command: str) -> None:
        """Start it."""
        self._tmux = (tool("tmux") or "", "-S", str(folder / f"tmux-{term}"), "-f", "/dev/null")
        after = "code=$?; stty -a | grep -o ' echo '; echo ended with $code; exec sleep 600"
        shown = f"export TERM={term}; {command}; {after}"
        self._run("new-session", "-d", "-x", "80", "-y", "24", shown)

    def text(self) -> str:
        """Return what is on the screen."""
        return self._run("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Type keys, by the names that tmux has for them."""
        self._run("send-keys", *keys)

    def wait_for(self, words: str) -> str:
        """Return what is on the screen once `words` are."""
        _until(lambda: words in self.text(), f"{words!r} in\n{self.text()}")
        return self.text()

    def close(self) -> None:
        """End it, and whatever runs in it."""
        self._run("kill-server")

    def _run(self, *arguments: str) -> str:
        done = subprocess.run((*self._tmux, *arguments), capture_output=True, text=True, check=True)
        return done.stdout


def play(pane: Pane) -> None:
    """Choose a place in the turn order, and quit; AssertionError says what is not as it has to be."""
    text = pane.wait_for("Bid two brokers")
    assert any(all(f" {glyph} " in text for glyph in marks.up) for marks in (UNICODE, ASCII)), text
    assert all(f" {letter} " in text for letter in LETTERS.values()), text
    for key, words in (("1", "the second broker"), ("2", "Enter sends it"), ("Enter", "Choose your place")):
        pane.press(key)
        pane.wait_for(words)
    pane.press("Right")
    pane.press("Enter")
    pane.wait_for("Enter sends it")
    pane.press("C-q")
    text = pane.wait_for("ended with 0")
    assert " echo" in text, f"what is typed is not shown any more:\n{text}"
    assert "order card" not in text, f"the game is still on the screen:\n{text}"


def main() -> int:
    """Play under every name and return the exit code: 3 when a program is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.over_ssh", description=__doc__)
    parser.add_argument("--local", action="store_true", help="in tmux alone, without sshd")
    is_local = parser.parse_args().local
    needed = ("tmux",) if is_local else ("tmux", "sshd", "ssh", "ssh-keygen")
    if missing := [name for name in needed if tool(name) is None]:
        sys.stderr.write(f"make terminal needs {', '.join(needed)}; missing: {', '.join(missing)}\n")
        return _MISSING
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        way = [] if is_local else stack.enter_context(sshd(folder))
        game = ("-m", "ys_tui", "solo", "--seed", "3", "--bots", "random,random,random")
        home = ("env", f"XDG_DATA_HOME={folder}", "YS_LAN=off", "LANG=C.UTF-8")
        there = f"cd {shlex.quote(str(ROOT))} && {shlex.join((*home, sys.executable, *game))}"
        command = shlex.join([*way, there]) if way else f"( {there} )"
        for term in TERMS:
            pane = Pane(folder, term, command)
            try:
                play(pane)
            finally:
                pane.close()
            sys.stdout.write(f"{term}: as it should be\n")
    return 0


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
        return True
    return False


def _until(is_so: Callable[[], bool], what: str) -> None:
    end = monotonic() + _PATIENCE
    while not is_so():
        assert monotonic() < end, f"never came: {what}"
        sleep(_LOOK)


if __name__ == "__main__":
    sys.exit(main())
