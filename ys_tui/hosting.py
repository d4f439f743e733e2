"""A server process of our own, for `ys solo` and `ys host`. It and its bots end when this process does."""

import contextlib
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from protocol import PORT
from protocol.text import clean
from ys_tui.client.paths import shown

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
_FULL: Final = "the disk is full"
_ANEW: Final = "Move that file elsewhere, and a new one is begun; games in it wait until it is whole again"
_ROOM: Final = "Free some space there"
_ADVICE: Final = (
    ("is not a database", _ANEW),
    ("is malformed", _ANEW),
    ("disk is full", _ROOM),
    ("No space left", _ROOM),
)
"""What can be done, by what a server says."""
_TAIL: Final = 2_000
_FAR: Final = "192.0.2.1"
"""An address kept for examples: the way there begins on the interface that others come in by."""


class HostingError(Exception):
    """The server did not start; the sentence holds its own last words."""

    code = "hosting"


class Hosted:
    """A running server. However we end, its standard input is closed then, and it ends, too."""

    def __init__(self, arguments: Sequence[str], log: Path, port: int = 0) -> None:
        """Start `python -m ys_server` with `arguments` on `port`, 0 for any; what it says goes to `log`."""
        self._arguments, self._log = tuple(arguments), log
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with log.open("ab") as words:
            self._start = words.tell()
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "ys_server", *arguments),
                    *("--port", str(port), "--until-stdin-closes", "--no-config"),
                ],
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

    def local(self) -> str:
        """Return the url by which this machine reaches the server; wait and fail as `address` does."""
        return f"ws://127.0.0.1:{self.address().rpartition(':')[2]}"

    def wait(self) -> None:
        """Return when the server has ended, by itself or not."""
        self._process.wait()

    def again(self, port: int) -> "Hosted":
        """Start the same server anew, on the same database; this one has ended."""
        self.stop()
        return Hosted(self._arguments, self._log, port)

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

    def last_words(self) -> str:
        """Return what the server said last, what can be done about it, and where more of it stands."""
        said = self._said()
        own = [line.removeprefix(_OWN) for line in said if line.startswith(_OWN)]
        word = own[-1] if own else said[-1] if said else self._unsaid()
        advice = next((f". {advice}" for sign, advice in _ADVICE if sign in word), "")
        return f"{word.replace(f'{Path.home()}/', '~/').rstrip('.')}{advice} (more in {shown(self._log)})"

    def _unsaid(self) -> str:
        """Return why a server said nothing: where the disk is full its words are lost as well."""
        try:
            is_full = not shutil.disk_usage(self._log.parent).free
        except OSError:
            is_full = False
        return _FULL if is_full else "it said nothing"

    def _why_not(self) -> str:
        if any(_IN_USE in line for line in self._said()):
            return _OPEN
        return f"The server did not start: {self.last_words()}"

    def _said(self) -> list[str]:
        """Return the lines of its log; another server that is running may write into the same file."""
        log = self._log.read_bytes()[self._start :][-_TAIL:]
        return [clean(line) for line in log.decode(errors="replace").strip().splitlines()]


def solo(folder: Path, seed: int | None = None) -> Hosted:
    """Start a private server with its database in `folder`."""
    seeded = () if seed is None else ("--seed", str(seed))
    return Hosted(
        ("--host", "127.0.0.1", "--database", str(folder / "solo.db"), *seeded),
        folder / "solo.log",
    )


def public(folder: Path, port: int, announced: Sequence[str] = ()) -> Hosted:
    """Start a server on all interfaces, with its database in `folder`, announced as `announcement` says."""
    return Hosted(
        ("--host", "0.0.0.0", "--database", str(folder / "host.db"), *announced),  # noqa: S104  # on purpose
        folder / "host.log",
        port,
    )


def announcement(name: str, interfaces: Sequence[str]) -> tuple[str, ...]:
    """Return what tells a server to announce itself: as `name`, or as its machine; there, or everywhere."""
    named = (f"--announce-as={name}",) if name else ()
    return ("--announce", *named, *((f"--announce-on={','.join(interfaces)}",) if interfaces else ()))


def own_address(port: int) -> str:
    """Return what others most likely type to reach `port` of this machine; nothing is sent to find it."""
    return _own_host() + (f":{port}" if port != PORT else "")


def _own_host() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_FAR, 9))
            return str(probe.getsockname()[0])
        except OSError:  # no way out of here; somebody beside us may still come in
            return next(iter(_interfaces()), socket.gethostname())


def _interfaces() -> Iterator[str]:
    """Give the addresses of this machine's interfaces in IPv4, but for loopback."""
    import ifaddr  # noqa: PLC0415  # hardly ever needed

    for adapter in ifaddr.get_adapters():
        for found in adapter.ips:
            if isinstance(found.ip, str) and not found.ip.startswith("127."):
                yield found.ip
