"""A server process of our own, for `ys solo` and `ys host`. It and its bots end when this process does."""

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from protocol.text import clean

_START: Final = 30.0
"""Seconds a server gets to accept connections."""
_END: Final = 3.0
"""Seconds it gets to end by itself."""
_LISTENING: Final = "listening "
_IN_USE: Final = "another server is using"
"""What the server says when another process holds its database."""
_OPEN: Final = (
    "Ys is already open in another terminal with this profile. Go on there, or play here as somebody else: "
    "ys --profile NAME"
)
_TAIL: Final = 2_000
_FAR: Final = "192.0.2.1"
"""An address kept for examples: the way there begins on the interface that others come in by."""


class HostingError(Exception):
    """The server did not start; the sentence holds its own last words."""

    code = "hosting"


class Hosted:
    """A running server. However we end, its standard input is closed then, and it ends, too."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        """Start `python -m ys_server` with `arguments`; what it says goes to `log`."""
        self._log = log
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with log.open("ab") as words:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "ys_server", *arguments, "--until-stdin-closes"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                start_new_session=True,  # what the terminal sends to ys is not meant for it
            )
        self._address = self._problem = ""

    def address(self) -> str:
        """Wait until the server accepts connections and return its url, or raise HostingError."""
        if self._problem:
            raise HostingError(self._problem)
        if not self._address:
            late = threading.Timer(_START, self._process.kill)
            late.daemon = True
            late.start()
            line = self._stdout.readline().decode(errors="replace").strip()
            late.cancel()
            if not line.startswith(_LISTENING):
                self.stop()
                self._problem = self._why_not()
                raise HostingError(self._problem)
            self._address = line.removeprefix(_LISTENING)
        return self._address

    def stop(self) -> None:
        """End the server and wait for it."""
        process = self._process
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        for end in (process.poll, process.terminate, process.kill):
            end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_END)
                break
        self._stdout.close()

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _why_not(self) -> str:
        lines = self._log.read_bytes()[-_TAIL:].decode(errors="replace").strip().splitlines()
        said = clean(lines[-1]) if lines else "it said nothing"
        return _OPEN if _IN_USE in said else f"The server did not start: {said} (more in {self._log})"


def solo(folder: Path, seed: int | None = None) -> Hosted:
    """Start a private server with its database in `folder`."""
    seeded = () if seed is None else ("--seed", str(seed))
    return Hosted(
        ("--host", "127.0.0.1", "--port", "0", "--database", str(folder / "solo.db"), *seeded),
        folder / "solo.log",
    )


def public(folder: Path, port: int) -> Hosted:
    """Start a server on all interfaces, with its database in `folder`."""
    return Hosted(
        ("--host", "0.0.0.0", "--port", str(port), "--database", str(folder / "host.db")),  # noqa: S104  # on purpose
        folder / "host.log",
    )


def own_address() -> str:
    """Return the address by which others most likely reach this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_FAR, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
