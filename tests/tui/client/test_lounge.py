"""The lobby and the rooms as dialogues: what the server says, so what the client sends and shows."""

import pytest
from msgspec.structs import replace

from protocol.messages import (
    Began,
    Chair,
    Find,
    Invite,
    Lobby,
    LobbyChanged,
    OpenTable,
    PutOut,
    Refused,
    Rematch,
    Rematched,
    Said,
    Say,
    Sit,
    TableChanged,
    TableInfo,
    Watch,
)
from tests.support.desk import NOW, TABLE, Desk
from tests.support.driver import secret
from ys_tui.client import intents

BEN = secret("ben")


@pytest.fixture
def desk() -> Desk:
    """Return the lobby of a server with one open table."""
    desk = Desk()
    desk.connect()
    return desk


def room(desk: Desk, number: int = TABLE, *, door: str = "open", own: bool = False) -> TableInfo:
    """Return an open table of Ben's, with a chair of the player's or without."""
    mine = (Chair("Ada", desk.store.snapshot.key, bot=False, here=True),) if own else ()
    chairs = (Chair("Ben", BEN, bot=False, here=True), *mine)
    info = replace(desk.info(), id=number, chairs=chairs, host=BEN, stage="open")
    return replace(info, door=door)


def at(desk: Desk) -> int | None:
    """Return where the player is."""
    return desk.store.snapshot.at


def heard(desk: Desk) -> list[str]:
    """Return the lines that are shown where the player is."""
    return [chat.line for chat in desk.store.snapshot.chat]


def unread(desk: Desk) -> dict[int, int]:
    """Return how many lines wait at each table."""
    return dict(desk.store.snapshot.unread)


def said(desk: Desk) -> str:
    """Return the latest word to the player."""
    notice = desk.store.snapshot.notice
    return "" if notice is None else notice.detail


def test_lobby_is_looked_at_only_while_it_is_shown(desk: Desk) -> None:
    """At a table the client looks at the lobby no more, and again once it is back."""
    desk.say(TableChanged(room(desk)))
    desk.wish(intents.WatchTable(TABLE))
    desk.wish(intents.LeaveTable())
    assert desk.looks == [True, False, True]
    desk.wish(intents.WatchTable(TABLE))
    desk.looks.clear()
    desk.connect()
    assert desk.looks == [True, False]


def test_room_is_watched_from_the_start_and_after_a_lost_link(desk: Desk) -> None:
    """Who looks into a room is told of it: also when the link was lost meanwhile."""
    desk.stage = "open"
    desk.say(TableChanged(desk.info()))
    desk.wish(intents.SitDown(TABLE))
    assert [type(message) for message in desk.sent] == [Watch]
    desk.connect()
    assert [type(message) for message in desk.sent] == [Watch]
    assert desk.looks[-1] is False


def test_new_table_has_door_and_clock(desk: Desk) -> None:
    """Clock, door and password of the form reach the server; the password is in no repr."""
    wish = intents.OpenTable("toy", 3, (), "Ours", "live-20", "password", "  sesame ")
    desk.wish(wish)
    (request,) = desk.sent
    assert isinstance(request, OpenTable)
    assert (request.clock, request.door, request.word) == ("live-20", "password", "sesame")
    assert "sesame" not in repr(wish) + repr(request)


def test_password_goes_with_the_chair(desk: Desk) -> None:
    """Sitting down at a locked table takes the word along; a wrong one is told in plain words."""
    desk.say(TableChanged(room(desk, 9, door="password")))
    desk.wish(intents.SitDown(9, "open up"))
    (sit,) = desk.sent
    assert isinstance(sit, Sit)
    assert sit.word == "open up"
    desk.say(Refused(sit.ref, "wrong-word", "that is not the password of table 9"))
    assert said(desk) == "That is not the password."
    assert at(desk) is None


def test_code_leads_to_its_table(desk: Desk) -> None:
    """A right code shows the room; a wrong one is told, and a table shown later is not gone to."""
    desk.wish(intents.FindTable("abc-def"))
    (find,) = desk.sent
    assert isinstance(find, Find)
    desk.say(Refused(find.ref, "no-such-code", "no table has that code"))
    desk.say(TableChanged(room(desk, 8, door="code")))
    assert at(desk) is None
    desk.sent = []
    desk.wish(intents.FindTable("abc-dfe"))
    desk.say(TableChanged(room(desk, 9, door="code")))
    assert at(desk) == 9
    assert [type(message) for message in desk.sent] == [Find, Watch]
    desk.say(Invite(9, "abc-dfe"))
    assert desk.store.snapshot.invite == "abc-dfe"


def test_who_is_put_out_is_told(desk: Desk) -> None:
    """A chair that is gone leads back to the lobby with the reason, and is no alarm when the game begins."""
    for number, is_put_out in ((8, True), (9, False)):
        desk.say(TableChanged(room(desk, number)))
        desk.wish(intents.SitDown(number))
        desk.say(TableChanged(room(desk, number, own=True)))
        assert at(desk) == number
        if is_put_out:
            desk.say(PutOut(number))
        desk.say(TableChanged(room(desk, number)))
        assert at(desk) is None
        assert ("The host has put you out" in said(desk)) == is_put_out
        assert ("you were away" in said(desk)) != is_put_out
    assert desk.store.snapshot.lobby.put_out == {8}
    desk.say(TableChanged(replace(room(desk, 9), stage="playing")))
    assert desk.store.snapshot.marks == ()


