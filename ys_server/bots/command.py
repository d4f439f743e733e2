"""`python -m ys_server.bots serve`: its arguments, and what ends it."""

import argparse
import asyncio
import contextlib
import logging
import math
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from protocol.chance import seeded
from protocol.vault import IDENTITY
from ys_server.bots.arena.parallel import cores
from ys_server.bots.client import Client, serve
from ys_server.bots.crew import Crew
from ys_server.bots.identity import IdentityError, identity
from ys_server.bots.pool import COMMAND, FEWEST, MEGABYTES, MOST, SECONDS, Pool

USAGE: Final = 2
STDIN: Final = 0
STDOUT: Final = 1
BEAT_SECONDS: Final = 1.0
FROM_STDIN: Final = "-"
SCHEMES: Final = ("ws://", "wss://")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Enter the arguments of serving."""
    parser.add_argument(
        "--server", type=_url, required=True, metavar="URL", help="where to play, as ws://HOST:PORT"
    )
    parser.add_argument(
        "--identity",
        type=Path,
        required=True,
        metavar="FILE",
        help=f"the bots' secret, made when there is none; {FROM_STDIN} reads it from standard input",
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="every random byte follows from N (for tests)"
    )
    parser.add_argument(
        "--processes",
        type=_positive,
        default=processes(),
        metavar="N",
        help="how many bots think at a time (default: as many as there are cores, from 2 to 8)",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=SECONDS,
        metavar="S",
        help="after so long over one decision a bot is replaced (default %(default)g)",
    )
    parser.add_argument(
        "--memory",
        type=_positive,
        default=MEGABYTES,
        metavar="MB",
        help="so much memory each of the processes may take (default %(default)d)",
    )


def processes() -> int:
    """Return how many bots think at a time when nobody says."""
    return min(MOST, max(FEWEST, cores()))


def run(arguments: argparse.Namespace, command: Sequence[str] = COMMAND) -> int:
    """Print the bots' key, play until stdin closes or the server is gone for good, return the exit code.

    They think in processes started by `command`. After the key, lines say that they are alive, and by which
    word one failed.
    """
    logging.basicConfig(format="%(name)s: %(message)s", level=logging.WARNING)
    entropy = secrets.token_bytes if arguments.seed is None else seeded(arguments.seed, "bots")
    try:
        secret = _identity(arguments.identity, entropy)
        crew = Crew(secret, entropy, lambda code: _tell(f"failed {code}"))
    except IdentityError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    _tell(f"key {crew.key.hex()}")
    pool = Pool(arguments.processes, arguments.seconds, arguments.memory, command)
    return asyncio.run(_serve(Client(arguments.server, crew, pool, time.monotonic), pool))


def _identity(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    if str(path) != FROM_STDIN:
        return identity(path, entropy)
    entropy(IDENTITY)  # made by whoever started us, perhaps of the same seed: it is used up
    secret = b""
    while len(secret) < IDENTITY and (more := os.read(STDIN, IDENTITY - len(secret))):
        secret += more
    if len(secret) < IDENTITY:
        raise IdentityError(f"Standard input has no identity: it has to begin with {IDENTITY} bytes.")
    return secret


async def _serve(client: Client, pool: Pool) -> int:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    threading.Thread(target=_until_stdin_closes, args=(loop, ended), daemon=True).start()
    beating = asyncio.create_task(_beat())
    try:
        async with pool:
            return await serve(client, ended)
    finally:
        beating.cancel()


async def _beat() -> None:
    """Say once a second that the loop turns: whoever has started us may wait for that."""
    while True:
        _tell("alive")
        await asyncio.sleep(BEAT_SECONDS)


def _tell(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody listens: stdin ends us
        os.write(STDOUT, f"{line}\n".encode())


def _until_stdin_closes(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    """Read by the number of the file: a thread that still waits then holds no lock of `sys.stdin`."""
    try:
        while os.read(STDIN, 4096):
            pass
    except OSError as problem:
        logging.getLogger("ys.bots").warning("stdin cannot be read: %s", problem)
    if not loop.is_closed():
        loop.call_soon_threadsafe(ended.set)


def _url(text: str) -> str:
    if not text.startswith(SCHEMES):
        raise argparse.ArgumentTypeError(f"{text!r} is no address like ws://HOST:PORT")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
