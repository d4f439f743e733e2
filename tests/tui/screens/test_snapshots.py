"""Pictures of whole screens, in colour. Anew: `pytest --snapshot-update`, then look at each of them."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from tests.support.screen import ScreenApp, snapshot
from tests.tui.games.scenes import moments, results
from ys_tui import themes
from ys_tui.client.snapshot import Chat, TableSnapshot
from ys_tui.games.ys.board import YsBoard
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.screens.result import ResultScreen

SnapCompare = Callable[..., bool]
LARGE, MIDDLE, COMPACT, LIST = (120, 36), (100, 30), (80, 24), (48, 18)
SAID = "That palace was mine.", "[b]Was[/b] it? 漢字"


class Pictured(ScreenApp):
    """The table at a moment of a game, in a theme, with something said."""

    def __init__(self, moment: str, theme: str, marks: Marks, said: tuple[str, str] = SAID) -> None:
        """Show `moment`; Bran and Cara have said this."""
        table, self._held = moments()[moment]
        super().__init__(snapshot(_talked(table, *said)), marks)
        self._wanted = theme

    def on_ready(self) -> None:
        """Put the theme on, whatever this terminal can, and the aim where the moment has it."""
        self.theme = self._wanted
        board = self.screen.query_one(YsBoard)
        board._aim = self._held
        board.show()


def _talked(table: TableSnapshot, first: str, second: str) -> TableSnapshot:
    return replace(table, chat=(Chat("Bran", first, at=3), Chat("Cara", second, at=len(table.journal))))


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [
        ("draft", LARGE, "ys-night"),
        ("draft", LARGE, "ys-day"),
        ("draft", LARGE, "ys-contrast"),
        ("draft", LARGE, "ys-colour-blind"),
        ("draft", LARGE, "ys-grey"),
        ("draft", LARGE, "ys-sixteen"),
        ("place-jump", LARGE, "ys-night"),
        ("duel-draft", LARGE, "ys-night"),
        ("favor-magician", LARGE, "ys-night"),
        ("draft", MIDDLE, "ys-night"),
        ("favor-magician", MIDDLE, "ys-day"),
        ("draft", COMPACT, "ys-night"),
        ("tight-place", COMPACT, "ys-contrast"),
        ("place-jump", LIST, "ys-night"),
    ],
)
def test_the_table(snap_compare: SnapCompare, moment: str, size: tuple[int, int], theme: str) -> None:
    """Each layout and each theme, at moments with much on the board."""
    assert snap_compare(Pictured(moment, theme, UNICODE), terminal_size=size)


def test_the_table_in_ascii(snap_compare: SnapCompare) -> None:
    """The round city with nothing but letters: the rings have outlines."""
    assert snap_compare(Pictured("draft", "ys-night", ASCII), terminal_size=LARGE)


class Resulted(App[None]):
    """The result of a game, in a theme."""

    def __init__(self, name: str, theme: str, marks: Marks) -> None:
        """Show the result called `name`."""
        super().__init__()
        themes.install(self)
        self._shown, self._wanted, self._marks = name, theme, marks

    async def on_mount(self) -> None:
        """Put the screen on."""
        await self.push_screen(ResultScreen(snapshot(results()[self._shown]), marks=self._marks))
        self.theme = self._wanted


async def _charted(pilot: Pilot[None]) -> None:
    """Wait until the charts are drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        ("result-4", LARGE, "ys-night"),
        ("result-4-kings-favor", LARGE, "ys-day"),
        ("result-3", MIDDLE, "ys-night"),
        ("result-2", COMPACT, "ys-contrast"),
    ],
)
def test_the_result(snap_compare: SnapCompare, name: str, size: tuple[int, int], theme: str) -> None:
    """Panels side by side where there is room, else pages."""
    assert snap_compare(Resulted(name, theme, UNICODE), terminal_size=size, run_before=_charted)
