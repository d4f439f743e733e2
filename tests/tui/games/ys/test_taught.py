"""The tutorial's board: what it offers beside its note, and when."""

import pytest
from textual.events import Mount

from protocol.games.ys.prompts import Place
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui import themes
from ys_tui.client.intents import Pick
from ys_tui.games.ys.aim import LETTER_OF
from ys_tui.games.ys.taught import KEY, TaughtBoard
from ys_tui.screens.table import TableScreen


class TaughtApp(ScreenApp):
    """An app with the table screen of the tutorial."""

    def on_mount(self, event: Mount) -> None:  # type: ignore[override]
        """Put the theme on and this table up, no other."""
        event.prevent_default()
        themes.install(self)
        self.push_screen(TableScreen(self.shown, marks=self.glyphs, pace=self.pace, is_taught=True))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 30), (120, 36)], ids=str)
async def test_while_letters_are_shown_none_of_them_is_the_lesson(size: tuple[int, int]) -> None:
    """Neither the bar nor the line above it claims one; that of the lesson puts a broker where it stands."""
    told = Told(4)
    app = TaughtApp(snapshot(told.sees(told.run(1, Place))))
    spot = next(spot for spot, letter in LETTER_OF.items() if letter == KEY)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.screen.query_one(TaughtBoard)
        while board._is_noted:
            await pilot.press("enter")
        is_offered = KEY in dict(board.keys())
        assert is_offered or size[0] >= 100
        await pilot.press("0", "g")
        await pilot.pause()
        assert board.has_all_keys
        assert KEY not in dict(board.keys())
        assert f"{KEY} lesson" not in app.text()
        assert f"{KEY}: why" not in app.text()
        await pilot.press(KEY)
        await pilot.pause()
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert wish.action.spot == spot  # type: ignore[attr-defined]
