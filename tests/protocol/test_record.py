"""Records: a game as bytes, and back."""

import pytest

from protocol.codec import CodecError
from protocol.match import Match
from protocol.record import Record, load, save
from tests.support.driver import play
from tests.support.toy import TOY


def test_a_record_gives_the_game_again() -> None:
    """Setup and log come back as they were; the log, signatures checked, leads to the same state."""
    match = play(TOY, seed=3)
    record = Record(TOY.key, match.setup, tuple(match.log))
    again = load(save(record))
    assert again == record
    copy = Match(TOY, again.setup)
    copy.extend(0, again.entries)
    assert copy.digest() == match.digest()


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_half_a_record_is_none(cut: int) -> None:
    """Bytes that are not the one form of a record are refused."""
    match = play(TOY, seed=3)
    data = save(Record(TOY.key, match.setup, tuple(match.log)))
    with pytest.raises(CodecError):
        load(data[:cut])
    with pytest.raises(CodecError):
        load(data + b"\0")
