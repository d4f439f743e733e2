"""Dialogues about games that leave memory while nobody is there, and are there again when somebody comes."""

import gc
import weakref

import pytest

from protocol import wire
from protocol.game import Ballot, Seat
from protocol.messages import (
    Act,
    Entries,
    Leave,
    Lobby,
    Offer,
    OpenTable,
    Rematch,
    Say,
    Sit,
    Start,
    TableChanged,
    TableInfo,
    Waiting,
    Watch,
)
from tests.support.playbook import Playbook, killed, restarted
from tests.support.toy import Bid
from ys_server.effects import Ended, Outlined, Played
from ys_server.limits import Limits
from ys_server.store import Store

IDLE = 600
LIMITS = Limits(idle_seconds=IDLE)
FREE = Limits(idle_seconds=IDLE, burst=10_000)


def bidding(*names: str, clock: str = "days-1", limits: Limits = LIMITS) -> Playbook:
    """Return a game in which everybody is asked for a bid."""
    book = Playbook(limits=limits)
    book.begins(*(names or ("Ada", "Ben")), clock=clock)
    for who in names or ("Ada", "Ben"):
        book.acts(who)
    return book


def sleeping(book: Playbook, *names: str) -> Playbook:
    """Return `book` after everybody has gone and its game has fallen asleep."""
    for who in names or ("Ada", "Ben"):
        book.goes(who)
    book.waits(1)
    book.waits(IDLE)
    assert games(book) == {"awake": 0, "asleep": 1}
    return book


def games(book: Playbook) -> dict[str, int]:
    """Return how many games are awake, and how many asleep."""
    return {state: number for (state,), number in book.hub.census().games.items()}


def listed(book: Playbook, who: str = "Eve") -> TableInfo:
    """Return table 1 as somebody who looks at the lobby has it listed."""
    if who not in book._conns:
        book.arrives(who, is_looking=False)
    book.looks(who)
    (info,) = book.heard(who, Lobby).tables
    return info


def finished(limits: Limits = LIMITS) -> Playbook:
    """Return a game that is over, by the vote of who stayed."""
    book = bidding(clock="none", limits=limits)
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.now += 200
    book.acts("Ada", Ballot(Seat(1), "end"))
    return book


@pytest.mark.parametrize("is_asleep", [False, True])
def test_a_table_that_is_removed_leaves_memory_at_once(is_asleep: bool) -> None:
    """Nothing of it waits for the garbage collector, which looks at what is old after hours."""
    limits = Limits(idle_seconds=IDLE if is_asleep else 10 * IDLE, listed_seconds=2 * IDLE)
    book = finished(limits)
    room = weakref.ref(book.hub._lobby.rooms[1])
    gc.collect()
    gc.disable()
    try:
        for who in ("Ada", "Ben"):
            book.goes(who)
        book.waits(1)
        book.waits(IDLE)
        assert games(book) == {"awake": not is_asleep, "asleep": is_asleep}
        book.waits(2 * IDLE)
        assert games(book) == {"awake": 0, "asleep": 0}
        assert room() is None
    finally:
        gc.enable()


def test_a_game_that_nobody_watches_leaves_memory() -> None:
    """Its match is gone, log and state, and what it came to is saved."""
    book = bidding()
    match = weakref.ref(book.hub._lobby.rooms[1].awake().match)
    sleeping(book)
    gc.collect()
    assert match() is None
    (outlined,) = (save.record for save in book.saved if isinstance(save.record, Outlined))
    assert outlined.outline.length == sum(isinstance(save.record, Played) for save in book.saved)


@pytest.mark.parametrize("paused", [False, True])
def test_a_sleeping_game_is_listed_as_it_was(paused: bool) -> None:
    """Chairs, who is awaited, a pause: the list tells the same, and has nobody watch."""
    book = bidding("Ada", "Ben", "Cara")
    book.acts("Cara", Bid(token=8))  # type: ignore[arg-type]  # a plain number
    if paused:
        for who in ("Ada", "Ben"):
            book.acts(who, Ballot(Seat(-1), "pause"))
    for who in ("Ada", "Ben", "Cara"):
        book.goes(who)
    before = listed(book)
    assert (before.awaited, before.paused, before.watchers) == ((0, 1), paused, 0)
    book.waits(1)
    book.waits(IDLE)
    assert games(book) == {"awake": 0, "asleep": 1}
    assert listed(book) == before


def test_who_watches_keeps_a_game_awake_and_so_does_who_plays() -> None:
    """The time counts from when nobody has been there."""
    book = bidding()
    book.goes("Ben")
    book.waits(5 * IDLE)
    assert games(book) == {"awake": 1, "asleep": 0}
    book.says("Ada", Leave(5, 1))
    book.waits(IDLE - 1)
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.waits(1)
    book.waits(IDLE - 1)
    assert games(book) == {"awake": 1, "asleep": 0}
    book.waits(1)
    assert games(book) == {"awake": 0, "asleep": 1}


