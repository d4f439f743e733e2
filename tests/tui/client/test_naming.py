"""What a lie is called: entry, seat and difference, in words a player understands."""

import pytest
from msgspec.structs import replace

from protocol.game import Seat
from protocol.match import Desync, Entry, Match, MatchError
from tests.support.driver import NAMES, Seated, seated
from tests.support.toy import TOY, ToyState
from ys_tui.client.naming import difference, lie


def played() -> Seated[ToyState]:
    """Return a toy game in which something has happened."""
    table: Seated[ToyState] = seated(TOY, 3, 1)
    while len(table.match.log) < 6:
        table.step()
    return table


def told(table: Seated[ToyState], number: int, entry: Entry) -> str:
    """Return what is said when `entry` is shown as number `number` to a client with the whole log."""
    match: Match[ToyState] = table.match
    with pytest.raises(MatchError) as error:
        match.extend(number, (entry,))
    return lie(error.value, number, entry, match)


def test_other_moves() -> None:
    """The same seat with other moves than before."""
    table = played()
    entry = table.match.log[2]
    words = told(table, 2, replace(entry, actions=(b"other",)))
    assert words.startswith("Entry 2 by ")
    assert "has other moves now" in words
    assert "two logs" in words


def test_other_past() -> None:
    """The same moves, signed over something else."""
    table = played()
    assert "over another past" in told(table, 2, replace(table.match.log[2], sign=bytes(64)))


def test_other_seat() -> None:
    """Somebody else's entry at the same place: both are named."""
    table = played()
    number = next(n for n, entry in enumerate(table.match.log) if entry.seat == 0)
    words = told(table, number, replace(table.match.log[number], seat=Seat(1)))
    assert f"was by {NAMES[0]}, now the server shows one by {NAMES[1]}" in words


def test_nobodys_entry() -> None:
    """A seat that the table does not have is called by its number."""
    table = played()
    length = len(table.match.log)
    words = told(table, length, replace(table.match.log[0], seat=Seat(6)))
    assert words == f"Entry {length} is by seat 6, which is not at this table."


def test_held_back_entry() -> None:
    """An entry that was decided in another position."""
    table = played()
    number = next(n for n, entry in enumerate(table.match.log) if entry.seat == 0)
    assert "was held back" in told(table, len(table.match.log), table.match.log[number])


def test_game_that_does_not_fit() -> None:
    """Entries that stay missing, without one to point at."""
    words = lie(Desync("entries 4 to 6 are missing"), 7, None, played().match)
    assert words == "Asked twice, the server shows a game that does not fit: entries 4 to 6 are missing."


def test_difference_of_setups() -> None:
    """Whose keys differ, or that the number of seats, the server's draws or the options do."""
    setup = played().setup
    other = tuple(replace(seat, nonce=bytes(16)) if seat.name == "Ben" else seat for seat in setup.seats)
    assert difference(setup, replace(setup, seats=other)) == "other keys for Ben"
    assert difference(setup, replace(setup, seats=setup.seats[:2])) == "2 seats instead of 3"
    nature = replace(setup.nature, nonce=bytes(16))
    assert difference(setup, replace(setup, nature=nature)) == "other keys for the server's draws"
    assert difference(setup, replace(setup, options=("x",))) == "another game or options"
