"""Dialogues about time: banks and days, pauses, votes, a seat that nobody takes, games that are left."""

import pytest
from msgspec.structs import replace

from protocol import VERSION
from protocol.game import NATURE, Ballot, Resign, Seat
from protocol.messages import Act, Hello, OpenTable, Rematch, TableChanged, Waiting, Watch
from protocol.seating import END, PAUSE, PLAY
from tests.support.playbook import Playbook, restarted
from tests.support.toy import Bid
from ys_server.effects import Ended, Timed
from ys_server.limits import Limits


def bidding(*names: str, clock: str, **more: float) -> Playbook:
    """Return a dialogue at a table of that clock where everybody is asked for a bid."""
    book = Playbook(**more)  # type: ignore[arg-type]  # numbers all of them
    book.begins(*names, clock=clock)
    for who in names:
        book.acts(who)
    book.waits(0)
    return book


def left(book: Playbook) -> dict[int, int]:
    """Return what a spectator who comes now is told of the clocks."""
    book.arrives("Eve")
    book.says("Eve", Watch(9, 1, 0, b""))
    return dict(book.heard("Eve", Waiting).seats)


def test_an_unknown_clock_is_refused() -> None:
    """The refusal names those there are."""
    book = Playbook()
    book.arrives("Ada")
    request = OpenTable(1, "toy", 2, (), "T", "hourglass")
    assert book.says("Ada", request) == ["Ada < Refused no-such-clock"]


def test_banks_run_for_each_seat_while_it_is_awaited() -> None:
    """Who has bid uses no more; the others go on, and the next decision adds ten seconds."""
    book = bidding("Ada", "Ben", clock="live-10")
    assert left(book) == {0: 610, 1: 610}
    book.now += 60
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    assert left(book) == {1: 550}


@pytest.mark.parametrize("clock", ["none", "live-10", "days-1"])
def test_a_vote_touches_no_clock(clock: str) -> None:
    """Who is awaited may vote about a pause as often as they like: no second is won by it."""
    book = bidding("Ada", "Ben", "Cara", clock=clock)
    before = left(book)
    book.now += 60
    for choice in (PAUSE, PLAY, PAUSE, PLAY):
        book.acts("Ben", Ballot(NATURE, choice))
    assert left(book) == {seat: seconds - 60 for seat, seconds in before.items()}


def test_nobody_votes_while_somebody_else_has_time() -> None:
    """Ben is away too long, Cara still thinks: the table waits for her as well, and Ada decides nothing."""
    book = bidding("Ada", "Ben", "Cara", clock="live-10")
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.goes("Ben")
    book.now += 200
    assert left(book) == {1: 0, 2: 410}
    assert book.acts("Ada", Ballot(Seat(1), "go-on")) == ["Ada < Refused too-early"]
    book.acts("Cara", Bid(token=6))  # type: ignore[arg-type]  # a plain number
    assert book.acts("Ada", Ballot(Seat(1), "go-on"))[0] == "save Played"


def test_what_was_used_is_there_after_a_restart_and_the_time_between_is_not() -> None:
    """It is saved with every entry, every minute, and at the end; a server that is down costs no time."""
    book = bidding("Ada", "Ben", clock="live-10")
    book.waits(59)
    saved = len([save for save in book.saved if isinstance(save.record, Timed)])
    assert "save Timed" in book.waits(1)
    book.waits(50)
    assert len([save for save in book.saved if isinstance(save.record, Timed)]) == saved + 1
    crashed = restarted(book, now=10_000.0)
    assert left(crashed) == {0: 550, 1: 550}
    book.does(book.hub.ending(book.now))
    drained = restarted(book, now=10_000.0)
    assert left(drained) == {0: 500, 1: 500}


def test_without_a_clock_every_question_begins_anew_with_the_server() -> None:
    """Nothing is saved for it."""
    book = bidding("Ada", "Ben", clock="none")
    book.waits(100)
    assert not [save for save in book.saved if isinstance(save.record, Timed)]
    assert left(restarted(book, now=500.0)) == {0: 180, 1: 180}


def test_a_pause_by_vote_stops_the_clocks() -> None:
    """Most of the persons say so, and say so again to play on; everybody is told, and so is the lobby."""
    book = bidding("Ada", "Ben", "Cara", clock="none")
    book.acts("Ada", Ballot(NATURE, PAUSE))
    assert book.acts("Ben", Ballot(NATURE, PAUSE))[-1] == (
        "Ada, Ben, Cara < Waiting 0:180 1:180 2:180 paused"
    )
    assert book.waits(5_000)[-1].startswith("Ada, Ben, Cara < LobbyChanged")
    assert left(book) == {0: 180, 1: 180, 2: 180}
    assert book.acts("Ada", Ballot(NATURE, PLAY))[-1] == "Ada, Ben, Cara, Eve < Waiting 0:180 1:180 2:180"


