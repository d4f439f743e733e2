"""Screens between two bars on canned snapshots, in an app that only notes what they wish and ask."""

from textual.app import App
from textual.pilot import Pilot

from protocol.messages import Chair, TableInfo
from tests.support.driver import secret
from ys_tui import themes
from ys_tui.client.intents import Intent
from ys_tui.client.snapshot import Chat, Connection, Lobby, Snapshot
from ys_tui.config import Plan
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.frame import Asked, Framed
from ys_tui.widgets.plain import draw_bars
from ys_tui.wish import Wish

ME, BEN, BOTS = secret("me"), secret("ben"), secret("bots")
_KEYS = {"Ada": ME, "Ben": BEN}


class FramedApp(App[None]):
    """An app with one screen; what the screen wants is in `wishes`, `asked` and `chosen`."""

    def __init__(self, shown: Framed) -> None:
        """Show `shown`."""
        super().__init__()
        draw_bars(is_plain=shown.marks.ascii)
        themes.install(self)
        self.shown = shown
        self.wishes: list[Intent] = []
        self.asked: list[str] = []
        self.chosen: list[tuple[Plan, str]] = []

    def on_mount(self) -> None:
        """Put the screen on."""
        self.push_screen(self.shown)

    def on_wish(self, message: Wish) -> None:
        """Note it."""
        self.wishes.append(message.intent)

    def on_asked(self, message: Asked) -> None:
        """Note it."""
        self.asked.append(message.what)

    def on_connect_screen_chosen(self, message: ConnectScreen.Chosen) -> None:
        """Note it."""
        self.chosen.append((message.plan, message.name))

    def text(self) -> str:
        """Return what is on the screen, row by row."""
        return "\n".join(strip.text.rstrip() for strip in self.screen._compositor.render_strips())

    def bar(self) -> str:
        """Return the bar of keys."""
        return self.text().splitlines()[-1]


async def after(pilot: Pilot[None], *keys: str) -> FramedApp:
    """Press `keys`, let everything settle, and return the app."""
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()
    app = pilot.app
    assert isinstance(app, FramedApp)
    return app


def table(
    *names: str, number: int = 1, title: str = "Harbour", host: str = "Ada", stage: str = "open"
) -> TableInfo:
    """Return a table of Ys with these people in its chairs; who is not Ada or Ben is a bot."""
    chairs = tuple(Chair(name, _KEYS.get(name, BOTS), name not in _KEYS, here=True) for name in names)
    return TableInfo(number, "ys", 1, title, (), 4, chairs, _KEYS[host], stage)  # type: ignore[arg-type]  # a literal


def seen(*tables: TableInfo, at: int | None = None, chat: tuple[Chat, ...] = ()) -> Snapshot:
    """Return what Ada sees of a server with these tables."""
    return Snapshot(
        connection=Connection.ONLINE,
        server="ws://harbour.example:4747",
        name="Ada",
        key=ME,
        lobby=Lobby(tables),
        at=at,
        chat=chat,
    )
