"""Dialogues about a running game: acting, watching, coming back, patience, votes, an entry that was lost."""

import pytest
from msgspec.structs import replace

from protocol.game import Ballot, Resign, Seat, Setup
from protocol.games.ys.game import YS
from protocol.match import Entry
from protocol.messages import Act, Behind, Entries, Offer, OpenTable, Sit, Start, Watch
from protocol.vault import Vault
from tests.support.driver import vault
from tests.support.playbook import IDENTITY, Playbook, killed
from tests.support.toy import Bid
from ys_server.effects import Begun, Played
from ys_server.limits import Limits
from ys_server.store import Store


def bidding() -> Playbook:
    """Return a game of two in which both have sealed and nature has dealt."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.acts("Ada")
    book.acts("Ben")
    return book


def bid(book: Playbook, who: str, seat: int) -> list[str]:
    """Let somebody bid the first thing of the hand."""
    assert book.match is not None
    return book.acts(who, Bid(min(book.match.game.knows(book.match.state, Seat(seat), book.vault(who)))))


def test_an_entry_is_saved_before_it_is_told() -> None:
    """One Act: Save first, then Entries to everybody, then who is waited for now."""
    book = Playbook()
    book.begins("Ada", "Ben")
    assert book.acts("Ada") == ["save Played", "Ada, Ben < Entries 0+1", "Ada, Ben < Waiting 1:180"]


def test_nature_pays_at_once() -> None:
    """The last sealing asks nature; its link is in the same broadcast."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.acts("Ada")
    assert book.acts("Ben") == [
        "save Played",
        "save Played",
        "Ada, Ben < Entries 1+2",
        "Ada, Ben < Waiting 0:180 1:180",
    ]


def test_the_same_entry_again_is_shown_again() -> None:
    """Sent again after a lost connection: answered with the entries from there on, to the sender alone."""
    book = Playbook()
    book.begins("Ada", "Ben")
    entry = book.entry("Ada")
    book.says("Ada", Act(1, 1, entry))
    book.acts("Ben")
    assert book.says("Ada", Act(2, 1, entry)) == ["Ada < Entries 0+3"]


def test_another_seat_is_refused() -> None:
    """Neither with one's own signature nor with a copy of another's entry, nor for nature."""
    book = Playbook()
    book.begins("Ada", "Ben")
    entry = book.entry("Ben")
    assert book.says("Ada", Act(1, 1, entry)) == ["Ada < Refused not-your-seat"]
    assert book.says("Ada", Act(1, 1, replace(entry, seat=Seat(-1)))) == ["Ada < Refused not-your-seat"]
    assert book.says("Ada", Act(1, 1, replace(entry, seat=Seat(7)))) == ["Ada < Refused not-your-seat"]
    assert book.says("Ada", Act(1, 1, replace(entry, seat=Seat(0)))) == ["Ada < Refused bad-signature"]


def test_what_is_not_asked_is_refused_and_the_table_goes_on() -> None:
    """A move out of turn has its code; the next good one is taken."""
    book = Playbook()
    book.begins("Ada", "Ben")
    assert book.acts("Ada", Bid(token=0)) == ["Ada < Refused not-asked"]  # type: ignore[arg-type]  # a plain number
    garbage = replace(book.entry("Ada"), actions=(b"\xc1",))
    assert book.says("Ada", Act(1, 1, garbage)) == ["Ada < Refused bad-action"]
    assert book.acts("Ada")[0] == "save Played"


def test_an_act_at_a_table_that_has_not_begun_is_refused() -> None:
    """There is no game yet."""
    book = bidding()
    book.says("Ada", OpenTable(5, "toy", 2, (), "T"))
    assert book.says("Ada", Act(6, 2, book.entry("Ada", Resign()))) == ["Ada < Refused not-begun"]


def test_watching_gives_everything_from_there_on() -> None:
    """Anyone may watch: Began and all entries, or just what is missing; and then whatever happens."""
    book = bidding()
    book.arrives("Cara")
    assert book.says("Cara", Watch(1, 1, 0, b"")) == [
        "Cara < Began",
        "Cara < Entries 0+3",
        "Cara < Waiting 0:180 1:180",
    ]
    assert book.match is not None
    chain = book.match.chain_at(2)
    assert chain is not None
    assert book.says("Cara", Watch(2, 1, 2, chain)) == ["Cara < Entries 2+1", "Cara < Waiting 0:180 1:180"]
    assert book.says("Cara", Watch(3, 1, 2, bytes(32))) == ["Cara < Refused other-history"]
    assert book.acts("Ada", Resign())[:2] == ["save Played", "save Ended"]
    assert any(isinstance(message, Entries) for message in book.last["Cara"])


