"""The record of a game: its setup and its log, which are all that is needed to play it again, as bytes.

Nothing else is in it, so that nothing in it can be altered unnoticed: every seat's signature is over the
setup and over the log that it had seen. Where such bytes are kept is the affair of whoever has them.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.codec import BYTES, ITEMS, CodecError, pack, unpack
from protocol.game import Setup
from protocol.match import Entry

FORMAT: Final = 1
"""Revision of how a record is written down; that of the rules is in its setup."""
MAGIC: Final = b"ys game "
_HEAD: Final = MAGIC + b"%d\n" % FORMAT
_LONGEST_HEAD: Final = 32
SUFFIX: Final = ".ysgame"
"""How the name of a file with a record ends."""
PIECE: Final = ITEMS
"""Entries of one piece of the log: all pieces but the last are full."""
LIMIT: Final = len(_HEAD) + BYTES
"""Longest record in bytes, for whoever reads one to ask before reading on.

It is twenty times what a game of four needs, so that a table may vote thousands of times; and packed values
of so many bytes, whatever a stranger made of them, unpack into less than 100 MB.
"""


class RecordError(Exception):
    """The bytes are no record; the code says in what way."""

    def __init__(self, code: str, detail: str) -> None:
        """Name what is wrong by a stable kebab-case code and a sentence."""
        super().__init__(detail)
        self.code = code


class Record(Struct, frozen=True):
    """A game as it was played, whole or in part."""

    setup: Setup
    entries: tuple[Entry, ...]


class _Body(Struct, frozen=True):
    """What follows the first line."""

    setup: Setup
    log: tuple[tuple[Entry, ...], ...]


def save(record: Record) -> bytes:
    """Return the one form of `record` as bytes; raise RecordError when it would be too long to be read."""
    data = _HEAD + pack(_Body(record.setup, _pieces(record.entries)))
    if len(data) > LIMIT:
        raise RecordError("too-long", f"the game has {len(data)} bytes; a record has {LIMIT} at most")
    return data


def load(data: bytes) -> Record:
    """Return the record in `data`, or raise RecordError; whether it keeps the rules, `verdict` tells."""
    if len(data) > LIMIT:
        raise RecordError("too-long", f"a record has {LIMIT} bytes at most")
    if not data.startswith(_HEAD):
        raise _without_head(data)
    try:
        body = unpack(data[len(_HEAD) :], _Body)
    except CodecError as error:
        raise RecordError(
            "not-canonical", f"the first line is that of a game, the rest is not: {error}"
        ) from None
    entries = tuple(entry for piece in body.log for entry in piece)
    if body.log != _pieces(entries):
        raise RecordError("not-canonical", "the pieces of the log are not as long as they have to be")
    return Record(body.setup, entries)


def _pieces(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(tuple(entries[at : at + PIECE]) for at in range(0, len(entries), PIECE))


def _without_head(data: bytes) -> RecordError:
    first, line_end, _ = data[:_LONGEST_HEAD].partition(b"\n")
    number = first.removeprefix(MAGIC)
    if first.startswith(MAGIC) and line_end and number.isdigit():
        return RecordError("other-format", f"written in format {int(number)}; this program reads {FORMAT}")
    return RecordError("no-game", "it does not begin as the record of a game does")