def test_bots_that_watch_let_a_game_sleep() -> None:
    """They see what happens next all the same."""
    book = bidding()
    book.hub.bots_key = book.key("Bots")
    book.arrives("Bots", is_looking=False)
    book.says("Bots", Watch(1, 1, 0, b""))
    sleeping(book)
    book.arrives("Ada", is_looking=False)
    lines = book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    assert "Bots, Ada < Entries 3+1" in lines


def test_whoever_comes_wakes_it_and_has_the_whole_game() -> None:
    """Began, every entry and the clocks, then what was said there."""
    book = bidding()
    book.says("Ada", Say(1, 1, "see you"))
    sleeping(book)
    assert book.match is not None
    book.arrives("Eve")
    assert book.says("Eve", Watch(1, 1, 0, b"")) == [
        "wake 1",
        "Eve < Began",
        f"Eve < Entries 0+{len(book.match.log)}",
        f"Eve < Waiting 0:{86_400 - IDLE - 1} 1:{86_400 - IDLE - 1}",
        "Eve < Said Ada: see you",
    ]
    assert games(book) == {"awake": 1, "asleep": 0}
    assert book.heard("Eve", Entries).digest == book.match.digest()


def test_a_move_into_a_sleeping_game_is_played() -> None:
    """Its player need not watch; only what is new is saved."""
    book = sleeping(bidding())
    book.arrives("Ada", is_looking=False)
    assert book.acts("Ada", Bid(token=0)) == [  # type: ignore[arg-type]  # a plain number
        "wake 1",
        "save Timed",
        "save Played",
        "Ada < Entries 3+1",
        f"Ada < Waiting 1:{86_400 - IDLE - 1}",
    ]


def test_the_time_of_a_sleeping_game_runs_out_and_allows_the_vote() -> None:
    """Days pass for who is awaited; not a second before may the others vote."""
    book = bidding()
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    sleeping(book)
    book.waits(86_400 - IDLE - 11)
    book.arrives("Ada", is_looking=False)
    early = book.acts("Ada", Ballot(Seat(1), "go-on"))
    assert early == ["wake 1", "Ada < Refused too-early"]
    book.goes("Ada")
    book.waits(5)
    book.waits(IDLE)
    assert games(book) == {"awake": 0, "asleep": 1}
    book.arrives("Ada", is_looking=False)
    lines = book.acts("Ada", Ballot(Seat(1), "go-on"))
    assert lines[:3] == ["wake 1", "save Timed", "save Played"]


def test_the_clocks_of_a_sleeping_game_are_saved_as_they_run() -> None:
    """A restart gives back a minute at most, as for a game that is awake."""
    book = sleeping(bidding())
    book.waits(10_000)
    later = restarted(book, limits=LIMITS)
    assert games(later) == {"awake": 0, "asleep": 1}
    later.arrives("Eve")
    later.says("Eve", Watch(9, 1, 0, b""))
    assert dict(later.heard("Eve", Waiting).seats) == dict.fromkeys((0, 1), 86_400 - IDLE - 1 - 10_000)


def test_what_comes_while_it_wakes_is_answered_in_its_order() -> None:
    """Each has to wait, nobody is forgotten or passed over, and the game is read once."""
    book = sleeping(bidding())
    book.arrives("Ada", "Ben", is_looking=False)
    book.sleeping = []
    assert book.says("Ada", Watch(1, 1, 0, b"")) == ["wake 1"]
    assert book.acts("Ben", Bid(token=4)) == []  # type: ignore[arg-type]  # a plain number
    assert book.says("Ada", Say(2, 1, "at last")) == []
    assert book.says("Ada", Leave(3, 1)) == []
    waits = f"0:{86_400 - IDLE - 1}"
    assert book.wakes() == [
        "wake 1",
        "Ada < Began",
        "Ada < Entries 0+3",
        f"Ada < Waiting {waits} 1:{86_400 - IDLE - 1}",
        "save Timed",
        "save Played",
        "Ada, Ben < Entries 3+1",
        f"Ada, Ben < Waiting {waits}",
        "save Spoken",
        "Ada < Said Ada: at last",
        "Ada < TableChanged 1 playing Ada Ben",
    ]


def test_other_tables_go_on_while_one_wakes() -> None:
    """Also for somebody who waits for it."""
    book = sleeping(bidding(limits=FREE))
    book.arrives("Ada", is_looking=False)
    book.sleeping = []
    assert book.says("Ada", Watch(1, 1, 0, b"")) == ["wake 1"]
    assert book.says("Ada", OpenTable(2, "toy", 2, (), "T"))[-1] == "Ada < TableChanged 2 open"
    assert book.says("Ada", Watch(3, 2, 0, b"")) == ["Ada < TableChanged 2 open"]
    assert book.wakes()[1] == "Ada < Began"


