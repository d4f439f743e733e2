"""What victims read: alarms of the real client, raised over a socket, as they stand on the screen."""

from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.games.ys.prompts import PickBid
from tests.support.framed import BEN, FramedApp, after, seen, table
from tests.support.liar import ADA, CARA, DAN, YS, Liar
from tests.support.screen import ScreenApp, Told
from ys_tui import themes
from ys_tui.asking import Asking
from ys_tui.client import words
from ys_tui.client.silence import UNANSWERED
from ys_tui.client.snapshot import Alarm, Face, Snapshot, Standing
from ys_tui.looks import UNICODE
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.table import TableScreen
from ys_tui.screens.who import WhoScreen


async def test_forged_entry_on_every_screen() -> None:
    """The table and its bar, who is who, the lobby and the result name it: number, seat, what is wrong."""
    async with Liar() as liar:
        ada = await liar.invites(ADA)
        await liar.until(CARA, PickBid, last=True)
        (bid,) = YS.legal(liar.match.view(CARA, liar.vaults[CARA]))[:1]
        await liar.tells(ada, liar.match.sign(CARA, liar.vaults[DAN], (bid,)))
        snapshot = ada.store.snapshot
        named = f"! Entry {len(liar.match.log)}, shown as by Cara, is not signed by Cara"
        spelled = words.of_log(liar.match.chain)
    at_table = ScreenApp(snapshot)
    async with at_table.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert named in at_table.text()
        assert "i ALARM" in at_table.text()
    for screen in (WhoScreen(snapshot), LobbyScreen(snapshot), ResultScreen(snapshot)):
        app = FramedApp(screen)
        async with app.run_test(size=(80, 34)) as pilot:
            await after(pilot)
            assert named in app.text()
            if isinstance(screen, WhoScreen):
                assert spelled in app.text()


class Shown(Asking):
    """The app as far as it asks and warns, without a client."""

    is_alone = is_hosting = False

    def again(self) -> None:
        """Do nothing: no game is alone here."""

    async def sees(self, snapshot: Snapshot, pilot: Pilot[None]) -> list[str]:
        """Take a snapshot as the app does, and return the names of the screens."""
        self.snapshot = snapshot
        self.warn()
        await pilot.pause()
        return [type(screen).__name__ for screen in self.screen_stack[1:]]


async def test_alarm_comes_up_by_itself_once() -> None:
    """A changed key and a lie are shown whole without being asked for, once of each kind at each table."""
    changed = Face("Ben", BEN, Standing.CHANGED, word="Ben has another key.")
    quiet = seen(table("Ada", "Ben"), at=1)
    app = Shown(UNICODE)
    async with app.run_test() as pilot:
        themes.install(app)
        await app.push_screen(RoomScreen(quiet))
        assert await app.sees(quiet, pilot) == ["RoomScreen"]
        loud = replace(quiet, faces=(changed,))
        assert await app.sees(loud, pilot) == ["RoomScreen", "WhoScreen"]
        await app.pop_screen()
        assert await app.sees(loud, pilot) == ["RoomScreen"]
        assert await app.sees(replace(loud, at=2), pilot) == ["RoomScreen", "WhoScreen"]


async def test_slow_server_takes_no_key_away() -> None:
    """That a server has not answered yet stands at the table; nothing is put above it."""
    waiting = replace(Told(1).sees(0), alarms=(Alarm(UNANSWERED, "Not answered."),))
    at_table = replace(seen(table("Ada"), at=1), table=waiting)
    app = Shown(UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        themes.install(app)
        await app.push_screen(TableScreen(at_table))
        assert await app.sees(at_table, pilot) == ["TableScreen"]
        lied = replace(at_table, table=replace(waiting, alarms=(Alarm("forged", "Forged."),)))
        assert await app.sees(lied, pilot) == ["TableScreen", "WhoScreen"]
