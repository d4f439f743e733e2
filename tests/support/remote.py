"""Players on a real socket, and the server and they as processes of their own.

`python -m tests.support.remote URL NAME SEED --host --hold FILE` plays a whole game of Ys for four.
"""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from protocol.games import GAMES
from protocol.games.ys.prompts import PickBid
from tests.support.player import Plan, Player

ROOT = Path(__file__).resolve().parents[2]
FREE: Final = ("--limits-burst", "1000000")
"""Arguments of a server that lets players ask as fast as they can: these need no time to think."""
ATTEMPT_SECONDS = 0.05
"""Pause before a player whose server is gone tries again."""


async def play(url: Callable[[], str], player: Player) -> None:
    """Let `player` play its game to the end, coming back after every break."""
    while not player.is_done:
        try:
            async with connect(url(), compression=None) as socket:
                await _talk(socket, player)
        except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
            await asyncio.sleep(ATTEMPT_SECONDS)  # a back-off: there is nothing to wait for but time


async def _talk(socket: ClientConnection, player: Player) -> None:
    player.connected()
    async for frame in socket:
        assert isinstance(frame, bytes)
        for answer in player.received(frame):
            await socket.send(answer)
        if player.is_done:
            return


class Process:
    """A server process that ends with its block."""

    def __init__(
        self, *arguments: str, module: str = "ys_server", files: int = 0, log: Path | None = None
    ) -> None:
        """Run `python -m module` with these arguments once entered; with so many files, if told.

        What it writes to stderr goes to `log`, if there is one: nobody reads more than a pipe holds. What
        this machine's user has configured for servers of their own counts for nothing.
        """
        narrow = ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh") if files else ()
        self._command = (*narrow, sys.executable, "-m", module, *arguments, "--no-config")
        self._log = log
        self.url = self.said = ""
        """Where it listens; what it has written to stderr, once it has ended."""

    async def __aenter__(self) -> Self:
        """Wait until it listens."""
        with self._log.open("ab") if self._log else contextlib.nullcontext(asyncio.subprocess.PIPE) as errors:
            self.process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert self.process.stdout is not None
        first = (await self.process.stdout.readline()).decode().split()
        if first[:1] == ["listening"]:
            self.url = first[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it, however it is."""
        if self.process.returncode is None:
            self.process.kill()
        said = (await self.process.communicate())[1]
        self.said = self._log.read_text() if self._log else said.decode()
        self.process._transport.close()  # type: ignore[attr-defined]  # or its pipes are reported as left behind


def main() -> None:
    """Play to the end, then print the chain and the digest of the game as this player saw it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("name")
    parser.add_argument("seed", type=int)
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--hold", type=Path, help="make no bid while this file exists")
    options = parser.parse_args()
    player = Player(GAMES, options.name, Plan("ys", 4, is_host=options.host), options.seed)
    if options.hold is not None:
        player.may_decide = lambda prompt: not (isinstance(prompt, PickBid) and options.hold.exists())
    asyncio.run(play(lambda: options.url, player))
    assert player.chair is not None
    match = player.chair.match
    sys.stdout.write(f"{match.chain.hex()} {match.digest().hex()}\n")


if __name__ == "__main__":
    main()
