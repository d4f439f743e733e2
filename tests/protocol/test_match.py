"""The match: which entries are taken, when they are too late, and what a false history is called."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Action, Ballot, Chance, Illegal, Resign, Seat
from protocol.match import Desync, Entry, Forged, Match, MatchError, Rollback
from tests.support.driver import Seated, play, seated
from tests.support.toy import TOY, Bid, Deal, PickBid, SealHand, Take, ToyState

A, B, C, D = map(Seat, range(4))


def _bidding(seats: int = 4, **options: Any) -> Seated[ToyState]:  # noqa: ANN401 - passed on
    """Return a table where every seat is asked for a bid."""
    table = seated(TOY, seats, with_chairs=False, **options)
    table.until(PickBid)
    return table


def _bid(table: Seated[ToyState], seat: Seat) -> Action:
    return TOY.legal(table.match.view(seat, table.vaults[seat]))[0]


def _signed(table: Seated[ToyState], seat: Seat, *actions: Action) -> Entry:
    return table.match.sign(seat, table.vaults[seat], actions)


def _refused(table: Seated[ToyState], entry: Entry) -> str:
    """Return the code with which `entry` is refused; everything must be as before."""
    match = table.match
    before = (match.state, match.chain, match.digest(), len(match.log), dict(match.ballots), match.prompts)
    with pytest.raises(Illegal) as refusal:
        match.submit(entry)
    after = (match.state, match.chain, match.digest(), len(match.log), dict(match.ballots), match.prompts)
    assert after == before
    return refusal.value.code


def _copy(table: Seated[ToyState]) -> Match[ToyState]:
    """Return the match of somebody else who has seen the same log."""
    other = Match(TOY, table.setup)
    other.extend(0, table.match.log, table.match.digest())
    return other


# --- what is taken ---------------------------------------------------------------------------------


def test_simultaneous_answers_do_not_disturb_each_other() -> None:
    """Bids signed on the same position are all taken, in any order."""
    table = _bidding()
    entries = [_signed(table, seat, _bid(table, seat)) for seat in (A, B, C, D)]
    for entry in reversed(entries):
        table.match.submit(entry)
    assert [entry.seat for entry in table.match.log[-4:]] == [D, C, B, A]
    assert {entry.at for entry in table.match.log[-4:]} == {entries[0].at}


def test_a_batch_is_taken_whole_or_not_at_all() -> None:
    """Where the second action is illegal, the first has no effect either."""
    table = _bidding()
    bid = _bid(table, A)
    assert _refused(table, _signed(table, A, bid, bid)) == "not-asked"
    table.do(A, bid)
    assert A not in table.match.prompts


def test_an_entry_comes_once() -> None:
    """Sent again it is refused, but found in the log; an entry never sent is not."""
    table = _bidding()
    entry = table.do(A, _bid(table, A))
    assert _refused(table, entry) == "overtaken"
    assert table.match.find(entry) == len(table.match.log) - 1
    assert table.match.find(replace(entry, at=entry.at + 1)) is None


def test_a_late_entry_is_refused_in_the_words_of_a_player() -> None:
    """Who chose on two terminals at once reads why the second choice came too late, not how logs count."""
    table = _bidding()
    entry = table.do(A, _bid(table, A))
    with pytest.raises(Illegal, match="what is asked has changed since this was decided"):
        table.match.submit(entry)


def test_what_an_entry_may_lag_behind() -> None:
    """It may be older than others' answers, not older than its seat's last entry or its present prompt."""
    table = _bidding(2)
    start = len(table.match.log)
    assert table.match.since(A) == start
    table.do(B, _bid(table, B))
    assert (table.match.since(A), table.match.since(B)) == (start, start + 1)
    late = _signed(table, A, _bid(table, A))
    early = Match(TOY, table.setup)
    early.extend(0, table.match.log[: start - 1])
    stale = early.sign(A, table.vaults[A], (_bid(table, A),))
    assert _refused(table, stale) == "overtaken"
    table.match.submit(late)


def test_nature_is_never_late() -> None:
    """What nature signed before the last entry is refused."""
    table = seated(TOY, 2, with_chairs=False)
    link = Chance(table.vaults[NATURE].link(0))
    table.step()
    early = _signed(table, NATURE, link)
    table.step()
    assert NATURE in table.match.prompts
    assert _refused(table, early) == "overtaken"
    table.do(NATURE, link)


def test_nature_sees_who_left_before_it_deals() -> None:
    """A link signed before a seat left is refused, although nature has been asked the same all the time."""
    table = seated(TOY, 3, with_chairs=False)
    table.until(Deal)
    early = _signed(table, NATURE, Chance(table.vaults[NATURE].link(0)))
    table.do(A, Resign())
    assert NATURE in table.match.prompts
    assert _refused(table, early) == "overtaken"


def test_an_entry_from_the_future_is_refused() -> None:
    """It names a longer log than there is."""
    table = _bidding()
    entry = _signed(table, A, _bid(table, A))
    assert _refused(table, replace(entry, at=entry.at + 1)) == "overtaken"


def test_only_the_seat_itself_signs() -> None:
    """Another's key, another seat's number, other actions, another position or table do not fit."""
    table = _bidding()
    good = _signed(table, A, _bid(table, A))
    assert _refused(table, table.match.sign(A, table.vaults[B], (_bid(table, A),))) == "bad-signature"
    assert _refused(table, replace(good, seat=B)) == "bad-signature"
    assert _refused(table, replace(good, at=good.at - 1)) == "bad-signature"
    assert _refused(table, replace(good, actions=(b"\x81\xa2do\xa6resign",))) == "bad-signature"
    assert _refused(table, replace(good, sign=bytes(64))) == "bad-signature"
    elsewhere = _bidding(4, seed=2)
    assert _refused(elsewhere, good) == "bad-signature"
    assert _refused(table, replace(good, seat=Seat(4))) == "no-such-seat"
    assert _refused(table, replace(good, seat=Seat(-2))) == "no-such-seat"
    assert _copy(table).submit(good)


def test_what_is_no_action_is_refused() -> None:
    """Well signed junk is refused by the game's `decode`, by everybody who did not sign it."""
    table = _bidding()
    receiver = _copy(table)
    with pytest.raises(Illegal) as refusal:
        receiver.submit(_signed(table, A, Chance(bytes(31))))
    assert refusal.value.code == "bad-action"
    assert receiver.chain == table.match.chain


