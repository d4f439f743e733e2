"""What stands on the terminal first: the whole start screen, drawn once, in the colours that were chosen."""

import asyncio
from itertools import chain

import pytest
from rich.console import RenderableType
from textual._compositor import LayoutUpdate
from textual.screen import Screen

from tests.support.keys import WatchedApp, until
from ys_tui.app import YsApp
from ys_tui.config import Settings
from ys_tui.palettes import DAY
from ys_tui.preferences import THEME
from ys_tui.session import Session
from ys_tui.themes import palette_of


class Drawn(WatchedApp):
    """Notes what is drawn, as text."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.news = asyncio.Event()
        self.drawn: list[str] = []

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if self._batch_count:
            pass  # it is drawn in vain: Textual writes nothing yet
        elif isinstance(renderable, LayoutUpdate):
            self.drawn.append("".join(strip.text for strip in chain.from_iterable(renderable.strips)))
        elif renderable is not None:
            self.drawn.append("a part")
        super()._display(screen, renderable)


def known() -> Session:
    """Return a session of a profile that has been here before: no greeting stands above its start screen."""
    with Session(Settings(name="Ada")) as first:
        assert first.greeting
    return Session(Settings(name="Ada"))


async def test_what_is_drawn_first_is_the_whole_start_screen() -> None:
    """No picture comes before the one that has everything: bars, ways to play, the name."""
    with known() as session:
        app = Drawn(session)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: bool(app.drawn), "a picture")
    for words in ("the board game", "How do you want", "Play alone", "Your name", "Ada", "enter choose"):
        assert words in app.drawn[0]


def test_an_app_is_made_in_the_theme_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the colours of that palette before it runs: those of no other theme are worked out."""
    monkeypatch.setenv("COLORTERM", "truecolor")
    with known() as session:
        session.preferences.put(THEME, "ys-day")
        app = YsApp(session)
        assert app.theme == "ys-day"
        assert palette_of(app.theme_variables) == DAY
