"""What is set: on its screen, by the palette, by flags that go before it; at once and for the next start."""

import subprocess
import sys

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from protocol.games.ys.actions import PlaceUp
from protocol.games.ys.prompts import Place
from tests.support.framed import seen, table
from tests.support.screen import Told, snapshot
from ys_tui.client.intents import Intent, Pick
from ys_tui.config import Settings
from ys_tui.fitting import Fitting
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.count import Count
from ys_tui.keyfile import read
from ys_tui.looks import ASCII, UNICODE
from ys_tui.palettes import PALETTES
from ys_tui.preferences import CALL, GLYPHS, PACE, THEME, Preferences
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.frame import Framed
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.settings import SettingsScreen
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.bars import TopBar
from ys_tui.wish import Wish

SIZE = (80, 24)


class FittingApp(Fitting):
    """An app that can be set, with one screen on."""

    is_alone = is_hosting = is_choosing = False

    def __init__(self, shown: Framed | TableScreen, settings: Settings | None = None, keys: str = "") -> None:
        """Show `shown`."""
        self.kept = Preferences()
        super().__init__(settings or Settings(), self.kept, read(keys, "keys.toml"))
        self.shown = shown
        self.done: list[str] = []
        self.wishes: list[Intent] = []

    def on_wish(self, message: Wish) -> None:
        """Note it."""
        self.wishes.append(message.intent)

    def on_mount(self) -> None:
        """Put the screen on."""
        self.theme = "ys-night"  # whatever this terminal can
        self.push_screen(self.shown)

    def again(self) -> None:
        """Do nothing."""

    def action_quit(self) -> None:  # type: ignore[override]
        """Note it."""
        self.done.append("quit")

    def text(self) -> str:
        """Return what is on the screen, row by row."""
        return "\n".join(strip.text.rstrip() for strip in self.screen._compositor.render_strips())


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Press keys, let everything that follows happen, and return what is on the screen."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    assert isinstance(pilot.app, FittingApp)
    return pilot.app.text()


def at_table() -> TableScreen:
    """Return the table of somebody who places."""
    told = Told(4)
    return TableScreen(snapshot(told.sees(told.run(1, Place, turn=1))), marks=UNICODE)


async def test_what_is_set_is_in_force_and_kept_at_once() -> None:
    """Left and right change the line under the cursor: the screen changes with it, and it is kept."""
    app = FittingApp(ConnectScreen(seen()))
    async with app.run_test(size=SIZE) as pilot:
        assert "[dark]" in await press(pilot, "comma")
        assert "[high contrast]" in await press(pilot, "right", "space")
        assert app.theme == "ys-contrast"
        assert "[light]" in await press(pilot, "left")
        text = await press(pilot, "down", "left")
        assert "> Signs" in text
        assert "▸" not in text
        assert app.marks is ASCII
        assert "[silent]" in await press(pilot, "down", "down", "h")
        assert app.call_by == "off"
        assert [app.kept.get(name) for name in (THEME, GLYPHS, CALL)] == ["ys-day", "ascii", "off"]
        await press(pilot, "escape")
        assert app.screen is app.shown


async def test_the_table_below_is_drawn_as_set() -> None:
    """Signs and the speed of counts change at a table that is on."""
    app = FittingApp(at_table())
    async with app.run_test(size=SIZE) as pilot:
        assert "▲" in await press(pilot)
        await press(pilot, "comma", "down", "left", "down", "right", "escape")
        text = await press(pilot)
        assert not {"▲", "■", "╭", "▸"} & set(text)
        assert app.shown.query_one(Count).pace == "fast"
        assert app.shown.query_one(YsBoard).has_focus


@pytest.mark.parametrize("shown", [ConnectScreen, LobbyScreen])
async def test_settings_are_one_key_away(shown: type[Framed]) -> None:
    """From the start screen and the lobby, and F2 where a line is typed."""
    for key in ("comma", "f2"):
        app = FittingApp(shown(seen()))
        async with app.run_test(size=SIZE) as pilot:
            await press(pilot, *(("tab",) if key == "f2" else ()), key)
            assert isinstance(app.screen, SettingsScreen)


