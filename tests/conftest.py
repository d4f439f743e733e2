"""What holds for every test: a home of its own, a plain terminal, and properties that repeat."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

settings.register_profile("dev", deadline=None)  # a slow spell of the machine is no failure
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Identity, games, settings, terminal and proxy of whoever runs the tests are out of reach."""
    for name in (
        "HOME",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR",
        "XDG_STATE_HOME",
    ):
        monkeypatch.setenv(name, str(tmp_path / "home" / name.lower()))
    for name in ("COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "ROWS"):
        monkeypatch.delenv(name, raising=False)
    for scheme in ("all", "http", "https", "socks", "ws", "wss"):
        for name in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY"):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("YS_LAN", "off")  # a test that announces a server does so on loopback
