"""What lets a shell complete the command line of the server: its commands, flags, and where files stand."""

import argparse
from collections.abc import Collection
from typing import Final

import shtab

_FILE: Final = "FILE"
"""The name of what is typed behind a flag that takes a file."""


def script(parser: argparse.ArgumentParser, commands: Collection[str], shell: str) -> str:
    """Return what `shell` reads to complete `commands` and the flags of `parser`."""
    parser.usage = None  # it names the commands, which follow here
    parser.add_argument("command", nargs="?", choices=sorted(commands))
    for action in parser._actions:  # noqa: SLF001  # argparse has no other way to ask for them
        if action.metavar == _FILE:
            setattr(action, "complete", shtab.FILE)  # noqa: B010  # the attribute is shtab's own
    return str(shtab.complete(parser, shell))
