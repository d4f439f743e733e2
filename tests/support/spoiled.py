"""The real client at a real server, three guests beside it, and between them a line that a test may spoil."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from protocol.game import Seat
from protocol.games.ys.actions import Bid
from protocol.games.ys.prompts import PickBid
from protocol.messages import OpenTable, Sit, Start, TableChanged
from protocol.vault import NONCE
from tests.support.cutting import Valve
from tests.support.driver import secret
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.liar import Victim
from ys_tui.client.intents import SitDown
from ys_tui.client.keyring import Scratch

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
