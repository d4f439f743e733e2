"""However a front end ends, the terminal is as it was found: the start screen, a replay, line by line."""

import os
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.record import save
from tests.support.records import whole
from tests.support.terminal import Terminal, all_gone
from tests.tui.test_processes import RESTORED

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted in /proc"),
    pytest.mark.timeout(180),
]
SHELL = "import os; os.open(os.ttyname(0), os.O_RDWR); os.execvp('sh', ['sh', '-i'])"
"""A shell whose terminal controls it, so that it stops and wakes its jobs."""
CRASH = """\
from ys_tui.widgets.region import Region
def broken(self, y):
    raise ZeroDivisionError("a fault of ours")
Region.render_line = broken
"""
HANG = """\
from ys_tui.terminal import TerminalApp
TerminalApp.end = lambda self, code: None
"""
"""A signal reaches no screen: as on a machine so busy that they do not get to it in time."""
INTERRUPTED = """\
import os
from queue import Queue
from textual.drivers import _writer_thread
class Interrupted(Queue):
    def _put(self, item):
        super()._put(item)
        if {words!r} in (item or "") and not vars(Interrupted).get("is_over"):
            Interrupted.is_over = True
            os.kill(os.getpid(), {number})
_writer_thread.Queue = Interrupted
"""
"""A signal comes while what is to be written is handed over."""
SEEN = {"start": "the board game for the terminal", "replay": "entry 20 of"}
SIGNALS = [signal.SIGTERM, signal.SIGHUP]


@pytest.fixture(name="run_first")
def _run_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """Return what lets every interpreter that is started run the code it is given before anything else."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    return (tmp_path / "sitecustomize.py").write_text


@pytest.fixture(name="arguments")
def _arguments(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ...]:
    """Return what is typed behind `ys` for the front end that the test names."""
    if request.param == "start":
        return ("--name", "Ada")
    path = tmp_path / "a game.ysgame"
    path.write_bytes(save(whole(("ys", 3, ()))))
    return ("replay", str(path), "--at", "20")


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("arguments", "words"), SEEN.items(), indirect=["arguments"], ids=SEEN)
def test_signal_restores_the_terminal(arguments: tuple[str, ...], words: str, number: signal.Signals) -> None:
    """After SIGTERM or SIGHUP every mode is off again, the exit code tells why, and nothing is left."""
    with Terminal(*arguments) as terminal:
        terminal.wait_for(words)
        family = terminal.family()
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        for mode in RESTORED:
            assert terminal.output.count(mode)
            assert terminal.output.rindex(mode) > terminal.output.rindex(b"\x1b[?1049h")
        assert all_gone(family)


@pytest.mark.parametrize("arguments", SEEN, indirect=True)
def test_crash_restores_the_terminal(arguments: tuple[str, ...], run_first: Callable[[str], object]) -> None:
    """A fault while drawing ends with 1 and its traceback, on a terminal that has left the second screen."""
    run_first(CRASH)
    with Terminal(*arguments) as terminal:
        assert terminal.ended() == 1
        assert b"a fault of ours" in terminal.output
        for mode in RESTORED:
            assert terminal.output.rindex(mode) < terminal.output.rindex(b"a fault of ours")


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("arguments", "words"), SEEN.items(), indirect=["arguments"], ids=SEEN)
def test_screens_that_do_not_end_in_time_leave_the_terminal_as_it_was(
    arguments: tuple[str, ...], words: str, number: signal.Signals, run_first: Callable[[str], object]
) -> None:
    """The process ends all the same, with the code of the signal, and every mode is off again."""
    run_first(HANG)
    with Terminal(*arguments) as terminal:
        terminal.wait_for(words)
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        for mode in RESTORED:
            assert terminal.output.rindex(mode) > terminal.output.rindex(b"\x1b[?1049h")


@pytest.mark.parametrize("number", SIGNALS)
def test_signal_ends_a_game_line_by_line(number: signal.Signals) -> None:
    """On a terminal: no mode was set, so none has to be restored; server and bots go with it."""
    with Terminal("solo", "--seed", "3", "--bots", "random", "--plain") as terminal:
        terminal.wait_for("bid>")
        family = terminal.family()
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        assert b"\x1b[?" not in terminal.output
        assert all_gone(family)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGCONT])
@pytest.mark.parametrize(("arguments", "words"), SEEN.items(), indirect=["arguments"], ids=SEEN)
def test_a_signal_in_the_middle_of_drawing_holds_nothing_up(
    arguments: tuple[str, ...], words: str, number: signal.Signals, run_first: Callable[[str], object]
) -> None:
    """Stopped or not, and woken: it has left the second screen, is all there again, and ends when told."""
    run_first(INTERRUPTED.format(words=words, number=int(number)))
    with Terminal(*arguments) as terminal:
        terminal.wait_for(words)
        if number is signal.SIGTSTP:
            os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
            terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_until(lambda _: terminal.output.count(words.encode()) > 1, "the next picture")
        assert terminal.output.rindex(b"\x1b[?1049l") < terminal.output.rindex(b"\x1b[?1049h")
        terminal.press("\x11")
        assert terminal.ended() == 0


@pytest.mark.parametrize("arguments", SEEN, indirect=True)
def test_ctrl_z_puts_it_aside(arguments: tuple[str, ...]) -> None:
    """The shell has its own screen back, what is typed there counts; with fg all is there again."""
    words = SEEN["start" if arguments[0] == "--name" else "replay"]
    with Terminal(program=("-c", SHELL)) as terminal:
        terminal.press(f"{shlex.join([sys.executable, '-m', 'ys_tui', *arguments])}\r")
        terminal.wait_for(words)
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.press("echo $((6 * 7))7\r")
        terminal.wait_for("427")
        left = terminal.output.rindex(b"Stopped")
        before = terminal.output[:left]
        assert before.rindex(b"\x1b[?1049l") > before.rindex(b"\x1b[?1049h")
        terminal.press("fg\r")
        terminal.wait_until(lambda text: words in text and "427" not in text)


def test_ctrl_z_puts_a_game_line_by_line_aside() -> None:
    """It stops and comes back as any program does: the next line typed is answered."""
    game = shlex.join([sys.executable, "-m", "ys_tui", "solo", "--seed", "3", "--bots", "random", "--plain"])
    with Terminal(program=("-c", SHELL)) as terminal:
        terminal.press(f"{game}\r")
        terminal.wait_for("bid>")
        terminal.press("\x1a")
        terminal.wait_for("Stopped")
        terminal.press("fg\r")
        terminal.press("where\r")
        terminal.wait_for("Round 1")
