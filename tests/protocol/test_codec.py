"""The codec: one form for each value; any other bytes are a CodecError, soon and in little memory."""

import time
import tracemalloc
from typing import Any, Final

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from protocol import codec
from protocol.codec import CodecError, pack, unpack


class Pair(Struct, frozen=True):
    """A record with one optional field."""

    number: int
    word: str = "none"


class Row(Struct, frozen=True, array_like=True):
    """A record that travels as an array."""

    data: bytes
    more: tuple[int, ...] = ()


HOSTILE: Final = {
    "empty": b"",
    "reserved byte": b"\xc1",
    "trailing byte": b"\xc0\xc0",
    "array of 2**32 items": b"\xdd\xff\xff\xff\xff",
    "map of 2**32 entries": b"\xdf\xff\xff\xff\xff",
    "binary of 4 GB": b"\xc6\xff\xff\xff\xff",
    "string of 4 GB": b"\xdb\xff\xff\xff\xff",
    "extension of 4 GB": b"\xc9\xff\xff\xff\xff\x05",
    "extension of 1 byte": b"\xd4\x05\x00",
    "empty extension": b"\xc7\x00\x05",
    "timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "timestamp of 96 bits": b"\xc7\x0c\xff" + bytes(12),
    "10,000 arrays in one another": b"\x91" * 10_000 + b"\xc0",
    "10,000 maps in one another": b"\x81\xa1a" * 10_000 + b"\xc0",
    "10,000 wide arrays in one another": b"\xdc\x10\x00" * 10_000,
    "too many items": b"\xdc\x10\x01" + b"\x00" * 4097,
    "too many entries": b"\xde\x00\x41" + b"".join(b"\xa2%02d\x00" % n for n in range(65)),
    "number as key": b"\x81\x01\x01",
    "array as key": b"\x81\x91\x01\x01",
    "bytes as key": b"\x81\xc4\x06number\x01",
    "not UTF-8": b"\x82\xa6number\x01\xa4word\xa1\xff",
    "surrogate": b"\x82\xa6number\x01\xa4word\xa3\xed\xa0\x80",
    "overlong UTF-8": b"\x82\xa6number\x01\xa4word\xa2\xc0\x80",
    "too long a string": b"\x82\xa6number\x01\xa4word\xda\x08\x01" + b"x" * 2049,
    "duplicate key": b"\x83\xa6number\x01\xa6number\x01\xa4word\xa4none",
    "unknown key": b"\x83\xa6number\x01\xa4word\xa4none\xa5other\x01",
    "other order": b"\x82\xa4word\xa4none\xa6number\x01",
    "default left out": b"\x81\xa6number\x01",
    "missing key": b"\x81\xa4word\xa4none",
    "longer number": b"\x82\xa6number\xcc\x01\xa4word\xa4none",
    "signed number": b"\x82\xa6number\xd0\x01\xa4word\xa4none",
    "float for a number": b"\x82\xa6number\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00\xa4word\xa4none",
    "not a number": b"\x82\xa6number\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00\xa4word\xa4none",
    "truth for a number": b"\x82\xa6number\xc3\xa4word\xa4none",
    "longer string header": b"\x82\xa6number\x01\xa4word\xd9\x04none",
    "longer map header": b"\xde\x00\x02\xa6number\x01\xa4word\xa4none",
    "bytes for a string": b"\x82\xa6number\x01\xa4word\xc4\x04none",
    "array for a map": b"\x92\x01\xa4none",
    "too long": b"\x00" * ((1 << 20) + 1),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_refused_soon_and_in_little_memory(data: bytes) -> None:
    """Headers that promise much, depth, foreign types and second forms all end in CodecError."""
    tracemalloc.start()
    before = time.process_time()
    with pytest.raises(CodecError):
        unpack(data, Pair)
    spent, (_, peak) = time.process_time() - before, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert spent < 1
    assert peak < 40_000_000


@pytest.mark.parametrize(
    "data",
    [b"\x91\xc4\x01x", b"\x93\xc4\x01x\x90\x00", b"\x92\xa4eHh4\x90", b"\x92\xc4\x01x\x91\xcb" + bytes(8)],
    ids=["default left out", "more than there is", "base64 for bytes", "float for a number"],
)
def test_records_as_arrays_have_one_form_too(data: bytes) -> None:
    """A short, a long or a differently typed array is refused, also where msgspec alone would take it."""
    assert unpack(pack(Row(b"x", (1,))), Row) == Row(b"x", (1,))
    with pytest.raises(CodecError):
        unpack(data, Row)


def test_limits_are_the_named_ones() -> None:
    """The longest string, binary, array and the most entries pass; the caller may set a smaller total."""
    assert unpack(pack("x" * codec.STRING), str) == "x" * codec.STRING
    assert unpack(pack(bytes(codec.BINARY)), bytes) == bytes(codec.BINARY)
    assert len(unpack(pack((0,) * codec.ITEMS), tuple[int, ...])) == codec.ITEMS
    with pytest.raises(CodecError, match="3 bytes are more than 2"):
        unpack(b"\xa2hi", str, 2)
    with pytest.raises(CodecError):
        unpack(pack(bytes(codec.BINARY + 1)), bytes)


def test_what_is_cut_short_is_told_so() -> None:
    """Every beginning of a value is: whoever has half a file knows that the rest is missing."""
    data = pack({"a": ("x" * 40, 1 << 40)})
    for length in range(1, len(data)):
        with pytest.raises(CodecError, match="cut short"):
            unpack(data[:length], dict)
    with pytest.raises(CodecError, match="not msgpack"):
        unpack(data + b"\x01", dict)


def test_maps_are_sorted() -> None:
    """The order in which a map was filled leaves no trace."""
    assert pack({"b": 1, "a": 2}) == pack({"a": 2, "b": 1}) == b"\x82\xa1a\x02\xa1b\x01"


@given(data=st.binary(max_size=120))
def test_any_bytes_are_the_one_form_of_a_value_or_refused(data: bytes) -> None:
    """Whatever is accepted is what `pack` writes: two byte strings never mean the same value."""
    for kind in (Pair, Row, int, bytes, tuple[Row, ...]):
        assert_one_form(data, kind)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(width=32)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(value=plain, single=st.booleans())
def test_any_msgpack_is_the_one_form_of_a_value_or_refused(value: object, single: bool) -> None:
    """The same for bytes that are good msgpack of something."""
    data = msgpack.packb(value, use_single_float=single)
    for kind in (Pair, Row, int, str, bytes, tuple[Pair | int | None, ...], dict[str, int]):
        assert_one_form(data, kind)


@given(value=plain)
def test_both_libraries_write_the_same_bytes(value: object) -> None:
    """Writer and reader are of two libraries: what one writes is what the other would have written."""
    in_order = msgspec.to_builtins(value, builtin_types=(bytes,), order="deterministic")
    assert pack(value) == msgpack.packb(in_order, use_bin_type=True)


@given(number=st.integers(-(2**63), 2**64 - 1), word=st.text(max_size=40))
def test_values_survive(number: int, word: str) -> None:
    """What is packed comes out as it went in."""
    assert unpack(pack(Pair(number, word)), Pair) == Pair(number, word)


def assert_one_form(data: bytes, kind: Any) -> None:  # noqa: ANN401 - any type
    """Check that `data` is refused or is what its value packs to."""
    try:
        value = unpack(data, kind)
    except CodecError:
        return
    assert pack(value) == data
