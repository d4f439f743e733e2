"""Dialogues about what is said and what is seen of the lobby."""

from protocol.game import Resign
from protocol.messages import LOBBY, Leave, Lobby, LobbyChanged, OpenTable, Refused, Said, Say, Watch
from tests.support.playbook import Playbook, restarted
from ys_server.limits import Limits
from ys_server.people import VOICE


def test_who_comes_later_reads_what_was_said() -> None:
    """At a table after watching it, in the lobby after looking at it; so many lines, and how long ago."""
    book = Playbook(limits=Limits(chat_lines=2))
    book.begins("Ada", "Ben")
    for line in ("one", "two", "three"):
        book.says("Ada", Say(1, 1, line))
        book.says("Ben", Say(1, LOBBY, f"{line}!"))
    book.now += 90
    book.arrives("Cara", is_looking=False)
    assert book.looks("Cara")[-2:] == ["Cara < Said Ben: two!", "Cara < Said Ben: three!"]
    assert book.says("Cara", Watch(2, 1, 0, b""))[-2:] == ["Cara < Said Ada: two", "Cara < Said Ada: three"]
    said = book.heard("Cara", Said)
    assert (said.key, said.ago) == (book.key("Ada"), 90)


def test_what_was_said_outlasts_the_server() -> None:
    """In the lobby and at tables, begun or not; of a table that is gone nothing is kept."""
    book = Playbook(limits=Limits(chat_lines=2))
    book.begins("Ada", "Ben")
    book.opens("Ada", "open")
    book.opens("Ben", "open")
    for place in (LOBBY, 1, 2):
        for line in ("one", "two", "three"):
            book.says("Ada", Say(1, place, line))
    book.says("Ben", Say(1, 3, "nobody hears this"))
    book.says("Ben", Leave(1, 3))
    later = restarted(book)
    later.arrives("Cara", is_looking=False)
    assert later.looks("Cara")[-2:] == ["Cara < Said Ada: two", "Cara < Said Ada: three"]
    for table in (1, 2):
        lines = later.says("Cara", Watch(2, table, 0, b""))
        assert lines[-2:] == ["Cara < Said Ada: two", "Cara < Said Ada: three"]
        assert len([line for line in lines if "Said" in line]) == 2
    assert "nobody" not in repr(book.hub._memory)


def test_nobody_talks_faster_than_others_read() -> None:
    """So many lines at once, then slowly; the refusal says when to come back, and moves are not held up."""
    book = Playbook(limits=Limits(chat_burst=2, chat_per_second=0.5))
    book.begins("Ada", "Ben")
    for _ in range(2):
        book.says("Ada", Say(1, 1, "hi"))
    assert book.says("Ada", Say(1, 1, "hi")) == ["Ada < Refused too-much-chat"]
    assert book.acts("Ada")[0] == "save Played"
    book.now += 5
    assert book.says("Ada", Say(1, 1, "hi"))[-1] == "Ada, Ben < Said Ada: hi"


def test_who_goes_on_talking_does_not_wait_longer_for_it() -> None:
    """A refused line costs nothing, and at the time that was named the next one is heard."""
    book = Playbook(limits=Limits(chat_burst=3, chat_per_second=0.5), now=1_000.1)
    book.arrives("Ada")
    for _ in range(3):
        book.says("Ada", Say(1, LOBBY, "hi"))
    for _ in range(9):
        assert book.says("Ada", Say(1, LOBBY, "hi")) == ["Ada < Refused too-much-chat"]
        assert "come back in 2 seconds" in book.heard("Ada", Refused).detail
    book.now += 2
    assert book.says("Ada", Say(1, LOBBY, "hi"))[-1] == "Ada < Said Ada: hi"
    assert book.says("Ada", Say(1, LOBBY, "hi")) == ["Ada < Refused too-much-chat"]


def test_only_who_looks_hears_of_the_lobby() -> None:
    """News and talk go to those who look, and to nobody who looks away; one speaks only where one hears."""
    book = Playbook()
    book.arrives("Ada", "Ben")
    book.arrives("Cara", is_looking=False)
    book.waits(1)
    book.opens("Cara", "open")
    assert book.waits(1) == ["Ada, Ben < LobbyChanged 1-open"]
    assert book.says("Cara", Say(1, LOBBY, "hi")) == ["Cara < Refused not-there"]
    assert book.says("Ada", Say(1, LOBBY, "hi")) == ["save Spoken", "Ada, Ben < Said Ada: hi"]
    assert book.looks("Ben", on=False) == []
    book.says("Cara", Leave(2, 1))
    assert book.waits(1) == ["Ada < LobbyChanged -1"]


def test_news_are_told_together_and_only_what_changed() -> None:
    """Whatever happened since the last time comes in one message; when nothing did there is none."""
    book = Playbook()
    book.arrives("Ada", "Ben", "Cara")
    book.waits(1)
    book.opens("Ben", "open")
    book.opens("Cara", "open")
    book.sits("Ben")
    book.arrives("Dan", "Eve")
    book.goes("Eve")
    book.says("Cara", Leave(3, 2))
    assert book.waits(1) == ["Ada, Ben, Cara, Dan < LobbyChanged 1-open -2 +Dan -Eve"]
    assert book.waits(1) == []


def test_who_has_played_there_does_not_look_on_at_the_end() -> None:
    """A game that is over counts those who came to look, not those whose game it was."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.arrives("Eve")
    book.says("Eve", Watch(1, 1, 0, b""))
    book.acts("Ada", Resign())
    book.waits(1)
    (info,) = book.heard("Eve", LobbyChanged).tables
    assert (info.stage, info.watchers) == ("over", 1)


def test_long_news_come_in_several_frames() -> None:
    """No frame grows too long, however many tables there are."""
    book = Playbook(limits=Limits(lobby_bytes=1))
    book.arrives("Ada")
    for number in range(3):
        book.says("Ada", OpenTable(number, "toy", 2, (), "T"))
    assert book.waits(1) == [f"Ada < LobbyChanged {number}-open" for number in (1, 2, 3)]


def test_the_lobby_shows_whom_a_table_waits_for_and_how_many_look_on() -> None:
    """Both change with what happens, and are told with the news."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.arrives("Eve")
    (info,) = book.heard("Eve", Lobby).tables
    assert (info.awaited, info.watchers, info.paused) == ((0, 1), 0, False)
    book.acts("Ada")
    book.says("Eve", Watch(1, 1, 0, b""))
    book.waits(1)
    (info,) = book.heard("Eve", LobbyChanged).tables
    assert (info.awaited, info.watchers) == ((1,), 1)


def test_nobody_is_called_like_the_server() -> None:
    """Its lines stand under that name, and with its key."""
    book = Playbook()
    book.connects("Ada")
    assert book.hello("Ada", VOICE.upper()) == ["Ada < Bye name-taken", "close Ada"]
