"""A move, and the link breaks before it or its answer arrives: the real client at a real server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.game import Ballot, Seat
from protocol.games.ys.actions import Bid
from protocol.games.ys.prompts import PickBid
from protocol.messages import OpenTable, Sit, Start, TableChanged
from protocol.vault import NONCE
from tests.support.cutting import Valve
from tests.support.driver import secret
from tests.support.guest import Guest
from tests.support.hall import PATIENCE, Hall
from tests.support.liar import Victim
from ys_tui.client.keyring import Scratch
from ys_tui.client.snapshot import Absence, Confirm, Pick, SitDown

DAN = Seat(3)


class Scene:
    """A table of three guests and Dan, who is the real client, behind a valve."""

    def __init__(self, hall: Hall, valve: Valve) -> None:
        """Let nobody be there yet."""
        self.hall, self.valve = hall, valve
        self.guests = tuple(Guest(name) for name in ("Ada", "Ben", "Cara"))
        nonce = secret("dan", "nonce", size=NONCE)
        self.dan = Victim(DAN, secret("dan"), nonce, Scratch())

    async def begin(self) -> None:
        """Seat everybody and play until Dan is asked for his bid."""
        host = self.guests[0]
        for guest in self.guests:
            await guest.enter(self.hall.url)
        assert await host.ask(OpenTable(0, "ys", 4, (), "Harbour")) == ""
        table = next(m.table.id for m in reversed(host.messages) if isinstance(m, TableChanged))
        for guest in self.guests:
            assert await guest.ask(Sit(0, table, guest.vault.keys)) == ""
        self.dan.start(self.valve.url)
        await self.dan.until(lambda: bool(self.dan.store.snapshot.lobby.tables))
        self.dan.wish(SitDown(table))
        await self.dan.until(lambda: len(self.dan.store.snapshot.lobby.tables[0].chairs) == 4)
        assert await host.ask(Start(0, table)) == ""
        for guest in self.guests:
            await guest.settle()
            assert guest.seat is not None
            assert await guest.act(guest.match.owed(guest.seat, guest.vault)) == ""
        await self.dan.until(lambda: self.dan.store.snapshot.table is not None)
        await self.dan.until(lambda: isinstance(self.dan.shown.prompt, PickBid))
        await host.settle()

    def bids(self) -> int:
        """Return how often Dan has bid, as the server has told Ada."""
        match = self.guests[0].match
        mine = [raw for entry in match.log if entry.seat == DAN for raw in entry.actions]
        return sum(isinstance(match.game.decode(raw), Bid) for raw in mine)

    def is_in_step(self) -> bool:
        """Tell whether Dan's client and Ada's hold the same history and the same state."""
        match, shown = self.guests[0].match, self.dan.shown
        is_same = shown.checkpoints[-1] == (len(match.log), match.chain)
        assert not is_same or shown.confirmed == match.state
        return is_same


@asynccontextmanager
async def asked() -> AsyncIterator[Scene]:
    """Open a server at which Dan is asked for a bid."""
    async with Hall() as hall, Valve(int(hall.url.rpartition(":")[2])) as valve:
        scene = Scene(hall, valve)
        await scene.begin()
        yield scene
        await scene.dan.stop()
        for guest in scene.guests:
            await guest.leave()


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
