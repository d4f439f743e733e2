"""A server process of our own, for `ys solo` and `ys host`. It and its bots end when this process does."""

import contextlib
import fcntl
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from protocol import PORT
from protocol.text import clean

_START: Final = 30.0
"""Seconds a server gets to accept connections."""
_END: Final = 3.0
"""Seconds it gets to end by itself."""
_LISTENING: Final = "listening "
_OWN: Final = "ys-server: "
"""How the server begins the line that tells why it does not start."""
_IN_USE: Final = "another server is using"
"""What the server says when another process holds its database."""
_OPEN: Final = (
    "Ys is already open in another terminal with this profile. Go on there, or play here as somebody else: "
    "ys --profile NAME"
)
_TAIL: Final = 2_000
_FAR: Final = "192.0.2.1"
"""An address kept for examples: the way there begins on the interface that others come in by."""
_ADDRESS_OF: Final = 0x8915
"""Linux's number of the question for an interface's address."""


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
            self._start = words.tell()
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
        """Return what the server said last; another one that is running may write into the same log."""
        log = self._log.read_bytes()[self._start :][-_TAIL:]
        said = [clean(line) for line in log.decode(errors="replace").strip().splitlines()]
        if any(_IN_USE in line for line in said):
            return _OPEN
        words = next((line for line in reversed(said) if line.startswith(_OWN)), "")
        words = words or (said[-1] if said else "it said nothing")
        return f"The server did not start: {words} (more in {self._log})"


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


def own_address(port: int) -> str:
    """Return what others most likely type to reach `port` of this machine; nothing is sent to find it."""
    return _own_host() + (f":{port}" if port != PORT else "")


def _own_host() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_FAR, 9))
            return str(probe.getsockname()[0])
        except OSError:  # no way out of here; somebody beside us may still come in
            return next(iter(_interfaces(probe)), socket.gethostname())


def _interfaces(probe: socket.socket) -> Iterator[str]:
    """Give the addresses of this machine's interfaces, where the system tells them."""
    for _, name in socket.if_nameindex():
        with contextlib.suppress(OSError):
            told = fcntl.ioctl(probe, _ADDRESS_OF, struct.pack("256s", name.encode()))
            address = socket.inet_ntoa(told[20:24])
            if not address.startswith("127."):
                yield address
