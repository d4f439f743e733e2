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
from protocol.text import Code, Line, Name, Title, Word

Ref = Annotated[int, Meta(ge=0, lt=1 << 53)]
TableId = Annotated[int, Meta(ge=1, lt=1 << 53)]
Place = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""Where something is said: the number of a table, or LOBBY."""
Length = Annotated[int, Meta(ge=0, lt=1 << 20)]
"""A number of entries."""
Seconds = Annotated[int, Meta(ge=0, lt=1 << 53)]
Number = Annotated[int, Meta(ge=0, lt=8)]
"""A chair at a table that has not begun, counted from 0."""
Door = Literal["open", "code", "password"]
"""Who may come in: anybody, who has the invite code (the table is not listed), or who has the password."""
Digest = Annotated[bytes, Meta(max_length=8)]
"""Digest of the state after the last entry sent; empty where more entries follow at once."""
Revisions = Annotated[tuple[tuple[Code, int], ...], Meta(max_length=16)]
"""The games one side knows, with the revision of their rules."""
Entries_ = Annotated[tuple[Entry, ...], Meta(max_length=1_024)]

LOBBY: Final = 0
"""In place of a table's number: the chat of the lobby."""

PIECE: Final = 60_000
"""Bytes of packed entries in one `Entries` or `Offer`, at most; a longer history comes in pieces."""


class ClientMessage(Struct, frozen=True, tag_field="is", tag=str.lower):
    """What a client may say."""

    def __repr__(self) -> str:
        """Show everything but a table's code or password."""
        return _without_word(self)


class Hello(ClientMessage, frozen=True):
    """Who I am: proved by my signature over the server's key and nonce (`greeting`)."""

    version: int
    rules: Revisions
    name: Name
    key: Bytes32
    sign: Bytes64


class OpenTable(ClientMessage, frozen=True):
    """Open a table; I am its host. Answered by `TableChanged`, and by `Invite` if its door wants a code.

    `clock` is one of `clocks.CLOCKS`. The server makes the code; `word` is the password if there is one.
    """

    ref: Ref
    game: Code
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[tuple[Code, ...], Meta(max_length=8)]
    title: Title
    clock: Code = "none"
    door: Door = "open"
    word: Word = ""


class Sit(ClientMessage, frozen=True):
    """Sit down with these keys; `word` is the code or password, where the table wants one.

    At a running table: come back to a seat that the table has given up or that a bot holds. Nature seats me
    as the next round begins (`Reseat`).
    """

    ref: Ref
    table: TableId
    keys: SeatKeys
    word: Word = ""


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
    word: Word = ""


class Find(ClientMessage, frozen=True):
    """Show me the table with this invite code. Answered by `TableChanged`."""

    ref: Ref
    word: Word


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
    """A line of chat to everybody at the table, or with LOBBY to all who look at the lobby."""

    ref: Ref
    table: Place
    line: Line


class Kick(ClientMessage, frozen=True):
    """As host, before the start: free the chair of this person, who does not come back; or of a bot."""

    ref: Ref
    table: TableId
    key: Bytes32


class Hand(ClientMessage, frozen=True):
    """As host: let somebody who sits here be the host."""

    ref: Ref
    table: TableId
    key: Bytes32


class Ready(ClientMessage, frozen=True):
    """Before the start: tell the others whether I am ready."""

    ref: Ref
    table: TableId
    ready: bool


class Swap(ClientMessage, frozen=True):
    """As host, before the start: let two chairs change places."""

    ref: Ref
    table: TableId
    one: Number
    other: Number


class Rename(ClientMessage, frozen=True):
    """Be called so from now on; not while I have a chair at an open table. Answered by `Renamed`."""

    ref: Ref
    name: Name


class Look(ClientMessage, frozen=True):
    """Tell me what the lobby looks like from now on, or no longer. Answered by `Lobby`, then `Said`."""

    ref: Ref
    on: bool


class Rematch(ClientMessage, frozen=True):
    """After a game that I sat in: open the same table again, the chairs rotated. Answered by `Rematched`."""

    ref: Ref
    table: TableId


class ServerMessage(Struct, frozen=True, tag_field="is", tag=str.lower):
    """What the server may say."""

    def __repr__(self) -> str:
        """Show everything but a table's code."""
        return _without_word(self)


class Challenge(ServerMessage, frozen=True):
    """The first message on a connection: the server's key and a fresh nonce, to be signed by `Hello`."""

    key: Bytes32
    nonce: Bytes32


