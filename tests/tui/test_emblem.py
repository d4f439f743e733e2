"""The emblem of the start screen: shown where there is room, with what the terminal can show."""

import pytest

from tests.support.framed import FramedApp
from ys_tui.client.snapshot import Snapshot
from ys_tui.emblem import ROWS, emblem
from ys_tui.lines import text_of, width
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.palettes import NIGHT
from ys_tui.screens.connect import ConnectScreen


@pytest.mark.parametrize("marks", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("cells", [40, 56, 57])
def test_it_fills_its_room(cells: int, marks: Marks) -> None:
    """Every row is as wide as the room it was given, and letters alone suffice to draw it."""
    drawn = emblem(NIGHT, marks, cells)
    assert [width(line) for line in drawn] == [cells] * ROWS
    assert marks is UNICODE or text_of(drawn).isascii()


@pytest.mark.parametrize(("rows", "is_shown"), [(24, False), (29, False), (30, True), (36, True)])
async def test_it_takes_no_row_that_the_ways_to_play_need(rows: int, is_shown: bool) -> None:
    """It stands on large terminals only; the ways to play are seen with it as without."""
    app = FramedApp(ConnectScreen(Snapshot(), marks=ASCII, name="Ada"))
    async with app.run_test(size=(80, rows)) as pilot:
        await pilot.pause()
        assert ("~~~~" in app.text()) is is_shown
        assert "Play alone against three bots" in app.text()
        assert "harbour.example" in app.text()
