"""A program on a terminal of its own (pty), what it shows (through an emulator), and its processes."""

import contextlib
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyte

PATIENCE: Final = 60.0
"""Seconds for what a test waits for, on a machine with much else to do."""
_BACK_OFF: Final = 0.5
"""Seconds until keys are typed again that did nothing."""
_YS: Final = ("-m", "ys_tui")


class Terminal:
    """`ys` with these arguments in a terminal; whatever is left of it is ended when the `with` ends."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        variables: Mapping[str, str] | None = None,
        program: Sequence[str] = _YS,
    ) -> None:
        """Start it, or another `program` for the interpreter, with these `variables` in its environment."""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.output = b""
        """Every byte it has written."""
        self._master, slave = pty.openpty()
        self._resize(columns, rows)
        usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | usual | dict(variables or {}),
            start_new_session=True,
        )
        self._name = os.ttyname(slave)
        os.close(slave)
        self._pids: tuple[int, ...] = ()
        self._is_there = True

    def text(self) -> str:
        """Return what is on the screen, row by row."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    def cells(self) -> list[list[tuple[object, ...]]]:
        """Return what is seen in every cell: the character, its colours, how it is written."""
        columns, rows = self._screen.columns, self._screen.lines
        return [[_seen(self._screen.buffer[y][x]) for x in range(columns)] for y in range(rows)]

    def wait_for(self, words: str) -> None:
        """Read until `words` are on the screen."""
        self.wait_until(lambda text: words in text, repr(words))

    def wait_until(self, is_so: Callable[[str], bool], what: str = "it") -> None:
        """Read until what is on the screen is as wanted; `what` was, for who reads the failure."""
        end = time.monotonic() + PATIENCE
        while not is_so(self.text()):
            assert self._read(end), f"{what} never came:\n{self.text()}"

    def hears_nothing(self, seconds: float) -> bool:
        """Read what comes within `seconds`, and tell whether nothing did."""
        return not self._read(time.monotonic() + seconds)

    def settle(self, seconds: float) -> None:
        """Read until nothing has come for `seconds`."""
        while not self.hears_nothing(seconds):
            pass

    def press(self, keys: str) -> None:
        """Type `keys`."""
        os.write(self._master, keys.encode())

    def press_until(self, keys: str, words: str) -> None:
        """Type `keys` again and again until `words` are on the screen: it may be too early for them."""
        end = time.monotonic() + PATIENCE
        while words not in self.text():
            self.press(keys)
            again = time.monotonic() + _BACK_OFF
            while words not in self.text() and self._read(again):
                pass
            assert time.monotonic() < end, f"{words!r} never came:\n{self.text()}"

    def redraw(self) -> None:
        """Make the program draw the whole screen anew, by a change of its size."""
        self._resize(self._screen.columns + 1, self._screen.lines)
        self.process.send_signal(signal.SIGWINCH)
        self._resize(self._screen.columns, self._screen.lines)
        self.process.send_signal(signal.SIGWINCH)

    def begin_anew(self) -> None:
        """Forget what is on the screen, and make the program draw it for a terminal that is blank."""
        for more in (1, 0):
            self._resize(self._screen.columns + more, self._screen.lines)
            self.process.send_signal(signal.SIGWINCH)
            if more:  # two signals at once would be one, and no change of the size
                assert self._read(time.monotonic() + PATIENCE), "the program draws nothing for another size"
            self._screen.reset()

    def hang_up(self) -> None:
        """Take the terminal away. No signal tells of it: the program has no controlling terminal."""
        self._is_there = False
        os.close(self._master)

    def is_stalled(self) -> bool:
        """Tell whether the program can write nothing more until somebody reads."""
        handle = os.open(self._name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            return not select.select([], [handle], [], 0)[1]
        finally:
            os.close(handle)

    def progress(self) -> tuple[int, str]:
        """Return what changes while the screens do anything: bytes nobody has read, turns of the main thread.

        A system that does not count the turns leaves the bytes.
        """
        waiting = struct.unpack("i", ioctl(self._master, termios.FIONREAD, bytes(4)))[0]
        lines = (Path("/proc") / str(self.process.pid) / "status").read_text().splitlines()
        return waiting, " ".join(line for line in lines if "switches" in line)

    def processor_seconds(self) -> float:
        """Return for how long the program, and none that it started, has had a processor so far."""
        tasks = (Path("/proc") / str(self.process.pid) / "task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        """Return how many bytes the program, and none that it started, has in memory."""
        pages = (Path("/proc") / str(self.process.pid) / "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def ended(self) -> int:
        """Read until the program ends and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        return self.process.wait(PATIENCE)

    def family(self) -> tuple[int, ...]:
        """Return the program and all processes it has started, directly or not."""
        parents = {pid: _parent(pid) for pid in _pids()}
        found = [self.process.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        self._pids = tuple(found)
        return self._pids

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.family()
        for pid in self._pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        if self._is_there:
            os.close(self._master)

    def _resize(self, columns: int, rows: int) -> None:
        ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(end - time.monotonic(), 0))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # the other side is closed
            return False
        self.output += data
        self._stream.feed(data)
        return bool(data)


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    """Return what is seen of a cell; a blank one has no colour but its ground's."""
    ground = (cell.bg, cell.reverse, cell.underscore, cell.strikethrough)
    return ground if cell.data == " " else (*ground, cell.data, cell.fg, cell.bold, cell.italics)


def all_gone(pids: Sequence[int], seconds: float = PATIENCE) -> bool:
    """Wait until all processes have ended; tell whether they did in that time."""
    end = time.monotonic() + seconds
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            if not select.select([handle], [], [], max(end - time.monotonic(), 0))[0]:
                return False
        finally:
            os.close(handle)
    return True


def _pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _parent(pid: int) -> int:
    try:
        return int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0