def test_players_may_always_watch_others_only_so_many() -> None:
    """The limit on watchers never keeps a player from the own table."""
    book = Playbook(limits=Limits(watchers=2))
    book.begins("Ada", "Ben")
    book.arrives("Cara", "Ada 2")
    assert book.says("Cara", Watch(1, 1, 0, b"")) == ["Cara < Refused too-many-watchers"]
    assert book.says("Ada 2", Watch(1, 1, 0, b""))[0] == "Ada 2 < Began"


def test_a_long_history_comes_in_pieces_with_one_digest() -> None:
    """No message is longer than a piece; only the last carries the digest."""
    book = bidding()
    table = book.hub._lobby.rooms[1].awake()
    log = list(table.match.log)
    big = Entry(Seat(0), 0, (bytes(2_000),) * 16, bytes(64))
    chain = table.match.chain_at(1)
    assert chain is not None
    table.match._log[:] = [big] * 5
    book.match = None
    book.arrives("Cara")
    book.says("Cara", Watch(1, 1, 1, chain))
    table.match._log[:] = log
    heard = [message for message in book.last["Cara"] if isinstance(message, Entries)]
    assert [(message.start, len(message.entries)) for message in heard] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [bool(message.digest) for message in heard] == [False, False, False, True]


def test_votes_count_only_after_the_tables_patience() -> None:
    """A ballot before is refused; when the time has run out everybody is told, and the vote works."""
    book = bidding()
    seat = Seat(1)
    bid(book, "Ada", 0)
    assert book.acts("Ada", Ballot(seat, "go-on")) == ["Ada < Refused too-early"]
    book.waits(0)
    assert book.waits(100) == []
    assert book.waits(100) == ["Ada, Ben < Waiting 1:0"]
    assert book.waits(1) == []
    assert book.acts("Ada", Ballot(seat, "go-on"))[:2] == ["save Played", "save Ended"]


def test_acting_begins_the_clock_anew() -> None:
    """Patience is for each thing a seat is asked."""
    book = Playbook()
    book.begins("Ada", "Ben")
    book.now = 100.0
    book.acts("Ada")
    assert book.acts("Ben")[-1] == "Ada, Ben < Waiting 0:180 1:180"


def test_resigning_needs_no_turn_and_the_end_is_told() -> None:
    """A game of two ends at once; the lobby shows it as over, and it goes after a while."""
    book = bidding()
    assert book.acts("Ben", Resign()) == [
        "save Played",
        "save Ended",
        "Ada, Ben < Entries 3+1",
        "Ada, Ben < Waiting",
        "Ada, Ben < TableChanged 1 over Ada Ben",
    ]
    assert book.acts("Ada", Resign()) == ["Ada < Refused over"]
    book.waits(0)
    assert book.waits(7 * 3600) == ["save Cleared", "Ada, Ben < TableGone 1", "Ada, Ben < LobbyChanged -1"]


def test_only_the_latest_games_that_are_over_stay_listed() -> None:
    """Beyond the limit the oldest goes."""
    book = Playbook(limits=Limits(listed_over=0))
    book.begins("Ada", "Ben")
    book.acts("Ben", Resign())
    assert book.waits(1)[:2] == ["save Cleared", "Ada, Ben < TableGone 1"]


def test_a_restart_keeps_two_of_four_bids() -> None:
    """Half-collected bids are entries like others: after a restart the same two are there."""
    book = Playbook()
    names = ("Ada", "Ben", "Cara", "Dan")
    book.begins(*names)
    for who in names:
        book.acts(who)
    bid(book, "Ada", 0)
    bid(book, "Dan", 3)
    assert book.match is not None
    length = len(book.match.log)
    later = Playbook(store=killed(book, length))
    later.arrives("Eve")
    assert later.says("Eve", Watch(1, 1, 0, b"")) == [
        "Eve < Began",
        f"Eve < Entries 0+{length}",
        "Eve < Waiting 1:180 2:180",
    ]
    assert later.complaints == []


def test_nature_pays_its_debts_on_load() -> None:
    """Killed before nature's entry was saved: the restart makes the very same one."""
    book = bidding()
    later = Playbook(store=killed(book, 2))
    assert [save.record for save in later.saved] == [
        save.record for save in book.saved if isinstance(save.record, Played) and save.record.number == 2
    ]


