"""Stepping through a kept game: what a spectator saw at each moment, on the screen, as text, as a picture."""

import asyncio
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from protocol.game import Seat
from protocol.games import GAMES
from protocol.match import Match
from protocol.record import Record, save
from tests.support.records import whole
from tests.support.terminal import Terminal
from ys_tui.games.spoken import SPOKEN
from ys_tui.games.ys.final import sheet
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.palettes import DAY
from ys_tui.preferences import GLYPHS, THEME, Preferences
from ys_tui.replay import Replay, ReplayError, opened
from ys_tui.replay_app import ReplayApp, picture
from ys_tui.screens.help import HelpScreen
from ys_tui.screens.palette import PaletteScreen
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.settings import SettingsScreen
from ys_tui.screens.stepping import where
from ys_tui.themes import NIGHT
from ys_tui.widgets.choices import Choices

BEGINS = {game: spoken.begins for game, spoken in SPOKEN.items()}


def ys(seats: int = 3, *options: str) -> Record:
    """Return a whole game of Ys."""
    return whole(("ys", seats, options))


def replayed(record: Record) -> Replay:
    """Return it, played again."""
    return Replay(record, GAMES, BEGINS["ys"])


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """Return the file of a whole game."""
    path = tmp_path / "a game.ysgame"
    path.write_bytes(save(ys()))
    return path


def test_every_moment_is_what_everybody_saw_then() -> None:
    """After each entry the table is as the match was then, with nothing known that was not open."""
    record = ys(4, "kings-favor")
    replay, match = replayed(record), Match(GAMES["ys"], record.setup)
    assert replay.flaw == ""
    assert replay.last == len(record.entries)
    for number, entry in enumerate(record.entries):
        match.submit(entry)
        seen = replay.seen(number + 1)
        assert seen.confirmed == match.state
        assert (seen.seat, seen.view.known, seen.prompt) == (None, {}, None)
        assert all(told.entry <= number for told in seen.journal)
    assert len(replay.seen(replay.last).journal) == len(replay.journal)


def test_steps_go_to_what_happened_and_rounds_to_where_they_began() -> None:
    """Each step forth or back ends where something has just happened; there are as many rounds as played."""
    replay = replayed(ys(2))
    assert len(replay.rounds) == 4
    way = [0]
    while way[-1] < replay.last:
        way.append(replay.step(way[-1], 1))
    back = [replay.last]
    while back[-1] > 0:
        back.append(replay.step(back[-1], -1))
    assert way == back[::-1]
    told = [len(replay.seen(moment).journal) for moment in way[:-1]]
    assert told == sorted(set(told))
    rounds, at = [], 0
    while at < replay.last:
        at = replay.round(at, 1)
        rounds.append(at)
    assert rounds == [*replay.rounds, replay.last]
    assert replay.round(replay.rounds[1], -1) == replay.rounds[0]
    assert replay.round(replay.rounds[0], -1) == 0
    assert replay.step(replay.last, 1) == replay.last
    assert replay.after(10_000) == replay.last
    assert replay.after(-5) == 0


def test_a_game_that_fails_is_shown_up_to_there(tmp_path: Path) -> None:
    """A forged entry ends what is shown, and is named; a game without a result says so."""
    record = ys()
    forged = replace(record.entries[40], sign=bytes(64))
    replay = replayed(replace(record, entries=(*record.entries[:40], forged, *record.entries[41:])))
    assert replay.last == 40
    assert replay.flaw.startswith("Entry 40 fails, and what follows it is not shown: ")
    assert replayed(replace(record, entries=record.entries[:60])).flaw == "The game has no result."
    other = tmp_path / "other"
    for data, word in (
        (b"nothing", "no game"),
        (save(replace(record, setup=replace(record.setup, game="chess"))), "not known here"),
        (save(replace(record, setup=replace(record.setup, rules=99))), "newer"),
        (save(replace(record, setup=replace(record.setup, options=("none",)))), "cannot have begun"),
    ):
        other.write_bytes(data)
        with pytest.raises(ReplayError, match=word):
            opened(other, GAMES, BEGINS)
    with pytest.raises(ReplayError, match="cannot be read"):
        opened(tmp_path / "nowhere", GAMES, BEGINS)


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ys_tui", "replay", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_journal_is_printed(file: Path) -> None:
    """Each event stands behind the number of its entry, then the result; up to an entry, the table too."""
    done = _run(str(file), "--journal")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Ys, 3 players: ")
    assert any("Round 4 begins." in line for line in lines)
    assert " wins the game" in lines[-4]
    part = _run(str(file), "--plain", "--at", "30").stdout.splitlines()
    numbers = [int(line.split()[0]) for line in part if line[:4].strip().isdigit()]
    assert max(numbers) <= 30
    assert part[-1] == "You are looking on."
    assert any(line.startswith("Neighborhood 1: gems") for line in part)


