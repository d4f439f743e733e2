"""Messages to frames and back: any bytes give a message of the family or a WireError, nothing else."""

from typing import Final

from protocol.codec import CodecError, pack, unpack
from protocol.messages import AnyClientMessage, AnyServerMessage

CLIENT_BYTES: Final = 65_536
"""Longest frame a client may send."""
SERVER_BYTES: Final = 262_144
"""Longest frame a server may send: a lobby of a thousand tables fits."""


class WireError(Exception):
    """The frame is no message of its direction; the connection that sent it is closed."""

    code = "bad-frame"


def encode(message: AnyClientMessage | AnyServerMessage) -> bytes:
    """Return the frame of `message`."""
    return pack(message)


def decode_client(frame: bytes) -> AnyClientMessage:
    """Return the client's message in `frame`, or raise WireError."""
    try:
        return unpack(frame, AnyClientMessage, CLIENT_BYTES)  # type: ignore[arg-type]  # mypy: a union is no type[T]
    except CodecError as error:
        raise WireError(str(error)) from None


def decode_server(frame: bytes) -> AnyServerMessage:
    """Return the server's message in `frame`, or raise WireError."""
    try:
        return unpack(frame, AnyServerMessage, SERVER_BYTES)  # type: ignore[arg-type]  # mypy: a union is no type[T]
    except CodecError as error:
        raise WireError(str(error)) from None
