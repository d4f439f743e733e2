"""What `ys-server` can do besides serving, one function per command."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from protocol.text import clean
from ys_server.config import Resolved, fail, resolve


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says, which without a command is to serve; return the exit code."""
    resolved = resolve(arguments)
    if not resolved.rest:
        from ys_server.app import run  # noqa: PLC0415  # help and errors need no sockets

        return run(resolved.config)
    name, *words = resolved.rest
    if name not in COMMANDS:
        fail(f"{clean(name)!r} is no command; there are {', '.join(COMMANDS)}, and none to serve")
    return COMMANDS[name](resolved, words)


def _config(resolved: Resolved, words: Sequence[str]) -> int:
    """Print what is in force, as a file that has the same effect, and where each value comes from."""
    if words:
        fail("config takes flags alone")
    sys.stdout.writelines(line + "\n" for line in resolved.lines())
    return 0


COMMANDS: Final[Mapping[str, Callable[[Resolved, Sequence[str]], int]]] = {"config": _config}
"""By name; none of them serves."""
