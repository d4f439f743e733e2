"""The messages: two closed families, every member in its union, everything of others limited by type."""

import pytest

from protocol import messages, wire
from protocol.game import Seat
from protocol.match import Entry
from protocol.messages import (
    AnyClientMessage,
    AnyServerMessage,
    ClientMessage,
    Entries,
    ServerMessage,
    greeting,
    pieces,
)
from protocol.seals import Opening
from tests.support.driver import secret
from tests.support.walk import struct_types


@pytest.mark.parametrize(
    ("base", "union"), [(ClientMessage, AnyClientMessage), (ServerMessage, AnyServerMessage)]
)
def test_the_families_are_complete(base: type, union: object) -> None:
    """Every message of the module is in its union, and nothing else is."""
    assert {kind for kind in struct_types(union) if issubclass(kind, base)} == set(base.__subclasses__())


@pytest.mark.parametrize("union", [AnyClientMessage, AnyServerMessage])
def test_no_message_carries_a_hidden_value_or_anything_untyped(union: object) -> None:
    """Openings travel inside of signed actions only."""
    assert Opening not in struct_types(union)


def test_every_request_has_a_number() -> None:
    """What a client asks for can be refused by number; only the greeting needs none."""
    without = [
        kind.__name__ for kind in ClientMessage.__subclasses__() if "ref" not in kind.__struct_fields__
    ]
    assert without == ["Hello"]


def test_the_greeting_is_bound_to_its_connection() -> None:
    """Another server, nonce or version is another greeting."""
    server, nonce = secret("server"), secret("nonce")
    greetings = {
        greeting(server, nonce, 1),
        greeting(nonce, server, 1),
        greeting(server, secret("other"), 1),
        greeting(server, nonce, 2),
    }
    assert len(greetings) == 4


def test_every_message_says_what_it_is_for() -> None:
    """Each has its own docstring: the conversation can be read from the module."""
    kinds = (*ClientMessage.__subclasses__(), *ServerMessage.__subclasses__())
    assert all(kind.__doc__ and len(kind.__doc__) > 10 for kind in kinds)
    assert messages.PIECE < 65_536


@pytest.mark.parametrize("size", [1, 500, 2_048])
@pytest.mark.parametrize("start", [0, 7])
def test_a_long_history_comes_in_pieces_that_fit(size: int, start: int) -> None:
    """However short or long the entries are, each piece is a frame that the other side takes."""
    log = [Entry(Seat(0), number, (bytes(size),), bytes(64)) for number in range(2_000)]
    parts = list(pieces(log, start))
    assert [entry for _, entries in parts for entry in entries] == log[start:]
    assert [first for first, _ in parts] == [entries[0].at for _, entries in parts]
    for first, entries in parts:
        message = Entries(1, first, entries, b"")
        assert wire.decode_server(wire.encode(message)) == message
    assert list(pieces(log, len(log))) == []