@pytest.mark.parametrize("extra", [Resign(), Ballot(B, "go-on")], ids=["resignation", "ballot"])
def test_ballots_and_resignations_stand_alone(extra: Action) -> None:
    """In a batch they are refused, in front and behind."""
    table = _bidding()
    bid = _bid(table, A)
    assert _refused(table, _signed(table, A, bid, extra)) == "not-alone"
    assert _refused(table, _signed(table, A, extra, bid)) == "not-alone"


def test_a_setup_that_cannot_be_played_begins_nothing() -> None:
    """The game's own refusal comes first; keys that two seats share are refused for every game."""
    setup = seated(TOY, 2).setup
    with pytest.raises(Illegal) as wrong:
        Match(TOY, replace(setup, rules=2))
    assert wrong.value.code == "bad-setup"
    with pytest.raises(Illegal) as shared:
        Match(TOY, replace(setup, nature=setup.seats[0]))
    assert shared.value.code == "wrong-keys"


# --- leaving ---------------------------------------------------------------------------------------


def test_a_seat_resigns_whenever_it_likes() -> None:
    """Also when others are asked; it counts from the seat's own last entry, however old that is."""
    table = _bidding()
    early = _signed(table, A, Resign())
    table.do(B, _bid(table, B))
    table.match.submit(early)
    assert TOY.left(table.match.state) == (A,)
    assert _refused(table, _signed(table, A, Resign())) == "has-left"


def test_an_old_resignation_is_void_once_the_seat_has_acted() -> None:
    """What was signed before the seat's own last entry is overtaken."""
    table = _bidding()
    early = _signed(table, A, Resign())
    table.do(A, _bid(table, A))
    assert _refused(table, early) == "overtaken"
    fresh = _signed(table, A, Resign())
    table.match.submit(fresh)


