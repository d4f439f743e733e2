"""A move, and the link breaks before it or its answer arrives: the real client at a real server."""

import pytest

from protocol.game import Ballot
from tests.support.hall import PATIENCE
from tests.support.spoiled import DAN, asked
from ys_tui.client.intents import Confirm, Pick
from ys_tui.client.snapshot import Absence


@pytest.mark.parametrize("is_saved", [False, True], ids=["before the server hears of it", "unanswered"])
async def test_move_made_while_the_link_breaks_counts_once(is_saved: bool) -> None:
    """Whether it was lost or only its answer: the client sends the same again, and one move is kept.

    In the end client, server and the others are of one mind, and the player was bothered with nothing.
    """
    async with asked() as scene:
        dan, ada = scene.dan, scene.guests[0]
        before = ada.length
        scene.valve.is_up_open, scene.valve.is_down_open = is_saved, not is_saved
        dan.wish(Pick(dan.shown.legal[0]), Confirm())
        if is_saved:
            await ada.reach(before + 1)
        await scene.valve.keeps_something()
        assert dan.shown.sent, "nobody has told it what became of the move"
        await scene.valve.cut()
        await ada.reach(before + 1)
        await dan.until(scene.is_in_step)
        assert scene.bids() == 1
        assert (dan.shown.draft, dan.shown.sent, dan.store.snapshot.notice) == ((), False, None)
        await ada.settle()
        assert ada.length == before + 1


async def test_move_made_while_the_table_gives_the_seat_up_is_not_half_made() -> None:
    """It comes too late: it counts nowhere, also not on the player's own screen, which says why."""
    async with asked() as scene:
        dan, ada, ben = scene.dan, *scene.guests[:2]
        scene.valve.is_up_open = scene.valve.is_down_open = False
        dan.wish(Pick(dan.shown.legal[0]), Confirm())
        await scene.valve.keeps_something()
        for guest in scene.guests:
            assert guest.seat is not None
            await guest.settle()
            view = guest.match.view(guest.seat, guest.vault)
            assert await guest.act((guest.match.game.legal(view)[0],)) == ""
        scene.hall.pass_time(PATIENCE)
        for guest in (ada, ben):
            await guest.settle()
            assert await guest.act((Ballot(DAN, "go-on"),)) == ""
        await ada.settle()
        await scene.valve.cut()
        await dan.until(scene.is_in_step)
        assert scene.bids() == 0
        assert (dan.shown.draft, dan.shown.sent) == ((), False)
        assert dan.shown.absence is Absence.GIVEN_UP
