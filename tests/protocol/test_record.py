"""Records: a game as bytes, and back; and nothing else is taken for one."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import record as module
from protocol.codec import pack
from protocol.game import Seat
from protocol.match import Entry
from protocol.record import LIMIT, PIECE, Record, RecordError, load, save
from tests.support.records import body, verdict, whole


def _code(data: bytes) -> str:
    with pytest.raises(RecordError) as refused:
        load(data)
    assert str(refused.value)
    return refused.value.code


def test_a_record_comes_back() -> None:
    """Setup and log come back as they were, from bytes that begin in a readable way."""
    data = save(whole())
    assert load(data) == whole()
    assert data.startswith(b"ys game 1\n")


@pytest.mark.parametrize("cut", [0, 1, 9, 40, -1])
def test_half_a_record_is_none(cut: int) -> None:
    """Bytes that end too early are refused."""
    assert _code(save(whole())[:cut]) in {"no-game", "not-canonical"}


@pytest.mark.parametrize("more", [b"\0", b"\n", b"\xc0", save(whole())])
def test_nothing_may_follow(more: bytes) -> None:
    """A record ends where it ends: no byte and no second record may stand behind it."""
    assert _code(save(whole()) + more) == "not-canonical"


def test_a_newer_format_is_named() -> None:
    """A record that a later program wrote is told from what is no game at all."""
    later = save(whole()).replace(b"ys game 1\n", b"ys game 12\n")
    assert _code(later) == "other-format"
    assert _code(b"ys game x\n") == "no-game"
    assert _code(b"ys game 1") == "no-game"
    assert _code(b"ys game " + b"9" * 1_000 + b"\n") == "no-game"


def test_a_long_log_has_full_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log longer than one array may be comes in pieces, and cut in another way it is refused."""
    monkeypatch.setattr(module, "PIECE", 4)
    setup, entries = whole().setup, whole().entries[:10]
    assert body(setup, (entries[:4], entries[4:8], entries[8:])) == save(Record(setup, entries))
    assert load(save(Record(setup, entries))).entries == entries
    for log in ((entries,), (entries[:3], entries[3:]), (*_pieces(entries), ())):
        assert _code(body(setup, log)) == "not-canonical"


def _pieces(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], ...]:
    return entries[:4], entries[4:8], entries[8:]


def test_a_log_without_entries_has_no_piece() -> None:
    """Nothing played yet has one form, too."""
    empty = Record(whole().setup, ())
    assert load(save(empty)) == empty
    assert _code(body(whole().setup, ((),))) == "not-canonical"


def test_what_is_too_long_is_not_unpacked() -> None:
    """Neither read nor written is what is longer than a record may be."""
    assert _code(save(whole()).ljust(LIMIT + 1, b"\0")) == "too-long"
    entry = Entry(Seat(0), 0, (bytes(2_000),) * 16, bytes(64))
    with pytest.raises(RecordError) as refused:
        save(Record(whole().setup, (entry,) * PIECE))
    assert refused.value.code == "too-long"


def test_unknown_fields_are_refused() -> None:
    """Nothing can be put beside setup and log: it would be signed by nobody."""
    log = (whole().entries,)
    assert _code(body(whole().setup, log, note="won by cheating")) == "not-canonical"
    setup = msgspec.to_builtins(whole().setup, builtin_types=(bytes,))
    assert _code(body({**setup, "note": ""}, log)) == "not-canonical"


def test_a_key_twice_is_refused() -> None:
    """A setup that names something twice is not taken, whichever of both is meant."""
    data, name = save(whole()), pack("game") + pack("toy")
    assert data.count(name) == 1
    twice = data.replace(b"\x85" + name, b"\x86" + name + name)
    assert twice != data
    assert _code(twice) == "not-canonical"


@pytest.mark.parametrize(
    "head", [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x91" * 100_000]
)
def test_huge_headers_promise_in_vain(head: bytes) -> None:
    """A header that announces more than may be, or nests without end, is refused at once."""
    assert _code(b"ys game 1\n" + head) == "not-canonical"


def test_numbers_in_another_width_are_refused() -> None:
    """A number has one packing: the same value written longer is another file, and no record."""
    data = save(whole())
    rules = pack("rules") + b"\x01"
    assert data.count(rules) == 1
    assert _code(data.replace(rules, pack("rules") + b"\xcc\x01")) == "not-canonical"


def test_names_that_spill_into_the_terminal_are_refused() -> None:
    """A name with control characters makes no record."""
    first, *others = whole().setup.seats
    harmful = replace(whole().setup, seats=(replace(first, name="\x1b[2J"), *others))
    assert _code(save(Record(harmful, ()))) == "not-canonical"


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_give_a_verdict(data: bytes, has_head: bool) -> None:
    """Whatever the bytes are, the answer is a record error."""
    assert isinstance(verdict(b"ys game 1\n" + data if has_head else data), RecordError)
