"""Which tables wait for the player, asked of servers without a screen: one short visit to each at once."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidURI, WebSocketException

from protocol import VERSION
from protocol.keys import sign, signing_pair
from protocol.messages import (
    AnyServerMessage,
    Bye,
    Challenge,
    Hello,
    Lobby,
    LobbyChanged,
    Look,
    TableChanged,
    TableInfo,
    Welcome,
    greeting,
)
from protocol.wire import SERVER_BYTES, WireError, decode_server, encode
from ys_tui.client.link import in_words

_CLOSING: Final = 0.5
"""Seconds a server gets to say goodbye."""


Ours = Callable[[bytes], Collection[int]]
"""Gives the tables of the server with a key at which a game of ours is on."""


class _Guest(NamedTuple):
    """Who asks."""

    identity: bytes
    name: str
    ours: Ours


class Asked(Struct, frozen=True):
    """What a server has said: the tables that wait or where our seat is lost, or why nothing is known."""

    address: str
    tables: tuple[TableInfo, ...] = ()
    lost: tuple[TableInfo, ...] = ()
    """Those at which a game of ours is on, and somebody else has our seat."""
    problem: str = ""


class _NoAnswer(Exception):
    """The server is not the one it should be, or does not want this client."""


def ask(
    servers: Sequence[tuple[str, bytes | None]],
    identity: bytes,
    name: str,
    seconds: float,
    ours: Ours = lambda _key: (),
) -> tuple[Asked, ...]:
    """Return what each of `servers` says within so many seconds; a key that is given has to be its own."""
    guest = _Guest(identity, name, ours)

    async def everywhere() -> tuple[Asked, ...]:
        visits = (_visit(address, key, guest, seconds) for address, key in servers)
        return tuple(await asyncio.gather(*visits))

    return asyncio.run(everywhere())


def waits(table: TableInfo, own: bytes) -> bool:
    """Tell whether the table waits for who signs with the key `own`."""
    seats = (seat for seat, chair in enumerate(table.chairs) if chair.key == own)
    return table.stage == "playing" and not table.paused and any(seat in table.awaited for seat in seats)


def is_lost(table: TableInfo, own: bytes, ours: Collection[int]) -> bool:
    """Tell whether somebody else has the seat of `own` at a table that is among `ours`."""
    return table.stage == "playing" and table.id in ours and all(chair.key != own for chair in table.chairs)


async def _visit(address: str, key: bytes | None, guest: _Guest, seconds: float) -> Asked:
    try:
        async with (
            asyncio.timeout(seconds),
            connect(
                address, compression=None, max_size=SERVER_BYTES, proxy=None, close_timeout=_CLOSING
            ) as connection,
        ):
            try:
                return Asked(address, *await _listen(connection, key, guest))
            finally:
                await connection.close()  # whatever was not told, nothing is wrong with the link
    except _NoAnswer as error:
        return Asked(address, problem=str(error))
    except (OSError, TimeoutError, WebSocketException, EOFError, InvalidURI) as error:
        return Asked(address, problem=in_words(error, address))
    except WireError as error:
        return Asked(address, problem=f"it is of another version of ys ({error})")


async def _listen(
    connection: Any,  # noqa: ANN401  # a ClientConnection, or what a test puts in its place
    key: bytes | None,
    guest: _Guest,
) -> tuple[tuple[TableInfo, ...], tuple[TableInfo, ...]]:
    """Return the tables that wait, and those at which our seat is lost."""
    own, secret = signing_pair(guest.identity)
    tables, server = dict[int, TableInfo](), b""
    async for frame in connection:
        message = decode_server(frame if isinstance(frame, bytes) else b"")
        if isinstance(message, Challenge):
            if key is not None and message.key != key:
                raise _NoAnswer("another server answers there than the one you played on")
            server = message.key
            sign_ = sign(secret, greeting(message.key, message.nonce, VERSION))
            await connection.send(encode(Hello(VERSION, (), guest.name, own, sign_)))
        elif isinstance(message, Welcome):
            await connection.send(encode(Look(1, on=True)))
        elif isinstance(message, Bye):
            raise _NoAnswer(message.detail)
        tables |= {table.id: table for table in _shown(message)}
        if isinstance(message, Lobby):
            waiting = tuple(table for table in tables.values() if waits(table, own))
            numbers = guest.ours(server)
            return waiting, tuple(table for table in tables.values() if is_lost(table, own, numbers))
    raise _NoAnswer("it has said nothing")


def _shown(message: AnyServerMessage) -> tuple[TableInfo, ...]:
    """Return the tables that a message shows: one's own come before the list."""
    if isinstance(message, TableChanged):
        return (message.table,)
    return message.tables if isinstance(message, Lobby | LobbyChanged) else ()
