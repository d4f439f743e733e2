"""The bots: a process of their own that speaks the public protocol, kept alive while the server runs."""

import asyncio
import logging
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import Final

BACK_OFF: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before the bots are started again: longer each time that they end soon."""
STABLE_SECONDS: Final = 60.0
"""Bots that lived this long start with the shortest pause again."""
END_SECONDS: Final = 2.0
"""How long the bots may take to end by themselves."""
LINE_BYTES: Final = 4_096
"""Of a line that does not end, so much is kept."""

_KEY: Final = re.compile("[0-9a-f]{64}")

_log: Final = logging.getLogger(__name__)


class Bots:
    """The child process that fills bot chairs."""

    def __init__(
        self, arguments: Sequence[str], appoint: Callable[[bytes], None], identity: bytes = b""
    ) -> None:
        """Run `python -m ys_server.bots` with `arguments`; `appoint` is told its key.

        An `identity` that no file holds is the first thing it reads.
        """
        self._arguments = arguments
        self._identity = identity
        self._appoint = appoint

    async def run(self) -> None:
        """Keep the bots running until cancelled; then they have ended."""
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            begun = loop.time()
            code = await self._run_once()
            failures = 0 if loop.time() - begun > STABLE_SECONDS else failures + 1
            pause = BACK_OFF[min(failures, len(BACK_OFF)) - 1] if failures else BACK_OFF[0]
            _log.warning("the bots ended (%s); they start again in %g seconds", code, pause)
            await asyncio.sleep(pause)

    async def _run_once(self) -> int:
        # Their stdin is a pipe that stays open: when this process is gone, it closes and they end.
        command = (sys.executable, "-P", "-m", "ys_server.bots", *self._arguments)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        try:
            if self._identity and process.stdin is not None:
                process.stdin.write(self._identity)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(process))
                tasks.create_task(_pass_on(process))
            return await process.wait()
        finally:
            await _end(process)

    async def _listen(self, process: Process) -> None:
        """Take the key from the first line; whatever else they print is read, so that they never block."""
        assert process.stdout is not None
        first = (await process.stdout.readline()).decode("ascii", "replace")
        word, _, key = first.strip().partition(" ")
        if word == "key" and _KEY.fullmatch(key):
            self._appoint(bytes.fromhex(key))
            _log.info("the bots are known by %s…", key[:8])
        while await process.stdout.read(4_096):
            pass


async def _pass_on(process: Process) -> None:
    """Log what they complain of, line by line, in the form of all else that is logged."""
    assert process.stderr is not None
    rest = b""
    while data := await process.stderr.read(4_096):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            _log.warning("bots: %s", line.decode(errors="replace"))
        rest = rest[:LINE_BYTES]
    if rest:
        _log.warning("bots: %s", rest.decode(errors="replace"))


async def _end(process: Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    if process.returncode is not None:
        return
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