def test_what_cannot_be_shown_is_told(file: Path, tmp_path: Path) -> None:
    """No game, no terminal, no folder for the picture: a line says which, and the exit code is 2."""
    for arguments, word in (
        ([str(tmp_path / "none")], "cannot be read"),
        ([str(file)], "--journal prints it"),
        ([str(file), "--svg", str(tmp_path / "no" / "x.svg")], "cannot be written"),
        ([str(file), "--svg", "x", "--size", "big"], "is no size"),
        ([str(file), "--at", "soon"], "is no whole number"),
    ):
        done = _run(*arguments)
        assert done.returncode == 2, arguments
        assert word in done.stderr


def test_a_picture_is_written_over_no_file_unless_that_is_said(file: Path, tmp_path: Path) -> None:
    """What was there stays as it was; with --force the picture takes its place."""
    other = tmp_path / "other.txt"
    other.write_text("mine", encoding="utf-8")
    done = _run(str(file), "--svg", str(other))
    assert done.returncode == 2
    assert done.stderr == f"ys: {other} is there already; --force writes over it.\n"
    assert other.read_text(encoding="utf-8") == "mine"
    assert _run(str(file), "--svg", str(other), "--force").returncode == 0
    assert other.read_text(encoding="utf-8").startswith("<svg")


def test_the_board_is_drawn_as_a_picture() -> None:
    """The picture is well-formed SVG in which the board of that moment stands, at sizes of every layout."""
    replay = replayed(ys())
    for size in ((80, 24), (120, 36)):
        drawn = picture(replay, replay.after(30), UNICODE, size)
        text = "".join(ET.fromstring(drawn).itertext()).replace("\xa0", " ")  # noqa: S314  # our own
        assert "entry 30 of 0" in text
        assert "Prices" in text
        assert "PgUp" not in text, "keys do nothing in a picture"


