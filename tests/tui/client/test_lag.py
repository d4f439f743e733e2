"""How long the server takes to answer: measured on a real line, told when it is noticed, else not."""

import asyncio
from math import inf

import pytest

from tests.support.cutting import Valve
from tests.support.driver import secret
from tests.support.hall import Hall
from ys_tui.client import lag, link
from ys_tui.client.keyring import Scratch
from ys_tui.client.lag import lag_words, noticed
from ys_tui.client.link import Link
from ys_tui.client.store import Store


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.01, ""),
        (0.29, ""),
        (0.3, "0.3 s"),
        (0.48, "0.5 s"),
        (0.99, "1 s"),
        (2.4, "2 s"),
        (inf, "no answer"),
    ],
)
def test_what_is_told_of_an_answer(seconds: float, words: str) -> None:
    """Nothing of a good one; else a round number, which stays the same while answers are about as late."""
    assert lag_words(noticed(seconds)) == words


class Client:
    """A store on a real link, and what it showed of the server's answers."""

    def __init__(self, url: str) -> None:
        """Begin to connect."""
        self.store = Store(
            secret("lag"), "Ada", notes=Scratch(), entropy=lambda size: secret("e", size=size), games={}
        )
        self.news = asyncio.Event()
        self.changes = 0
        self.task = asyncio.create_task(Link(url, self.store, self._changed).run())

    def _changed(self) -> None:
        self.changes += 1
        self.news.set()

    async def until(self, is_late: bool) -> None:
        """Wait until answers are shown to be late, or not."""
        while not (self.store.is_welcome and bool(self.store.snapshot.lag) == is_late):
            self.news.clear()
            await self.news.wait()

    async def stop(self) -> None:
        """End it."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def test_a_slow_line_is_shown_and_a_quick_one_again_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late, then no answer at all, then good again; the link itself stays."""
    monkeypatch.setattr(link, "MEASURED", 0.01)
    monkeypatch.setattr(lag, "NOTICED", 0.2)
    monkeypatch.setattr(link, "OVERDUE", 3_600.0)
    async with Hall() as hall, Valve(int(hall.url.rpartition(":")[2])) as valve:
        valve.delay = 0.15
        client = Client(valve.url)
        await client.until(is_late=True)
        assert client.store.snapshot.lag < inf
        monkeypatch.setattr(link, "OVERDUE", 1.0)
        valve.delay = 2.0
        while client.store.snapshot.lag != inf:
            client.news.clear()
            await client.news.wait()
        valve.delay = 0.0
        await client.until(is_late=False)
        assert client.store.is_welcome
        await client.stop()


def test_one_late_answer_is_no_slow_line() -> None:
    """Two in a row are told, and one good one ends it; an answer that is overdue is told at once."""
    store = Store(
        secret("lag"), "Ada", notes=Scratch(), entropy=lambda size: secret("e", size=size), games={}
    )
    shown = []
    for seconds in (0.1, 0.9, 0.1, 0.9, 0.7, 0.1, inf, 5.0, 0.1):
        store.measured(seconds)
        shown.append(store.snapshot.lag)
    assert shown == [0.0, 0.0, 0.0, 0.0, 0.7, 0.0, inf, 5.0, 0.0]


async def test_good_answers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often they are measured, no snapshot is new: nothing is written."""
    monkeypatch.setattr(link, "MEASURED", 0.0)
    monkeypatch.setattr(lag, "NOTICED", 60.0)
    async with Hall() as hall:
        client = Client(hall.url)
        await client.until(is_late=False)
        measured: list[float] = []
        enough = asyncio.Event()
        took = client.store.measured

        def count(seconds: float) -> bool:
            measured.append(seconds)
            if len(measured) == 20:
                enough.set()
            return took(seconds)

        monkeypatch.setattr(client.store, "measured", count)
        client.changes, shown = 0, client.store.snapshot
        await enough.wait()
        assert client.changes == 0
        assert client.store.snapshot is shown
        await client.stop()
