"""Files that somebody names: read up to a bound, and only if they are regular files."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from ys_tui.__main__ import main
from ys_tui.client import files
from ys_tui.client.keyring import Keyring, KeyringError

ODD = ("/dev/zero", "pipe", ".")
"""What has no end, what never begins, and what is no file at all."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder with a pipe into which nobody writes, where the program runs."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    ("before", "after"),
    [(("verify",), ()), (("replay", "--journal"), ()), (("keys", "--keys"), ()), (("--keys",), ("id",))],
)
@pytest.mark.usefixtures("here")
def test_no_command_reads_what_is_no_regular_file(
    before: Sequence[str], after: Sequence[str], odd: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each is refused in a sentence and with 2, at once; nothing is waited for."""
    assert main([*before, odd, *after]) == 2
    said = capfd.readouterr()
    why = "Is a directory" if odd == "." else "it is no regular file"
    assert f"cannot be read ({why})" in said.out + said.err


def test_identity_that_is_a_pipe_is_refused(here: Path) -> None:
    """The secret is read from a regular file as well."""
    folder = here / "profile"
    folder.mkdir()
    os.mkfifo(folder / "identity", 0o600)
    with pytest.raises(KeyringError, match="no regular file"):
        Keyring(folder)


def test_more_than_the_bound_is_refused(tmp_path: Path) -> None:
    """What is as long as it may be is read whole; a byte more is refused with the bound."""
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert files.read(path, 5) == b"12345"
    with pytest.raises(OSError, match="it has more than 4 bytes"):
        files.read(path, 4)


def test_file_of_keys_has_a_bound(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of keys that is far too long is refused, however harmless its lines are."""
    (here / "long.toml").write_text("# nothing\n" * 100_000)
    assert main(["keys", "--keys", "long.toml"]) == 2
    assert "long.toml cannot be read (it has more than 262144 bytes)" in capsys.readouterr().err