def test_who_goes_before_it_is_awake_is_not_waited_for() -> None:
    """What they asked is not done, and the others have what they asked."""
    book = sleeping(bidding())
    book.arrives("Ada", "Ben", is_looking=False)
    book.sleeping = []
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.says("Ben", Watch(1, 1, 0, b""))
    book.goes("Ada")
    lines = book.wakes()
    assert "save Played" not in lines
    assert lines[1] == "Ben < Began"


def test_a_table_that_goes_away_before_it_is_awake_is_refused() -> None:
    """It stops for the disk, say; whoever waits is told."""
    book = sleeping(bidding())
    book.arrives("Ada", is_looking=False)
    book.sleeping = []
    book.says("Ada", Watch(1, 1, 0, b""))
    book.does(book.hub._lobby.stop(1))
    assert book.wakes() == ["wake 1", "Ada < Refused stopped"]


def test_a_game_that_cannot_be_saved_stands_still_and_goes_on_by_itself() -> None:
    """It stays listed, who moves is refused; once it can be saved its people are called back to what was."""
    book = bidding()
    book.says("Ada", Watch(1, 1, 0, b""))
    lost = book.entry("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.hub.received(book._conns["Ada"], wire.encode(Act(7, 1, lost)), book.now)  # of this nothing is saved
    lines = book.does(book.hub.stopped([1], book.now))
    assert lines[0].startswith("Ada, Ben < Said server: This table stands still")
    assert lines[1:] == ["Ada < Refused stopped", "Ben < Refused stopped"]
    assert listed(book).stage == "playing"
    assert book.says("Ada", Watch(2, 1, 0, b"")) == ["Ada < Refused stopped"]
    assert book.does(book.hub.stopped([1], book.now)) == [], "it stands still already"
    again = book.waits(11)
    assert again[:2] == ["save Arranged", "Ada, Ben < TableChanged 1 playing Ada Ben"]
    lines = book.says("Ada", Watch(3, 1, 0, b""))
    assert lines[0] == "wake 1"
    assert "Ada < Entries 0+3" in lines[lines.index("Ada < Began") :]
    assert "save Played" in book.says("Ada", Act(8, 1, lost))


def test_who_may_not_come_in_wakes_nothing() -> None:
    """A wrong word is refused at the door, and a move by a stranger after a look at the seats."""
    book = Playbook(limits=LIMITS)
    book.arrives("Ada", "Ben")
    book.opens("Ada", "password", "sesame")
    book.sits("Ada")
    book.sits("Ben", word="sesame")
    book.says("Ada", Start(1, 1))
    sleeping(book)
    book.arrives("Eve", is_looking=False)
    assert book.says("Eve", Watch(1, 1, 0, b"", "guess")) == ["Eve < Refused wrong-word"]
    assert games(book) == {"awake": 0, "asleep": 1}


def test_a_log_that_cannot_be_played_is_refused_and_the_server_goes_on() -> None:
    """With one code for all that needs the game, after one complaint; the table stays listed."""
    book = sleeping(bidding())
    book.store._db.execute("DELETE FROM entries WHERE n = 1")
    before = listed(book)
    book.arrives("Ada", is_looking=False)
    assert book.says("Ada", Watch(1, 1, 0, b"")) == ["wake 1", "Ada < Refused unreadable"]
    assert book.says("Ada", Watch(2, 1, 0, b"")) == ["Ada < Refused unreadable"]
    assert book.acts("Ada", Bid(token=0)) == ["Ada < Refused unreadable"]  # type: ignore[arg-type]  # a number
    assert book.says("Ada", Offer(4, 1, 3, ())) == ["Ada < Refused unreadable"]
    assert book.complaints == ["table 1 cannot be continued: entries are missing"]
    assert listed(book).stage == before.stage == "playing"
    assert book.says("Ada", OpenTable(5, "toy", 2, (), "T"))[-1] == "Ada < TableChanged 2 open"


def test_a_finished_game_sleeps_and_shows_its_end_again() -> None:
    """To whoever comes, without anybody who watched it having to stay."""
    book = sleeping(finished())
    assert listed(book).stage == "over"
    book.says("Eve", Watch(1, 1, 0, b""))
    assert book.match is not None
    assert book.heard("Eve", Entries).digest == book.match.digest()


def test_a_rematch_of_a_sleeping_game_wakes_nobody() -> None:
    """Who sat there is known without its log."""
    book = sleeping(finished())
    book.arrives("Ada", is_looking=False)
    lines = book.says("Ada", Rematch(1, 1))
    assert lines[-1] == "Ada < Rematched 1 2"
    assert games(book) == {"awake": 0, "asleep": 1}


def test_a_person_comes_back_into_a_sleeping_game() -> None:
    """The seat was given up; sitting down needs the game, and what is due happens as it did awake."""
    book = bidding("Ada", "Ben", "Cara", clock="none")
    for who, token in (("Ada", 0), ("Cara", 8)):
        book.acts(who, Bid(token=token))  # type: ignore[arg-type]  # a plain number
    book.now += 200
    for who in ("Ada", "Cara"):
        book.acts(who, Ballot(Seat(1), "go-on"))
    sleeping(book, "Ada", "Ben", "Cara")
    book.fresh("Ben")
    book.arrives("Ben", is_looking=False)
    assert book.sits("Ben")[:3] == ["wake 1", "save Used", "save Spoken"]


def test_a_seat_for_a_bot_is_offered_while_the_game_sleeps() -> None:
    """The vote was for a bot and none was there: bots that come later hear of the seat without its game."""
    book = bidding("Ada", "Ben", "Cara", clock="none")
    for who, token in (("Ada", 0), ("Cara", 8)):
        book.acts(who, Bid(token=token))  # type: ignore[arg-type]  # a plain number
    book.now += 200
    for who in ("Ada", "Cara"):
        book.acts(who, Ballot(Seat(1), "bot"))
    sleeping(book, "Ada", "Ben", "Cara")
    book.hub.bots_key = book.key("Bots")
    book.connects("Bots")
    assert any(line.startswith("Bots < BotWanted 1") for line in book.hello("Bots"))
    assert games(book) == {"awake": 0, "asleep": 1}


def test_a_sleeping_game_is_ended_when_nobody_comes_for_weeks() -> None:
    """As one that is awake: it says so, and stands among those that are over."""
    book = sleeping(bidding(limits=Limits(idle_seconds=IDLE, abandoned_seconds=5_000)))
    book.arrives("Eve")
    book.waits(5_000)
    book.waits(1)
    assert any(isinstance(save.record, Ended) for save in book.saved)
    assert listed(book).stage == "over"
    book.arrives("Ada", is_looking=False)
    assert book.acts("Ada", Bid(token=0)) == ["Ada < Refused abandoned"]  # type: ignore[arg-type]  # a number


def test_a_server_that_starts_wakes_nobody_whose_game_was_at_rest() -> None:
    """Asleep, or left as the server ended: both are listed as they were, clocks and all."""
    for book in (sleeping(bidding()), bidding()):
        book.does(book.hub.ending(book.now))
        later = restarted(book, limits=LIMITS)
        assert games(later) == {"awake": 0, "asleep": 1}
        info = listed(later)
        assert (info.stage, info.awaited, [chair.name for chair in info.chairs]) == (
            "playing",
            (0, 1),
            ["Ada", "Ben"],
        )


def test_a_server_that_was_killed_wakes_the_games_that_were_under_way() -> None:
    """What nature owed is paid before anybody has come."""
    book = bidding()
    later = Playbook(store=killed(book, 2), limits=LIMITS)
    assert games(later) == {"awake": 1, "asleep": 0}
    assert [save.record.number for save in later.saved if isinstance(save.record, Played)] == [2]


def test_who_needs_a_game_that_wakes_by_itself_is_answered_and_it_is_urgent() -> None:
    """The first who waits makes it so; a line that is said meanwhile comes after the lines before it."""
    book = bidding()
    book.says("Ada", Say(1, 1, "before"))
    store = Store(None)
    store.save([save.record for save in book.saved])
    later = Playbook(store=store, limits=LIMITS, is_slow=True)
    assert [wake.is_urgent for wake in later.sleeping or ()] == [False]
    later.arrives("Ada", is_looking=False)
    assert later.says("Ada", Watch(1, 1, 0, b"")) == ["wake 1"]
    assert later.says("Ada", Say(2, 1, "after")) == []
    assert [wake.is_urgent for wake in later.sleeping or ()] == [False, True]
    (later.sleeping or []).pop()
    lines = later.wakes()
    assert [line for line in lines if "Said" in line] == ["Ada < Said Ada: before", "Ada < Said Ada: after"]


def test_nobody_is_told_twice_that_a_game_has_begun_by_its_waking() -> None:
    """Waking changes nothing that anybody is told of."""
    book = sleeping(bidding())
    book.arrives("Eve")
    book.says("Eve", Sit(1, 1, book.vault("Eve").keys))
    assert not [message for message in book.last["Eve"] if isinstance(message, TableChanged)]
    assert book.waits(1) == []