def test_a_lost_suffix_is_offered_verified_and_saved() -> None:
    """The client has more than the server: Behind, Offer, and the table goes on with the same history."""
    book = bidding()
    bid(book, "Ada", 0)
    match = book.match
    assert match is not None
    later = Playbook(store=killed(book, 1))
    later.arrives("Ada")
    assert later.says("Ada", Watch(1, 1, len(match.log), match.chain)) == ["Ada < Behind"]
    assert later.last["Ada"] == [Behind(1, 1)]
    forged = replace(match.log[1], sign=bytes(64))
    assert later.says("Ada", Offer(2, 1, 1, (forged,))) == ["Ada < Refused forged"]
    assert later.says("Ada", Offer(2, 1, 3, tuple(match.log[3:]))) == ["Ada < Refused desync"]
    assert later.says("Ada", Offer(3, 1, 1, tuple(match.log[1:]))) == [
        "save Played",
        "save Played",
        "save Played",
        "Ada < Entries 1+3",
        "Ada < Waiting 1:180",
    ]
    assert later.says("Ada", Watch(4, 1, len(match.log), match.chain))[0] == "Ada < Entries 4+0"


def test_an_offer_cannot_smuggle_in_a_vote() -> None:
    """Ballots offered before the patience has run out are not taken."""
    book = bidding()
    bid(book, "Ada", 0)
    ballot = book.entry("Ada", Ballot(Seat(1), "go-on"))
    assert book.says("Ada", Offer(1, 1, ballot.at, (ballot,))) == ["Ada < Refused too-early"]


def test_a_saved_game_that_cannot_be_continued_stops_no_other() -> None:
    """Another identity, another game, a log that is wrong: a complaint each, and the server runs."""
    book = bidding()
    store = killed(book, 3)
    (table,) = store.load().tables
    first = store.log(1).entries[0]
    alien = replace(table.setup, game="chess")
    stranger = replace(table.setup, nature=table.setup.seats[0])
    for number, setup in ((2, alien), (3, table.setup), (4, stranger)):
        store.save([Begun(number, "T", table.host, setup)])
    store.save([Played(3, 0, replace(first, sign=bytes(64)))])
    later = Playbook(store=store)
    assert sorted(complaint.split(":")[0] for complaint in later.complaints) == [
        "table 2 cannot be continued",
        "table 3 cannot be continued",
        "table 4 cannot be continued",
    ]
    later.connects("Ada")
    later.hello("Ada")
    assert later.looks("Ada")[-1] == "Ada < Lobby 1-playing 3-playing Ada"
    assert later.says("Ada", Watch(1, 3, 0, b"")) == ["Ada < Refused unreadable"]
    assert later.says("Ada", Watch(1, 1, 0, b""))[0] == "Ada < Began"


def test_a_game_of_an_earlier_revision_goes_on() -> None:
    """What the first revision of the rules began is continued by a server with the present one."""
    nature = Vault(IDENTITY, bytes(range(16)), "nature").keys
    chairs = tuple(vault(1, Seat(seat)).keys for seat in range(4))
    setup = Setup(YS.key, 1, (), chairs, nature)
    assert YS.rules > setup.rules
    store = Store(None)
    store.save([Begun(1, "Early", chairs[0].sign, setup)])
    book = Playbook(store=store, game=YS)
    assert book.complaints == []
    room = book.hub._lobby.rooms[1]
    assert room.awake().match.setup.rules == 1
    assert room.info(lambda _: True, 0).rules == 1, "the lobby tells what it is played by"


def test_a_fault_between_two_entries_leaves_no_hole_in_what_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nature's debt fails once: what was played before it is saved and told with the next entry."""
    book = Playbook()
    book.begins("Ada", "Ben")
    match = book.hub._lobby.rooms[1].awake().match
    monkeypatch.setattr(match, "owed", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        book.acts("Ada")
    monkeypatch.undo()
    assert book.acts("Ben")[:4] == [
        "save Played",
        "save Played",
        "save Played",
        "Ada, Ben < Entries 0+3",
    ]


STILL = "This table stands still: the server cannot save it now. What was confirmed is safe."


def test_a_table_that_cannot_be_saved_stops_and_says_so() -> None:
    """Its people are told, requests are refused, everything else goes on."""
    book = bidding()
    assert book.does(book.hub.stopped([1], 0.0)) == [
        f"Ada, Ben < Said server: {STILL}",
        "Ada < Refused stopped",
        "Ben < Refused stopped",
    ]
    assert book.says("Ada", Watch(1, 1, 0, b"")) == ["Ada < Refused stopped"]
    assert book.says("Ada", OpenTable(5, "toy", 2, (), "T"))[-1] == "Ada < TableChanged 2 open"


def test_seats_of_a_running_game_cannot_be_taken_or_left() -> None:
    """Sit and Start are refused; Leave only stops the messages."""
    book = bidding()
    assert book.says("Ada", Sit(1, 1, book.vault("Ada").keys)) == ["Ada < Refused old-nonce"]
    assert book.says("Ada", Start(2, 1)) == ["Ada < Refused begun"]
