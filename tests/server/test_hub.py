"""Dialogues with the hub: hello, names, limits, nonsense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Hello, Leave, OpenTable, Say, Watch
from tests.support.playbook import Playbook
from ys_server.limits import Limits


def test_the_server_speaks_first_and_greets_back() -> None:
    """Challenge, Hello, Welcome, and the lobby to who looks; the name is the one asked for."""
    book = Playbook()
    assert book.connects("Ada") == ["Ada < Challenge"]
    assert book.hello("Ada") == ["Ada < Welcome"]
    assert book.looks("Ada") == ["Ada < Lobby Ada"]


def test_two_challenges_differ() -> None:
    """A Hello overheard on one connection is worth nothing on another."""
    book = Playbook()
    book.connects("Ada")
    first = book.last["Ada"]
    book.connects("Ben")
    assert first != book.last["Ben"]


def test_a_hello_signed_for_another_connection_is_turned_away() -> None:
    """The signature is over this connection's nonce."""
    book = Playbook()
    book.connects("Ada")
    book.connects("Ada 2")
    book._challenges["Ada 2"] = book._challenges["Ada"]
    assert book.hello("Ada 2") == ["Ada 2 < Bye bad-signature", "close Ada 2"]


def test_a_name_in_use_is_turned_away_whatever_its_case() -> None:
    """Two people of one name cannot be here at once."""
    book = Playbook()
    book.arrives("Ada")
    book.connects("Ben")
    assert book.hello("Ben", "ADA") == ["Ben < Bye name-taken", "close Ben"]


def test_a_name_is_free_again_when_its_person_has_gone() -> None:
    """Names are unique while in use, no longer."""
    book = Playbook()
    book.arrives("Ada")
    book.goes("Ada")
    book.connects("Ben")
    assert book.hello("Ben", "Ada")[0] == "Ben < Welcome"


def test_a_seated_person_keeps_the_name_while_away() -> None:
    """Nobody takes the name of somebody who holds a chair; the person itself comes back to it."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.goes("Ada")
    book.connects("Cara")
    assert book.hello("Cara", "Ada") == ["Cara < Bye name-taken", "close Cara"]
    book.connects("Ada 2")
    assert book.hello("Ada 2", "Somebody")[:1] == ["Ada 2 < Welcome"]
    assert "name='Ada'" in repr(book.last["Ada 2"][0])


def test_one_person_may_have_two_connections() -> None:
    """The second is the same person; when one ends the other goes on."""
    book = Playbook()
    book.arrives("Ada", "Ada 2")
    book.goes("Ada")
    assert book.says("Ada 2", OpenTable(1, "toy", 2, (), "T")) == [
        "save Opened",
        "save Known",
        "save Arranged",
        "Ada 2 < TableChanged 1 open",
    ]


def test_requests_before_hello_end_the_connection() -> None:
    """Nobody unknown asks for anything."""
    book = Playbook()
    book.connects("Ada")
    assert book.says("Ada", Leave(1, 1)) == ["Ada < Bye hello-first", "close Ada"]


def test_hello_is_said_once() -> None:
    """A person does not change on a connection."""
    book = Playbook()
    book.arrives("Ada")
    assert book.hello("Ada") == ["Ada < Bye hello-twice", "close Ada"]


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\xdf\xff\xff\xff\xff", "text", b"\x81\xa2is\xa5hello"])
def test_nonsense_ends_the_connection_and_nothing_else(frame: bytes | str) -> None:
    """Whatever is no message gets a Bye; nobody else notices."""
    book = Playbook()
    book.arrives("Ada", "Ben")
    assert book.says("Ada", frame) == ["Ada < Bye bad-frame", "close Ada"]
    assert book.says("Ada", Leave(1, 1)) == []
    assert book.says("Ben", OpenTable(1, "toy", 2, (), "T"))[-1] == "Ben < TableChanged 1 open"


@given(st.binary(max_size=200))
def test_any_bytes_are_answered_without_a_fault(frame: bytes) -> None:
    """Bytes before Hello never raise; the connection ends."""
    book = Playbook()
    book.connects("Ada")
    assert book.says("Ada", frame)[-1] == "close Ada"


def test_who_says_nothing_is_closed_after_a_while() -> None:
    """A handshake that stalls holds no place for longer than its time."""
    book = Playbook(limits=Limits(handshake_seconds=10))
    book.connects("Ada")
    assert book.waits(9) == []
    assert book.waits(2) == ["Ada < Bye hello-late", "close Ada"]


def test_too_many_connections_of_one_address_are_turned_away() -> None:
    """The limit is named; other addresses and loopback are not touched by it."""
    book = Playbook(limits=Limits(per_address=2))
    assert book.connects("Ada", "10.0.0.1") == ["Ada < Challenge"]
    assert book.connects("Ben", "10.0.0.1") == ["Ben < Challenge"]
    assert book.connects("Cara", "10.0.0.1") == ["Cara < Bye too-many-connections", "close Cara"]
    assert book.connects("Dan", "10.0.0.2") == ["Dan < Challenge"]
    assert [book.connects(f"Eve {n}") for n in range(3)] == [[f"Eve {n} < Challenge"] for n in range(3)]
    book.goes("Ada")
    assert book.connects("Finn", "10.0.0.1") == ["Finn < Challenge"]


def test_a_full_server_says_so() -> None:
    """Connections in all are limited, too."""
    book = Playbook(limits=Limits(connections=1))
    book.connects("Ada")
    assert book.connects("Ben") == ["Ben < Bye server-full", "close Ben"]


def test_requests_too_fast_are_refused_then_end_the_connection() -> None:
    """Credits run out, come back with time, and endless flooding ends the connection."""
    book = Playbook(limits=Limits(burst=3, per_second=1))
    book.arrives("Ada", is_looking=False)
    for _ in range(3):
        assert book.says("Ada", Leave(1, 9)) == ["Ada < Refused no-such-table"]
    assert book.says("Ada", Leave(1, 9)) == ["Ada < Refused too-fast"]
    book.now += 2
    assert book.says("Ada", Leave(1, 9)) == ["Ada < Refused no-such-table"]
    for _ in range(2):
        assert book.says("Ada", Leave(1, 9)) == ["Ada < Refused too-fast"]
    assert book.says("Ada", Leave(1, 9)) == ["Ada < Bye too-fast", "close Ada"]


def test_two_connections_of_a_person_share_their_credits() -> None:
    """A second connection is no second purse."""
    book = Playbook(limits=Limits(burst=2, per_second=0))
    book.arrives("Ada", "Ada 2", is_looking=False)
    book.says("Ada", Leave(1, 9))
    book.says("Ada 2", Leave(1, 9))
    assert book.says("Ada 2", Leave(1, 9)) == ["Ada 2 < Refused too-fast"]


def test_another_version_may_look_but_not_play() -> None:
    """Lobby and watching work; opening a table and sitting down are refused in words."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.says("Ada", OpenTable(3, "toy", 2, (), "T"))
    book.connects("Cara")
    book.hello("Cara", version=99)
    assert book.looks("Cara")[-1] == "Cara < Lobby 1-playing 2-open Ada Ben Cara"
    assert book.says("Cara", Watch(1, 1, 0, b""))[0] == "Cara < Began"
    assert book.says("Cara", OpenTable(2, "toy", 2, (), "T")) == ["Cara < Refused other-version"]
    assert book.sits("Cara", 2) == ["Cara < Refused other-version"]


