"""What `ys-server` can do besides serving, one function per command."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
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
    return _printed(lambda: COMMANDS[name](resolved, words))


def _printed(command: Callable[[], int]) -> int:
    """Run a command that only prints; who reads no further, or interrupts it, has no answer from it."""
    try:
        code = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _print_no_more()
        return _UNREAD
    except OSError as error:
        if error.filename is not None:
            raise  # it is about another file than the one that is printed to
        _print_no_more()
        sys.stderr.write(f"ys-server: the answer cannot be written ({error.strerror}).\n")
        return _UNWRITTEN
    return code


def _print_no_more() -> None:
    """Let what is still held, and finds no reader or no room, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _config(resolved: Resolved, words: Sequence[str]) -> int:
    """Print what is in force, as a file that has the same effect, and where each value comes from."""
    if words:
        fail("config takes flags alone")
    sys.stdout.writelines(line + "\n" for line in resolved.lines())
    return 0


def _backup(resolved: Resolved, words: Sequence[str]) -> int:
    """Write all that the database holds at this moment into a new file, and look whether that is sound.

    The exit code is 0 when it is, 1 when the copy is made and has what is wrong in the database, 2 when there
    is no copy.
    """
    from ys_server import database  # noqa: PLC0415  # help and errors need no database

    source = resolved.config.database
    if len(words) != 1:
        fail("backup needs the name of the file to write, and nothing else")
    if source is None:
        fail("there is no database to back up: it is kept in memory")
    target = Path(words[0]).expanduser()
    try:
        with database.reading(source) as opened:
            database.copy(opened, target)
    except database.StoreError as error:
        fail(str(error))
    return _check(resolved, (str(target),))


def _check(resolved: Resolved, words: Sequence[str]) -> int:
    """Say what is wrong in the database, or in that file: exit code 0 nothing, 1 something, 2 no answer."""
    from ys_server.checking import check  # noqa: PLC0415  # help and errors need no games
    from ys_server.database import StoreError  # noqa: PLC0415

    if len(words) > 1:
        fail("check takes one file")
    path = Path(words[0]).expanduser() if words else resolved.config.database
    if path is None:
        fail("there is no database to check: it is kept in memory")
    try:
        report = check(path)
    except StoreError as error:
        fail(str(error))
    for flaw in report.failing:
        sys.stdout.write(f"{flaw}\n")
    tables = f"{report.tables} {'table' if report.tables == 1 else 'tables'}"
    wrong = len(report.failing) or "nothing"
    sys.stdout.write(f"{path}: {tables} played again, {report.entries} entries, {wrong} wrong\n")
    return 1 if report.failing else 0


_INTERRUPTED: Final = 130
"""The exit code of what Ctrl-C has ended."""
_UNWRITTEN: Final = 74
"""The exit code of what was to be printed where there is no room: EX_IOERR, as the sysexits have it."""
_UNREAD: Final = 141
"""The exit code of what was to be printed when nobody read any more: a shell's own for that."""
COMMANDS: Final[Mapping[str, Callable[[Resolved, Sequence[str]], int]]] = {
    "backup": _backup,
    "check": _check,
    "config": _config,
}
"""By name; none of them serves."""
