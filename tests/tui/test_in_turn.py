"""Keys that come all at once, as over a slow line or after a stall, on a real pseudo-terminal."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.types import CallbackType
from textual.widgets import Static

from tests.support.terminal import Terminal
from ys_tui import in_turn
from ys_tui.in_turn import InTurn, Piece

_LINE: Final = "Say to the table"
_F1: Final = "\x1bOP"
_CTRL_P: Final = "\x10"


@pytest.fixture(name="terminal")
def _terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Give a game alone at its first decision."""
    home = {"HOME": os.fspath(tmp_path), "XDG_DATA_HOME": os.fspath(tmp_path)}
    with Terminal("solo", "--seed", "3", "--name", "Ada", variables=home) as terminal:
        terminal.wait_for("Bid two brokers")
        yield terminal


def test_words_go_into_the_line_that_the_first_key_opens(terminal: Terminal) -> None:
    """`t` and what is to be said, in one piece: all of it is said, nothing is drafted or done."""
    terminal.press("t12qb?\r")
    terminal.wait_for("Ada: 12qb?")
    terminal.wait_for("your bid  _ + _")


def test_a_key_meets_the_draft_that_those_before_it_made(terminal: Terminal) -> None:
    """Two brokers and Enter, in one piece: the bid is sent, though the draft is kept elsewhere."""
    terminal.press("12\r")
    terminal.wait_for("Choose your place in the turn order")


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (f"{_F1}\r", "YS help: Keys"),
        ("\r?\r", "AT THIS MOMENT"),
        (f"\r{_CTRL_P}help\r", "YS help"),
        ("\rtnot yet", "│ not yet"),
    ],
)
def test_each_key_meets_the_screen_before_it_led_to(terminal: Terminal, keys: str, words: str) -> None:
    """An empty line that is left, and a screen that is opened and used, in one piece."""
    terminal.press("t")
    terminal.wait_for(_LINE)
    terminal.press(keys)
    terminal.wait_for(words)
    assert terminal.process.poll() is None


def test_a_stall_loses_no_key(terminal: Terminal) -> None:
    """What is typed ahead of a client that stands still is done in order once it goes on."""
    terminal.press("12")
    terminal.wait_for("Enter sends it")
    terminal.process.send_signal(signal.SIGSTOP)
    for keys in ("\r", "t", "hello\r"):
        terminal.press(keys)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for("Ada: hello")
    terminal.wait_for("Choose your place in the turn order")


class Deaf(Static, can_focus=True):
    """A widget that never calls back who wants to go on."""

    def call_later(self, callback: CallbackType, *args: object, **kwargs: object) -> bool:
        """Say that it will."""
        is_follower = getattr(callback, "__func__", None) is InTurn._follow
        return is_follower or super().call_later(callback, *args, **kwargs)


class Hearing(App[None]):
    """An app that notes the keys it has taken."""

    def __init__(self) -> None:
        """Have taken none."""
        super().__init__()
        self.taken: list[str] = []
        self._in_turn = InTurn(self, self._take)

    def compose(self) -> ComposeResult:
        """Show what gets every key."""
        yield Deaf("nobody")

    async def on_event(self, event: events.Event) -> None:
        """Take input in turn."""
        if isinstance(event, Piece) and not event.is_forwarded:
            await self._in_turn.add(event)
        else:
            await super().on_event(event)

    async def _take(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.taken.append(event.key)


async def test_who_never_calls_back_holds_nothing_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys behind one that leads nowhere are taken after a while, each once and in order."""
    monkeypatch.setattr(in_turn, "_PATIENCE", 0.01)
    app = Hearing()
    async with app.run_test() as pilot:
        for key in "abc":
            app.post_message(events.Key(key, key))
        while len(app.taken) < len("abc"):
            await pilot.pause(0.01)
    assert app.taken == ["a", "b", "c"]
