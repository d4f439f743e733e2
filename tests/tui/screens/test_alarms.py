"""What victims read: alarms of the real client, raised over a socket, as they stand on the screen."""

from protocol.games.ys.prompts import PickBid
from tests.support.framed import FramedApp, after
from tests.support.liar import ADA, CARA, DAN, YS, Liar
from tests.support.screen import ScreenApp
from ys_tui.client import words
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
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
