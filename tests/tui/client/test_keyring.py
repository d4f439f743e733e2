"""What a profile keeps on disk: made whole, private, refused in plain words when it is not right."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from protocol.vault import IDENTITY
from tests.support.driver import secret
from ys_tui.client.keyring import Keyring, KeyringError, Note, Scratch
from ys_tui.client.snapshot import Alarm

NONCE = secret("nonce", size=16)


def note(length: int) -> Note:
    """Return a note of that length."""
    return Note(secret("setup"), length, secret("chain", length))


def mode(path: Path) -> int:
    """Return who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_first_start_makes_a_private_identity(tmp_path: Path) -> None:
    """The identity is 32 bytes that only its owner may read, and the player is told how to keep it."""
    ring = Keyring(tmp_path / "profile")
    assert ring.is_new
    assert mode(ring.path) == 0o600
    assert ring.path.read_bytes() == ring.identity
    assert len(ring.identity) == IDENTITY
    assert "\n" not in ring.greeting
    assert f"cp -p {ring.path}" in ring.greeting


def test_the_command_that_keeps_the_identity_is_short_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below home it begins with ~, whatever the name of a folder, and a shell takes it as it stands."""
    monkeypatch.setenv("HOME", str(tmp_path))
    ring = Keyring(tmp_path / "my games" / "profile")
    command = ring.greeting.partition("Back it up: ")[2].replace("SOMEWHERE-SAFE", "~/copy")
    assert command == "cp -p ~/'my games/profile/identity' ~/copy"
    subprocess.run(["/bin/sh", "-c", command], check=True)
    assert (tmp_path / "copy").read_bytes() == ring.identity


def test_second_start_finds_the_same_identity(tmp_path: Path) -> None:
    """The identity stays; nothing new is made."""
    first, second = Keyring(tmp_path), Keyring(tmp_path)
    assert second.identity == first.identity
    assert not second.is_new


def test_two_first_starts_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever loses the race to make the file uses the one that is there."""
    link = os.link

    def late(source: Path, target: Path) -> None:
        target.write_bytes(secret("winner"))
        target.chmod(0o600)
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    ring = Keyring(tmp_path)
    assert ring.identity == secret("winner")
    assert not ring.is_new


def test_nothing_is_left_beside_the_identity(tmp_path: Path) -> None:
    """No draft of a secret stays in the folder."""
    Keyring(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"identity", "notes"}


@pytest.mark.parametrize("size", [0, 31, 33, 4_096])
def test_file_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    """A file that is no identity is named and left as it is."""
    path = tmp_path / "identity"
    path.write_bytes(bytes(size))
    path.chmod(0o600)
    with pytest.raises(KeyringError, match="no identity"):
        Keyring(tmp_path)
    assert len(path.read_bytes()) == size


def test_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    """Loose permissions are refused with the command that mends them."""
    path = Keyring(tmp_path).path
    path.chmod(0o640)
    with pytest.raises(KeyringError, match=f"chmod 600 {path}"):
        Keyring(tmp_path)


def test_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A file in the way of the folder gives a sentence, not a traceback."""
    (tmp_path / "profile").write_text("in the way")
    with pytest.raises(KeyringError, match="cannot be written"):
        Keyring(tmp_path / "profile")


def test_name_is_remembered(tmp_path: Path) -> None:
    """The name used last is offered again, without what could harm a terminal."""
    ring = Keyring(tmp_path)
    assert ring.name == ""
    ring.remember_name("Cara")
    assert Keyring(tmp_path).name == "Cara"
    (tmp_path / "name").write_bytes(b"\x1b[2JC\xffara")
    assert "\x1b" not in Keyring(tmp_path).name


def test_notes_survive_a_restart(tmp_path: Path) -> None:
    """Nonces sat with and lengths seen are on disk, private."""
    ring = Keyring(tmp_path)
    ring.sit(secret("server"), 3, NONCE)
    ring.write(NONCE, note(5))
    again = Keyring(tmp_path)
    assert again.sat(secret("server"), 3) == NONCE
    assert again.sat(secret("server"), 4) is None
    assert again.note(NONCE) == note(5)
    assert {mode(path) for path in (tmp_path / "notes").iterdir()} == {0o600}


def test_longer_note_stays(tmp_path: Path) -> None:
    """A second window of the same profile that has seen less does not take the note back."""
    for notes in (Keyring(tmp_path), Scratch()):
        notes.write(NONCE, note(5))
        notes.write(NONCE, note(3))
        assert notes.note(NONCE) == note(5)


def test_damaged_note_is_told(tmp_path: Path) -> None:
    """A note that cannot be read is no empty note: nothing is played on without it."""
    ring = Keyring(tmp_path)
    (tmp_path / "notes" / NONCE.hex()).write_bytes(b"\xc1")
    with pytest.raises(KeyringError, match="damaged"):
        ring.note(NONCE)


def test_note_is_on_disk_before_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data and folder are flushed for each note: it survives a power cut."""
    ring = Keyring(tmp_path)
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", flushed.append)
    ring.write(NONCE, note(1))
    assert len(flushed) == 2


def test_seat_is_forgotten_by_who_stands_up(tmp_path: Path) -> None:
    """After standing up, no restart knows of the chair; standing up twice does no harm."""
    keyring = Keyring(tmp_path)
    keyring.sit(bytes(32), 3, bytes(16))
    keyring.stand(bytes(32), 3)
    keyring.stand(bytes(32), 3)
    assert Keyring(tmp_path).sat(bytes(32), 3) is None


def test_mark_is_kept_by_server_and_table(tmp_path: Path) -> None:
    """What was seen of a lie is on disk, private, for that table of that server, until it is taken back."""
    alarm = Alarm("forged", "Entry 3, by Cara, is against the rules.")
    for notes in (Keyring(tmp_path), Scratch()):
        notes.mark(secret("server"), 3, (alarm,))
        assert notes.marks(secret("server")) == {3: (alarm,)}
        assert notes.marks(secret("another")) == {}
    again = Keyring(tmp_path)
    assert again.marks(secret("server")) == {3: (alarm,)}
    assert {mode(path) for path in (tmp_path / "notes").iterdir()} == {0o600}
    again.mark(secret("server"), 3, ())
    assert Keyring(tmp_path).marks(secret("server")) == {}


def test_damaged_mark_is_a_mark(tmp_path: Path) -> None:
    """A mark that cannot be read does not vanish, and stops nothing."""
    Keyring(tmp_path).mark(secret("server"), 3, (Alarm("forged", "Seen."),))
    (path,) = (tmp_path / "notes").iterdir()
    path.write_bytes(b"\xc1")
    (alarm,) = Keyring(tmp_path).marks(secret("server"))[3]
    assert "damaged" in alarm.detail
