"""Settings: where they come from, which one counts, and what is said when one is wrong."""

import os
import tomllib
from pathlib import Path

import pytest

from ys_server import config
from ys_server.config import Config, Resolved
from ys_server.given import ConfigError
from ys_server.limits import Limits
from ys_server.settings import SETTINGS, Setting, shown


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever this machine's user has configured counts for nothing."""
    monkeypatch.setattr(config, "default_file", lambda: tmp_path / "default" / "server.toml")


def resolved(*flags: str, **environment: str) -> Resolved:
    """Return what flags and environment give, or raise what is wrong."""
    return config._resolve(flags, environment)


def wrong(*flags: str, **environment: str) -> str:
    """Return the sentence about what is wrong."""
    with pytest.raises(ConfigError) as raised:
        resolved(*flags, **environment)
    return str(raised.value)


def written(path: Path, text: str) -> Path:
    """Return a file with a configuration in it."""
    file = path / "ys.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_flag_counts_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    """Each of the three gives what the one before leaves open; the default comes last."""
    file = written(tmp_path, 'port = 1\npatience = 2\nhost = "::1"\n[limits]\ntables = 9\n')
    found = resolved("--config", str(file), "--port", "3", YS_SERVER_PORT="4", YS_SERVER_PATIENCE="5")
    got = found.config
    assert (got.port, got.patience, got.host, got.limits.tables, got.bots) == (3, 5.0, "::1", 9, True)
    assert [found.given[key].place for key in ("port", "patience", "host", "limits.tables")] == [
        "--port",
        "YS_SERVER_PATIENCE in the environment",
        f"{file} line 3, host",
        f"{file} line 5, limits.tables",
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_has_a_place_to_go(setting: Setting) -> None:
    """Each is a field of the configuration or of the limits, and its default is of its kind."""
    holder = Limits if setting.key.startswith("limits.") else Config
    assert setting.field in holder.__struct_fields__
    assert len({other.flag for other in SETTINGS}) == len(SETTINGS)
    if setting.default is not None:
        assert setting.kind.read(shown(setting, setting.default).strip('"[]')) == setting.default


def test_what_is_shown_has_the_same_effect(tmp_path: Path) -> None:
    """The lines of `ys-server config` are a file; read again, it gives the same settings."""
    first = resolved("--port", "0", "--no-bots", "--limits-tables", "7", "--database", 'a"b.sqlite3')
    file = written(tmp_path, "\n".join(first.lines()))
    assert tomllib.loads(file.read_text(encoding="utf-8"))["port"] == 0
    again = resolved("--config", str(file)).config
    assert again.database == tmp_path / 'a"b.sqlite3'
    assert (again.port, again.bots, again.limits) == (0, False, first.config.limits)


def test_the_default_file_is_read_where_it_is_there(tmp_path: Path) -> None:
    """Without a word about a file, the one in the user's folder counts, unless none is to count."""
    (tmp_path / "default").mkdir()
    (tmp_path / "default" / "server.toml").write_text("port = 5\n")
    assert resolved().config.port == 5
    assert resolved("--no-config", YS_SERVER_PATIENCE="x").config == resolved("--port", "4747").config


def test_files_named_in_a_file_lie_beside_it(tmp_path: Path) -> None:
    """A relative path means the same wherever the server is started."""
    file = written(tmp_path, 'database = "games.sqlite3"')
    assert resolved(YS_SERVER_CONFIG=str(file)).config.database == tmp_path / "games.sqlite3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("host = 'h'\nprot = 1\n", "line 2, prot: there is no setting prot; did you mean port?"),
        (
            "[limits]\n\ntabels = 1",
            "line 3, limits.tabels: there is no setting limits.tabels; did you mean limits.tables?",
        ),
        ("[port]\nx = 1", "line 1, port: a table stands where a whole number belongs"),
        ("port = '1'", "line 1, port: a text in quotes stands where a whole number belongs"),
        ("port = true", "line 1, port: true or false stands where a whole number belongs"),
        ("\n port = 70000", "line 2, port: 70000 is no port; say 0 to 65535"),
        ("bots = 1", "line 1, bots: a whole number stands where true or false belongs"),
        ("limits.tables = 0", "line 1, limits.tables: 0 is too small; say 1 to 1000000000"),
        (
            "log-format = 'xml'",
            "line 1, log-format: 'xml' is none of text, json",
        ),
        ("seed = 3", "line 1, seed: there is no setting seed; ys-server --help tells what there is"),
        ("port = ", ": is no TOML: Invalid value (at end of document)"),
        ('patience = "\x00"', ": is no TOML: Illegal character '\\x00' (at line 1, column 13)"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    """File, line and key, what stands there, and what would be right."""
    file = written(tmp_path, text)
    assert wrong("--config", str(file)) == f"{file}{'' if said.startswith(':') else ' '}{said}"


def test_what_is_wrong_elsewhere_is_said_with_its_place(tmp_path: Path) -> None:
    """Flags and variables are named, too, with the nearest known one where one is unknown."""
    assert wrong(YS_SERVER_PORT="x") == "YS_SERVER_PORT in the environment: 'x' is no whole number"
    assert wrong(YS_SERVER_BOTS="x") == "YS_SERVER_BOTS in the environment: 'x' is neither yes nor no"
    assert wrong(YS_SERVER_PROT="1") == "there is no variable YS_SERVER_PROT; did you mean YS_SERVER_PORT?"
    assert wrong("--prot", "1") == "there is no flag --prot; did you mean --port?"
    assert wrong("--patience", "nan").startswith("--patience: 'nan' is no number of seconds")
    assert wrong("--limits-per-second", "0").startswith("--limits-per-second: '0' is no number above 0")
    assert wrong("--config", str(tmp_path / "no")) == (
        f"{tmp_path / 'no'}: cannot be read: no such file or directory"
    )
    assert "say one of them" in wrong("--config", "a", "--no-config")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Bytes of anything else are named as such."""
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    assert wrong("--config", str(tmp_path / "x")) == f"{tmp_path / 'x'}: is no text in UTF-8"


@pytest.mark.parametrize("what", ["/dev/zero", "pipe"])
def test_a_file_without_an_end_is_refused(tmp_path: Path, what: str) -> None:
    """A device, or a pipe into which nobody writes, is not read, and not waited for."""
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / what
    assert wrong("--config", str(path)) == f"{path}: cannot be read: it is no regular file"


def test_a_file_that_is_far_too_long_is_refused(tmp_path: Path) -> None:
    """No more than a bound is read of it."""
    (tmp_path / "x").write_text("# nothing\n" * 100_000)
    assert wrong("--config", str(tmp_path / "x")) == f"{tmp_path / 'x'}: has more than 262144 bytes"
