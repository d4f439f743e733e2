"""What the hub wants done, in one ordered queue, and what there is to save; nothing here does any of it.

No `Send` overtakes an earlier `Save`: what somebody is told has been saved.
"""

from collections.abc import Iterable
from typing import Any, NewType

from msgspec import Struct

from protocol.game import Game, Setup
from protocol.match import Entry
from protocol.messages import AnyServerMessage
from protocol.text import clean
from protocol.wire import encode
from ys_server.desk import Desk
from ys_server.outline import Outline
from ys_server.patience import Span

Conn = NewType("Conn", int)
"""A connection, by the number the listener gave it; never used twice."""


class Refusal(Exception):
    """A request is not carried out and nothing has changed: a stable code and a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        """Name the refusal; `detail` is cleaned, so that it can be sent as it is."""
        super().__init__(detail)
        self.code = code
        self.detail = clean(detail) or code


class Record(Struct, frozen=True):
    """Something to be saved."""


class Known(Record, frozen=True):
    """The person with this key is called `name`."""

    key: bytes
    name: str


class Opened(Record, frozen=True):
    """The number has been given to a table and is never given again."""

    table: int


class Begun(Record, frozen=True):
    """A table's game has begun."""

    table: int
    title: str
    host: bytes
    setup: Setup


class Played(Record, frozen=True):
    """Entry `number` of a table's log."""

    table: int
    number: int
    entry: Entry


class Ended(Record, frozen=True):
    """A table's game is over."""

    table: int


class Arranged(Record, frozen=True):
    """A table's desk is as it says now."""

    table: int
    desk: Desk


class Cleared(Record, frozen=True):
    """A table is listed no longer: nobody needs its desk, nor what was said there."""

    table: int


class Timed(Record, frozen=True):
    """What the seats of a table have used of their time."""

    table: int
    spans: tuple[Span, ...]


class Outlined(Record, frozen=True):
    """How a table's game stands, for a server that starts without its match."""

    table: int
    outline: Outline


class Used(Record, frozen=True):
    """Somebody takes a seat in a running game with keys of this nonce, which must never come again."""

    nonce: bytes


class Spoken(Record, frozen=True):
    """A line that was said, `ago` seconds before the server began; the latest `keep` of its place stay."""

    table: int
    name: str
    key: bytes
    line: str
    ago: float = 0.0
    keep: int = 0


class Saved(Struct, frozen=True):
    """A table whose game has begun, as it was saved, but for its log and what was said."""

    table: int
    title: str
    host: bytes
    setup: Setup
    length: int = 0
    """How many entries its log has."""
    outline: Outline | None = None
    """How it stood when that was saved last; of another length it tells of the past."""
    is_over: bool = False
    """Whether it was noted that its game is over."""
    desk: Desk | None = None
    """None for a table of an earlier schema."""
    spans: tuple[Span, ...] = ()
    idle: float = 0.0
    """For how many seconds nothing has happened there."""


class Logged(Struct, frozen=True):
    """What else was saved of such a table: every entry of its log, and the latest lines of its chat."""

    entries: tuple[Entry, ...]
    lines: tuple[Spoken, ...] = ()


class Standing(Struct, frozen=True):
    """A table whose game has not begun, as it was saved."""

    table: int
    desk: Desk
    lines: tuple[Spoken, ...] = ()


class Memory(Struct, frozen=True):
    """All that the server remembers when it starts."""

    names: dict[bytes, str]
    nonces: frozenset[bytes]
    last_table: int
    tables: tuple[Saved, ...]
    standing: tuple[Standing, ...] = ()
    lines: tuple[Spoken, ...] = ()
    """What was said in the lobby."""


NOTHING = Memory({}, frozenset(), 0, ())
"""What a server remembers at its very first start."""


class Send(Struct, frozen=True):
    """A frame for these connections. `table` is the one whose saved state it tells of, if any."""

    conns: tuple[Conn, ...]
    frame: bytes
    table: int | None = None


class Save(Struct, frozen=True):
    """A record that is on disk before anything that follows is sent."""

    record: Record
    table: int | None = None


class Close(Struct, frozen=True):
    """The end of a connection; `code` is that of the `Bye` before it."""

    conn: Conn
    code: str


class Wake(Struct, frozen=True):
    """A game that is to be played again from what was saved; `Hub.woken` is told what came of it."""

    table: int
    game: Game[Any]
    setup: Setup
    is_urgent: bool
    """Whether somebody waits for it."""


Effect = Send | Save | Close | Wake


def send(conns: Iterable[Conn], message: AnyServerMessage, table: int | None = None) -> list[Effect]:
    """Return the sending of `message`, encoded once; nothing when there is nobody to send it to."""
    to = tuple(conns)
    return [Send(to, encode(message), table)] if to else []
