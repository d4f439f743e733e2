"""What is typed, line by line, read on a thread of its own: the game goes on meanwhile."""

import codecs
import os
import threading
from collections.abc import Callable
from typing import Final

_PIECE: Final = 4_096
LONGEST: Final = 1_024
"""Characters of a line that are taken; what follows them is not."""

Take = Callable[[str | None], None]
"""Takes a line, or None once there will be no other."""


def read(descriptor: int, take: Take) -> None:
    """Hand every line that comes from `descriptor` to `take`, from a thread that ends with the process."""
    threading.Thread(target=_read, args=(descriptor, take), name="reading", daemon=True).start()


def _read(descriptor: int, take: Take) -> None:
    # Not by sys.stdin: a thread that waits within its buffer keeps the interpreter from ending.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while piece := _piece(descriptor):
        *lines, rest = (rest + decoder.decode(piece)).split("\n")
        for line in lines:
            take(line[:LONGEST])
        rest = rest[: LONGEST + 1]
    if rest:
        take(rest[:LONGEST])
    take(None)


def _piece(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _PIECE)
    except OSError:  # a terminal that is gone
        return b""
