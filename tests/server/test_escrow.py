"""Tables that trust their host: what the server opens for who is away, and what it leaves alone."""

import pytest

from protocol.game import NATURE, AnswerFor, Seat
from protocol.games.ys.prompts import PickBid, PickOrder
from protocol.messages import Act, OpenTable
from tests.support.party import party
from tests.support.playbook import Playbook, killed, restarted
from tests.support.toy import Reveal

OPTIONS = ("escrow",)
ADA, BEN = Seat(0), Seat(1)


def bidding(*names: str) -> Playbook:
    """Return a dialogue at a table that trusts its host, where everybody is asked for a bid."""
    book = Playbook()
    book.begins(*names, options=OPTIONS, clock="days-1")
    for who in names:
        book.acts(who)
    return book


def bids(book: Playbook, who: str) -> list[str]:
    """Let somebody bid."""
    assert book.match is not None
    seat = next(seat for seat in book.match.prompts if book.match.setup.seats[seat].name == who)
    return book.acts(who, book.game.legal(book.match.view(seat, book.vault(who)))[0])


async def test_three_of_four_hang_up_and_the_table_goes_on() -> None:
    """Once everybody has bid nobody need be there: the server opens the bids, and the next one decides."""
    async with party(3, options=OPTIONS, clock="days-1") as guests:
        await guests.until(lambda: any(isinstance(asked, PickBid) for asked in guests.prompts.values()))
        *others, last = guests.guests
        for guest in others:
            assert guest.seat is not None
            await guests.does(guest.seat, *guests.answers(guest.seat))
        for guest in (*others, guests.lurker):
            await guest.leave()
        assert last.seat is not None
        length = last.length
        assert await last.act(guests.answers(last.seat)) == ""
        (asked,) = last.match.prompts.values()
        assert isinstance(asked, PickOrder)
        new = last.match.log[length:]
        assert [entry.seat for entry in new] == [last.seat, *[NATURE] * 4]


@pytest.mark.parametrize("clock", ["none", "live-10"])
def test_it_takes_a_clock_with_days(clock: str) -> None:
    """Where everybody is expected to be here the option is refused, in a sentence; with days it is not."""
    book = Playbook()
    book.arrives("Ada")
    assert book.says("Ada", OpenTable(1, "toy", 2, OPTIONS, "T", clock)) == ["Ada < Refused wrong-clock"]
    assert "save Opened" in book.says("Ada", OpenTable(2, "toy", 2, OPTIONS, "T", "days-3"))


def test_everybody_hears_what_nature_opens() -> None:
    """The last bid, the openings and the next question come in one message; each client verifies them."""
    book = bidding("Ada", "Ben")
    bids(book, "Ada")
    lines = bids(book, "Ben")
    assert book.match is not None
    assert any(line.startswith("Ada, Ben < Entries") and line.endswith("+3") for line in lines)
    assert not any(isinstance(asked, Reveal) for asked in book.match.prompts.values())
    assert lines.count("save Played") == 3


def test_an_answer_that_comes_too_late_is_overtaken() -> None:
    """A client that had not heard yet that nature was first is told so, and nothing changes."""
    book = bidding("Ada", "Ben")
    bids(book, "Ada")
    assert book.match is not None
    seen = type(book.match)(book.game, book.match.setup)
    seen.extend(0, book.match.log)
    vault = book.vault("Ben")
    seen.submit(seen.sign(BEN, vault, (book.game.legal(seen.view(BEN, vault))[0],)))
    late = seen.sign(BEN, vault, seen.owed(BEN, vault))
    bids(book, "Ben")
    before = len(book.match.log)
    assert book.says("Ben", Act(9, 1, late)) == ["Ben < Refused overtaken"]
    assert len(book.match.log) == before


def test_a_server_that_was_killed_opens_when_it_is_back() -> None:
    """Its key for what was locked is the same as before: what it owed when it ended it pays first."""
    book = bidding("Ada", "Ben")
    bids(book, "Ada")
    bids(book, "Ben")
    assert book.match is not None
    later = Playbook(store=killed(book, len(book.match.log) - 2))
    answers = [save.record for save in later.saved]
    assert len(answers) == 2
    assert restarted(book).complaints == []


def test_rubbish_in_escrow_makes_the_table_wait_for_its_seat() -> None:
    """It is no fault of the server's: the others are opened, and who locked rubbish opens in person."""
    book = Playbook()
    book.begins("Ada", "Ben", options=OPTIONS, clock="days-1")
    assert book.match is not None
    (_, box), (seals, _) = (
        book.match.owed(seat, book.vault(who)) for seat, who in ((ADA, "Ada"), (BEN, "Ben"))
    )
    book.acts("Ada")
    book.acts("Ben", seals, box)
    bids(book, "Ada")
    bids(book, "Ben")
    assert list(book.match.prompts) == [BEN]
    assert isinstance(book.match.prompts[BEN], Reveal)
    book.waits(1)
    book.acts("Ben")
    assert not isinstance(next(iter(book.match.prompts.values())), Reveal)


def test_no_value_is_opened_before_it_is_asked_for() -> None:
    """Nature answers for nobody before a reveal: while seats decide its only entry is the draw."""
    book = bidding("Ada", "Ben")
    bids(book, "Ada")
    assert book.match is not None
    actions = [action for entry in book.match.log for action in book.match.actions(entry)]
    assert not any(isinstance(action, AnswerFor) for action in actions)
