"""The terminals that players have: whichever it is, with colours or without, seats and gems differ."""

import json
import subprocess
import sys

import pytest

from tests.support.terminal import Terminal
from ys_tui.looks import ASCII, LETTERS, UNICODE

NO_COLOR = {"NO_COLOR": "1"}
PLAIN = {"COLORTERM": ""}


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("term", "more"),
    [
        ("xterm-256color", {}),
        ("xterm-256color", PLAIN),
        ("xterm-256color", NO_COLOR),
        ("tmux-256color", PLAIN),
        ("screen", PLAIN),
        ("linux", PLAIN),
        ("vt100", PLAIN | NO_COLOR),
    ],
)
def test_no_or_wrong_colours_leave_seats_and_gems_distinct(term: str, more: dict[str, str]) -> None:
    """Over SSH only the name of the terminal arrives: each seat has its glyph, each gem its letter."""
    with Terminal(
        "solo", "--seed", "3", "--bots", "random,random,random", variables={**more, "TERM": term}
    ) as terminal:
        terminal.wait_for("Bid two brokers")
        text = terminal.text()
    assert any(all(f" {glyph} " in text for glyph in marks.up) for marks in (UNICODE, ASCII))
    assert all(f" {letter} " in text for letter in LETTERS.values())


def test_what_is_written_for_changes_adds_up_to_the_whole_picture() -> None:
    """After moves, keys and help the terminal shows what it shows when all is drawn anew."""
    with Terminal("solo", "--seed", "3", "--bots", "random,random,random") as terminal:
        terminal.wait_for("Bid two brokers")
        for keys, words in (
            ("1", "the second broker"),
            ("2", "Enter sends it"),
            ("\r", "Choose your place in the turn order"),
            ("?", "YS help"),
            ("\x1b", "Choose your place in the turn order"),
            ("\x1b[C", "▸3"),
        ):
            terminal.press(keys)
            terminal.wait_for(words)
        terminal.settle(2.0)
        before = terminal.cells()
        terminal.begin_anew()
        terminal.wait_until(lambda _: terminal.cells() == before, "the same picture")


SHELL = "import os; os.open(os.ttyname(0), os.O_RDWR); os.execvp('sh', ['sh', '-i'])"
"""A shell whose terminal controls it, so that it stops and wakes its jobs."""


@pytest.mark.timeout(180)
def test_ctrl_z_gives_the_shell_back_and_fg_the_game() -> None:
    """Ctrl-Z at the table shows the shell's own screen and what is typed there; with fg the game is back."""
    game = f"{sys.executable} -m ys_tui solo --seed 3 --bots random,random,random"
    with Terminal(program=("-c", SHELL)) as terminal:
        terminal.press(f"{game}\r")
        terminal.wait_for("Bid two brokers")
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.press("echo $((6 * 7))7\r")
        terminal.wait_for("427")
        left = terminal.output.rindex(b"Stopped")
        assert terminal.output.rindex(b"\x1b[?1049l", 0, left) > terminal.output.rindex(
            b"\x1b[?1049h", 0, left
        )
        terminal.press("fg\r")
        terminal.wait_for("Bid two brokers")
        terminal.press("1")
        terminal.wait_for("the second broker")


@pytest.mark.timeout(120)
def test_ctrl_z_without_a_shell_leaves_the_game_on() -> None:
    """Where nobody could bring it back, as right behind ssh or in tmux, the game says so and goes on."""
    with Terminal("solo", "--seed", "3", "--bots", "random,random,random") as terminal:
        terminal.wait_for("Bid two brokers")
        terminal.press("\x1a")
        terminal.wait_for("There is no shell here")
        terminal.press("1")
        terminal.wait_for("the second broker")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_little_is_written_and_nothing_while_nothing_happens() -> None:
    """A key takes less than 400 bytes, a move less than 1,500 on average, and a rest none."""
    command = [sys.executable, "-m", "tests.benchmarks.terminal", "--quick"]
    figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert figures["idle_bytes"] == 0
    assert 0 < figures["bytes_per_key"] < 400
    assert 0 < figures["bytes_per_move"] < 1_500


AFTER = ("protocol.games.ys", "websockets", "ys_tui.client.store", "ys_tui.games.ys")
"""What the first frame does not wait for: it is loaded as soon as that stands."""
LATER = ("nacl", "pygments", "zeroconf", "email.message", "http.client", "zipfile")
"""What is loaded only when it is used: at a first signature, in a crash, on a network; or never."""
SHOWS_THE_FIRST_FRAME = f"""
import sys
from ys_tui.app import YsApp
from ys_tui.config import Settings
from ys_tui.session import Session

def tell(count):
    print(count, *(name for name in {AFTER + LATER} if name in sys.modules))

class First(YsApp):
    def _load(self):
        text = "".join(strip.text for strip in self.screen._compositor.render_strips())
        tell(text.count("the board game for the terminal"))
        super()._load()

    def on_loaded(self):
        tell(2)
        self.exit()

with Session(Settings()) as session:
    First(session).run(headless=True, size=(80, 24))
"""


def test_sockets_signatures_and_games_are_loaded_after_the_first_frame() -> None:
    """When the start screen stands, what speaks to servers and plays is not loaded; soon afterwards it is."""
    command = [sys.executable, "-c", SHOWS_THE_FIRST_FRAME]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [line.split() for line in done.stdout.splitlines()] == [["1"], ["2", *AFTER]]
