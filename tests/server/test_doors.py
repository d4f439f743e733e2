"""Dialogues about tables that not everybody may enter, and about guessing."""

import re

import pytest

from protocol.messages import Find, Invite, Kick, Leave, Lobby, Offer, OpenTable, Say, Watch
from tests.support.playbook import Playbook, restarted
from ys_server.effects import Arranged
from ys_server.limits import Limits
from ys_server.locks import locked


def hidden(*names: str) -> tuple[Playbook, str]:
    """Return a dialogue in which the first has opened a table that is not listed, and its code."""
    book = Playbook()
    book.arrives(*names)
    book.opens(names[0], "code")
    return book, book.heard(names[0], Invite).word


def test_a_table_with_a_code_is_shown_to_nobody_without_it() -> None:
    """Not in the lobby, not in its news; and whatever others ask about it, there is no such table."""
    book, _ = hidden("Ada", "Ben")
    assert not [line for line in book.waits(1) if "1-open" in line]
    assert book.looks("Ben") == ["Ben < Lobby Ada Ben"]
    assert book.looks("Ada") == ["Ada < Lobby 1-open Ada Ben"]
    for request in (Watch(1, 1, 0, b""), Leave(1, 1), Say(1, 1, "hi"), Offer(1, 1, 0, ())):
        assert book.says("Ben", request) == ["Ben < Refused no-such-table"]
    assert book.sits("Ben") == ["Ben < Refused no-such-table"]
    assert book.sits("Ben", word="abcd-efgh") == ["Ben < Refused no-such-table"]


def test_whoever_has_the_code_finds_the_table_and_sits_down() -> None:
    """However the code is typed; who sits is told the code, to pass it on, and so on every connection."""
    book, code = hidden("Ada", "Ben")
    assert re.fullmatch(r"[a-z2-9]{4}-[a-z2-9]{4}", code)
    assert book.says("Ben", Find(1, "nonsense")) == ["Ben < Refused no-such-code"]
    assert (
        book.says("Ben", Find(2, f" {code.upper().replace('-', '')} "[1:-1]))[-1]
        == "Ben < TableChanged 1 open"
    )
    assert book.sits("Ben")[-2:] == ["Ada, Ben < TableChanged 1 open Ben", "Ben < Invite 1"]
    book.connects("Ben 2")
    assert book.hello("Ben 2") == ["Ben 2 < Welcome", "Ben 2 < TableChanged 1 open Ben", "Ben 2 < Invite 1"]
    assert book.heard("Ben 2", Invite).word == code


def test_a_table_with_a_password_is_listed_and_locked() -> None:
    """Without the password, or with another, nobody sits or watches; once known it is not asked again."""
    book = Playbook()
    book.arrives("Ada", "Ben")
    assert book.opens("Ada", "password") == ["Ada < Refused no-password"]
    assert book.opens("Ada", "open", "sesame") == ["Ada < Refused no-password"]
    book.opens("Ada", "password", "sesame")
    book.looks("Ben")
    (info,) = book.heard("Ben", Lobby).tables
    assert info.door == "password"
    assert book.sits("Ben") == ["Ben < Refused locked"]
    assert book.sits("Ben", word="Sesame") == ["Ben < Refused wrong-word"]
    assert book.says("Ben", Watch(1, 1, 0, b"", "sesame")) == ["Ben < TableChanged 1 open"]
    book.says("Ben", Leave(2, 1))
    assert book.sits("Ben")[-1] == "Ada, Ben < TableChanged 1 open Ben"


def test_the_password_is_kept_as_a_hash_and_outlasts_the_server() -> None:
    """It is nowhere in what is saved, nor in what is printed; after a restart it still opens the door."""
    book = Playbook()
    book.arrives("Ada")
    book.opens("Ada", "password", "sesame")
    arranged = [save.record for save in book.saved if isinstance(save.record, Arranged)]
    assert "sesame" not in repr(arranged)
    assert arranged[0].desk.lock.hashed.hex() not in repr(arranged)
    assert "sesame" not in repr(OpenTable(1, "toy", 2, (), "T", "none", "password", "sesame"))
    later = restarted(book)
    later.arrives("Ben")
    assert later.sits("Ben", word="wrong") == ["Ben < Refused wrong-word"]
    assert later.sits("Ben", word="sesame")[-1] == "Ben < TableChanged 1 open Ben"


def test_guessing_is_made_slow_where_the_guesses_come_from() -> None:
    """After so many wrong words from an address even the right one has to wait; other addresses do not."""
    book = Playbook(limits=Limits(guesses=2, guesses_per_second=0.5))
    for who, address in (("Ada", "10.0.0.1"), ("Eve", "10.0.0.2"), ("Eva", "10.0.0.2"), ("Ben", "10.0.0.3")):
        book.connects(who, address)
        book.hello(who)
    book.opens("Ada", "code")
    code = book.heard("Ada", Invite).word
    assert [book.says(who, Find(1, "x")) for who in ("Eve", "Eva")] == [
        ["Eve < Refused no-such-code"],
        ["Eva < Refused no-such-code"],
    ]
    assert book.says("Eve", Find(1, code)) == ["Eve < Refused too-many-guesses"]
    assert book.says("Ben", Find(1, code))[-1] == "Ben < TableChanged 1 open"
    book.now += 10
    assert book.says("Eve", Find(1, code))[-1] == "Eve < TableChanged 1 open"


def test_who_was_put_out_is_let_in_by_no_word() -> None:
    """The host's no counts more than a code that was known before."""
    book, code = hidden("Ada", "Ben")
    book.sits("Ada", word=code)
    book.sits("Ben", word=code)
    assert book.says("Ada", Kick(1, 1, book.key("Ben")))[-1] == "Ben < TableGone 1"
    assert book.sits("Ben", word=code) == ["Ben < Refused kicked"]
    assert book.says("Ben", Find(1, code)) == ["Ben < Refused no-such-code"]


def test_private_tables_are_not_counted_for_the_network() -> None:
    """Whoever hears the announcement would learn that they are there."""
    book = Playbook()
    book.arrives("Ada")
    for door, word in (("open", ""), ("password", "sesame"), ("code", "")):
        book.opens("Ada", door, word)  # type: ignore[arg-type]  # literals
    assert book.hub.open_tables() == 2


@pytest.mark.parametrize("door", ["code", "password"])
def test_two_locks_of_one_kind_differ(door: str) -> None:
    """Codes are not made twice, and equal passwords are not seen to be equal."""
    count = iter(range(1_000))

    def entropy(size: int) -> bytes:
        return next(count).to_bytes(size, "big")

    one, other = (locked(door, "sesame", entropy) for _ in range(2))  # type: ignore[arg-type]  # a literal
    assert (one.code, one.hashed) != (other.code, other.hashed)