class Welcome(ServerMessage, frozen=True):
    """You are known as `name`; my revision of the conversation and of each game's rules."""

    name: Name
    version: int
    rules: Revisions


class Renamed(ServerMessage, frozen=True):
    """You are known as `name` from now on, on all your connections."""

    name: Name


class Chair(Struct, frozen=True):
    """A chair that is taken, as the lobby shows it."""

    name: Name
    key: Bytes32
    bot: bool
    here: bool
    """Whether its person is connected."""
    ready: bool = False
    """Whether its person is ready to begin; a bot always is."""
    level: Code | None = None
    """How a bot plays, as `SeatBot` asked for it; None for a person, and where the server does not know."""


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
    clock: Code = "none"
    door: Door = "open"
    watchers: int = 0
    """How many look on without a chair."""
    awaited: tuple[Seat, ...] = ()
    """The seats that a running table waits for."""
    paused: bool = False


class Lobby(ServerMessage, frozen=True):
    """All tables that are listed and who is here; sent once when somebody begins to look."""

    tables: tuple[TableInfo, ...]
    people: tuple[Name, ...]


class LobbyChanged(ServerMessage, frozen=True):
    """What has changed in the lobby; to those who look, at most once a second.

    Who begins to look may be told again what is in the `Lobby` already.
    """

    tables: tuple[TableInfo, ...]
    gone: tuple[TableId, ...]
    came: tuple[Name, ...]
    went: tuple[Name, ...]


class TableChanged(ServerMessage, frozen=True):
    """A table that I sit at, host, watch or asked for has changed; sent at once, and after `Welcome`."""

    table: TableInfo


class Invite(ServerMessage, frozen=True):
    """The code of a table that is not listed, to its host and who sits there: to be passed on."""

    table: TableId
    word: Word


class Rematched(ServerMessage, frozen=True):
    """The people of a table play again at another one."""

    table: TableId
    to: TableId


class PutOut(ServerMessage, frozen=True):
    """The host of a table that has not begun has put me out; sent before the news, and after `Welcome`."""

    table: TableId


class TableGone(ServerMessage, frozen=True):
    """A table exists no longer; sent at once to who was there."""

    table: TableId


class BotWanted(ServerMessage, frozen=True):
    """To the bots, after `TableChanged`: a chair is there for a bot of this level.

    At a running table it is a seat for which the others have voted so.
    """

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
    """The seats the table waits for, and how many seconds are left until the others may vote about each.

    While the table is paused no clock runs.
    """

    table: TableId
    seats: tuple[tuple[Seat, int], ...]
    paused: bool = False


class Behind(ServerMessage, frozen=True):
    """I have only `length` entries of this table: offer me the rest."""

    table: TableId
    length: Length


class Said(ServerMessage, frozen=True):
    """Somebody said a line at a table or in the lobby, so long ago; the server speaks with its own key."""

    table: Place
    name: Name
    key: Bytes32
    line: Line
    ago: Seconds = 0


class Refused(ServerMessage, frozen=True):
    """Your request `ref` was not carried out and nothing has changed: a stable code and a sentence."""

    ref: Ref
    code: Code
    detail: Line


class Bye(ServerMessage, frozen=True):
    """The server closes the connection, and why."""

    code: Code
    detail: Line


Request = (
    OpenTable
    | Sit
    | Leave
    | SeatBot
    | Start
    | Watch
    | Find
    | Offer
    | Act
    | Say
    | Kick
    | Hand
    | Ready
    | Swap
    | Rename
    | Look
    | Rematch
)
"""What carries `ref`: everything but `Hello`."""
AnyClientMessage = Hello | Request
AnyServerMessage = (
    Challenge
    | Welcome
    | Renamed
    | Lobby
    | LobbyChanged
    | TableChanged
    | Invite
    | Rematched
    | PutOut
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
    if len(log) - start == 1:  # nearly always: one is never too long
        yield start, (log[start],)
        return
    for number in range(start, len(log)):
        length = len(pack(log[number]))
        if number > first and size + length > PIECE:
            yield first, tuple(log[first:number])
            first, size = number, 0
        size += length
    if first < len(log):
        yield first, tuple(log[first:])


def _without_word(message: Struct) -> str:
    shown = ", ".join(
        f"{name}={'…' if name == 'word' else repr(getattr(message, name))}"
        for name in message.__struct_fields__
    )
    return f"{type(message).__name__}({shown})"
