"""`ys find` as a program: servers on loopback, found, listed, and the exit code."""

import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol import VERSION
from protocol.beacon import Beacon
from tests.support.ear import LOOPBACK, Ear
from ys_tui import finding, hosting
from ys_tui.config import Host, Settings
from ys_tui.finding import rules
from ys_tui.nearby import Found, Server
from ys_tui.session import Session

RULES = rules()
ADA = Server("ys-1", Beacon("Ada [b]", VERSION, RULES, 1), ("192.0.2.5", "fd00::5"), 4747)
SEA = Server("ys-2", Beacon("sea", VERSION, RULES, 0), ("192.0.2.77",), 99)
OLD = Server("ys-3", Beacon("old", VERSION - 1, RULES, 2), ("192.0.2.6",), 4747)
MUTE = Server("ys-4", Beacon("mute", VERSION, RULES), ("192.0.2.8",), 4747)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[str]:
    """A server as `ys host` starts it, announced on loopback under the name that is given."""
    name = f"Ada {secrets.token_hex(4)}"
    server = hosting.public(tmp_path, 0, hosting.announcement(name, (LOOPBACK,)))
    try:
        server.address()
        with Ear() as ear:
            ear.server(name)
        yield name
    finally:
        server.stop()


def _find(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ys_tui", "find", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_found_server_is_listed(hosted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on the network is listed with the line to type, its open tables; the exit code is 0."""
    monkeypatch.setenv("YS_LAN", LOOPBACK)
    done = _find()
    (line,) = (line for line in done.stdout.splitlines() if line.startswith(hosted))
    assert line.split("  ")[1].startswith("ys join 127.0.0.1:")
    assert line.endswith("no open tables")
    assert (done.returncode, done.stderr) == (0, "")


def test_found_server_is_a_line_of_json(hosted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts get the same facts, one line for each server."""
    monkeypatch.setenv("YS_LAN", LOOPBACK)
    done = _find("--json")
    (facts,) = (fact for fact in map(json.loads, done.stdout.splitlines()) if fact["name"] == hosted)
    assert facts == {
        "name": hosted,
        "typed": f"127.0.0.1:{facts['port']}",
        "url": f"ws://127.0.0.1:{facts['port']}",
        "addresses": [LOOPBACK],
        "port": facts["port"],
        "tables": 0,
        "version": VERSION,
        "rules": dict(RULES),
        "fits": True,
    }
    assert done.returncode == 0


def test_nothing_found_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a server there is one line on stderr, none on stdout, and exit code 1."""
    monkeypatch.setattr(finding, "listen", lambda *_: Found())
    assert finding.run(0.5, (), is_json=False) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "ys: no server was heard in 0.5 seconds\n")


def test_deaf_machine_is_told_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no multicast nobody waits: plain words say so, exit code 1."""

    def deaf(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", deaf)
    assert finding.run(3_600, (), is_json=False) == 1
    assert capsys.readouterr().err == "ys: this machine has no network to find servers on\n"


def test_finding_can_be_turned_off() -> None:
    """With YS_LAN=off nothing is looked for, and the answer names the variable."""
    done = _find()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "ys: servers are not looked for: YS_LAN is off\n"


@pytest.mark.parametrize(
    ("arguments", "lan", "words"),
    [
        (("--seconds", "0"), "off", "'0' is no number of seconds"),
        (("--seconds", "nan"), "off", "'nan' is no number of seconds"),
        ((), "eth0", "'eth0' in YS_LAN is no address"),
    ],
)
def test_wrong_words_are_answered(
    arguments: tuple[str, ...], lan: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be used gives one line on stderr and exit code 2."""
    monkeypatch.setenv("YS_LAN", lan)
    done = _find(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_table_says_what_is_to_be_known() -> None:
    """Names and lines to type stand in columns; a server of another version says so instead of its tables."""
    assert list(finding.table((ADA, MUTE, OLD, SEA))) == [
        "Ada [b]  ys join 192.0.2.5      1 open table",
        "mute     ys join 192.0.2.8",
        "old      ys join 192.0.2.6      another version of Ys",
        "sea      ys join 192.0.2.77:99  no open tables",
    ]


@pytest.mark.parametrize(
    ("settings", "announced"),
    [
        (Settings(name="Ada", lan=()), ("--announce", "--announce-as=Ada")),
        (Settings("eve", lan=(LOOPBACK,)), ("--announce", "--announce-as=eve", "--announce-on=127.0.0.1")),
        (Settings(lan=()), ("--announce",)),
        (Settings(name="Ada", lan=None), ()),
    ],
    ids=["a name", "a profile", "no name yet", "turned off"],
)
def test_host_is_announced_by_a_chosen_name(settings: Settings, announced: tuple[str, ...]) -> None:
    """`ys host` announces the name that was chosen; before there is one, the login name is not told."""
    with Session(settings) as session:
        assert session._announcement(Host(0)) == announced
        assert session._announcement(Host(0, is_announced=False)) == ()
