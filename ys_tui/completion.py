"""What lets a shell complete the command line: the words behind its flags, and where files stand."""

import argparse
from collections.abc import Iterator
from itertools import product

import shtab

from protocol.games import GAMES
from ys_tui import config
from ys_tui.bell import CALLS

_FILES = frozenset({"file", "files", "keys", "svg"})
"""What is typed behind these is a file."""


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return what `shell` reads to complete what `parser` reads."""
    for action in _actions(parser):
        if action.dest in _FILES:
            setattr(action, "complete", shtab.FILE)  # noqa: B010  # the attribute is shtab's own
        elif action.choices is None and (words := _words(action.dest)):
            action.choices = words
    return str(shtab.complete(parser, shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001  # argparse has no other way to ask for them
        yield action
        if isinstance(action.choices, dict):  # commands
            for command in action.choices.values():
                yield from _actions(command)


def _words(name: str) -> list[str]:
    """Return what may stand behind a flag, where that can be listed."""
    game = GAMES[config.GAME]
    match name:
        case "bots":
            sizes = [seats - 1 for seats in game.tables]
            return [",".join(levels) for size in sizes for levels in product(config.LEVELS, repeat=size)]
        case "options":
            return [option.key for option in game.options]
        case "bell":
            return list(CALLS)
        case "profile":
            folder = config.folder(config.PROFILE).parent
            return sorted(each.name for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []
        case _:
            return []