async def test_the_mouse_sets() -> None:
    """A click on the word leads to the settings, one on a line changes it, one on the bar leads back."""
    app = FittingApp(ConnectScreen(seen()))
    async with app.run_test(size=SIZE) as pilot:
        rows = (await press(pilot)).splitlines()
        at = next(row for row, line in enumerate(rows) if ",: settings" in line)
        await pilot.click(offset=(rows[at].index(",: settings") + 4, at))
        rows = (await press(pilot)).splitlines()
        at = next(row for row, line in enumerate(rows) if "Your turn" in line)
        await pilot.click(offset=(20, at))
        assert "[bell]" in await press(pilot)
        await pilot.click(offset=(rows[-1].index("esc back") + 1, SIZE[1] - 1))
        await press(pilot)
        assert app.screen is app.shown


async def test_flags_go_before_what_is_set() -> None:
    """What was typed with the command is in force, and the screen says so; what is set waits for a start."""
    app = FittingApp(ConnectScreen(seen()), Settings(ascii=True, bell="off"))
    async with app.run_test(size=SIZE) as pilot:
        assert "This time --ascii was typed" in await press(pilot, "comma", "down")
        assert "[all]" in await press(pilot, "right")
        assert app.marks is ASCII
        assert "This time --bell off was typed" in await press(pilot, "down", "down")
        await press(pilot, "right")
        assert (app.call_by, app.kept.get(CALL), app.kept.get(GLYPHS)) == ("off", "bell", "unicode")


def test_a_damaged_profile_is_taken_as_usual() -> None:
    """Words that are no choice are as good as none."""
    app = FittingApp(ConnectScreen(seen()))
    for name in (THEME, GLYPHS, PACE, CALL):
        app.kept.put(name, "odd")
    assert app.call_by == "auto"
    assert FittingApp(ConnectScreen(seen())).marks in (ASCII, UNICODE)


async def test_the_palette_does_what_is_found() -> None:
    """Typing leaves what has all the words in it; Enter does it as if its key had been pressed."""
    app = FittingApp(at_table(), keys='[table]\njournal = "J"\n')
    async with app.run_test(size=SIZE) as pilot:
        text = await press(pilot, "ctrl+p", *"log ppen")
        assert "J           The log: what happened, and why" in text
        assert "Vote" not in text
        await press(pilot, "enter")
        assert app.screen is app.shown
        assert app.shown.has_class("-journal")


async def test_the_palette_offers_what_is_possible() -> None:
    """What does nothing now is not there: no vote about nobody, no result of a game that runs."""
    app = FittingApp(at_table())
    async with app.run_test(size=(80, 50)) as pilot:
        text = await press(pilot, "ctrl+p")
        assert "Vote about a seat" not in text
        assert "The result, after the end" not in text
        assert "Turn the broker" in text
        assert "Nothing of that name can be done here." in await press(pilot, *"zzz", "enter")


async def test_the_palette_places_a_broker() -> None:
    """Everything that can be chosen is in it, with the keys in force: a broker, then each place for it."""
    app = FittingApp(at_table(), keys='[table]\njump = "J"\n')
    async with app.run_test(size=SIZE) as pilot:
        text = await press(pilot, "ctrl+p", *"take the 1")
        assert "1           Take the 1, to place it face up" in text
        assert "Where does your 1 go, face up?" in await press(pilot, "enter")
        text = await press(pilot, "ctrl+p", *"palace 2")
        assert "J f         Place the 1 face up in palace 2" in text
        await press(pilot, "enter")
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp)
    assert wish.action.spot == "palace-2"


async def test_the_palette_sets_and_opens() -> None:
    """Colours, signs and speeds are in it; up and down move while the line is typed in."""
    app = FittingApp(LobbyScreen(seen()))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "ctrl+p", *"colours: ", "down", "enter")
        assert app.theme == "ys-contrast"
        await press(pilot, "ctrl+p", *"fast", "enter")
        assert app.kept.get(PACE) == "fast"
        assert isinstance(app.screen, LobbyScreen)


