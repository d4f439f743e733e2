"""The bots' identity file."""

import stat
from pathlib import Path

import pytest

from protocol.vault import IDENTITY
from tests.server.bots.house import Source
from ys_server.bots.identity import IdentityError, identity


def test_the_identity_is_made_once_and_is_private(tmp_path: Path) -> None:
    """The first start makes a file that only its owner may read; later starts find the same secret."""
    path = tmp_path / "bots"
    first = identity(path, Source(1))
    assert len(first) == IDENTITY
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert identity(path, Source(2)) == first
    assert [file.name for file in tmp_path.iterdir()] == ["bots"]


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    """The sentence says what to type."""
    path = tmp_path / "bots"
    identity(path, Source(1))
    path.chmod(0o644)
    with pytest.raises(IdentityError, match="chmod 600"):
        identity(path, Source(1))


def test_a_file_that_is_no_identity_is_refused(tmp_path: Path) -> None:
    """Too few bytes are no secret."""
    path = tmp_path / "bots"
    path.touch(0o600)
    with pytest.raises(IdentityError, match="no identity"):
        identity(path, Source(1))


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """An identity that cannot be written is a sentence, not a traceback."""
    with pytest.raises(IdentityError, match="cannot be used"):
        identity(tmp_path / "nowhere" / "bots", Source(1))


def test_of_two_first_starts_one_wins(tmp_path: Path) -> None:
    """A file that appears meanwhile is kept: both starts have the same identity."""
    path = tmp_path / "bots"
    inner: list[bytes] = []

    def meanwhile(size: int) -> bytes:
        inner.append(identity(path, Source("other")))
        return bytes(size)

    assert identity(path, meanwhile) == inner[0]