def test_a_table_that_votes_for_the_end_is_over_without_a_result() -> None:
    """It stands among those that are over, and can be played again."""
    book = bidding("Ada", "Ben", clock="none")
    book.acts("Ada", Bid(token=0))  # type: ignore[arg-type]  # a plain number
    book.now += 200
    lines = book.acts("Ada", Ballot(Seat(1), END))
    assert lines[:2] == ["save Played", "save Ended"]
    assert lines[-1] == "Ada, Ben < TableChanged 1 over Ada Ben"
    assert book.match is not None
    assert book.match.seating.is_ended
    assert book.acts("Ben", Bid(token=3)) == ["Ben < Refused over"]  # type: ignore[arg-type]  # a plain number
    assert book.says("Ben", Rematch(3, 1))[-1] == "Ada, Ben < Rematched 1 2"
    later = restarted(book)
    later.arrives("Ada")
    assert later.says("Ada", Watch(1, 1, 0, b""))[-1] == "Ada < Waiting"


@pytest.mark.parametrize("clock", ["none", "live-10", "days-1"])
def test_a_wrong_key_never_touches_a_timer(clock: str) -> None:
    """Another in one's name, a stranger's entry, another seat's: the clocks run as if nothing had come."""

    def clocks(*, is_disturbed: bool) -> dict[int, int]:
        book = bidding("Ada", "Ben", clock=clock)
        entry = book.entry("Ben", Bid(token=3))  # type: ignore[arg-type]  # a plain number
        book.goes("Ben")
        book.waits(100)
        if is_disturbed:
            book.connects("Mallory")
            hello = Hello(VERSION, (), "Ben", book.key("Ben"), bytes(64))
            assert book.says("Mallory", hello) == ["Mallory < Bye bad-signature", "close Mallory"]
            book.arrives("Eva")
            for who in ("Eva", "Ada"):
                assert book.says(who, Act(1, 1, entry)) == [f"{who} < Refused not-your-seat"]
                assert book.says(who, Act(1, 1, replace(entry, seat=Seat(0))))[0].startswith(
                    f"{who} < Refused"
                )
        book.waits(20)
        return left(book)

    assert clocks(is_disturbed=True) == clocks(is_disturbed=False)


def test_who_is_away_from_a_live_table_has_the_grace_alone() -> None:
    """The others see the clock fall when somebody goes, and rise when they come back."""
    book = bidding("Ada", "Ben", clock="live-60")
    book.goes("Ben")
    assert "Ada < Waiting 0:3609 1:179" in book.waits(1)
    book.waits(100)
    book.arrives("Ben")
    assert "Ada < Waiting 0:3508 1:3508" in book.waits(1)


def test_a_game_that_everybody_has_left_alone_ends_after_weeks() -> None:
    """It says so, stands among those that are over, and takes no move, also after a restart."""
    limits = Limits(abandoned_seconds=1_000)
    book = Playbook(limits=limits)
    book.begins("Ada", "Ben")
    book.goes("Ada")
    book.goes("Ben")
    book.arrives("Eve")
    book.says("Eve", Watch(1, 1, 0, b""))
    book.waits(900)
    assert not [save for save in book.saved if isinstance(save.record, Ended)]
    lines = book.waits(200)
    assert "Eve < Said server: Nobody came here for 16 minutes: the game ends without a result." in lines
    assert "save Ended" in lines
    book.arrives("Ada")
    assert book.acts("Ada") == ["Ada < Refused abandoned"]
    later = restarted(book, limits=limits)
    later.arrives("Ada")
    assert later.looks("Ada")[-1] == "Ada < Lobby 1-over Ada"
    assert later.says("Ada", Rematch(2, 1))[-1] == "Ada < Rematched 1 2"


def test_a_player_who_is_here_keeps_a_slow_game_alive() -> None:
    """Nobody ends what somebody is looking at."""
    book = Playbook(limits=Limits(abandoned_seconds=1_000))
    book.begins("Ada", "Ben")
    book.goes("Ben")
    book.waits(5_000)
    assert book.acts("Ada")[0] == "save Played"


def test_a_chair_at_a_table_of_days_waits_a_day() -> None:
    """Nobody is expected to sit there until all have come."""
    book = Playbook()
    book.arrives("Ada", "Ben")
    book.says("Ada", OpenTable(1, "toy", 2, (), "T", "days-1"))
    book.sits("Ada")
    book.sits("Ben")
    book.goes("Ben")
    book.waits(20 * 3600)
    book.looks("Ada")
    book.waits(5 * 3600)
    assert [chair.name for chair in book.heard("Ada", TableChanged).table.chairs] == ["Ada"]


def test_resigning_frees_nobody_from_the_vote_of_the_others() -> None:
    """A game goes on for those who stay, and its clocks with it."""
    book = bidding("Ada", "Ben", "Cara", clock="days-1")
    book.acts("Ben", Resign())
    assert left(book) == {0: 86_400, 2: 86_400}
