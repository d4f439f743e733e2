"""Who is away and how long they are waited for: the waiting line says it, and time is counted only then."""

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Seat
from protocol.games.ys.events import Departed
from protocol.games.ys.prompts import PickBid, Place
from tests.support.screen import NAMES, Told
from ys_tui.client.snapshot import Absence, Chronicle, TableSnapshot
from ys_tui.games.ys import readout
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import scene_of
from ys_tui.games.ys.draw_players import players
from ys_tui.games.ys.presence import (
    at_present,
    away,
    countdown,
    own_clock,
    parted,
    until_told,
    vote,
    waiting,
)
from ys_tui.lines import text_of
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT


def without(table: TableSnapshot, seat: Seat) -> TableSnapshot:
    """Return the table while the person of `seat` is not connected."""
    assert table.info is not None
    chairs = tuple(replace(chair, here=number != seat) for number, chair in enumerate(table.info.chairs))
    return replace(table, info=replace(table.info, chairs=chairs))


def watched(left: int) -> tuple[TableSnapshot, Seat]:
    """Return a table where another seat places, with `left` seconds until a vote, and that seat."""
    told = Told(4)
    seat = told.run(1, Place)
    return replace(told.sees((seat + 1) % 4), left=((seat, left),)), seat


def test_somebody_away_is_told_with_the_time_until_a_vote() -> None:
    """The line names the person, that they are away, and when a vote is due, counted down."""
    table, seat = watched(140)
    gone = without(table, seat)
    assert away(gone) == (seat,)
    seconds = countdown(gone, passed=10.2)
    assert waiting(gone, seconds).question == f"Waiting for {NAMES[seat]}, who is away; vote in 2:10."


def test_somebody_present_is_counted_down_in_the_last_minute_only() -> None:
    """Who is only thinking gets no clock before a vote is near."""
    table, seat = watched(140)
    assert waiting(table, countdown(table, 0)).question == f"Waiting: {NAMES[seat]} places."
    assert waiting(table, countdown(table, 95)).question == f"Waiting: {NAMES[seat]} places. Vote in 0:45."


@pytest.mark.parametrize(
    ("left", "passed", "due"), [(140, 0, 80), (140, 81, 1), (0, 0, None), (140, 140, None)]
)
def test_no_timer_runs_while_no_vote_is_near(left: int, passed: int, due: float | None) -> None:
    """The next look at the clock is when the countdown begins, then each second, else never."""
    table, _ = watched(left)
    assert until_told(table, passed) == due


def test_who_has_left_is_told_of_no_vote() -> None:
    """A seat that has left the game has no vote: none is announced to it, and no timer runs for one."""
    table, seat = watched(50)
    assert table.seat is not None
    gone = replace(table, parted=(table.seat,))
    for seen in (gone, without(gone, seat)):
        assert "vote" not in waiting(seen, countdown(seen, 0)).question.lower()
        assert until_told(seen, 0) is None


def test_who_is_asked_sees_no_clock() -> None:
    """The player who is awaited, and nobody's absence, needs no redraw."""
    told = Told(4)
    seat = told.run(1, Place)
    assert until_told(replace(told.sees(seat), left=((seat, 30),)), 0) is None


def test_several_awaited_and_one_of_them_away() -> None:
    """While all bid, the line still says who is away."""
    told = Told(4)
    told.run(1, PickBid)
    table = replace(told.sees(None), left=((Seat(2), 50),))
    line = waiting(without(table, Seat(2)), 50).question
    assert line == "Waiting: Alix and Bran and Cara and Dahut bid. Cara is away. Vote in 0:50."


def test_a_vote_names_keys_tally_and_the_own_voice() -> None:
    """Who may vote reads which key it is, who has voted what, and how many decide."""
    table, seat = watched(0)
    voter = table.seat
    assert voter is not None
    asked = vote(replace(table, may_vote=(seat,), votes=((voter, seat, "wait"),)))
    name = NAMES[seat]
    assert asked.question == f"{name} keeps the table waiting. v: vote what to do."
    assert asked.hint == f"2 of 3 equal votes decide. So far: {NAMES[voter]} wait."


def test_clocks_of_all_who_are_awaited_are_shown() -> None:
    """At a table with a clock each awaited seat has its time; the own one stands in the bar."""
    told = Told(4)
    told.run(1, PickBid)
    table = replace(told.sees(0), left=((Seat(0), 60), (Seat(1), 605), (Seat(2), 7_200), (Seat(3), 90_000)))
    assert table.info is not None
    timed = at_present(replace(table, info=replace(table.info, clock="live-10")), 5.0)
    line = waiting(timed, 55).question
    assert line == "Waiting: Alix (0:55) and Bran (10:00) and Cara (1 h 59 min) and Dahut (1 d 0 h) bid."
    assert own_clock(timed) == "0:55"
    assert own_clock(table) == ""


