"""All messages between client and server: two closed families, one struct each.

The server speaks first (`Challenge`); the client answers with `Hello` and is `Welcome`. Every request of a
client carries `ref`, its own running number, and is answered by what it asked for or by `Refused(ref, …)`.
There is no private message about a game: `Entries` are the same bytes for everyone.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from protocol.codec import pack
from protocol.game import Seat, Setup
from protocol.keys import Bytes32, Bytes64, SeatKeys
from protocol.match import Entry
from protocol.text import Code, Line, Name, Title

Ref = Annotated[int, Meta(ge=0, lt=1 << 53)]
TableId = Annotated[int, Meta(ge=1, lt=1 << 53)]
Length = Annotated[int, Meta(ge=0, lt=1 << 20)]
"""A number of entries."""
Digest = Annotated[bytes, Meta(max_length=8)]
"""Digest of the state after the last entry sent; empty where more entries follow at once."""
Revisions = Annotated[tuple[tuple[Code, int], ...], Meta(max_length=16)]
"""The games one side knows, with the revision of their rules."""
Entries_ = Annotated[tuple[Entry, ...], Meta(max_length=1_024)]

PIECE: Final = 60_000
"""Bytes of packed entries in one `Entries` or `Offer`, at most; a longer history comes in pieces."""


class ClientMessage(Struct, frozen=True, tag_field="is", tag=str.lower):
    """What a client may say."""


class Hello(ClientMessage, frozen=True):
    """Who I am: proved by my signature over the server's key and nonce (`greeting`)."""

    version: int
    rules: Revisions
    name: Name
    key: Bytes32
    sign: Bytes64


class OpenTable(ClientMessage, frozen=True):
    """Open a table; I am its host. Answered by `TableChanged` to everybody in the lobby."""

    ref: Ref
    game: Code
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[tuple[Code, ...], Meta(max_length=8)]
    title: Title


class Sit(ClientMessage, frozen=True):
    """Sit down at a table that has not begun, with these keys."""

    ref: Ref
    table: TableId
    keys: SeatKeys


class Leave(ClientMessage, frozen=True):
    """Stand up before the game, or stop watching it; a running game is left by `Resign` only."""

    ref: Ref
    table: TableId


class SeatBot(ClientMessage, frozen=True):
    """As host: let a bot of this level take a chair. Forwarded to the bots as `BotWanted`."""

    ref: Ref
    table: TableId
    level: Code


class Start(ClientMessage, frozen=True):
    """As host: begin, every chair being taken. Answered by `Began` to everybody at the table."""

    ref: Ref
    table: TableId


class Watch(ClientMessage, frozen=True):
    """Send me all from entry `have` on and keep me told; `chain` is mine after `have` entries.

    Joining, watching and coming back in one. Answered by `Began` if `have` is 0, then `Entries`, `Waiting`;
    by `Behind` when the server has fewer entries; refused with "other-history" when the chains differ.
    """

    ref: Ref
    table: TableId
    have: Length
    chain: Annotated[bytes, Meta(max_length=32)]


class Offer(ClientMessage, frozen=True):
    """Entries that the server lost, as an answer to `Behind`."""

    ref: Ref
    table: TableId
    start: Length
    entries: Entries_


class Act(ClientMessage, frozen=True):
    """One signed batch of actions. Answered by `Entries` to everybody, or `Refused` to me."""

    ref: Ref
    table: TableId
    entry: Entry


class Say(ClientMessage, frozen=True):
    """A line of chat to everybody at the table."""

    ref: Ref
    table: TableId
    line: Line


class ServerMessage(Struct, frozen=True, tag_field="is", tag=str.lower):
    """What the server may say."""


class Challenge(ServerMessage, frozen=True):
    """The first message on a connection: the server's key and a fresh nonce, to be signed by `Hello`."""

    key: Bytes32
    nonce: Bytes32


class Welcome(ServerMessage, frozen=True):
    """You are known as `name`; my revision of the conversation and of each game's rules."""

    name: Name
    version: int
    rules: Revisions


class Chair(Struct, frozen=True):
    """A chair that is taken, as the lobby shows it."""

    name: Name
    key: Bytes32
    bot: bool
    here: bool
    """Whether its person is connected."""


class TableInfo(Struct, frozen=True):
    """A table as the lobby shows it."""

    id: TableId
    game: Code
    rules: int
    title: Title
    options: tuple[Code, ...]
    seats: int
    chairs: tuple[Chair, ...]
    host: Bytes32
    stage: Literal["open", "playing", "over"]


class Lobby(ServerMessage, frozen=True):
    """All tables and who is here; sent after `Welcome`."""

    tables: tuple[TableInfo, ...]
    people: tuple[Name, ...]


class TableChanged(ServerMessage, frozen=True):
    """A table was opened or has changed."""

    table: TableInfo


class TableGone(ServerMessage, frozen=True):
    """A table exists no longer."""

    table: TableId


class BotWanted(ServerMessage, frozen=True):
    """To the bots: a host offers a chair to a bot of this level."""

    table: TableId
    level: Code


class Began(ServerMessage, frozen=True):
    """The setup of a table's game. A player's client refuses one whose keys for its seat are not its own."""

    table: TableId
    setup: Setup


class Entries(ServerMessage, frozen=True):
    """Entries number `start` and following: the same bytes for everyone."""

    table: TableId
    start: Length
    entries: Entries_
    digest: Digest


class Waiting(ServerMessage, frozen=True):
    """The seats the table waits for, and how many seconds are left until the others may vote about each."""

    table: TableId
    seats: tuple[tuple[Seat, int], ...]


class Behind(ServerMessage, frozen=True):
    """I have only `length` entries of this table: offer me the rest."""

    table: TableId
    length: Length


class Said(ServerMessage, frozen=True):
    """Somebody said a line at a table."""

    table: TableId
    name: Name
    line: Line


class Refused(ServerMessage, frozen=True):
    """Your request `ref` was not carried out and nothing has changed: a stable code and a sentence."""

    ref: Ref
    code: Code
    detail: Line


class Bye(ServerMessage, frozen=True):
    """The server closes the connection, and why."""

    code: Code
    detail: Line


AnyClientMessage = Hello | OpenTable | Sit | Leave | SeatBot | Start | Watch | Offer | Act | Say
AnyServerMessage = (
    Challenge
    | Welcome
    | Lobby
    | TableChanged
    | TableGone
    | BotWanted
    | Began
    | Entries
    | Waiting
    | Behind
    | Said
    | Refused
    | Bye
)


def greeting(server: bytes, nonce: bytes, version: int) -> bytes:
    """Return what `Hello` signs: it is worth nothing to a server with another key or with another nonce."""
    return b"ys hello" + server + nonce + version.to_bytes(4, "big")


def pieces(log: Sequence[Entry], start: int = 0) -> Iterator[tuple[int, tuple[Entry, ...]]]:
    """Yield the entries from number `start` on in pieces that fit a message, each with its first number.

    No piece has too many entries for its message: none of them is shorter than its signature.
    """
    first, size = start, 0
    for number in range(start, len(log)):
        length = len(pack(log[number]))
        if number > first and size + length > PIECE:
            yield first, tuple(log[first:number])
            first, size = number, 0
        size += length
    if first < len(log):
        yield first, tuple(log[first:])
