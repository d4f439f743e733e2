"""Completion for the server's command line: its commands, flags and files, for the shells there are."""

import subprocess
import sys

import pytest

from ys_server import commands, config


@pytest.mark.parametrize("shell", config.SHELLS)
def test_every_shell_is_told(shell: str) -> None:
    """The text names every command and the flags."""
    asked = [sys.executable, "-m", "ys_server", "--print-completion", shell]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert all(word in told for word in (*commands.COMMANDS, "log-level", "no-announce"))


def test_the_commands_are_those_there_are() -> None:
    """What is completed is what can be done."""
    assert set(config.COMMANDS) == set(commands.COMMANDS)
