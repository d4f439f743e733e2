"""What `ys keep` says, for people or programs. A reader that stalls holds nobody else up."""

import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from msgspec import json

from protocol.text import clean
from ys_tui.client.unattended import News, What

QUIET: Final = frozenset({What.CONNECTED, What.LOST, What.BEGAN})
"""What is left out when little is wanted."""
_SHOUT: Final = "!!! WARNING: "
_WORDS: Final[Mapping[What, str]] = {
    What.CONNECTED: "connected",
    What.LOST: "no connection ({detail}); trying again",
    What.BEGAN: "the game is on",
    What.WAITS: "waits for you",
    What.AWAY: "{detail}",
    What.OVER: "is over: {detail}",
    What.WARNING: "{detail}",
}
_ASCII: Final = str.maketrans({"“": '"', "”": '"', "…": "..."})


def line(server: str, news: News, *, is_ascii: bool = False) -> str:
    """Return what people read about `news` from the server at that address."""
    where = server.removeprefix("ws://")
    name = news.title or f"table {news.table}"
    table = "" if news.table is None else f" “{name}”" if news.title else f" {name}"
    shout = _SHOUT if news.what is What.WARNING else ""
    words = _WORDS[news.what].replace("{detail}", news.detail)
    text = f"{shout}{where}:{table} {words}"
    return text.translate(_ASCII) if is_ascii else text


def record(when: str, server: str, news: News) -> str:
    """Return one line of JSON about `news`."""
    facts: dict[str, str | int] = {"time": when, "what": news.what.value, "server": server}
    if news.table is not None:
        facts |= {"table": news.table, "title": news.title}
    if news.detail:
        facts["detail"] = news.detail
    return json.encode(facts).decode()


def now() -> datetime:
    """Return the time where the player is."""
    return datetime.now().astimezone()


class Reporter:
    """Writes to standard output and standard error on a thread of its own, in order."""

    def __init__(self, failed: Callable[[], object], *, is_ascii: bool = False) -> None:
        """Begin to write; `failed` is called from the thread when nothing can be written any more."""
        self.problem: OSError | None = None
        """Why nothing more was written."""
        self._failed, self._is_ascii = failed, is_ascii
        self._lines: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="reporter", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Have a line written to standard output, as soon as it takes it."""
        self._lines.put((1, self._encoded(f"{text}\n")))

    def shout(self, text: str) -> None:
        """Have a line written to standard error."""
        self._lines.put((2, self._encoded(f"{text}\n")))

    def ring(self, signs: str) -> None:
        """Send the terminal these control characters of ours."""
        self._lines.put((1, signs.encode()))

    def close(self, seconds: float) -> None:
        """Have the rest written, if that takes no longer than so many seconds."""
        self._lines.put(None)
        self._thread.join(seconds)

    def _encoded(self, text: str) -> bytes:
        encoding = "ascii" if self._is_ascii else sys.stdout.encoding or "utf-8"
        return text.encode(encoding, errors="replace")

    def _write(self) -> None:
        try:
            while (item := self._lines.get()) is not None:
                handle, data = item
                while data:
                    data = data[os.write(handle, data) :]
        except OSError as error:
            self.problem = error
            self._failed()


def problem(text: str) -> str:
    """Return what went wrong on our own side as a line: text of others in it is made harmless."""
    return f"ys: {clean(text)}"
