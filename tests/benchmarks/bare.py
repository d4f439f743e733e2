"""A relay that knows nothing: what comes from one connection goes to all that asked for the same path.

`python -m tests.benchmarks.bare` says where it listens, as the server does; `--append FILE` puts every frame
into a database of the same kind as the server's before it is sent on.
"""

import argparse
import asyncio
import importlib
import importlib.util
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from websockets.asyncio.server import ServerConnection, broadcast, serve

from ys_server.database import open_file


class Appended:
    """Frames on their way to the disk; those that come meanwhile are the next transaction."""

    def __init__(self, path: Path) -> None:
        """Append to the database at `path`, made anew."""
        self._database = open_file(path)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute("CREATE TABLE frames (id INTEGER PRIMARY KEY, frame BLOB)")
        self._writer = ThreadPoolExecutor(1)
        self._waiting: list[tuple[set[ServerConnection], bytes]] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, group: set[ServerConnection], frame: bytes) -> None:
        """Send `frame` to `group` once it is on disk."""
        self._waiting.append((group, frame))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            frames = [frame for _, frame in batch]
            await asyncio.get_running_loop().run_in_executor(self._writer, self._append, frames)
            for group, frame in batch:
                broadcast(group, frame)
        self._task = None

    def _append(self, frames: Sequence[bytes]) -> None:
        self._database.execute("BEGIN IMMEDIATE")
        self._database.executemany("INSERT INTO frames (frame) VALUES (?)", [(frame,) for frame in frames])
        self._database.execute("COMMIT")


async def relay(append: Path | None) -> None:
    """Relay until the end of the process."""
    groups: defaultdict[str, set[ServerConnection]] = defaultdict(set)
    appended = None if append is None else Appended(append)

    async def talk(socket: ServerConnection) -> None:
        assert socket.request is not None
        group = groups[socket.request.path]
        group.add(socket)
        try:
            async for frame in socket:
                assert isinstance(frame, bytes)
                if appended is None:
                    broadcast(group, frame)
                else:
                    appended.put(group, frame)
        finally:
            group.discard(socket)

    async with serve(talk, "127.0.0.1", 0, compression=None, server_header=None) as server:
        print(f"listening ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.get_running_loop().create_future()


def main() -> None:
    """Relay, with the loop that the server would take."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bare", description=__doc__)
    parser.add_argument("--append", type=Path, metavar="FILE", help="database to append to before sending")
    parser.add_argument("--no-config", action="store_true", help="nothing: the server wants to be told so")
    append = parser.parse_args().append
    loop = importlib.import_module("uvloop").new_event_loop if importlib.util.find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(relay(append))


if __name__ == "__main__":
    main()
