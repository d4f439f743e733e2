"""The commands of `ys-server`, as processes."""

import subprocess
import sys

from tests.support.remote import ROOT


def server(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `ys-server` to its end."""
    command = [sys.executable, "-m", "ys_server", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)


def test_config_tells_what_is_in_force() -> None:
    """Every setting with its value and where it comes from."""
    done = server("config", "--no-config", "--port", "5")
    assert done.returncode == 0
    assert "port = 5  # --port\n" in done.stdout
    assert 'host = "127.0.0.1"  # default\n' in done.stdout


def test_what_is_no_command_is_refused() -> None:
    """With exit code 2 and a sentence that names it, and nothing served."""
    for words in (("sevre",), ("config", "x")):
        done = server(*words, "--no-config")
        assert done.returncode == 2
        assert done.stderr.startswith("ys-server: ")
        assert done.stdout == ""
