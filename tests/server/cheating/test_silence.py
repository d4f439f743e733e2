"""Cheating by silence: a seat that holds back leaves the game, and is never better off for it."""

import pytest

from protocol.game import Ballot
from protocol.games.ys.events import Departed
from protocol.games.ys.prompts import Reveal
from protocol.messages import (
    Waiting,
)
from tests.support.party import ADA, BEN, EVE, LAST_PLACE, party


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("why", ["bid", "last", "neighborhood", "market"])
async def test_silent_seat(why: str) -> None:
    """A seat that never opens is voted out once the table's patience ends, and is last: silence does not pay.

    Before that no vote is taken; all see how long the table waits; the game is finished without the seat.
    """
    async with party(3) as guests:
        await guests.until(lambda: getattr(guests.prompts.get(EVE), "why", "") == why)
        await guests.until(lambda: list(guests.prompts) == [EVE], but=EVE)
        ballot = (Ballot(EVE, "go-on"),)
        assert await guests.refuses(guests.guests[ADA], ballot) == "too-early"
        guests.hall.pass_time(179.0)
        assert await guests.refuses(guests.guests[ADA], ballot) == "too-early"
        assert await guests.refuses(guests.guests[EVE], (Ballot(ADA, "go-on"),)) == "not-awaited"
        guests.hall.pass_time(1.0)
        shown = await guests.lurker.next(Waiting)
        assert (EVE, 0) in shown.seats
        await guests.does(ADA, *ballot)
        assert not guests.told(Departed), "one of three is no majority"
        await guests.does(BEN, *ballot)
        assert guests.told(Departed) == [Departed(EVE)]
        await guests.goes_on()
        assert guests.places[EVE] == LAST_PLACE


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("number", [0, 1, 4, 9, 12, 14])
async def test_withholding_never_beats_opening(number: int) -> None:
    """Who leaves at an opening, whichever of the game, ends last; who opens there ends no worse."""
    async with party(3) as opening:
        await opening.goes_on()
        honest = opening.places[EVE]
    async with party(3) as withholding:
        for _ in range(number):
            await withholding.until(lambda: isinstance(withholding.prompts.get(EVE), Reveal))
            await withholding.does(EVE, *withholding.answers(EVE))
        await withholding.until(lambda: isinstance(withholding.prompts.get(EVE), Reveal))
        await withholding.until(lambda: list(withholding.prompts) == [EVE], but=EVE)
        await withholding.votes_out(EVE)
        await withholding.goes_on()
        assert withholding.places[EVE] == LAST_PLACE
        assert honest < LAST_PLACE, "the seat would have had something to lose"
