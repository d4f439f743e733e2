"""The page for operators says what is true."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.settings_table import PART, render
from tests.support.remote import ROOT
from ys_server.config import resolve
from ys_server.settings import SETTINGS

DOCS = ROOT / "docs"


def test_the_settings_are_those_of_the_server() -> None:
    """The table in the page is that of the settings (python -m tests.server.settings_table)."""
    assert PART.written() == render()


def test_every_flag_and_variable_it_names_is_known() -> None:
    """Neither page, service nor container names a setting that the server refuses."""
    flags = {setting.flag for setting in SETTINGS} | {"--config", "--no-config", "--no-bots"}
    variables = {setting.variable for setting in SETTINGS} | {"YS_SERVER_CONFIG"}
    for name in ("operating.md", "ys-server.service", "Containerfile"):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert set(re.findall(r"YS_SERVER_[A-Z_]+", text)) <= variables
        if name != "Containerfile":  # its flags are those of pip and of containers
            ours = {flag for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text) if flag not in _OTHERS}
            assert ours - {f"--no-{flag[2:]}" for flag in flags} <= flags | keep_flags()


def keep_flags() -> set[str]:
    """Return the flags of `ys keep`, which the page tells of, too."""
    command = (sys.executable, "-m", "ys_tui", "keep", "--help")
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return set(re.findall(r"--[a-z][a-z-]+", said))


_OTHERS = {"--require-hashes", "--no-deps", "--now", "--user"}
"""Flags of pip and systemctl."""


def test_its_example_is_understood(tmp_path: Path) -> None:
    """The TOML in the page is a file that the server takes."""
    (example,) = re.findall(r"```toml\n(.*?)```", PART.page.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "server.toml"
    file.write_text(example)
    assert resolve(["--config", str(file)], {}).config.limits.per_address == 100


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_service_is_one_for_systemd(tmp_path: Path) -> None:
    """Every line of the unit is known to it, and little of the machine is left to the service."""
    unit = tmp_path / "ys-server.service"
    text = (DOCS / "ys-server.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/ys/bin/ys-server", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)],  # noqa: S607  # from PATH
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
