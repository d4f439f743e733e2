"""Records of whole games, and the ways to spoil one."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from protocol.game import Game, combinations
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.record import Record, RecordError, load
from protocol.text import Code
from protocol.verdict import Flaw, Verdict, judge
from tests.support.driver import play
from tests.support.toy import TOY

KNOWN: Final[dict[str, Game[Any]]] = {**GAMES, TOY.key: TOY}
Table = tuple[str, int, tuple[Code, ...]]
TABLES: Final[tuple[Table, ...]] = tuple(
    (game.key, seats, options) for game in KNOWN.values() for seats, options in combinations(game)
)
"""Every table that can be played: game, seats, options."""


def label(table: Table) -> str:
    """Return a name of `table` for a test's id."""
    game, seats, options = table
    return "-".join((game, str(seats), *options))


@cache
def whole(table: Table = (TOY.key, 3, ()), seed: int = 1) -> Record:
    """Return the record of a game at `table`, played to its end by chance."""
    game, seats, options = table
    return record(play(KNOWN[game], seats, seed, options=options, with_chairs=False))


def record(match: Match[Any]) -> Record:
    """Return the record of `match`."""
    return Record(match.setup, tuple(match.log))


def verdict(data: bytes | Record) -> Verdict | RecordError:
    """Return what is said about `data`: nothing else may come out, whatever it is."""
    try:
        return judge(load(data) if isinstance(data, bytes) else data, KNOWN)
    except RecordError as error:
        return error


def flaw(data: bytes | Record) -> Flaw:
    """Return the flaw that is found in `data`, which has to have one."""
    found = verdict(data)
    assert isinstance(found, Flaw), found
    return found


def altered(data: bytes, count: int, rng: Any) -> Iterator[tuple[int, bytes]]:  # noqa: ANN401  # a Random
    """Yield `count` copies of `data`, each with another byte at one place, and the place."""
    for _ in range(count):
        at = rng.randrange(len(data))
        yield at, data[:at] + bytes((data[at] ^ rng.randrange(1, 256),)) + data[at + 1 :]


def body(setup: object, log: Sequence[Sequence[Entry]], **more: object) -> bytes:
    """Return bytes laid out like a record, whatever is in them."""
    return b"ys game 1\n" + msgspec.msgpack.encode({"setup": setup, "log": log, **more})