def test_nobody_leaves_a_game_that_is_over() -> None:
    """After the end nothing is taken any more; nature cannot leave at all."""
    over = seated(TOY, 2, with_chairs=False)
    for _ in over.steps():
        pass
    assert _refused(over, _signed(over, A, Resign())) == "over"
    assert _refused(over, _signed(over, A, Ballot(B, "go-on"))) == "not-awaited"
    table = _bidding()
    assert _refused(table, _signed(table, NATURE, Resign())) == "has-left"


# --- ballots ---------------------------------------------------------------------------------------


def _awaiting(seats: int, *awaited: Seat, bots: tuple[int, ...] = ()) -> Seated[ToyState]:
    """Return a table that waits for the bids of the seats `awaited`."""
    table = _bidding(seats, bots=bots)
    for seat in map(Seat, range(seats)):
        if seat not in awaited:
            table.do(seat, _bid(table, seat))
    return table


def test_a_majority_takes_effect_itself() -> None:
    """The second of three votes to go on removes the seat; the ballots about it are gone."""
    table = _awaiting(4, D)
    assert table.match.voters() == (A, B, C)
    table.do(A, Ballot(D, "go-on"))
    table.do(B, Ballot(D, "wait"))
    assert dict(table.match.ballots) == {(A, D): "go-on", (B, D): "wait"}
    assert not TOY.left(table.match.state)
    table.do(C, Ballot(D, "go-on"))
    assert TOY.left(table.match.state) == (D,)
    assert not table.match.ballots


def test_a_tie_waits_until_a_vote_changes() -> None:
    """One of two is no majority; who votes again replaces the own vote."""
    table = _awaiting(3, C)
    table.do(A, Ballot(C, "go-on"))
    table.do(B, Ballot(C, "wait"))
    assert not TOY.left(table.match.state)
    table.do(A, Ballot(C, "wait"))
    table.do(B, Ballot(C, "go-on"))
    assert dict(table.match.ballots) == {(A, C): "wait", (B, C): "go-on"}
    table.do(A, Ballot(C, "go-on"))
    assert TOY.left(table.match.state) == (C,)


def test_ballots_lapse_when_the_seat_acts() -> None:
    """Votes are about this waiting only: old ones do not count for the next, nor can they be played then."""
    table = _awaiting(4, C, D)
    table.do(A, Ballot(D, "go-on"))
    held_back = _signed(table, B, Ballot(D, "go-on"))
    table.do(D, _bid(table, D))
    assert not table.match.ballots
    assert _refused(table, held_back) == "overtaken"
    table.do(C, _bid(table, C))
    while D not in table.match.prompts:
        table.step()
    assert _refused(table, held_back) == "overtaken"


def test_ballots_about_others_stay_when_somebody_acts() -> None:
    """A vote about one seat does not lapse because another seat acts."""
    table = _awaiting(4, C, D)
    table.do(A, Ballot(D, "go-on"))
    table.do(C, _bid(table, C))
    assert dict(table.match.ballots) == {(A, D): "go-on"}


def test_to_vote_is_not_to_act() -> None:
    """Votes about a seat stand when it votes about a pause, and its answer to what it is asked is as good."""
    table = _awaiting(4, D)
    table.do(A, Ballot(D, "bot"))
    asked = table.match.since(D)
    bid = _signed(table, D, _bid(table, D))
    table.do(D, Ballot(NATURE, "pause"))
    assert dict(table.match.ballots) == {(A, D): "bot", (D, NATURE): "pause"}
    assert table.match.since(D) == asked
    table.take(bid)
    assert not isinstance(table.match.prompts[D], PickBid)


def test_the_game_ends_only_if_most_of_all_others_say_so() -> None:
    """Who still decides plays it, too: one who waits cannot end it for them."""
    table = _awaiting(3, B, C)
    table.do(A, Ballot(C, "end"))
    is_ended = [table.match.seating.is_ended]
    table.do(B, _bid(table, B))
    table.do(B, Ballot(C, "end"))
    assert [*is_ended, table.match.seating.is_ended] == [False, True]
    table = _awaiting(3, B, C)
    table.do(A, Ballot(C, "go-on"))
    assert TOY.left(table.match.state) == (C,)
    table.do(A, Ballot(B, "end"))
    assert table.match.seating.is_ended