def test_lobby_has_its_chat(desk: Desk) -> None:
    """In the lobby a line goes to the lobby, and what is said there is shown there alone."""
    desk.wish(intents.SayLine("hello"))
    (line,) = desk.sent
    assert isinstance(line, Say)
    assert line.table == 0
    desk.say(Said(0, "Ben", BEN, "good evening"))
    assert heard(desk) == ["good evening"]
    desk.say(TableChanged(room(desk)))
    desk.wish(intents.WatchTable(TABLE))
    assert heard(desk) == []


def test_history_that_is_told_again_is_shown_once(desk: Desk) -> None:
    """After each look the server tells the last lines: they stand there once, with the time of each."""
    desk.say(Said(0, "Ben", BEN, "first", 60))
    desk.say(Said(0, "Ben", BEN, "second"))
    desk.say(Lobby((), ("Ada", "Ben")))
    for line, ago in (("first", 90), ("second", 30), ("third", 10)):
        desk.say(Said(0, "Ben", BEN, line, ago))
    told = [(chat.line, NOW - chat.when) for chat in desk.store.snapshot.chat]
    assert told == [("first", 60), ("second", 0), ("third", 10)]
    assert all(chat.past for chat in desk.store.snapshot.chat)
    assert [chat.again for chat in desk.store.snapshot.chat] == [True, True, False]
    desk.say(Said(0, "Ben", BEN, "fourth"))
    assert not desk.store.snapshot.chat[-1].past


def test_the_voice_of_the_server_is_known(desk: Desk) -> None:
    """What it says is told apart from what people say by the key with which it greets."""
    assert desk.store.snapshot.voice == desk.store.tables.server != b""


def test_muted_people_are_not_heard(desk: Desk) -> None:
    """What a muted person says is not shown, also after a restart, until they are heard again."""
    desk.wish(intents.Mute("Ben", BEN, is_muted=True))
    desk.say(Said(0, "Ben", BEN, "buy my boat"))
    assert heard(desk) == []
    desk.new_store()
    desk.connect()
    desk.say(Said(0, "Benjamin", BEN, "buy my boat", 5))
    assert heard(desk) == []
    desk.wish(intents.Mute("Ben", BEN, is_muted=False))
    assert heard(desk) == ["buy my boat"]


def test_lines_at_other_tables_are_counted_until_one_goes_there() -> None:
    """What is said at a table of the player's while they are in the lobby is unread; a history is not."""
    desk = Desk()
    desk.begin()
    desk.wish(intents.LeaveTable())
    desk.say(Said(TABLE, "Ben", BEN, "long ago", 500))
    desk.say(Said(TABLE, "Ben", BEN, "your turn"))
    assert unread(desk) == {TABLE: 1}
    desk.wish(intents.SitDown(TABLE))
    assert unread(desk) == {}


def test_rematch_leads_to_a_chair_at_the_new_table() -> None:
    """One wish opens it and sits down with fresh keys; where somebody was faster it only sits down."""
    desk = Desk()
    desk.begin()
    desk.sent = []
    desk.wish(intents.PlayAgain())
    (again,) = desk.sent
    assert isinstance(again, Rematch)
    desk.say(TableChanged(room(desk, 9)))
    desk.say(Rematched(TABLE, 9))
    sit = desk.sent[-1]
    assert isinstance(sit, Sit)
    assert sit.keys.nonce not in {seat.nonce for seat in desk.table.setup.seats}
    other = Desk()
    other.begin()
    other.say(TableChanged(room(other, 9)))
    other.say(Rematched(TABLE, 9))
    assert other.store.snapshot.rematch == 9
    other.sent = []
    other.wish(intents.PlayAgain())
    assert [type(message) for message in other.sent] == [Sit]


def test_who_has_gone_to_the_lobby_is_told_of_the_rematch() -> None:
    """Whose game it was hears once who plays again and where; it is pointed at until a chair is taken."""
    desk = Desk()
    desk.begin()
    desk.wish(intents.LeaveTable())
    desk.say(TableChanged(room(desk, 9)))
    desk.say(Rematched(TABLE, 9))
    snapshot = desk.store.snapshot
    assert snapshot.invited == 9
    assert snapshot.notice is not None
    assert snapshot.notice.code == "rematch"
    assert "plays again with the same people" in snapshot.notice.detail
    desk.say(TableChanged(replace(room(desk, 9), stage="playing")))
    assert desk.store.snapshot.invited is None


def test_who_looked_on_looks_on_at_the_rematch() -> None:
    """A spectator takes no chair: the wish leads to the room."""
    desk = Desk()
    desk.new_store(secret("somebody else"))
    desk.connect()
    desk.stage = "over"
    desk.say(TableChanged(desk.info()))
    desk.wish(intents.WatchTable(TABLE))
    desk.say(Began(TABLE, desk.table.setup))
    desk.say(TableChanged(room(desk, 9)))
    desk.say(Rematched(TABLE, 9))
    desk.sent = []
    desk.wish(intents.PlayAgain())
    assert at(desk) == 9
    assert [type(message) for message in desk.sent] == [Watch]


def test_news_of_the_lobby_come_in_pieces(desk: Desk) -> None:
    """Tables and people that came and went since are all that is told, and the list follows."""
    desk.say(LobbyChanged((room(desk, 9),), (TABLE,), ("Ben",), ("Ada",)))
    lobby = desk.store.snapshot.lobby
    assert [table.id for table in lobby.tables] == [9]
    assert lobby.people == ("Ben",)
