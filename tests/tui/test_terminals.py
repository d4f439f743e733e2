"""The terminals that players have: whichever it is, with colours or without, seats and gems differ."""

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