def test_a_picture_has_the_colours_of_the_theme_that_was_chosen(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, also when it is asked for in a terminal of sixteen colours."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = tmp_path / "ys" / "profiles" / "other" / "preferences"
    kept.parent.mkdir(parents=True)
    Preferences(kept).put(THEME, "ys-day")
    for profile, palette in (("default", NIGHT), ("other", DAY)):
        out = tmp_path / f"{profile}.svg"
        assert _run(str(file), "--svg", str(out), "--profile", profile).returncode == 0
        assert palette.night.lower() in out.read_text(encoding="utf-8").lower()


async def test_keys_step_through_the_game() -> None:
    """Arrows step, pages go by rounds, home and end to the ends; the journal jumps to what is chosen."""
    replay = replayed(ys())
    app = ReplayApp(replay, 0, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await _press(pilot, "right", "right", "left")
        assert screen.moment == replay.step(0, 1)
        await _press(pilot, "pagedown", "pagedown")
        assert screen.moment in replay.rounds
        await _press(pilot, "end")
        assert screen.moment == replay.last
        assert screen.board.table == replay.seen(replay.last)
        await _press(pilot, "L", "home", "down", "down", "enter")
        assert screen.moment == replay.after(replay.journal[2].entry)
        assert not screen.has_class("-journal")
        await _press(pilot, "L", "L", "home")
        assert screen.moment == 0
        await _press(pilot, "q")
    assert app.return_code == 0


async def test_the_journal_is_searched_and_gone_through_by_rounds() -> None:
    """A word leaves the lines that have it, Enter goes there, Esc shows all; pages go from round to round."""
    replay = replayed(ys())
    app = ReplayApp(replay, 0, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        choices = screen.query_one(Choices)
        await _press(pilot, "slash", *"round 3 begins")
        assert len(choices.options) == 1
        await _press(pilot, "enter", "enter")
        assert screen.moment == replay.rounds[2]
        await _press(pilot, "L", "slash", *"round 1 begins", "escape")
        assert len(choices.options) == len(replay.journal)
        assert screen.has_class("-journal"), "the first Esc ends the search"
        await _press(pilot, "home", "pagedown", "pagedown", "enter")
        assert screen.moment == replay.rounds[1]
        await _press(pilot, "L", "pageup", "enter")
        assert screen.moment == replay.rounds[0]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_result_of_a_kept_game_leads_back_into_it(size: tuple[int, int]) -> None:
    """R shows its sheet; Enter there steps through the game at the marked fact, q goes back as it was."""
    replay = replayed(ys())
    app = ReplayApp(replay, 30, ASCII)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await _press(pilot, "r")
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "What decided it" in shown
        assert "rematch" not in shown
        await _press(pilot, "q")
        assert len(app.screen_stack) == 2, "the replay is on again"
        assert screen.moment == 30
        await _press(pilot, "r", "enter")
        assert len(app.screen_stack) == 2, "the replay is on again"
        fact = sheet(replay.seen(replay.last), NIGHT, ASCII).facts[0]
        assert screen.moment == fact.moment
        seen = screen.board.table
        assert seen is not None
        assert len(seen.journal) == (
            fact.number + 1 if fact.number is not None else len(replay.seen(fact.moment).journal)
        )


async def test_a_game_without_an_end_has_no_result_to_show() -> None:
    """The key is not offered, and does nothing."""
    record = ys()
    app = ReplayApp(replayed(replace(record, entries=record.entries[:60])), 30, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await _press(pilot, "r")
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("question_mark", HelpScreen),
        ("f1", HelpScreen),
        ("comma", SettingsScreen),
        ("f2", SettingsScreen),
        ("ctrl+p", PaletteScreen),
    ],
)
async def test_keys_that_work_everywhere_work_in_a_kept_game(key: str, shown: type[Screen[object]]) -> None:
    """Help, settings and all that can be done are one key away, at its board and at its result."""
    app = ReplayApp(replayed(ys()), 40, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in ((), ("r",)):
            await _press(pilot, *keys)
            below = app.screen
            await _press(pilot, key)
            assert isinstance(app.screen, shown)
            await _press(pilot, "escape")
            assert app.screen is below


async def test_what_is_set_in_a_kept_game_is_in_force_and_kept() -> None:
    """Signs are changed at once, and stand in the profile; the palette does what the key does."""
    preferences = Preferences()
    app = ReplayApp(replayed(ys()), 40, UNICODE, preferences=preferences)
    async with app.run_test(size=(80, 24)) as pilot:
        await _press(pilot, "comma", "down", "left", "escape")
        await pilot.pause()
        assert preferences.get(GLYPHS) == "ascii"
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert text.isascii()
        await _press(pilot, "ctrl+p", *"search in", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.has_class("-journal")


async def test_what_was_ones_own_is_gone_through() -> None:
    """N and N go from one thing of the player's own to the next, on the board and in the journal."""
    replay = replayed(ys())
    own = [told.entry + 1 for told in replay.journal if getattr(told.event, "seat", None) == 1]
    app = ReplayApp(replay, 0, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = ReplayScreen(replay, 0, marks=ASCII, seat=Seat(1))
        await app.push_screen(screen)
        await _press(pilot, "n")
        assert screen.moment == own[0]
        await _press(pilot, "n", "N")
        assert screen.moment == own[0]
        await _press(pilot, "end", "N")
        assert screen.moment == max(at for at in own if at < replay.last)
        await _press(pilot, "home", "L", "home", "n", "enter")
        assert screen.moment == own[0]


@pytest.mark.parametrize(("record", "marks"), [(ys(2), ASCII), (ys(3), UNICODE)])
async def test_the_journal_has_the_signs_of_the_players(record: Record, marks: Marks) -> None:
    """Each name stands behind its sign, as in the log at the table; what is searched knows no signs."""
    app = ReplayApp(replayed(record), 0, marks)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        await _press(pilot, "L")
        shown = "\n".join(str(option.prompt) for option in app.screen.query_one(Choices).options)
        for seat, keys in enumerate(record.setup.seats):
            assert f"{marks.up[seat]} {keys.name} " in shown
            assert shown.count(keys.name) == shown.count(f"{marks.up[seat]} {keys.name}")
        await _press(pilot, "slash", *record.setup.seats[0].name.lower(), "space", "b", "i", "d", "s")
        assert 1 < len(app.screen.query_one(Choices).options) < 9


async def test_a_scrolled_log_of_a_kept_game_in_ascii_is_ascii() -> None:
    """Its bar at the side too is drawn with what the terminal can show."""
    app = ReplayApp(replayed(ys()), 40, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("L", "up", "up", "home"):
            await _press(pilot, key)
            shown = "".join(strip.text for strip in app.screen._compositor.render_strips())
            assert shown.isascii(), shown


async def test_a_board_and_the_journal_are_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E writes both where the client was started, and says how they are called."""
    monkeypatch.chdir(tmp_path)
    replay = replayed(ys())
    app = ReplayApp(replay, 40, ASCII)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = where(replay, 40)
        await _press(pilot, "e")
        told = " ".join(note.message for note in app._notifications)
    names = _names(tmp_path)
    stem = f"ys-3-{replay.chain.hex()[:8]}"
    assert "entry 39 of" in shown
    assert names == [f"{stem}-board-39.svg", f"{stem}-journal.txt"]
    assert told.splitlines() == ["Journal and picture:", *reversed(names), f"in {tmp_path}"]


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_running_game_goes_on_while_one_looks_back() -> None:
    """What is added to its log is there to step to; that it has no result yet is no flaw."""
    record = ys()
    part = Replay(replace(record, entries=record.entries[:50]), GAMES, BEGINS["ys"], is_running=True)
    assert (part.last, part.flaw) == (50, "")
    assert not part.go_on(record.entries[:50])
    assert part.go_on(record.entries[:80])
    assert (part.last, part.flaw) == (80, "")
    assert part.go_on(record.entries)
    whole_game = replayed(record)
    assert part.seen(part.last) == whole_game.seen(whole_game.last)
    assert part.journal == whole_game.journal
    assert part.rounds == whole_game.rounds
    assert part.chain == whole_game.chain


def test_a_forged_entry_of_a_running_game_is_named() -> None:
    """What follows it is not shown, whatever is added."""
    record = ys()
    part = Replay(replace(record, entries=record.entries[:50]), GAMES, BEGINS["ys"], is_running=True)
    forged = replace(record.entries[50], sign=bytes(64))
    assert part.go_on((*record.entries[:50], forged))
    assert part.flaw.startswith("Entry 50 fails")
    assert not part.go_on(record.entries)
    assert part.last == 50


async def _press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await asyncio.sleep(0)
    await pilot.pause()


def test_on_a_terminal(file: Path) -> None:
    """In a real terminal the board is there, a key steps, another leaves."""
    with Terminal("replay", str(file), "--at", "20") as terminal:
        terminal.wait_for("entry 20 of 0")
        terminal.press("\x1b[5~")
        terminal.wait_until(lambda text: "entry 20 of" not in text)
        terminal.press("q")
        assert terminal.ended() == 0
