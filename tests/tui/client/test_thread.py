"""The client's own thread: it looks at the clock by itself, though nothing is heard and nothing wished."""

import threading

import pytest

from tests.support.driver import secret
from tests.support.toy import TOY
from ys_tui.client import thread
from ys_tui.client.intents import ConnectTo
from ys_tui.client.keyring import Scratch
from ys_tui.client.store import Store
from ys_tui.client.table import Messages
from ys_tui.client.thread import ClientThread

PATIENCE = 60.0


class Watched(Store):
    """A store that says when it was asked what time it is."""

    ticked = threading.Event()
    due = threading.Event()

    @property
    def is_timed(self) -> bool:
        """Wait for something all the time."""
        return True

    def tick(self, now: float) -> bool:
        """Note it, and have something new to show."""
        self.ticked.set()
        return super().tick(now) or True

    def late(self) -> Messages:
        """Note that it was asked for what is to leave now."""
        self.due.set()
        return super().late()


def test_clock_comes_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """While something is waited for the store is told the time, and what it finds is shown."""
    monkeypatch.setattr(thread, "_TICK", 0.01)
    rang = threading.Event()

    def made(server: str, name: str) -> Store:
        notes = Scratch()
        return Watched(secret("ada"), name, notes=notes, entropy=bytes, games={TOY.key: TOY}, server=server)

    client = ClientThread(made, rang.set)
    client.start()
    client.wish(ConnectTo("ws://127.0.0.1:9", "Ada"))
    try:
        assert Watched.ticked.wait(PATIENCE)
        assert rang.wait(PATIENCE)
        assert Watched.due.wait(PATIENCE), "what a busy server turned away leaves with the clock"
    finally:
        client.stop()
    assert client.failure is None
