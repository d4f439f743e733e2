"""Text with control sequences, in every string of every message and every action: none of it is ever read."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from protocol.codec import pack
from protocol.game import Illegal
from protocol.games.ys.game import YS
from protocol.match import MatchError
from protocol.wire import WireError
from tests.protocol.test_wire import DIRECTIONS
from tests.support.driver import play
from tests.support.hostile import ESCAPES


def spoilt(value: Any, harm: str) -> Iterator[Any]:  # noqa: ANN401  # whatever a message holds
    """Yield copies of `value` with `harm` in the middle of one of its strings."""
    if isinstance(value, str):
        yield value[:2] + harm + value[2:]
    elif isinstance(value, dict):
        for name, held in value.items():
            yield from (value | {name: other} for other in spoilt(held, harm))
    elif isinstance(value, list | tuple):
        for at, held in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in spoilt(held, harm))


@pytest.mark.parametrize("harm", ESCAPES.values(), ids=ESCAPES)
@pytest.mark.parametrize(("decode", "messages"), DIRECTIONS, ids=["client", "server"])
def test_no_text_of_a_message_writes_the_clipboard_or_moves_the_cursor(
    decode: Callable[[bytes], Any], messages: tuple[Any, ...], harm: str
) -> None:
    """Names, titles, lines, sentences, codes, options: with a sequence in one of them there is no message."""
    count = 0
    for message in messages:
        for plain in spoilt(msgspec.to_builtins(message, builtin_types=(bytes,)), harm):
            count += 1
            with pytest.raises(WireError):
                decode(pack(plain))
    assert count > len(messages), "each has a kind at least"


def test_no_text_of_an_action_does_either() -> None:
    """An entry passes the wire as bytes: its actions are read by the game, which is as strict."""
    match = play(YS, 4, 1, with_chairs=False)
    words = [plain for entry in match.log for plain in map(msgspec.msgpack.decode, entry.actions)]
    by_kind = {plain["do"]: plain for plain in words}
    for harm in ESCAPES.values():
        for plain in by_kind.values():
            for other in spoilt(plain, harm):
                with pytest.raises((Illegal, MatchError, msgspec.ValidationError)):
                    YS.decode(pack(other))
