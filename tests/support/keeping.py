"""`ys keep` as a process of its own: what it has said so far, and waiting for what it will say."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

from tests.support.remote import ROOT
from ys_tui import config
from ys_tui.client.files import replace

_PATIENCE: Final = 60.0


def profile(name: str, identity: bytes) -> Path:
    """Return the folder of a profile with that identity, in the home of this test."""
    folder = config.folder(name)
    (folder / "notes").mkdir(parents=True)
    replace(folder / "identity", identity)
    return folder


class Keep:
    """`ys keep` for one profile, as long as the `async with` block runs."""

    def __init__(self, name: str, *arguments: str, ignored: Sequence[signal.Signals] = ()) -> None:
        """Keep the tables of profile `name`; whoever starts it has made it ignore these signals."""
        self._arguments = (sys.executable, "-m", "ys_tui", "keep", "--profile", name, *arguments)
        self._ignored = tuple(ignored)
        self.said: list[str] = []
        """The lines on standard output."""
        self.warned: list[str] = []
        """The lines on standard error."""
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        # Whoever runs the tests may ignore hang-ups itself, and a process inherits that.
        before = {
            number: signal.signal(number, signal.SIG_IGN if number in self._ignored else signal.SIG_DFL)
            for number in (signal.SIGHUP, signal.SIGINT)
        }
        self.process = await asyncio.create_subprocess_exec(
            *self._arguments,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        for number, handler in before.items():
            signal.signal(number, handler)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._reading = asyncio.gather(
            self._read(self.process.stdout, self.said), self._read(self.process.stderr, self.warned)
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self._reading
        await self.process.wait()
        self.process._transport.close()  # type: ignore[attr-defined]  # or its pipes are reported as left behind

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so, looking at each line it says."""
        async with asyncio.timeout(_PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def says(self, words: str, times: int = 1) -> None:
        """Wait until so many lines on standard output have had these words."""
        try:
            await self.until(lambda: self.count(words) >= times)
        except TimeoutError:
            raise AssertionError(f"{words!r} never came: {self.said} {self.warned}") from None

    async def warns(self, words: str) -> None:
        """Wait until a line on standard error has these words."""
        await self.until(lambda: any(words in line for line in self.warned))

    def count(self, words: str) -> int:
        """Return how many lines on standard output have these words."""
        return sum(words in line for line in self.said)

    async def ends(self, number: signal.Signals) -> int:
        """Send it a signal, wait until it has ended, and return its exit code."""
        self.process.send_signal(number)
        async with asyncio.timeout(_PATIENCE):
            return await self.process.wait()

    async def _read(self, stream: asyncio.StreamReader, lines: list[str]) -> None:
        async for line in stream:
            lines.append(line.decode().rstrip("\n"))
            self._news.set()
