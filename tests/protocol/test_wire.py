"""The wire: any bytes are a message of the direction or a WireError, and frames have a greatest length."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import wire
from protocol.codec import pack
from protocol.messages import (
    Act,
    Began,
    Behind,
    BotWanted,
    Bye,
    Chair,
    Challenge,
    Entries,
    Find,
    Hand,
    Hello,
    Invite,
    Kick,
    Leave,
    Lobby,
    LobbyChanged,
    Look,
    Offer,
    OpenTable,
    PutOut,
    Ready,
    Refused,
    Rematch,
    Rematched,
    Rename,
    Renamed,
    Said,
    Say,
    SeatBot,
    Sit,
    Start,
    Swap,
    TableChanged,
    TableGone,
    TableInfo,
    Waiting,
    Watch,
    Welcome,
)
from protocol.wire import WireError, decode_client, decode_server, encode
from tests.support.driver import play, secret, vault
from tests.support.toy import TOY

GAME: Final = play(TOY, 2, with_chairs=False)
CHAIRS: Final = (
    Chair("Ada", secret("key"), bot=False, here=True),
    Chair("Konan", secret("bots"), bot=True, here=True, ready=True, level="greedy"),
)
INFO: Final = TableInfo(1, "toy", 1, "a title", ("long",), 4, CHAIRS, secret("key"), "open")
KEY: Final = secret("key")
CLIENT: Final = (
    Hello(1, (("toy", 1),), "Ada", secret("key"), bytes(64)),
    OpenTable(1, "toy", 4, ("long",), "a title"),
    Sit(2, 1, vault(1, 0).keys),
    Leave(3, 1),
    SeatBot(4, 1, "greedy"),
    Start(5, 1),
    Watch(6, 1, 0, b""),
    Offer(7, 1, 3, tuple(GAME.log[3:9])),
    Act(8, 1, GAME.log[0]),
    Say(9, 1, "[b]hi [/"),
    OpenTable(10, "toy", 4, (), "a title", "days-3", "password", "sesame"),
    Find(11, "abc"),
    Kick(12, 1, KEY),
    Hand(13, 1, KEY),
    Ready(14, 1, ready=True),
    Swap(15, 1, 0, 3),
    Rename(16, "Ben"),
    Look(17, on=False),
    Rematch(18, 1),
)
SERVER: Final = (
    Challenge(secret("key"), secret("nonce")),
    Welcome("Ada", 1, (("toy", 1),)),
    Lobby((INFO,), ("Ada", "Ben")),
    TableChanged(INFO),
    TableGone(1),
    BotWanted(1, "greedy"),
    Began(1, GAME.setup),
    Entries(1, 0, tuple(GAME.log[:5]), bytes(8)),
    Waiting(1, ((GAME.log[0].seat, 180),)),
    Behind(1, 3),
    Said(1, "Ada", KEY, "hi", 12),
    Renamed("Ben"),
    LobbyChanged((INFO,), (2,), ("Ada",), ("Ben",)),
    Invite(1, "abc"),
    Rematched(1, 2),
    PutOut(1),
    Refused(1, "overtaken", "too late"),
    Bye("bad-frame", "that was no message"),
)
DIRECTIONS: Final[tuple[tuple[Callable[[bytes], Any], tuple[Any, ...]], ...]] = (
    (decode_client, CLIENT),
    (decode_server, SERVER),
)


@pytest.mark.parametrize(("decode", "messages"), DIRECTIONS, ids=["client", "server"])
def test_every_message_survives(decode: Callable[[bytes], Any], messages: tuple[Any, ...]) -> None:
    """Each comes out as it went in, and the frame is its only one."""
    for message in messages:
        assert decode(encode(message)) == message
        assert encode(decode(encode(message))) == encode(message)


def test_directions_are_not_mixed() -> None:
    """A client cannot say what only a server says, and the other way round."""
    mixed: tuple[tuple[Callable[[bytes], Any], tuple[Any, ...]], ...]
    mixed = ((decode_client, SERVER), (decode_server, CLIENT))
    for decode, messages in mixed:
        for message in messages:
            with pytest.raises(WireError):
                decode(encode(message))


def test_frames_have_a_greatest_length() -> None:
    """One byte more than the limit of the direction is refused whatever it says."""
    for decode, limit in ((decode_client, wire.CLIENT_BYTES), (decode_server, wire.SERVER_BYTES)):
        with pytest.raises(WireError, match=str(limit)) as refusal:
            decode(bytes(limit + 1))
        assert refusal.value.code == "bad-frame"


@pytest.mark.parametrize("harmful", ["\x1b[2J", "\x9b2J", "a\nb", "\u202ea", "\u200b", "", "e\u0301"])
def test_text_that_harms_a_terminal_is_no_message(harmful: str) -> None:
    """Names, titles, lines and sentences with control characters are refused in both directions."""
    client = pack({"is": "say", "line": harmful, "ref": 1, "table": 1})
    server = (
        Said(1, harmful, KEY, "hi"),
        Said(1, "Ada", KEY, harmful),
        Refused(1, "code", harmful),
        Bye("x", harmful),
    )
    for frame in (client, encode(Say(1, 1, harmful)), encode(OpenTable(1, "toy", 2, (), harmful))):
        with pytest.raises(WireError):
            decode_client(frame)
    for message in (*server, Welcome(harmful, 1, ())):
        with pytest.raises(WireError):
            decode_server(encode(message))


@given(frame=st.binary(max_size=400))
def test_any_bytes_are_a_message_or_refused(frame: bytes) -> None:
    """Random bytes give a message that encodes to them, or a WireError."""
    for decode, _ in DIRECTIONS:
        assert_message_or_refused(decode, frame)


@given(data=st.data())
def test_mutated_frames_are_a_message_or_refused(data: st.DataObject) -> None:
    """The same for real frames with bytes changed, put in, cut out or cut off."""
    decode, messages = data.draw(st.sampled_from(DIRECTIONS))
    frame = bytearray(encode(data.draw(st.sampled_from(messages))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(frame) - 1, 0)))
        until = data.draw(st.integers(at, min(at + 3, len(frame))))
        frame[at:until] = data.draw(st.binary(max_size=3))
    assert_message_or_refused(decode, bytes(frame))


def assert_message_or_refused(decode: Callable[[bytes], Any], frame: bytes) -> None:
    """Check that `frame` is refused or is the one frame of its message."""
    try:
        message = decode(frame)
    except WireError:
        return
    assert encode(message) == frame


@pytest.mark.parametrize(
    "message",
    [
        OpenTable(1, "toy", 4, (), "a title", "none", "password", "sesame"),
        Sit(2, 1, vault(1, 0).keys, "sesame"),
        Watch(6, 1, 0, b"", "sesame"),
        Find(11, "sesame"),
        Invite(1, "sesame"),
    ],
)
def test_codes_and_passwords_are_not_printed(message: OpenTable | Sit | Watch | Find | Invite) -> None:
    """Whoever logs a message shows everything of it but the secret of a table."""
    assert "sesame" not in repr(message)
    assert repr(message).startswith(f"{type(message).__name__}(")
    assert encode(message).count(b"sesame") == 1
