"""Verdicts: a whole game proves itself, and everything else is told from it by its first flaw."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.game import NATURE, Ballot, Chance, Resign, Seat
from protocol.games.ys.game import YS
from protocol.match import Entry, Match
from protocol.record import Record, RecordError, load, save
from protocol.verdict import Flaw, Proved, judge
from tests.support.driver import seated
from tests.support.records import KNOWN, TABLES, Table, altered, flaw, label, record, verdict, whole
from tests.support.toy import TOY, PickBid, Reveal

EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=label)


def _with(entries: tuple[Entry, ...]) -> Record:
    return Record(whole().setup, entries)


@EACH_TABLE
def test_a_whole_game_proves_itself(table: Table) -> None:
    """Played again from its bytes alone, a game has the same chain and the same outcome."""
    found = verdict(save(whole(table)))
    assert isinstance(found, Proved)
    game, match = KNOWN[table[0]], Match(KNOWN[table[0]], whole(table).setup)
    match.extend(0, whole(table).entries)
    assert found.match.chain == match.chain
    assert found.outcome == game.outcome(match.state)


@EACH_TABLE
def test_no_byte_can_be_changed(table: Table) -> None:
    """Of 5 games with one byte changed at a random place none proves itself, and each is told why."""
    _alter(table, 5)


@pytest.mark.slow
@EACH_TABLE
def test_no_byte_of_many_can_be_changed(table: Table) -> None:
    """The same with 200 places."""
    _alter(table, 200)


def _alter(table: Table, count: int) -> None:
    data = save(whole(table))
    for at, spoilt in altered(data, count, Random(label(table))):
        assert isinstance(verdict(spoilt), Flaw | RecordError), f"byte {at}"


@pytest.mark.slow
def test_no_byte_at_all_can_be_changed() -> None:
    """Every single byte of a small game counts, whichever bit of it is turned."""
    data = save(whole())
    for at in range(len(data)):
        for bit in range(8):
            spoilt = data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]
            assert isinstance(verdict(spoilt), Flaw | RecordError), f"byte {at}, bit {bit}"


@EACH_TABLE
def test_a_shortened_log_is_unfinished(table: Table) -> None:
    """Cut after any entry, a game is not over: that is its flaw, and no entry's."""
    setup, entries = whole(table).setup, whole(table).entries
    match = Match(KNOWN[table[0]], setup)
    for number, entry in enumerate(entries):
        assert KNOWN[table[0]].outcome(match.state) is None, f"after {number} entries"
        match.submit(entry)
    for length in (0, 1, len(entries) // 2, len(entries) - 1):
        found = flaw(Record(setup, entries[:length]))
        assert (found.code, found.entry, found.has_no_result) == ("unfinished", None, True)
        assert f"after {length} entries" in found.detail


def test_a_missing_entry_is_noticed() -> None:
    """Without any one of its entries a game fails, at the latest where something relies on it."""
    entries = whole().entries
    for number in range(len(entries)):
        found = flaw(_with(entries[:number] + entries[number + 1 :]))
        assert found.entry is None or found.entry >= number


def test_an_entry_twice_is_noticed() -> None:
    """An entry repeated anywhere after itself is the first that fails."""
    entries = whole().entries
    for number, entry in enumerate(entries):
        for at in range(number + 1, len(entries) + 1):
            assert flaw(_with((*entries[:at], entry, *entries[at:]))).entry == at


def test_swapped_entries_are_noticed() -> None:
    """Two entries in each other's place fail, unless no later signature covers their order."""
    whole_game = judge(whole(), KNOWN)
    assert isinstance(whole_game, Proved)
    entries = whole().entries
    for first in range(len(entries)):
        for second in range(first + 1, len(entries)):
            swapped = list(entries)
            swapped[first], swapped[second] = swapped[second], swapped[first]
            found = verdict(_with(tuple(swapped)))
            if first < whole_game.covered:
                assert isinstance(found, Flaw), f"entries {first} and {second}"


def test_an_uncovered_order_changes_no_result() -> None:
    """Openings decided at the same time prove themselves in either order, until somebody signs after them."""
    table = seated(TOY, 2, seed=5)
    seat = table.until(Reveal)
    entries = [
        table.match.sign(s, table.vaults[s], table.match.owed(s, table.vaults[s])) for s in map(Seat, (0, 1))
    ]
    assert seat == 0
    for entry in entries:
        table.take(entry)
    before = tuple(table.match.log[:-2])
    for _ in table.steps():
        pass
    swapped = Record(table.setup, (*before, entries[1], entries[0], *table.match.log[len(before) + 2 :]))
    found = flaw(swapped)
    assert (found.code, found.entry) == ("bad-signature", len(before) + 2)


def test_two_games_cannot_be_spliced() -> None:
    """The beginning of one game and the end of another of the same seats fail where the second begins."""
    one, other = whole(), whole(seed=2)
    for number in range(1, len(one.entries)):
        found = flaw(_with(one.entries[:number] + other.entries[number:]))
        assert (found.code, found.entry) == ("bad-signature", number)
    assert flaw(Record(other.setup, one.entries)).entry == 0


def test_nothing_follows_the_end() -> None:
    """What a seat, or nature, does after the end is an entry that fails."""
    table = seated(TOY, 3, seed=1, with_chairs=False)
    for _ in table.steps():
        pass
    length = len(table.match.log)
    for seat, action in (
        (Seat(0), Resign()),
        (Seat(1), Ballot(Seat(0), "go-on")),
        (NATURE, Chance(table.vaults[NATURE].link(0))),
        (NATURE, Resign()),
    ):
        entry = table.match.sign(seat, table.vaults[seat], (action,))
        assert flaw(Record(table.setup, (*table.match.log, entry))).entry == length


def test_a_game_with_ballots_and_a_leaver_proves_itself() -> None:
    """Votes and leaving are entries like any other: they count, and they cannot be left out."""
    table = seated(TOY, 3, seed=4)
    table.until(PickBid)
    table.do(0, Resign())
    for _ in table.steps():
        pass
    assert isinstance(judge(record(table.match), KNOWN), Proved)
    left = next(n for n, entry in enumerate(table.match.log) if TOY.decode(entry.actions[0]) == Resign())
    without = tuple(entry for n, entry in enumerate(table.match.log) if n != left)
    assert flaw(Record(table.setup, without)).entry == left


def test_a_game_that_the_table_ended_has_no_result() -> None:
    """A whole log at whose end the table voted for no result is told from one that goes on."""
    table = seated(TOY, 3, seed=4, with_chairs=False)
    table.until(PickBid)
    for seat in map(Seat, (0, 1)):
        table.do(seat, TOY.legal(table.match.view(seat, table.vaults[seat]))[0])
    for voter in (0, 1):
        table.do(voter, Ballot(Seat(2), "end"))
    found = flaw(record(table.match))
    assert (found.code, found.rule, found.entry) == ("ended-early", "R52c", None)


def test_an_unknown_game_or_rules_is_named() -> None:
    """A game not played here, and one by other rules, are flaws of the whole record."""
    setup, entries = whole().setup, whole().entries
    for changed, code in (
        (replace(setup, game="go"), "unknown-game"),
        (replace(setup, rules=9), "unknown-rules"),
    ):
        found = flaw(Record(changed, entries))
        assert (found.code, found.entry) == (code, None)


def test_an_earlier_revision_is_judged_by_the_game() -> None:
    """Which of them it still plays the game knows: what the first of Ys played proves itself."""
    table = seated(YS, 4, 1, with_chairs=False)
    early = seated(YS, 4, 1, with_chairs=False, rules=1)
    assert table.setup.rules > early.setup.rules
    for _ in early.steps():
        pass
    assert isinstance(verdict(record(early.match)), Proved)
    nothing = replace(whole().setup, rules=0)
    assert flaw(Record(nothing, whole().entries)).entry is None


def test_a_setup_that_cannot_be_played_is_named() -> None:
    """Wrong options, too few seats, keys that two seats share: the game cannot begin."""
    setup, entries = whole().setup, whole().entries
    first, *_ = setup.seats
    for changed, code in (
        (replace(setup, options=("no-luck",)), "bad-setup"),
        (replace(setup, seats=(first,)), "bad-setup"),
        (replace(setup, seats=(first, first)), "wrong-keys"),
        (replace(setup, nature=first), "wrong-keys"),
        (replace(setup, seats=(replace(first, box=bytes(32)), *setup.seats[1:])), "wrong-keys"),
    ):
        found = flaw(Record(changed, entries))
        assert (found.code, found.entry) == (code, None)
        assert found.detail.startswith("the game cannot begin: ")


def test_a_broken_rule_is_named_with_its_number() -> None:
    """An entry that is signed but against the rules fails with code, sentence, rule and number."""
    table = seated(TOY, 3, seed=1)
    entry = table.match.sign(Seat(0), table.vaults[Seat(0)], (Ballot(Seat(1), "perhaps"),))
    found = flaw(Record(table.setup, (entry,)))
    assert (found.code, found.rule, found.entry) == ("no-such-choice", "R52c", 0)
    assert "wait, go-on" in found.detail


def test_an_impostor_is_found() -> None:
    """An entry signed with another seat's key fails."""
    table = seated(TOY, 3, seed=1)
    vault = table.vaults[Seat(1)]
    entry = table.match.sign(Seat(0), vault, table.match.owed(Seat(0), table.vaults[Seat(0)]))
    assert flaw(Record(table.setup, (entry,))).code == "bad-signature"


@given(st.data())
def test_any_change_is_a_flaw(data: st.DataObject) -> None:
    """Bytes put in, taken out or replaced anywhere leave no game that proves itself."""
    good = save(whole())
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 40)))
    spoilt = good[:start] + data.draw(st.binary(max_size=40)) + good[end:]
    found = verdict(spoilt)
    assert isinstance(found, Proved) == (spoilt == good)


def test_what_is_loaded_is_what_is_judged() -> None:
    """Two files with equal records are equal files."""
    assert save(load(save(whole()))) == save(whole())
