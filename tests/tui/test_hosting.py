"""A server process of our own: started, found, ended."""

import shutil
import sys
from ipaddress import ip_address
from pathlib import Path

import pytest

from tests.support.terminal import all_gone
from ys_tui import hosting
from ys_tui.config import Host, Settings
from ys_tui.hosting import Hosted, HostingError
from ys_tui.session import Session, url_of


def test_private_server_is_found_and_ended(tmp_path: Path) -> None:
    """A solo server listens on loopback only, and is gone when it is stopped."""
    hosted = hosting.solo(tmp_path)
    try:
        assert hosted.address().startswith("ws://127.0.0.1:")
    finally:
        hosted.stop()
    assert all_gone([hosted._process.pid], 0)


def test_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    """The last words of a server that fails are in the sentence."""
    hosted = Hosted(("--no-such-option",), tmp_path / "server.log")
    with pytest.raises(HostingError, match=r"did not start: .*no-such-option"):
        hosted.address()


def test_failed_start_says_the_same_again(tmp_path: Path) -> None:
    """Who asks a server that did not start once more hears the same sentence."""
    hosted = Hosted(("--no-such-option",), tmp_path / "server.log")
    said = []
    for _ in range(2):
        with pytest.raises(HostingError) as error:
            hosted.address()
        said.append(str(error.value))
    assert said[0] == said[1]


def test_second_start_with_a_profile_says_that_ys_is_open(tmp_path: Path) -> None:
    """One profile plays alone in one terminal: in another one, plain words say so and name the way out."""
    first = hosting.solo(tmp_path)
    try:
        first.address()
        with pytest.raises(HostingError, match=r"already open in another terminal.*--profile NAME"):
            hosting.solo(tmp_path).address()
    finally:
        first.stop()


def test_a_damaged_database_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence has paths as they are typed, from home on, and the next step."""
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "solo.db").write_bytes(b"no database" * 1000)
    with pytest.raises(HostingError) as error:
        hosting.solo(folder).address()
    said = str(error.value)
    assert "~/games/solo.db" in said
    assert "Move that file elsewhere, and a new one is begun" in said
    assert said.endswith("(more in ~/games/solo.log)")
    assert str(tmp_path) not in said


def test_a_full_disk_is_told_though_the_server_could_not_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where not even its last words have room, the sentence says why, and what to do."""
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(fake))
    usage = shutil.disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(HostingError, match=r"the disk is full\. Free some space there"):
        hosting.solo(tmp_path / "profile").address()


def test_last_words_are_harmless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control characters of a server's last words do not reach the terminal."""
    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\nprintf 'a\\033[2Jb\\n' >&2\n")
    fake.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(fake))
    with pytest.raises(HostingError) as error:
        hosting.solo(tmp_path / "profile").address()
    assert "a [2Jb" in str(error.value)


def test_host_reaches_its_own_server_on_loopback(tmp_path: Path) -> None:
    """Who hosts joins by loopback, whatever interface the server names."""
    hosted = hosting.public(tmp_path, 0)
    try:
        port = hosted.address().rpartition(":")[2]
        assert url_of(Host(0), hosted) == f"ws://127.0.0.1:{port}"
    finally:
        hosted.stop()


def test_invitation_has_the_port_only_when_it_is_another() -> None:
    """What others type is an address, and a port only where it is not the usual one."""
    usual = hosting.own_address(4747)
    assert usual
    assert ":" not in usual
    assert hosting.own_address(99) == f"{usual}:99"


def test_invitation_without_a_way_out_is_an_interface_or_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine without a route, an interface's address is told, and its name when there is none."""
    monkeypatch.setattr(hosting, "_FAR", "::1")  # no address of that family: refused at once
    monkeypatch.setattr(hosting, "_interfaces", lambda: iter(("192.0.2.9", "192.0.2.10")))
    assert hosting.own_address(4747) == "192.0.2.9"
    monkeypatch.setattr(hosting, "_interfaces", lambda: iter(()))
    monkeypatch.setattr("socket.gethostname", lambda: "harbour")
    assert hosting.own_address(4747) == "harbour"


def test_interfaces_are_those_that_others_come_in_by() -> None:
    """The addresses of the interfaces are addresses, and loopback is none of them."""
    for address in hosting._interfaces():
        assert not ip_address(address).is_loopback


def test_session_ends_what_it_started() -> None:
    """Leaving the session ends its server."""
    with Session(Settings(plan=Host(0))) as session:
        session.begin()
        hosted = session.hosted
        assert hosted is not None
        hosted.address()
    assert all_gone([hosted._process.pid], 0)
