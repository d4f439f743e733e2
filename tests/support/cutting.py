"""A wire between clients and a server that breaks after so many bytes: in a handshake, in a frame."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from types import TracebackType
from typing import Final, Self

_PIECE: Final = 65_536


class Proxy(ABC):
    """Stands on a port of its own before the one of a server, while its block lasts."""

    def __init__(self, port: int) -> None:
        """Lead to `port`."""
        self._port = port
        self._server: asyncio.Server | None = None
        self._wires: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()

    @property
    def url(self) -> str:
        """Where clients connect."""
        assert self._server is not None
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self.end()

    @abstractmethod
    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one client on."""

    @abstractmethod
    async def end(self) -> None:
        """Let nobody be connected any more."""

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._wires.add(task)
        task.add_done_callback(self._wires.discard)
        await self.carry(reader, writer)


class Cutter(Proxy):
    """A proxy that cuts every connection after a number of bytes drawn from a seed, as long as it `cuts`."""

    def __init__(self, port: int, seed: int, mean: int) -> None:
        """Lead to `port`; connections live for `mean` bytes on the average, both directions together."""
        super().__init__(port)
        self.count = 0
        """How many were cut."""
        self.is_cutting = True
        self._mean = mean
        self._rng = Random(seed)

    async def end(self) -> None:
        """Let nobody be connected any more."""
        for wire in self._wires:
            wire.cancel()
        await asyncio.gather(*self._wires, return_exceptions=True)

    async def cuts(self, count: int) -> None:
        """Return once so many connections have been cut; from then on all are left alone."""
        while self.count < count:
            self._news.clear()
            await self._news.wait()
        self.is_cutting = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one client on."""
        ends = [writer]
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            ends.append(far_writer)
            purse = [self._rng.randrange(1, 2 * self._mean)]
            up = asyncio.create_task(self._pass_on(reader, far_writer, purse))
            down = asyncio.create_task(self._pass_on(far_reader, writer, purse))
            try:
                await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in (up, down):
                    each.cancel()
                await asyncio.gather(up, down, return_exceptions=True)
        except OSError:
            return
        finally:
            is_gentle = self._rng.random() < 0.5
            for end in ends:
                end.close() if is_gentle else end.transport.abort()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, purse: list[int]
    ) -> None:
        """Pass bytes on until one side ends or the last byte that both directions have is gone."""
        while data := await reader.read(_PIECE):
            if self.is_cutting and len(data) >= purse[0]:
                writer.write(data[: purse[0]])
                await writer.drain()
                self.count += 1
                self._news.set()
                return
            purse[0] -= len(data)
            writer.write(data)
            await writer.drain()


class Valve(Proxy):
    """A proxy that takes all and passes on what it is told to, until it cuts everybody off."""

    def __init__(self, port: int) -> None:
        """Lead to `port`."""
        super().__init__(port)
        self.is_up_open = self.is_down_open = True
        """Whether what clients say, and what the server says, arrives."""
        self.kept_back = 0
        """How many bytes have not arrived."""
        self.delay = 0.0
        """Seconds that everything takes on its way."""
        self._ends: set[asyncio.StreamWriter] = set()

    async def end(self) -> None:
        """Let nobody be connected any more."""
        await self.cut()

    async def keeps_something(self) -> None:
        """Return once something has been said that does not arrive."""
        while not self.kept_back:
            self._news.clear()
            await self._news.wait()

    async def cut(self) -> None:
        """Cut everybody off; who comes then is led on, and heard."""
        for end in self._ends:
            end.transport.abort()
        await asyncio.gather(*self._wires)
        self.is_up_open = self.is_down_open = True

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one client on."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        ends = {writer, far_writer}
        self._ends |= ends
        await asyncio.gather(
            self._pass_on(reader, far_writer, lambda: self.is_up_open),
            self._pass_on(far_reader, writer, lambda: self.is_down_open),
        )
        self._ends -= ends

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: Callable[[], bool]
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_PIECE):
                await asyncio.sleep(self.delay)
                if is_open():
                    writer.write(data)
                    await writer.drain()
                else:
                    self.kept_back += len(data)
                    self._news.set()
        writer.close()