def test_a_ballot_is_played_once_and_in_order() -> None:
    """A vote cannot be sent again, nor one that was held back be played after a newer one."""
    table = _awaiting(4, D)
    held_back = _signed(table, A, Ballot(D, "go-on"))
    newer = table.do(A, Ballot(D, "wait"))
    assert _refused(table, held_back) == "overtaken"
    assert _refused(table, newer) == "overtaken"


def test_who_has_a_vote() -> None:
    """Persons who have not left and are not awaited: no bot, no leaver, no awaited seat, not nature."""
    table = _awaiting(4, C, D, bots=(0,))
    assert table.match.voters() == (B,)
    for seat in (A, C, D, NATURE):
        assert _refused(table, _signed(table, seat, Ballot(D, "go-on"))) == "no-vote"
    table.do(B, Resign())
    assert table.match.voters() == ()
    assert _refused(table, _signed(table, B, Ballot(D, "go-on"))) == "no-vote"


def test_a_ballot_is_about_a_seat_that_keeps_the_table_waiting() -> None:
    """Not about one that has answered, not about nature, not in other words."""
    table = _awaiting(4, D)
    assert _refused(table, _signed(table, A, Ballot(B, "go-on"))) == "not-awaited"
    assert _refused(table, _signed(table, A, Ballot(NATURE, "go-on"))) == "no-such-choice"
    assert _refused(table, _signed(table, A, Ballot(Seat(9), "go-on"))) == "not-awaited"
    assert _refused(table, _signed(table, A, Ballot(D, "perhaps"))) == "no-such-choice"


def test_ballots_are_part_of_the_digest() -> None:
    """Two sides that differ in a vote only find it out."""
    table = _awaiting(4, D)
    before = table.match.digest()
    table.do(A, Ballot(D, "wait"))
    assert table.match.digest() != before


# --- a log from elsewhere --------------------------------------------------------------------------


def _broken(match: Match[ToyState], start: int, entries: list[Entry], digest: bytes = b"") -> MatchError:
    before = (match.state, match.chain, match.digest(), list(match.log), match.prompts)
    with pytest.raises(MatchError) as broken:
        match.extend(start, entries, digest)
    assert (match.state, match.chain, match.digest(), list(match.log), match.prompts) == before
    assert match.chain_at(len(match.log)) == match.chain
    assert match.chain_at(len(match.log) + 1) is None
    return broken.value


def test_a_log_comes_in_overlapping_pieces() -> None:
    """What is held already is compared and passed over; only what is new makes something happen."""
    whole = play(TOY, 3, with_chairs=False)
    copy, length = Match(TOY, whole.setup), len(whole.log)
    first = copy.extend(0, whole.log[:9])
    assert copy.extend(4, whole.log[4:9]) == ()
    rest = copy.extend(4, whole.log[4:], whole.digest())
    assert copy.extend(length, (), whole.digest()) == ()
    assert copy.chain == whole.chain
    assert (*first, *rest) == Match(TOY, whole.setup).extend(0, whole.log)


def test_missing_entries_are_a_desync() -> None:
    """A piece that begins after the end of the log held is not taken."""
    whole = play(TOY, 3, with_chairs=False)
    copy = Match(TOY, whole.setup)
    assert isinstance(_broken(copy, 1, [whole.log[1]]), Desync)


def test_another_digest_is_a_desync() -> None:
    """Valid entries with a state that is not the sender's leave everything as before."""
    whole = play(TOY, 3, with_chairs=False)
    copy = Match(TOY, whole.setup)
    copy.extend(0, whole.log[:5])
    wrong = _broken(copy, 5, list(whole.log[5:9]), bytes(8))
    assert isinstance(wrong, Desync)
    assert wrong.code == "desync"


