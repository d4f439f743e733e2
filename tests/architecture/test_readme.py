"""The README says what is true: its map, its picture and its commands."""

import re
import subprocess
import sys

import pytest

from tests.architecture.code_map import PART, README, ROOT, render

PICTURE = ROOT / "tests" / "data" / "screens" / "ys-draft-complete-unicode.txt"


def test_the_map_is_that_of_the_code() -> None:
    """The map in the README is what the modules' docstrings say (python -m tests.architecture.code_map)."""
    assert PART.written() == render()


def test_the_picture_is_what_the_board_looks_like() -> None:
    """The board in the README is the golden drawing, line by line."""
    assert PICTURE.read_text(encoding="utf-8").rstrip() in README.read_text(encoding="utf-8")


def test_its_make_targets_exist() -> None:
    """Every `make …` of the README is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= targets


def _commands() -> list[str]:
    text = README.read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^\| `(ys(?:-server)?(?: [^`]*)?)`", text, re.MULTILINE)))


@pytest.mark.parametrize("command", _commands())
def test_its_commands_are_understood(command: str) -> None:
    """Every command of the README is one that the programs have, with the options they have."""
    program, *words = command.split()
    module = {"ys": "ys_tui", "ys-server": "ys_server"}[program]
    asked = [sys.executable, "-m", module, *words, "--help"]
    answer = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0
    assert "usage:" in answer.stdout
    for option in (word for word in words if word.startswith("--")):
        assert option in answer.stdout
