"""What stands there meanwhile when the command line has said where to play."""

import asyncio
from errno import EMFILE
from os import strerror

import pytest

from tests.support.framed import FramedApp, after
from tests.support.keys import WatchedApp, until
from ys_tui import routing
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.config import Plan, Settings, Solo
from ys_tui.hosting import Hosted
from ys_tui.looks import UNICODE
from ys_tui.routing import Ways
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.starting import StartingScreen
from ys_tui.session import Session

REFUSED = Snapshot(server="ws://harbour.example", connection=Connection.REFUSED)


@pytest.mark.parametrize(
    ("snapshot", "is_said", "expected"),
    [
        (Snapshot(), True, StartingScreen),
        (Snapshot(), False, ConnectScreen),
        (REFUSED, True, ConnectScreen),
    ],
)
def test_only_who_has_not_said_where_to_play_is_asked(
    snapshot: Snapshot, is_said: bool, expected: type
) -> None:
    """The ways to play are shown without a command, and when what was asked for is refused."""
    assert routing.wanted(snapshot, Ways(UNICODE, "Ada", is_said=is_said)) is expected


async def test_it_shows_one_word_and_can_be_left() -> None:
    """It says that something is on its way; q asks for the end, ? for help, other keys for nothing."""
    app = FramedApp(StartingScreen(Snapshot()))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "s", "question_mark", "q")
        assert "Starting …" in app.text()
        assert "How do you want to play?" not in app.text()
        assert app.asked == ["help", "quit"]


def shown(app: WatchedApp) -> str:
    """Return what is on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_a_server_that_cannot_be_started_leads_to_the_start_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What went wrong stands there, with all the ways to play: nobody waits for what never comes."""

    def refused(session: Session, plan: Plan) -> Hosted:
        raise OSError(EMFILE, strerror(EMFILE))

    with Session(Settings(plan=Solo(seed=1))) as session:  # none is started before the app here
        monkeypatch.setattr(Session, "host", refused)
        app = WatchedApp(session)
        app.news = asyncio.Event()
        async with app.run_test(size=(80, 24)) as pilot:
            if session.greeting:
                await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen), "the start screen")
            await until(pilot, lambda: strerror(EMFILE) in shown(app), "the word")
            assert "Play alone against three bots" in shown(app)
