"""The record of a game: its setup and its log, which are all that is needed to play it again, as bytes.

Where such bytes are kept is the affair of whoever has them.
"""

from msgspec import Struct

from protocol.codec import pack, unpack
from protocol.game import Setup
from protocol.match import Entry
from protocol.text import Code


class Record(Struct, frozen=True):
    """A game as it was played, whole or in part."""

    game: Code
    setup: Setup
    entries: tuple[Entry, ...]


def save(record: Record) -> bytes:
    """Return the one form of `record` as bytes."""
    return pack(record)


def load(data: bytes) -> Record:
    """Return the record in `data`, or raise CodecError; whether it keeps the rules a Match tells."""
    return unpack(data, Record)
