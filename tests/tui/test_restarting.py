"""A server of our own that ends by itself: started anew where it was, elsewhere, or given up in words."""

import os
import signal
import socket
from pathlib import Path
from queue import Queue

from ys_tui import hosting
from ys_tui.hosting import Hosted
from ys_tui.restarting import Restarter

PATIENCE = 60.0
PAUSES = (0.0, 0.0, 0.0)


def kept(hosted: Hosted) -> tuple[Restarter, Queue[tuple[str, str]]]:
    """Return a restarter that watches over `hosted`, and what it tells."""
    told: Queue[tuple[str, str]] = Queue()
    restarter = Restarter(hosted, lambda url, problem: told.put((url, problem)), PAUSES)
    restarter.start()
    return restarter, told


def kill(hosted: Hosted) -> None:
    """End the server without a warning."""
    os.kill(hosted._process.pid, signal.SIGKILL)


def test_killed_server_is_back_at_its_port(tmp_path: Path) -> None:
    """Whoever was connected finds it where it was."""
    hosted = hosting.solo(tmp_path)
    url = hosted.address()
    restarter, told = kept(hosted)
    try:
        kill(hosted)
        assert told.get(timeout=PATIENCE) == (url, "")
    finally:
        restarter.stop()
    assert restarter.hosted._process.returncode is not None


def test_port_that_is_taken_meanwhile_is_given_up(tmp_path: Path) -> None:
    """When the port cannot be had any more the server is started on another one, which is told."""
    hosted = hosting.solo(tmp_path)
    url = hosted.address()
    restarter, told = kept(hosted)
    try:
        with restarter._lock:
            kill(hosted)
            hosted.wait()
            thief = socket.create_server(("127.0.0.1", int(url.rpartition(":")[2])))
        with thief:
            other, problem = told.get(timeout=PATIENCE)
            assert other.startswith("ws://127.0.0.1:")
            assert other != url
            assert problem == ""
    finally:
        restarter.stop()


def test_server_that_ends_again_and_again_is_given_up_in_words(tmp_path: Path) -> None:
    """The sentence says what the server said last and what to do; asked once more, it is tried again."""
    hosted = hosting.solo(tmp_path)
    url = hosted.address()
    restarter, told = kept(hosted)
    database = tmp_path / "solo.db"
    try:
        with restarter._lock:
            kill(hosted)
            hosted.wait()
            kept_bytes = database.read_bytes()
            for beside in tmp_path.glob("solo.db-*"):
                beside.unlink()
            database.write_bytes(b"no database at all, but something else" * 40)
        nowhere, problem = told.get(timeout=PATIENCE)
        assert nowhere == ""
        assert "solo.db" in problem
        assert "start the server once more" in problem
        database.write_bytes(kept_bytes)
        restarter.start()
        assert told.get(timeout=PATIENCE) == (url, "")
    finally:
        restarter.stop()


def test_server_that_is_stopped_stays_away(tmp_path: Path) -> None:
    """Ending the client ends the server for good."""
    hosted = hosting.solo(tmp_path)
    hosted.address()
    restarter, told = kept(hosted)
    restarter.stop()
    assert restarter.hosted is hosted
    assert told.empty()