async def test_a_click_on_the_name_of_the_game_opens_the_palette() -> None:
    """Who has only a mouse gets at everything; a letter that is done goes into no line of text."""
    app = FittingApp(ConnectScreen(seen(), name="Ada"))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "n")
        await pilot.click(TopBar, offset=(1, 0))
        await press(pilot, *"finished", "enter")
        assert app.shown.query_one("#name", Input).value == "Ada"
        assert app.screen is not app.shown


def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    """The way to the first frame is as short as before."""
    code = "import sys, ys_tui.app; sys.exit(any(name in sys.modules for name in sys.argv[1:]))"
    names = ("ys_tui.screens.settings", "ys_tui.screens.palette", "ys_tui.screens.help", "tomllib", "shtab")
    assert subprocess.run([sys.executable, "-c", code, *names], check=False).returncode == 0


@pytest.mark.parametrize("shown", [ConnectScreen, LobbyScreen, None])
async def test_other_colours_take_the_whole_screen(shown: type[ConnectScreen | LobbyScreen] | None) -> None:
    """After other colours were set nothing is left in those before, where it may not be read."""
    app = FittingApp(at_table() if shown is None else shown(seen()))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "comma", "right", "escape")
        assert app.theme == "ys-day"
        before, after = (
            {*msgspec.structs.asdict(PALETTES[theme]).values()} for theme in ("ys-night", "ys-day")
        )
        inks = {
            segment.style.color.name
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.text.strip() and segment.style is not None and segment.style.color is not None
        }
        assert inks & after
        assert not inks & (before - after)


async def test_lobby_and_room_name_the_keys_in_force() -> None:
    """What can be done next is said with the key that is to be typed for it."""
    keys = '[lobby]\nnew = "f6"\nfilter = "f7"\n[room]\ngreedy = "f8"\nsit = "f9"\n'
    app = FittingApp(LobbyScreen(seen()), keys=keys)
    async with app.run_test(size=SIZE) as pilot:
        assert "No tables yet: f6 opens one." in await press(pilot)
    app = FittingApp(LobbyScreen(seen(table("Ben", host="Ben"))), keys=keys)
    async with app.run_test(size=SIZE) as pilot:
        assert "f7 all tables" in await press(pilot)
    app = FittingApp(RoomScreen(seen(table("Ada"), at=1)), keys=keys)
    async with app.run_test(size=SIZE) as pilot:
        assert "f8 adds a bot" in await press(pilot)
    app = FittingApp(RoomScreen(seen(table("{room:b}", "Ben", host="Ben"), at=1)), keys=keys)
    async with app.run_test(size=SIZE) as pilot:
        assert "You look in: f9 sits down." in await press(pilot)
        assert "{room:b}" in app.text(), "a name is a name"


@pytest.mark.parametrize("columns", [60, 61, 62, 70, 80])
@pytest.mark.parametrize("theme", ["ys-night", "ys-grey"])
async def test_the_mark_stands_before_its_own_row(columns: int, theme: str) -> None:
    """However narrow the terminal, each setting is one whole row, and the mark covers no letter of it."""
    app = FittingApp(SettingsScreen(seen(), {}))
    async with app.run_test(size=(columns, 20)) as pilot:
        app.theme = theme
        for title in ("Colours", "Signs", "Counts", "Your turn"):
            rows = [row for row in (await press(pilot)).split("\n") if "▸" in row]
            assert [row.split("▸ ")[1].startswith(title) for row in rows] == [True]
            assert "…" not in rows[0]
            await press(pilot, "down")
        last = "NO_COLOR is set" if theme == "ys-grey" else "colour-blind"
        assert last in (await press(pilot)).split("\n")[4]


async def test_backspace_takes_back_what_u_takes_back() -> None:
    """At the table both keys undo; a line to type in keeps its own Backspace."""
    app = FittingApp(at_table())
    async with app.run_test(size=SIZE) as pilot:
        for key in ("u", "backspace"):
            shown = await press(pilot, "0", key)
            assert "u undo" not in shown.split("\n")[-1]
            assert "There is nothing to take back." in await press(pilot, key)