def test_other_rules_may_look_but_not_play() -> None:
    """The same for another revision of a game's rules, or none of it."""
    book = Playbook()
    book.connects("Ada")
    book.hello("Ada", rules=(("toy", 99),))
    assert book.says("Ada", OpenTable(1, "toy", 2, (), "T")) == ["Ada < Refused other-rules"]
    book.connects("Ben")
    book.hello("Ben", rules=())
    assert book.says("Ben", OpenTable(1, "toy", 2, (), "T")) == ["Ben < Refused other-rules"]


def test_the_end_of_the_server_is_told_to_everybody() -> None:
    """Known or not, every connection gets a Bye."""
    book = Playbook()
    book.arrives("Ada")
    book.connects("Ben")
    assert book.does(book.hub.ending(1.0)) == [
        "Ada < Bye going-away",
        "close Ada",
        "Ben < Bye going-away",
        "close Ben",
    ]


def test_a_long_lobby_comes_in_several_frames() -> None:
    """Tables beyond the first frame follow in further ones, so that no frame grows too long."""
    book = Playbook(limits=Limits(lobby_bytes=1, tables_per_person=9))
    book.arrives("Ada")
    for number in range(3):
        book.says("Ada", OpenTable(number, "toy", 2, (), "T"))
    book.connects("Ben")
    book.hello("Ben")
    assert book.looks("Ben") == [
        "Ben < Lobby 1-open Ada Ben",
        "Ben < LobbyChanged 2-open",
        "Ben < LobbyChanged 3-open",
    ]


def test_a_frame_for_many_is_encoded_once() -> None:
    """Everybody who looks at the lobby gets the same bytes from one effect."""
    book = Playbook()
    book.arrives("Ada", "Ben", "Cara")
    book.says("Ada", OpenTable(1, "toy", 2, (), "T"))
    effects = book.hub.tick(1.0)
    assert len(effects) == 1
    assert book.does(effects) == ["Ada, Ben, Cara < LobbyChanged 1-open +Ben +Cara"]


def test_chat_reaches_the_table_only() -> None:
    """Whoever watches hears and speaks; whoever does not is refused."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.arrives("Cara", "Dan")
    assert book.says("Cara", Say(5, 1, "hi")) == ["Cara < Refused not-there"]
    book.says("Cara", Watch(6, 1, 0, b""))
    assert book.says("Cara", Say(7, 1, "hi")) == ["save Spoken", "Ada, Ben, Cara < Said Cara: hi"]
    assert book.says("Cara", Leave(8, 1)) == ["Cara < TableChanged 1 playing Ada Ben"]
    assert book.says("Ada", Say(9, 1, "ho")) == ["save Spoken", "Ada, Ben < Said Ada: ho"]


def test_control_characters_are_no_message() -> None:
    """A line that could drive a terminal is refused by its type: the frame is nonsense."""
    book = Playbook()
    book.begins("Ada", "Ben")
    assert book.says("Ada", Say(1, 1, "\x1b]52;c;x\x07")) == ["Ada < Bye bad-frame", "close Ada"]


def test_a_hello_of_another_key_is_turned_away() -> None:
    """Nobody speaks for a key they do not hold."""
    book = Playbook()
    book.connects("Ada")
    hello = Hello(1, (), "Ada", book.key("Ben"), bytes(64))
    assert book.says("Ada", hello) == ["Ada < Bye bad-signature", "close Ada"]