def test_a_digest_of_a_shorter_log_is_not_compared() -> None:
    """It is that of a state long past."""
    whole = play(TOY, 3, with_chairs=False)
    copy = Match(TOY, whole.setup)
    copy.extend(0, whole.log[:9])
    assert copy.extend(0, whole.log[:3], bytes(8)) == ()


def test_a_contradiction_is_a_rollback() -> None:
    """Two valid logs of one table: the second one seen is refused, whatever its length."""
    table = _bidding(2)
    entries = [_signed(table, seat, _bid(table, seat)) for seat in (A, B)]
    one, other = _copy(table), _copy(table)
    at = len(one.log)
    one.extend(at, entries[:1])
    other.extend(at, entries[::-1])
    broken = _broken(one, at, list(other.log[at:]))
    assert isinstance(broken, Rollback)
    assert broken.code == "rollback"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: replace(entry, sign=bytes(64)),
        lambda entry: replace(entry, seat=Seat(1 - entry.seat)),
        lambda entry: replace(entry, actions=(b"\xc0",)),
    ],
    ids=["signature", "seat", "action"],
)
def test_an_invalid_entry_is_forged(spoil: Callable[[Entry], Entry]) -> None:
    """The good entries before it in the same piece are not kept either."""
    whole = play(TOY, 2, with_chairs=False)
    copy = Match(TOY, whole.setup)
    copy.extend(0, whole.log[:2])
    broken = _broken(copy, 2, [*whole.log[2:5], spoil(whole.log[5])])
    assert isinstance(broken, Forged)
    assert broken.code == "forged"
    assert isinstance(broken.__cause__, Illegal)
    copy.extend(2, whole.log[2:], whole.digest())


def test_a_stale_insertion_is_seen_by_everybody() -> None:
    """A server that plays an entry held back beyond its time is caught by whoever extends a log."""
    table = _bidding(2)
    bid = _bid(table, A)
    held_back = _signed(table, A, bid)
    other = next(a for a in TOY.legal(table.match.view(A, table.vaults[A])) if a != bid)
    table.do(A, other)
    honest = _copy(table)
    assert isinstance(_broken(honest, len(honest.log), [held_back]), Forged)


# --- what one sees ---------------------------------------------------------------------------------


def test_a_view_is_what_the_seat_knows() -> None:
    """A seat with its vault knows its own hand; a spectator, or a seat without vault, knows nothing."""
    table = _bidding(2)
    own = table.match.view(A, table.vaults[A])
    assert len(own.known) == 3
    assert own.state is table.match.state
    assert table.match.view(None, None).known == {}
    assert table.match.view(A, None).known == {}
    assert table.match.view(None, table.vaults[A]).known == {}


def test_only_what_is_automatic_is_owed() -> None:
    """Who is asked a human question, or nothing, owes nothing."""
    table = _bidding(2)
    assert table.match.owed(A, table.vaults[A]) == ()
    table.do(A, _bid(table, A))
    assert table.match.owed(A, table.vaults[A]) == ()
    table.do(B, _bid(table, B))
    assert len(table.match.owed(A, table.vaults[A])) == 1
    fresh = seated(TOY, 2)
    assert isinstance(fresh.match.prompts[A], SealHand)
    assert len(fresh.match.owed(A, fresh.vaults[A])) == 1


def test_chains_name_histories() -> None:
    """Each prefix of the log has its own chain; outside of it there is none."""
    match = play(TOY, 2, with_chairs=False)
    chains = [match.chain_at(length) for length in range(len(match.log) + 1)]
    assert len(set(chains)) == len(match.log) + 1
    assert chains[0] == match.setup.digest()
    assert chains[-1] == match.chain
    assert match.chain_at(-1) is None


def test_the_toy_refuses_what_it_does_not_ask() -> None:
    """Another's token, a word that is no answer: codes of the game come through the match."""
    table = _bidding(2)
    theirs = _bid(table, B)
    assert isinstance(theirs, Bid)
    assert _refused(table, _signed(table, A, theirs)) == "not-yours"
    assert _refused(table, _signed(table, A, Take("keep"))) == "not-asked"
