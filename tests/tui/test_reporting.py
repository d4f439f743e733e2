"""The lines of `ys keep`: for people, for programs, and past a reader who stalls."""

import os
import threading

import pytest
from msgspec import json

from ys_tui import reporting
from ys_tui.client.unattended import News, What
from ys_tui.reporting import Reporter

URL = "ws://harbour:4747"
PATIENCE = 60.0


@pytest.mark.parametrize(
    ("news", "words"),
    [
        (News(What.CONNECTED), "harbour:4747: connected"),
        (News(What.LOST, detail="cut {title}"), "harbour:4747: no connection (cut {title}); trying again"),
        (News(What.WAITS, 3, "Günter's"), "harbour:4747: “Günter's” waits for you"),
        (
            News(What.OVER, 3, "", "place 1 of 4, 99 points"),
            "harbour:4747: table 3 is over: place 1 of 4, 99 points",
        ),
        (News(What.WARNING, 3, "T", "A lie."), "!!! WARNING: harbour:4747: “T” A lie."),
    ],
)
def test_line(news: News, words: str) -> None:
    """It names the server and the table as people say them."""
    assert reporting.line(URL, news) == words


def test_line_in_plain_letters() -> None:
    """Quotation marks are those of every terminal."""
    assert reporting.line(URL, News(What.WAITS, 3, "T"), is_ascii=True) == 'harbour:4747: "T" waits for you'


def test_record() -> None:
    """A program finds each fact under its own name."""
    line = reporting.record("2026-11-30T06:00:00+00:00", URL, News(What.OVER, 3, "T", "place 1"))
    assert json.decode(line) == {
        "time": "2026-11-30T06:00:00+00:00",
        "what": "over",
        "server": URL,
        "table": 3,
        "title": "T",
        "detail": "place 1",
    }


def test_reader_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is raised where something is said; who asked is called, and the reason is kept."""
    read, write = os.pipe()
    os.close(read)
    monkeypatch.setattr(os, "write", lambda _handle, data, real=os.write: real(write, data))
    failed = threading.Event()
    reporter = Reporter(failed.set)
    reporter.say("anybody?")
    assert failed.wait(PATIENCE)
    assert isinstance(reporter.problem, BrokenPipeError)
    os.close(write)


def test_reader_that_stalls_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says something goes on at once; what waits is written when it is read, in order."""
    read, write = os.pipe()
    monkeypatch.setattr(os, "write", lambda _handle, data, real=os.write: real(write, data))
    reporter = Reporter(lambda: None)
    lines = [f"{number} {'x' * 1_000}" for number in range(500)]
    for line in lines:
        reporter.say(line)
    reporter.close(0.0)
    with os.fdopen(read, "rb") as reader:
        assert [reader.readline().decode().rstrip() for _ in lines] == lines
    os.close(write)
