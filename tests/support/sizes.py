"""How large a process is, as Linux tells: its memory, its files, its descendants."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_LISTENING: Final = "0A"


def memory(pid: int) -> int:
    """Return the bytes of memory that a process has, 0 when it is gone."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def children(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            yield from map(int, (thread / "children").read_text().split())


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that they have."""
    with suppress(OSError):
        for child in children(pid):
            yield child
            yield from descendants(child)


def files(pid: int) -> int:
    """Return how many files a process has open, connections over TCP left aside."""
    names: list[str] = []
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            names.append(file.readlink().name)
    return len(names) - sum(f"socket:[{number}]" in names for number in _connections())


def _connections() -> Iterator[str]:
    """Yield the numbers of the sockets that are connections."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] != _LISTENING:
            yield fields[9]
