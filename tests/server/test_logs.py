"""What the server logs: for people, for programs, and never what harms a terminal."""

import json
import logging
import re
import sys

import pytest

from ys_server.logs import FORMATS

ESCAPE = "\x1b[31mred\x1b]52;c;AAAA\x07\r\nsecond line"


def record(message: str, *values: object, **fields: object) -> logging.LogRecord:
    """Return what a call of a logger makes."""
    return logging.getLogger("ys_server.x").makeRecord(
        "ys_server.x", logging.WARNING, "x.py", 1, message, values, None, extra=fields
    )


@pytest.mark.parametrize("form", FORMATS)
def test_a_peers_text_cannot_reach_the_terminal(form: str) -> None:
    """No control character of a message is in the line, and the message is on one line."""
    line = FORMATS[form]().format(record("%s", ESCAPE))
    assert "second line" in line
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", line)


def test_text_says_when_how_grave_where_and_what() -> None:
    """In that order, the time with its zone."""
    line = FORMATS["text"]().format(record("it is %d", 3))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 WARNING ys_server\.x: it is 3", line)


def test_json_has_the_fields_by_name() -> None:
    """What a call says by `extra` is a field, cleaned where it is text."""
    told = json.loads(FORMATS["json"]().format(record("it is %d", 3, connection=7, address="::1\x1b")))
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "warning",
        "logger": "ys_server.x",
        "message": "it is 3",
        "connection": 7,
        "address": "::1",
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_traceback_is_kept_without_harm(form: str) -> None:
    """It follows the line as lines, or is a list in the object; a stranger's text in it is cleaned, too."""
    try:
        raise ValueError(ESCAPE)
    except ValueError:
        entry = record("went wrong")
        entry.exc_info = sys.exc_info()
    text = FORMATS[form]().format(entry)
    lines = json.loads(text)["trace"] if form == "json" else text.splitlines()[1:]
    assert lines[0] == "Traceback (most recent call last):"
    assert any("ValueError" in line for line in lines)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
