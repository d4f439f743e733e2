"""What strangers may send: nonsense, real traffic with something changed, headers that promise too much."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from protocol import wire
from protocol.codec import pack
from protocol.game import Seat
from protocol.match import Entry
from protocol.messages import (
    LOBBY,
    Act,
    AnyClientMessage,
    Hello,
    Leave,
    Look,
    Offer,
    OpenTable,
    Ready,
    Say,
    SeatBot,
    Sit,
    Start,
    Watch,
)
from protocol.vault import NONCE
from protocol.wire import WireError
from tests.support.driver import secret, vault

CORPUS: Final = Path(__file__).parents[1] / "data" / "hostile" / "frames.txt"
_ENTRY: Final = Entry(Seat(0), 0, (b"\x81\xa2do\xa6resign",), bytes(64))
_CHANGES: Final = (0, 1, 2, 0xFF, 0x7F, 0x80, 0xC1, 0xDF, 0xDD, 0xDB, 0xC6)
REAL: Final[tuple[AnyClientMessage, ...]] = (
    Hello(1, (("ys", 1),), "Eve", bytes(32), bytes(64)),
    OpenTable(1, "ys", 4, ("no-such-option",), "T"),
    Sit(2, 1, vault(1, 0).keys),
    Watch(3, 1, 0, b""),
    Watch(3, 2, 7, secret("chain")),
    Act(4, 1, _ENTRY),
    Offer(5, 1, 0, (_ENTRY, _ENTRY)),
    Say(6, LOBBY, "Hello?"),
    SeatBot(7, 1, "greedy"),
    Ready(8, 1, ready=True),
    Start(9, 1),
    Leave(10, 1),
    Look(11, on=False),
)
"""One message of most kinds, as an honest client would say them or nearly so."""


def garbage(rng: Random) -> bytes:
    """Return bytes drawn by chance: mostly few, at times many."""
    return rng.randbytes(rng.choice((1, 7, 60, 500, 4_000)))


def mutated(rng: Random, frames: Sequence[bytes]) -> bytes:
    """Return one of the frames with some bytes changed, cut or repeated."""
    frame = bytearray(rng.choice(frames))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(frame)) if frame else 0
        frame[at : at + rng.randrange(3)] = rng.choice(
            (rng.randbytes(rng.randrange(3)), bytes((rng.choice(_CHANGES),)))
        )
    return bytes(frame)


def header(rng: Random) -> bytes:
    """Return a header that promises far more than follows, alone or in the place of a real field."""
    kind = rng.choice((0xC6, 0xC9, 0xDB, 0xDD, 0xDF))
    promise = bytes((kind,)) + rng.choice((0xFFFF_FFFF, 0x7FFF_FFFF, 1 << 20)).to_bytes(4, "big")
    nested = bytes((rng.choice((0x91, 0x81)),)) * rng.choice((600, 5_000, 60_000))
    frame = wire.encode(rng.choice(REAL))
    return rng.choice(
        (promise, nested, b"\x81\xa2is" + promise, frame[: rng.randrange(len(frame))] + promise)
    )


def altered(rng: Random) -> bytes:
    """Return a message that is one by its form, with something in it that is not as it should be."""
    while True:
        plain = msgspec.to_builtins(rng.choice(REAL[1:]), builtin_types=(bytes,))
        name = rng.choice([name for name in plain if name != "is"])
        plain[name] = _another(rng, plain[name])
        frame = pack(plain)
        try:
            wire.decode_client(frame)
        except WireError:
            continue
        return frame


def _another(rng: Random, value: Any) -> Any:  # noqa: ANN401  # whatever a message holds
    return _OTHERS[type(value)](rng, value)


def _several(rng: Random, value: Sequence[Any]) -> list[Any]:
    return [_another(rng, item) for item in value] * rng.choice((1, 2))


def _field(rng: Random, value: dict[str, Any]) -> dict[str, Any]:
    name = rng.choice(list(value))
    return value | {name: _another(rng, value[name])}


_OTHERS: Final[dict[type, Callable[[Random, Any], Any]]] = {
    bool: lambda _, value: not value,
    int: lambda rng, value: rng.choice((0, 1, value + 1, rng.randrange(1 << 20), (1 << 53) - 1)),
    bytes: lambda rng, value: rng.randbytes(len(value)),
    str: lambda rng, value: rng.choice(("", "x" * rng.randrange(40), "[red]", "\u202e\u0301", value[::-1])),
    list: _several,
    tuple: _several,
    dict: _field,
}
"""By type: how a value of it becomes another one."""

UNREADABLE: Final[tuple[Callable[[Random], bytes], ...]] = (
    garbage,
    lambda rng: mutated(rng, [wire.encode(message) for message in REAL]),
    header,
)


def corpus() -> Iterator[tuple[str, bytes]]:
    """Yield the bad frames that are kept: a name and the bytes.

    A line of the file is a name, then pieces in hex, each of them with how often it comes if not once.
    """
    for line in CORPUS.read_text().splitlines():
        if line and not line.startswith("#"):
            name, *pieces = line.split()
            parts = (piece.partition("*") for piece in pieces)
            yield name, b"".join(bytes.fromhex(piece) * int(times or 1) for piece, _, times in parts)


def stranger(number: int) -> tuple[str, bytes, bytes]:
    """Return name, identity and nonce of somebody who has never been here."""
    return f"E{number}", secret("stranger", number), secret("stranger", number, "nonce", size=NONCE)


MARKUP: Final = (
    "hi [/",
    "[/red]",
    "[b]x[/b]",
    "[red]x[/]",
    "[@click=app.bell]x[/]",
    "[@click='app.exit']x[/]",
    "[link=//a.b]x",
    "[[x]]",
    "\\[x",
    "[/]",
    "[$error]x",
    "[on red",
    "[=]",
    ":smile: {0} %s",
)
"""Words that a library of terminals could take for markup, each short enough for a title."""

ESCAPES: Final = {
    "csi": "\x1b[31;5H",
    "8-bit csi": "\x9b2J",
    "clipboard": "\x1b]52;c;QQ==\x07",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;x:y\x1b\\",
    "dcs": "\x1bP+q\x1b\\",
    "apc": "\x1b_Gi=1\x1b\\",
    "8-bit osc": "\x9d0;o\x9c",
    "unterminated": "\x1b]0;",
    "bell": "\x07\x07",
    "back": "\x08\x08\r",
}
"""What makes a terminal do something: each class of sequence, whole and not."""
