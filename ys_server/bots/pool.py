"""The processes in which bots think: no more than are needed, each replaced when it hangs or dies.

What is asked and answered is bytes here; what is in them is `question`'s and `worker`'s.
"""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import Final, Self

from ys_server.bots.question import ANSWER_BYTES, CHOSEN, LENGTH, RAISED, READY, STARVED, framed

SECONDS: Final = 10.0
"""After so many seconds over one decision a bot counts as hanging: a thousand times what the best takes."""
MEGABYTES: Final = 512
"""Memory that a process may take; it begins with about 30."""
FEWEST: Final = 2
"""Processes, however few cores there are: one that hangs must not stop all."""
MOST: Final = 8
"""Processes, however many cores there are, where nobody says how many."""
START_SECONDS: Final = 60.0
"""How long a process may take to begin on a machine that is busy."""
COMMAND: Final = (sys.executable, "-P", "-m", "ys_server.bots.worker")


class Failed(Exception):
    """No answer came, and none will: why, in a word that is counted, and what else is known."""

    def __init__(self, code: str, detail: str) -> None:
        """Name the failure by a stable kebab-case `code` and a few words without secrets."""
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


class Worker:
    """One process that thinks."""

    def __init__(self, process: Process) -> None:
        """Take charge of `process`."""
        self._process = process

    @property
    def is_alive(self) -> bool:
        """Whether the process can be asked."""
        return self._process.returncode is None

    async def ask(self, question: bytes) -> bytes:
        """Return the answer, which may be a long time coming; raise Failed when the process ends instead."""
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):  # it is gone: reading says so
            self._process.stdin.write(framed(question))
            await self._process.stdin.drain()
        return await self.answer()

    async def answer(self) -> bytes:
        """Return what the process says next."""
        assert self._process.stdout is not None
        try:
            length = int.from_bytes(await self._process.stdout.readexactly(LENGTH), "big")
            if not 0 < length <= ANSWER_BYTES:
                raise Failed("illegal", f"an answer of {length} bytes")
            return await self._process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Failed("ended", "its process ended") from None

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Return once the process, which was killed, is gone."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class Pool:
    """So many processes at most; none runs before it is needed, and none survives the block."""

    def __init__(
        self,
        size: int,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """Let `size` thoughts be thought at a time, each in at most so many seconds and so much memory."""
        self._seconds = seconds
        self._command = (*command, str(megabytes), str(seconds))
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._ending: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        while self._idle:
            self._end(self._idle.pop())
        while self._ending:
            await asyncio.wait(self._ending)

    async def think(self, question: Callable[[], bytes]) -> bytes:
        """Return the packed action that answers `question`, which is put once a process is free for it.

        Raises Failed when the bot hangs, raises, takes too much memory or ends its process, and whatever
        `question` raises.
        """
        async with self._free:
            asked = question()
            worker = await self._worker()
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await worker.ask(asked)
            except TimeoutError:
                self._end(worker)
                raise Failed("slow", f"no answer within {self._seconds:g} seconds") from None
            except BaseException:
                self._end(worker)
                raise
            if answer == STARVED:
                self._end(worker)
                raise Failed("memory", "it took more memory than it may")
            self._idle.append(worker)
        if answer.startswith(CHOSEN):
            return answer[1:]
        raise Failed("raised", answer.removeprefix(RAISED).decode("ascii", "replace"))

    async def _worker(self) -> Worker:
        """Return a process that waits for a question, a fresh one if need be."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._end(worker)
        try:
            process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE)
        except OSError as error:
            raise Failed("not-started", f"no process could be started: {error.strerror}") from None
        worker = Worker(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                if await worker.answer() == READY:
                    return worker
        except (TimeoutError, Failed):
            pass
        except BaseException:
            self._end(worker)
            raise
        self._end(worker)
        raise Failed("not-started", "a process did not begin")

    def _end(self, worker: Worker) -> None:
        """Kill a process; that it is gone is seen to aside."""
        worker.kill()
        task = asyncio.get_running_loop().create_task(worker.ended())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
