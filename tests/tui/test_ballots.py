"""What a vote is said to do: where it leaves one player alone it ends the game, and says so (R52c)."""

import pytest
from msgspec.structs import replace

from protocol.game import Resign, Seat
from protocol.games.ys.prompts import Place
from tests.support.screen import NAMES, ScreenApp, Told, snapshot
from ys_tui.ballots import ballot_answers, rival, threat
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.presence import until_told, warning
from ys_tui.looks import UNICODE
from ys_tui.screens.people import ask_vote


def placing(names: int, left: int, *, sees: int) -> tuple[TableSnapshot, Seat]:
    """Return a table of so many at which one places with so many seconds left, seen by another or by it."""
    told = Told(4, NAMES[:names])
    seat = told.run(1, Place)
    return replace(told.sees((seat + sees) % names), left=((seat, left),)), seat


def test_vote_that_goes_on() -> None:
    """With two others left nothing ends: a bot plays on, or the seat stays empty."""
    table, seat = placing(3, 0, sees=1)
    said = dict(ballot_answers(table, seat))
    assert said["bot"].startswith(f"A bot plays for {NAMES[seat]} from the next round on")
    assert said["go-on"].endswith(f"the seat stays empty until {NAMES[seat]} comes back")


def test_vote_that_ends_the_game() -> None:
    """The last one left wins at once, bot or not: the ballot says that, and promises nobody a return."""
    table, seat = placing(2, 0, sees=1)
    said = dict(ballot_answers(table, seat))
    for choice in ("bot", "go-on"):
        assert said[choice].endswith("the game ends and you win")
    assert "comes back" not in " ".join(said.values())


def test_third_who_has_left_counts_no_more() -> None:
    """Where a third one has resigned, two are left, and a vote about one of them ends the game."""
    told = Told(4, NAMES[:3])
    seat = told.run(1, Place)
    gone = Seat((seat + 1) % 3)
    chair = told.chairs[gone]
    entry = chair.declare(Resign())
    assert entry is not None
    told.take(entry)
    table = told.sees((seat + 2) % 3)
    assert dict(ballot_answers(table, seat))["go-on"].endswith("the game ends and you win")


def test_ballot_is_true() -> None:
    """What the ballot says is what the rules do: the seat that is left has won."""
    told = Told(4, NAMES[:2])
    seat = told.run(1, Place)
    entry = told.chairs[seat].declare(Resign())
    assert entry is not None
    told.take(entry)
    outcome = told.match.game.outcome(told.match.state)
    assert outcome is not None
    assert outcome.places[1 - seat] == 1


def test_who_keeps_two_waiting_is_warned() -> None:
    """In the last minute, counted down, and when it is time; who has time for more is left in peace."""
    table, seat = placing(2, 140, sees=0)
    name = NAMES[1 - seat]
    assert warning(table, 0) == ""
    assert until_told(table, 0) == 80
    expected = f"In 0:40 {name} may vote to go on without you: the game ends then, {name} wins."
    assert warning(table, 100) == expected
    assert until_told(table, 100) == 1
    assert warning(table, 200).startswith(f"Now {name} may vote")
    assert until_told(table, 200) is None


def test_nobody_is_warned_of_what_cannot_be() -> None:
    """Three play on; a bot has no vote; who waits, looks on or pauses keeps nobody waiting."""
    several, _ = placing(3, 10, sees=0)
    table, seat = placing(2, 10, sees=0)
    other, _ = placing(2, 10, sees=1)
    robot = replace(table, voters=())
    for seen in (several, other, robot, replace(table, seat=None), replace(table, paused=True)):
        assert rival(seen) == ""
        assert threat(seen, "Now") == ""
        assert warning(seen, 0) == ""
    assert rival(table) == NAMES[1 - seat]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_warning_is_on_the_screen(size: tuple[int, int]) -> None:
    """Below the board stands what the other may do, whole."""
    table, seat = placing(2, 0, sees=0)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        name = NAMES[1 - seat]
        assert f"Now {name} may vote to go on without you: the game ends then, {name} wins." in app.text()


async def test_ballot_fits_the_screen() -> None:
    """On a small terminal each choice stands in one line."""
    table, seat = placing(2, 0, sees=1)
    app = ScreenApp(snapshot(replace(table, may_vote=(seat,))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(ask_vote(table, seat, UNICODE)[0])
        await pilot.pause()
        assert f"A bot for {NAMES[seat]}: too late, the game ends and you win" in app.text()
