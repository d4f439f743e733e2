"""Folders of games that leave nothing behind: gone at the end, and after a kill at the next start."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ys_tui.throwaway import Throwaway

KILLED = """
import os, signal
from ys_tui.throwaway import Throwaway
(Throwaway().path / "solo.db").touch()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use a folder for temporary ones that nobody else has."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    tempfile.tempdir = None


def test_nothing_is_left_at_the_end(temporary: Path) -> None:
    """The folder is private while it is there, and goes with all that is in it."""
    folder = Throwaway()
    assert folder.path.stat().st_mode & 0o777 == 0o700
    (folder.path / "solo.db").touch()
    folder.cleanup()
    folder.cleanup()
    assert list(temporary.iterdir()) == []


def test_what_a_killed_one_left_goes_at_the_next_start(temporary: Path) -> None:
    """The folder of a process that is gone is cleared away; that of a living one stays."""
    living = Throwaway()
    subprocess.run([sys.executable, "-c", KILLED], check=False)
    assert len(list(temporary.iterdir())) == 2
    other = Throwaway()
    assert set(temporary.iterdir()) == {living.path, other.path}
    living.cleanup()
    other.cleanup()


def test_what_only_looks_like_one_is_left_alone(temporary: Path) -> None:
    """A folder without a lock, a file or a link of that name may be anybody's."""
    (temporary / "ys-game-bare").mkdir()
    (temporary / "ys-game-file").touch()
    target = temporary / "elsewhere"
    target.mkdir()
    (target / "lock").touch()
    (temporary / "ys-game-link").symlink_to(target)
    before = set(temporary.iterdir())
    Throwaway().cleanup()
    assert set(temporary.iterdir()) == before
    assert (target / "lock").exists()
