"""The bots: a process of their own that speaks the public protocol, kept alive while the server runs."""

import asyncio
import logging
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

MODULE: Final = "ys_server.bots"
"""What is run."""

BACK_OFF: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before the bots are started again: longer each time that they end soon."""
STABLE_SECONDS: Final = 60.0
"""Bots that lived this long start with the shortest pause again."""
END_SECONDS: Final = 2.0
"""How long the bots may take to end by themselves."""
SILENT_SECONDS: Final = 20.0
"""Bots that have not said for so long that they are alive hang: they say it each second."""
LOOKS: Final = 4
"""How often they are looked at in that time: what this process has missed itself is no silence of theirs."""
STARTING: Final = 3
"""So many times as long they may take to begin."""
LINE_BYTES: Final = 4_096
"""Of a line that does not end, so much is kept."""

_KEY: Final = re.compile("key ([0-9a-f]{64})")
_FAILED: Final = re.compile("failed ([a-z-]{1,20})")

_log: Final = logging.getLogger(__name__)


class Bots:
    """The child process that fills bot chairs."""

    def __init__(
        self,
        arguments: Sequence[str],
        appoint: Callable[[bytes], None],
        identity: bytes = b"",
        failed: Callable[[str], None] = lambda _code: None,
    ) -> None:
        """Run `python -m ys_server.bots` with `arguments`; `appoint` is told its key.

        An `identity` that no file holds is the first thing it reads. `failed` is told in a word why a bot was
        replaced in a decision.
        """
        self._arguments = arguments
        self._identity = identity
        self._appoint = appoint
        self._failed = failed
        self._lines = 0
        """How many lines they have said since they were started."""

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
        command = (sys.executable, "-P", "-m", MODULE, *self._arguments)
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        self._lines = 0
        try:
            if self._identity and process.stdin is not None:
                process.stdin.write(self._identity)
            async with asyncio.TaskGroup() as tasks:
                watching = tasks.create_task(self._watch(process))
                complaints = tasks.create_task(_pass_on(process))
                await self._listen(process)
                await complaints
                watching.cancel()
            return await process.wait()
        finally:
            await _end(process)

    async def _listen(self, process: Process) -> None:
        """Take the key and what has failed; whatever else they print is read, so that they never block."""
        assert process.stdout is not None
        async for line in _lines(process.stdout):
            self._lines += 1
            if key := _KEY.fullmatch(line):
                self._appoint(bytes.fromhex(key[1]))
                _log.info("the bots are known by %s…", key[1][:8])
            elif failure := _FAILED.fullmatch(line):
                self._failed(failure[1])

    async def _watch(self, process: Process) -> None:
        """Kill the bots when they hang: then they start anew, and sit where they sat."""
        heard, silent = self._lines, 0
        while silent < (LOOKS if self._lines else STARTING * LOOKS):
            await asyncio.sleep(SILENT_SECONDS / LOOKS)
            silent = silent + 1 if self._lines == heard else 0
            heard = self._lines
        _log.warning("the bots have said nothing for %g seconds: they are ended", SILENT_SECONDS)
        process.kill()


async def _pass_on(process: Process) -> None:
    """Log what they complain of, line by line, in the form of all else that is logged."""
    assert process.stderr is not None
    async for line in _lines(process.stderr):
        _log.warning("bots: %s", line)


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """Yield the lines of `stream`, and what is left at its end; of one that never ends, the beginning."""
    rest = b""
    while data := await stream.read(LINE_BYTES):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
        rest = rest[:LINE_BYTES]
    if rest:
        yield rest.decode(errors="replace")


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
