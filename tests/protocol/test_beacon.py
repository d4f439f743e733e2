"""What a server says of itself on its network: read as it was written, and harmless whoever wrote it."""

from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.beacon import Beacon, read
from protocol.text import TITLE_LENGTH, clean

FULL = Beacon("Ada's harbour", 3, (("ys", 1), ("toy", 4)), 2, is_secure=True, host="ys.example.org")
PLAIN = Beacon("sea", 1, (("ys", 1),))


@pytest.mark.parametrize("beacon", [FULL, PLAIN])
def test_announcement_is_read_as_it_was_written(beacon: Beacon) -> None:
    """All that a server says arrives, and what it does not say stays unsaid."""
    wire = {key.encode(): value.encode() for key, value in beacon.properties().items()}
    assert read(wire) == beacon


@pytest.mark.parametrize(
    ("version", "rules", "fits"),
    [
        (3, (("ys", 1),), True),
        (3, (("ys", 2), ("toy", 4)), True),
        (3, (("ys", 2),), False),
        (3, (), False),
        (2, (("ys", 1),), False),
    ],
)
def test_server_fits_by_conversation_and_one_game(
    version: int, rules: tuple[tuple[str, int], ...], fits: bool
) -> None:
    """The conversation has to be the same, and the rules of at least one game."""
    assert FULL.fits(version, rules) is fits


@pytest.mark.parametrize(
    "properties",
    [
        {},
        {b"name": None, b"version": None, b"rules": b"", b"tables": b"", b"tls": None},
        {
            b"name": b"\x1b\xff\x00",
            b"version": b"-1",
            b"rules": b"YS=1 =2",
            b"tables": b"1e3",
            b"tls": b"yes",
        },
        {b"version": "\u0661".encode(), b"tables": b"12345678"},
        {b"host": b"ys.example.org/evil", b"tls": b"2"},
        {b"host": b"a" * 254},
    ],
)
def test_what_cannot_be_read_counts_as_not_said(properties: dict[bytes, bytes | None]) -> None:
    """Missing, malformed and boundless values are no values, and such a server fits nobody."""
    beacon = read(properties)
    assert (beacon.version, beacon.rules, beacon.tables, beacon.is_secure) == (0, (), None, False)
    assert beacon.host == ""
    assert not beacon.fits(0, (("ys", 1),))


@given(st.dictionaries(st.sampled_from([*map(str.encode, FULL.properties())]), st.binary() | st.none()))
def test_any_bytes_make_a_bounded_and_harmless_beacon(properties: dict[bytes, bytes | None]) -> None:
    """Whatever a stranger announces is short, visible, and read without an error."""
    beacon = read(properties)
    assert beacon.name == clean(beacon.name, TITLE_LENGTH)
    assert len(beacon.rules) <= 16
    assert beacon.tables is None or beacon.tables < 10**6
    assert len(beacon.host) <= 253
    assert set(beacon.host) <= {*ascii_letters, *digits, ".", "-"}
