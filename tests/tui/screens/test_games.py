"""The finished games of a profile: listed, searched, counted, and opened to be stepped through."""

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.games import GAMES
from protocol.verdict import Proved, judge
from tests.support.framed import FramedApp, after
from tests.support.records import whole
from ys_tui.client.listing import own_key
from ys_tui.client.shelf import Shelf
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import GAMES_FOLDER
from ys_tui.looks import ASCII, UNICODE
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.games import GamesScreen
from ys_tui.screens.replay import ReplayScreen
from ys_tui.widgets.choices import Choices


def keep(folder: Path, seats: int, options: tuple[str, ...], day: int) -> Path:
    """Put a whole game on the shelf."""
    game = whole(("ys", seats, options))
    found = judge(game, GAMES)
    assert isinstance(found, Proved)
    shelf = Shelf(folder / GAMES_FOLDER, lambda: date(2026, 11, day))
    return shelf.keep(game, found.match.chain)


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """Return the folder of a profile with two games, played by others."""
    keep(tmp_path, 4, ("kings-favor",), 2)
    keep(tmp_path, 2, (), 3)
    assert own_key(tmp_path) is None
    return tmp_path


async def read(pilot: Pilot[None], games: int) -> FramedApp:
    """Wait until so many games are listed."""
    app = await after(pilot)
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert len(app.screen.query_one(Choices).options) == games
    return app


async def test_games_are_listed_and_searched(folder: Path) -> None:
    """The newest is on top; a word leaves those that have it, and Esc shows all again."""
    app = FramedApp(GamesScreen(folder, Snapshot(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, 2)
        text = app.text()
        assert "2 games" in text
        assert text.index("2026-11-03") < text.index("2026-11-02")
        assert "Ys, 2 players: " in text
        await after(pilot, "slash", *"king", "enter")
        assert "1 game with" in app.text()
        assert "step through" in app.bar()
        assert "Ys, 4 players, King's Favor: " in app.text()
        await after(pilot, "escape")
        await read(pilot, 2)


async def test_a_game_is_opened_and_left_again(folder: Path) -> None:
    """Enter steps through the game under the cursor, also after the statistics; q comes back to the list."""
    app = FramedApp(GamesScreen(folder, Snapshot(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, 2)
        await after(pilot, "s", "s", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("end")
        await pilot.pause()
        assert app.screen.board.table is not None
        assert len(app.screen.board.table.confirmed.setup.seats) == 2
        assert app.screen.board.table.seat is None
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, GamesScreen)


async def test_results_are_counted(folder: Path) -> None:
    """The statistics are of one's own games; where there are none they say so; s goes back."""
    app = FramedApp(GamesScreen(folder, Snapshot(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, 2)
        await after(pilot, "s")
        assert "No game of your own yet" in app.text()
        await after(pilot, "s")
        assert "2026-11-03" in app.text()


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_own_results_are_drawn_over_time(folder: Path, size: tuple[int, int]) -> None:
    """Below the numbers stands a chart of one's own games, the oldest at the left, across the screen."""
    screen = GamesScreen(folder, Snapshot(), marks=UNICODE)
    app = FramedApp(screen)
    async with app.run_test(size=size) as pilot:
        await read(pilot, 2)
        screen._found = [
            replace(found, own=found.checked.record.setup.seats[0].sign)
            for found in screen._found
            if found.checked.record is not None
        ]
        await after(pilot, "s")
        await app.workers.wait_for_complete()
        await after(pilot)
        text = app.text()
    (line,) = (row for row in text.splitlines() if "Your points, game by game" in row)
    assert len(line.strip()) == min(size[0], 120) - 4
    latest, oldest = (found.mine[0].points for found in screen._found)
    assert f" {max(latest, oldest)}" in text
    assert "all games" in text


async def test_a_file_that_is_gone_is_told(folder: Path) -> None:
    """A game whose file was taken away meanwhile cannot be opened: the screen says why and stays."""
    app = FramedApp(GamesScreen(folder, Snapshot(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await read(pilot, 2)
        for path in Shelf(folder / GAMES_FOLDER).games():
            path.unlink()
        await after(pilot, "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, GamesScreen)
        assert "cannot be read" in app.text()


async def test_the_start_screen_leads_there() -> None:
    """A key that the start screen names asks for the games."""
    app = FramedApp(ConnectScreen(Snapshot(), name="Ada"))
    async with app.run_test() as pilot:
        await after(pilot, "g")
        assert "g: your games" in app.text()
    assert app.asked == ["games"]