def test_wish_for_a_pause_says_how_many_votes_it_takes() -> None:
    """Who asks, how many of the persons have to, and which key agrees or takes back; bots do not count."""
    table, _ = watched(140)
    other, own = Seat((table.seat or 0) + 1 & 3), table.seat
    assert own is not None
    asked = replace(table, votes=((other, NATURE, "pause"),))
    assert waiting(asked, None).hint == f"{NAMES[other]} votes to pause: 1 of 3 votes needed; P agrees."
    asked = replace(table, votes=((own, NATURE, "pause"),))
    assert waiting(asked, None).hint.endswith("1 of 3 votes needed; P takes your vote back.")
    bots = tuple(replace(chair, bot=seat not in {own, other}) for seat, chair in enumerate(table.chairs))
    asked = replace(table, chairs=bots, votes=((other, NATURE, "pause"),))
    assert "1 of 2 votes needed" in waiting(asked, None).hint
    assert "agrees" not in waiting(replace(asked, seat=None), None).hint


def test_pause_is_said_and_stops_the_clocks() -> None:
    """While the table pauses nothing is counted down, and it reads who wants it."""
    table, _ = watched(50)
    paused = replace(table, paused=True, votes=((Seat(0), NATURE, "pause"), (Seat(1), NATURE, "pause")))
    asked = waiting(paused, countdown(paused, 0))
    assert asked.question == "The game is paused: no clock runs."
    assert asked.hint == "P votes to play on. To pause: Alix, Bran."
    assert until_told(paused, 0) is None
    assert at_present(paused, 20).left == table.left


@pytest.mark.parametrize(
    ("absence", "words"),
    [
        (Absence.GIVEN_UP, "The table went on without you. c: come back"),
        (Absence.HELD, "A bot plays for you. c: come back"),
        (Absence.COMING, "You have your seat again as the next round begins."),
    ],
)
def test_who_lost_the_seat_reads_how_to_have_it_again(absence: Absence, words: str) -> None:
    """Whoever was away reads who plays for them, and the key that brings them back (R52c)."""
    table, _ = watched(50)
    assert parted(replace(table, absence=absence)).startswith(words)


def test_who_has_come_back_reads_so_in_their_row_and_nobody_reads_that_a_bot_plays() -> None:
    """The own row tells the return, drawn and read out; others cannot know, and read both ways (R52c)."""
    told = Told(4)
    told.run(1, Place)
    seat = Seat(2)

    def sees(viewer: Seat, absence: Absence) -> tuple[str, str]:
        table = told.sees(viewer)
        state = replace(table.confirmed, leavers=(seat,))
        view = replace(table.view, state=state)
        table = replace(table, confirmed=state, view=view, succeeded=(seat,), absence=absence)
        drawn = text_of(players(scene_of(table, Aim(), NIGHT, UNICODE), 80)).split("\n")
        (row,) = (row for row in drawn if NAMES[seat] in row)
        (line,) = (line for line in readout.players(table) if line.startswith(NAMES[seat]))
        return row, line

    row, line = sees(seat, Absence.COMING)
    assert row.rstrip().endswith("back from next round on")
    assert line.endswith("; back from the next round on.")
    for viewer, absence in ((seat, Absence.GIVEN_UP), (Seat(0), Absence.HERE), (Seat(0), Absence.COMING)):
        row, line = sees(viewer, absence)
        assert row.rstrip().endswith("a bot next round unless back")
        assert line.endswith("has left the game: a bot plays from the next round on, unless they come back.")


def test_who_was_given_up_reads_so() -> None:
    """Whoever comes back after a vote is told that the table went on, and may look on (R52c)."""
    told = Told(4)
    seat = told.run(1, Place)
    table = told.sees(seat)
    assert parted(table) == ""
    out = replace(table, confirmed=replace(table.confirmed, leavers=(seat,)))
    for votes, words in (((2, 3), "The table went on without you while you were away."), ((), "You have")):
        left = replace(out, journal=(*table.journal, Chronicle(99, Departed(seat), votes)))
        assert parted(left).startswith(words)
        assert parted(left).endswith("You can look on.")


def test_the_players_table_marks_who_is_away() -> None:
    """Beside the name it says so in words, and only there."""
    table, seat = watched(140)
    rows = text_of(players(scene_of(without(table, seat), Aim(), NIGHT, UNICODE))).split("\n")
    assert [NAMES[seat] in row for row in rows] == ["(away)" in row for row in rows]


def test_a_card_in_force_is_shown() -> None:
    """A used card that still works stands in the row of its owner."""
    table, seat = watched(140)
    state = replace(table.view.state, in_force=((seat, "intriguer"),))
    scene = scene_of(replace(table, view=replace(table.view, state=state)), Aim(), NIGHT, UNICODE)
    (row,) = (row for row in text_of(players(scene)).split("\n") if NAMES[seat] in row)
    assert "Intriguer in force" in row
