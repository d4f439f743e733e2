"""msgpack in and out under explicit limits; the only module that imports msgpack.

Every value has exactly one form: bytes that are not what `pack` would have written are refused, so a
hash over bytes is a hash over the value. What others wrote is read by msgpack, which can be told its limits;
our own values are written by msgspec, which looks into them where they are (a tenth of the time).
"""

import re
from functools import cache
from typing import Any, Final, TypeVar

import msgpack
import msgspec

T = TypeVar("T")

BYTES: Final = 1 << 20
"""Longest packed value, in bytes; `wire` sets a smaller one per direction."""
STRING: Final = 2_048
"""Longest string, in bytes of UTF-8."""
BINARY: Final = 65_536
"""Longest byte string."""
ITEMS: Final = 1_024
"""Most items of one array."""
FIELDS: Final = 64
"""Most entries of one map."""

_WRITER: Final = msgspec.msgpack.Encoder(order="deterministic")

_PATTERN: Final = re.compile(r" matching regex '.*'(?= - at |\Z)", re.DOTALL)
"""What a refusal says of a pattern: nobody learns from that what was wrong."""


class CodecError(ValueError):
    """The bytes are not the canonical packing of a value of the expected type; nothing was kept of them."""


def pack(value: object) -> bytes:
    """Return the one msgpack form of a Struct, a tuple or a plain value."""
    return _WRITER.encode(value)


def unpack(data: bytes, into: type[T], limit: int = BYTES) -> T:
    """Return the value of type `into` whose one form `data` is, or raise CodecError."""
    if len(data) > limit:
        raise CodecError(f"{len(data)} bytes are more than {limit}")
    value = _typed(_plain(data), into)
    if pack(value) != data:
        raise CodecError("not in canonical form")
    return value


def _typed(plain: object, into: type[T]) -> T:
    try:
        return msgspec.convert((plain,), _holder(into)).value  # type: ignore[arg-type,no-any-return]  # made, hashable
    except (msgspec.ValidationError, RecursionError) as error:
        raise CodecError(_PATTERN.sub(" of allowed characters", str(error)) or "nested too deeply") from None


_CUT: Final = "incomplete input"
"""How msgpack ends its words on bytes that stop within a value."""


@cache
def _holder(into: object) -> type[Any]:
    """Return a class with one field of type `into`: msgspec remembers how a class looks, not a union."""
    return msgspec.defstruct("Holder", [("value", into)], array_like=True)


def _plain(data: bytes) -> object:
    try:
        plain: object = msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            strict_map_key=True,
            max_str_len=STRING,
            max_bin_len=BINARY,
            max_array_len=ITEMS,
            max_map_len=FIELDS,
            max_ext_len=0,
            ext_hook=_no_extension,
        )
    except (ValueError, msgpack.UnpackException, RecursionError, TypeError, OverflowError) as error:
        if str(error).endswith(_CUT):
            raise CodecError("it is cut short") from None
        raise CodecError(f"not msgpack within the limits: {type(error).__name__}") from None
    return plain


def _no_extension(code: int, _data: bytes) -> object:
    raise ValueError(f"extension type {code}")
