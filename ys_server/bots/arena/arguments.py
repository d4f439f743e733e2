"""What the commands of the arena are told: how many games, of which seed, and who plays at which table."""

import argparse
import textwrap
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from protocol.game import Illegal, chosen_options
from protocol.games import GAMES
from protocol.text import Code
from ys_server.bots.arena.parallel import cores
from ys_server.bots.levels import LEVELS

GAME: Final = "ys"
MOST_GAMES: Final = 1_000_000
MOST_PROCESSES: Final = 256
WIDTH: Final = 78
"""Columns of a help text."""


class Table(Struct, frozen=True):
    """A table of bots: the level of each seat's bot, and the options in the game's order."""

    levels: tuple[str, ...]
    options: tuple[Code, ...] = ()


Usual: TypeAlias = Callable[[int], tuple[str, ...]]
"""Which bots play at so many seats when none are named."""


def one_against_all(seats: int) -> tuple[str, ...]:
    """Return the strongest bot against the weakest."""
    weakest, *_, strongest = LEVELS[GAME]
    return (strongest, *(weakest,) * (seats - 1))


def all_weak(seats: int) -> tuple[str, ...]:
    """Return the weakest bot at every seat."""
    weakest, *_ = LEVELS[GAME]
    return (weakest,) * seats


def all_strong(seats: int) -> tuple[str, ...]:
    """Return the strongest bot at every seat."""
    *_, strongest = LEVELS[GAME]
    return (strongest,) * seats


def add_run(parser: argparse.ArgumentParser, games: int) -> None:
    """Enter how many games are played (`games` if nothing is said) and of which seed."""
    parser.add_argument(
        "--games", type=_count, default=games, metavar="N", help=f"how many games (default {games})"
    )
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="equal seeds give equal games (default 1)"
    )


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Enter how many processes work at once."""
    parser.add_argument(
        "--processes",
        type=_processes,
        default=cores(),
        metavar="N",
        help="how many games are played at once (default: as many as there are cores)",
    )


def add_table(parser: argparse.ArgumentParser, usual: Usual = one_against_all) -> None:
    """Enter the table's arguments, and what can be chosen to the end of the help.

    When no bots are named, those of `usual` play.
    """
    game = GAMES[GAME]
    most = max(game.tables)
    parser.add_argument(
        "--bots",
        type=_bots,
        metavar="A,B,…",
        help=f"the bot of each seat: {', '.join(LEVELS[GAME])} (default {','.join(usual(most))})",
    )
    parser.add_argument(
        "--seats", type=_seats, metavar="N", help=f"how many seats, when no bots are named (default {most})"
    )
    parser.add_argument(
        "--options",
        type=_names,
        action="extend",
        default=[],
        metavar="KEY,…",
        help="what the table plays with, see below (default nothing)" if game.options else argparse.SUPPRESS,
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(_offered())
    parser.set_defaults(refuse=parser.error, usual=usual)


def table(arguments: argparse.Namespace) -> Table:
    """Return the table that the arguments describe; one that cannot be ends the program with a sentence."""
    seats = arguments.seats or max(GAMES[GAME].tables)
    levels: tuple[str, ...] = arguments.bots or arguments.usual(seats)
    if arguments.seats and len(levels) != seats:
        arguments.refuse(f"{_named(levels)} for {seats} seats")
    try:
        return Table(levels, chosen_options(GAMES[GAME], len(levels), arguments.options))
    except Illegal as illegal:
        arguments.refuse(illegal.detail)
        raise


def described(seats: int, options: Sequence[str]) -> str:
    """Return the table in words: "3 seats, kings-favor"."""
    return ", ".join((f"{seats} seats", *options))


def _offered() -> list[str]:
    game = GAMES[GAME]
    lines = ["tables:"]
    for seats, special in game.tables.items():
        lines += _item(f"{seats} seats", special)
    if game.options:
        lines += ["", "options:"]
    for option in game.options:
        at = " or ".join(map(str, option.seats))
        lines += _item(option.key, f"{option.title}, for {at} seats. {option.text}")
    return lines


def _item(key: str, text: str) -> list[str]:
    indent = " " * 4
    return [f"  {key}", *textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)]


def _count(text: str) -> int:
    return _number(text, "games", MOST_GAMES)


def _processes(text: str) -> int:
    return _number(text, "processes", MOST_PROCESSES)


def _number(text: str, things: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {things} from 1 to {most}")
    return int(text)


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _seats(text: str) -> int:
    known = {str(seats): seats for seats in GAMES[GAME].tables}
    if text not in known:
        raise argparse.ArgumentTypeError(f"the game is for {' or '.join(known)} seats, not {text!r}")
    return known[text]


def _bots(text: str) -> tuple[str, ...]:
    levels = _names(text)
    known = LEVELS[GAME]
    for level in levels:
        if level not in known:
            raise argparse.ArgumentTypeError(f"there is no bot {level!r}; there are {', '.join(known)}")
    if len(levels) not in GAMES[GAME].tables:
        seats = " or ".join(map(str, GAMES[GAME].tables))
        raise argparse.ArgumentTypeError(f"{_named(levels)}; the game is for {seats}")
    return levels


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


def _named(levels: Sequence[str]) -> str:
    return "1 bot is named" if len(levels) == 1 else f"{len(levels)} bots are named"
