"""Cheating by silence: a seat that holds back leaves the game, and is never better off for it."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import fields

from protocol.game import Action, Ballot, View
from protocol.games.ys.actions import Take, UseCard
from protocol.games.ys.board import THRONE
from protocol.games.ys.events import Departed
from protocol.games.ys.prompts import Deal, Reveal, YsPrompt
from protocol.messages import (
    Waiting,
)
from protocol.seals import Token
from tests.support.driver import Choose, any_of
from tests.support.party import ADA, BEN, EVE, LAST_PLACE, party, spying


def exchanging(view: View[Any], options: Sequence[Action], rng: Random) -> Action:
    """Return the use of a Magician, and for it a broker from the throne room and one that lies face up."""
    magic = UseCard(card="magician")
    if magic in options:
        return magic
    brokers = {broker.token: broker for broker in view.state.brokers}
    taken = [one for one in options if isinstance(one, Take) and one.what.isdigit()]
    enthroned = [one for one in taken if brokers[Token(int(one.what))].spot == THRONE]
    lying_up = [one for one in taken if brokers[Token(int(one.what))].up]
    return next(iter((*enthroned, *lying_up)), any_of(view, options, rng))


FAVOR = ("kings-favor",)
SILENCES: dict[str, tuple[int, Sequence[str], Choose]] = {
    "SealBrokers": (3, (), any_of),
    "bid": (3, (), any_of),
    "last": (3, (), any_of),
    "neighborhood": (3, (), any_of),
    "market": (3, (), any_of),
    "ShowSpy": (26, (), spying),
    "SealTieBreak": (3, FAVOR, any_of),
    "swap": (3, FAVOR, exchanging),
    "throne": (3, FAVOR, any_of),
}
"""All that is automatic: each seal, look and opening, and a game in which Eve is asked for it."""


def test_every_silence_is_tried() -> None:
    """Whatever a client answers by itself is among those that a seat can hold back; nature is the server."""
    asked = {kind for kind in get_args(YsPrompt) for field in fields(kind) if field.default is True}
    assert {kind.__name__ for kind in asked - {Deal, Reveal}} == {
        name for name in SILENCES if name[0].isupper()
    }


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("why", SILENCES)
async def test_silent_seat(why: str) -> None:
    """A seat that never opens is voted out once the table's patience ends, and is last: silence does not pay.

    Before that no vote is taken; all see how long the table waits; the game is finished without the seat.
    """
    seed, options, choose = SILENCES[why]
    async with party(seed, options=options, choose=choose) as guests:

        def is_asked() -> bool:
            prompt = guests.prompts.get(EVE)
            return why in (type(prompt).__name__, getattr(prompt, "why", ""))

        await guests.until(is_asked)
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
