"""Completion for shells: what Tab offers behind `ys`, in a real bash; the other shells get the same words."""

import subprocess
import sys
from pathlib import Path

import pytest

from ys_tui.command_line import SHELLS, parser
from ys_tui.completion import script
from ys_tui.config import LEVELS, folder

ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_shtab_ys
printf '%s\n' "${COMPREPLY[@]}"
"""


def offered(file: Path, *typed: str) -> list[str]:
    """Return what bash offers for the last of the words typed."""
    asked = ["bash", "--norc", "-c", ASK, "ask", str(file), "ys", *typed]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_commands_flags_and_words(tmp_path: Path) -> None:
    """Commands, flags, bots, options, profiles and files are offered where they belong."""
    folder("bob").mkdir(parents=True)
    file = tmp_path / "ys.bash"
    file.write_text(script(parser(), "bash"), encoding="utf-8")
    (tmp_path / "a-game.ys").touch()
    assert offered(file, "so") == ["solo"]
    assert "--keys" in offered(file, "--ke")
    assert {*LEVELS, "greedy,random"} <= set(offered(file, "solo", "--bots", ""))
    assert "kings-favor" in offered(file, "solo", "--options", "k")
    assert offered(file, "--bell", "o") == ["off"]
    assert offered(file, "join", "--profile", "b") == ["bob"]
    assert offered(file, "replay", str(tmp_path / "a-g")) == [str(tmp_path / "a-game.ys")]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told(shell: str) -> None:
    """The text names commands and flags; printing it needs no screen."""
    asked = [sys.executable, "-m", "ys_tui", "--print-completion", shell]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert all(word in told for word in ("solo", "replay", "profile", "greedy,random", "documented-deck"))
    assert told.endswith("\n")
