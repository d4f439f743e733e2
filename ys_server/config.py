"""Settings of the server and the command line that gives them."""

import argparse
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import platformdirs
from msgspec import Struct

from protocol import PORT

IN_MEMORY: Final = ":memory:"


class Config(Struct, frozen=True):
    """What an operator decides."""

    host: str = "127.0.0.1"
    port: int = PORT
    database: Path | None = None
    """None keeps everything in memory."""
    patience: float = 180.0
    bots: bool = True
    until_stdin_closes: bool = False
    seed: int | None = None
    verbose: bool = False


def parse(arguments: Sequence[str] | None = None) -> Config:
    """Return the settings that the command line gives; ends the program for --help and for wrong usage."""
    options = _parser().parse_args(arguments)
    return Config(
        host=options.host,
        port=options.port,
        database=None if options.database == IN_MEMORY else Path(options.database).expanduser(),
        patience=options.patience,
        bots=not options.no_bots,
        until_stdin_closes=options.until_stdin_closes,
        seed=options.seed,
        verbose=options.verbose,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ys-server",
        description="Serve games of Ys: a lobby, tables that survive a restart, bots to fill chairs.",
        epilog="The first line it prints says where it listens. Ctrl-C or SIGTERM ends it; games are kept.",
    )
    default = Path(platformdirs.user_data_dir("ys", appauthor=False)) / "server.sqlite3"
    parser.add_argument("--version", action="version", version=f"ys-server {version('ys')}")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 for everybody (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=PORT,
        help="port to listen on; 0 takes a free one (default: %(default)s)",
    )
    parser.add_argument(
        "--database",
        default=str(default),
        metavar="FILE",
        help=f"where games are kept, readable by you alone; {IN_MEMORY} keeps nothing (default: %(default)s)",
    )
    parser.add_argument(
        "--patience",
        type=_seconds,
        default=180.0,
        metavar="SECONDS",
        help="how long a table waits for one seat before the others may vote to go on (default: %(default)g)",
    )
    parser.add_argument("--no-bots", action="store_true", help="start no bots")
    parser.add_argument("--until-stdin-closes", action="store_true", help="end also when standard input ends")
    parser.add_argument(
        "--seed",
        type=_whole,
        metavar="N",
        help="make every random byte follow from N; for tests, nothing stays secret",
    )
    parser.add_argument("--verbose", action="store_true", help="log every connection")
    return parser


def _port(text: str) -> int:
    port = _whole(text)
    if not 0 <= port < 1 << 16:
        raise argparse.ArgumentTypeError(f"{port} is no port; say 0 to 65535")
    return port


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:  # noqa: PLR2004  # also refuses nan and inf
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; say 180, for example")
    return seconds
