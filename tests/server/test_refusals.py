"""A limit that is met is named, with when to come back."""

import re

import pytest

from protocol.messages import AnyClientMessage, Bye, OpenTable, Refused, Watch
from protocol.wire import decode_server
from tests.support.playbook import GAMES, IDENTITY, Playbook
from ys_server.effects import Conn, Effect, Send
from ys_server.hub import Hub
from ys_server.limits import LONGEST, Credits, Limits


def said(effects: list[Effect]) -> list[Bye | Refused]:
    """Return what was refused among the effects."""
    messages = [decode_server(effect.frame) for effect in effects if isinstance(effect, Send)]
    return [message for message in messages if isinstance(message, Bye | Refused)]


def hub(limits: Limits) -> Hub:
    """Return a hub with these limits and nobody in it."""
    return Hub(IDENTITY, bytes, games=GAMES, limits=limits)


def test_a_server_that_is_full_says_so() -> None:
    """Its limit, and the seconds."""
    full = hub(Limits(connections=1))
    full.opened(Conn(1), "10.0.0.1", 0.0)
    assert said(full.opened(Conn(2), "10.0.0.2", 0.0)) == [
        Bye("server-full", "1 connections are open, as many as this server takes; come back in 10 seconds")
    ]


def test_an_address_with_too_many_connections_is_told() -> None:
    """Its limit, and the seconds."""
    busy = hub(Limits(per_address=1))
    busy.opened(Conn(1), "10.0.0.1", 0.0)
    (bye,) = said(busy.opened(Conn(2), "10.0.0.1", 0.0))
    assert bye.code == "too-many-connections"
    assert bye.detail.endswith("as many as it may have; come back in 10 seconds")


def test_who_never_says_hello_is_told() -> None:
    """How long there was, and when to try again."""
    waiting = hub(Limits(handshake_seconds=3))
    waiting.opened(Conn(1), "10.0.0.1", 0.0)
    assert said(waiting.tick(3.5)) == [
        Bye("hello-late", "no hello within 3 seconds; come back in 10 seconds")
    ]


@pytest.mark.parametrize(
    ("spent", "cost", "seconds"),
    [(0, 1, 0), (10, 1, 1), (10, 5, 3), (13, 1, 2), (20, 5, 8), (10, 99, 5), (99, 10, 10)],
)
def test_credits_tell_when_they_are_back(spent: int, cost: int, seconds: int) -> None:
    """After so many seconds, and not before, the same request goes through."""
    limits = Limits(burst=10, per_second=2)
    purse = Credits(limits.burst, limits.per_second, 0.0)
    purse.spend(spent, 0.0)
    assert purse.seconds(cost) == seconds
    cost = min(cost, limits.burst)
    assert purse.spend(cost, float(seconds))


def test_credits_that_never_come_back_are_no_division_by_nought() -> None:
    """The longest time that is ever told is told."""
    purse = Credits(1, 0, 0.0)
    purse.spend(1, 0.0)
    assert purse.seconds(1) == LONGEST


def refused(book: Playbook, who: str, request: AnyClientMessage) -> Bye | Refused:
    """Let somebody ask for what is refused; return how."""
    book.says(who, request)
    (refusal,) = book.last[who]
    assert isinstance(refusal, Bye | Refused)
    return refusal


def test_who_asks_too_fast_is_told_the_limit_and_the_seconds() -> None:
    """In the refusals, and in the goodbye when they were not heeded."""
    book = Playbook(limits=Limits(burst=4, per_second=0.5))
    book.arrives("Ada", is_looking=False)
    heard = [refused(book, "Ada", Watch(1, 1, 0, b""))]
    while not isinstance(heard[-1], Bye):
        heard.append(refused(book, "Ada", Watch(1, 1, 0, b"")))
    for refusal in heard:
        assert refusal.code == "too-fast"
        assert refusal.detail.startswith("requests may come 4 at once and 0.5 a second")
        assert re.search(r"; come back in \d+ seconds$", refusal.detail)
    assert len(heard) > 1


def test_tables_and_watchers_beyond_the_limit_are_told() -> None:
    """Which number is full, and the seconds."""
    book = Playbook(limits=Limits(tables=1, watchers=1))
    book.arrives("Ada", "Ben")
    book.says("Ada", OpenTable(1, "toy", 2, (), "T"))
    tables = refused(book, "Ben", OpenTable(1, "toy", 2, (), "T"))
    watchers = refused(book, "Ben", Watch(2, 1, 0, b""))
    assert (tables.code, watchers.code) == ("too-many-tables", "too-many-watchers")
    for refusal in (tables, watchers):
        assert refusal.detail.startswith("1 ")
        assert refusal.detail.endswith("; come back in 10 seconds")
