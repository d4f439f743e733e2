"""The record: a whole game as bytes, from which it can be played again."""

import pytest

from protocol.codec import CodecError
from protocol.match import Match
from protocol.record import Record, load, save
from tests.support.driver import play
from tests.support.toy import TOY


def test_a_record_is_the_whole_game() -> None:
    """What was saved is loaded again and plays to the same end; other bytes are refused."""
    match = play(TOY, 4, options=("long",), with_chairs=False)
    data = save(Record("toy", match.setup, tuple(match.log)))
    record = load(data)
    again = Match(TOY, record.setup)
    again.extend(0, record.entries, match.digest())
    assert again.chain == match.chain
    for spoiled in (data[:-1], data + b"\0", b"", data[1:]):
        with pytest.raises(CodecError):
            load(spoiled)
