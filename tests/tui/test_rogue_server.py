"""A server that sends what a terminal would obey, wherever it can say anything: nothing of it gets there."""

import asyncio
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from protocol import VERSION
from protocol.messages import AnyServerMessage, Bye, Challenge, Lobby, Said, TableInfo, Welcome
from protocol.wire import encode
from tests.support.driver import secret
from tests.support.hostile import ESCAPES, MARKUP
from tests.support.terminal import Terminal

KEY = secret("rogue")
HARM = "".join(ESCAPES.values())
TITLES = MARKUP[:8]


class Rogue:
    """Greets, says something that is no text, and then finds other ways to say it."""

    def __init__(self) -> None:
        """Stand ready."""
        self.may_go_on = asyncio.Event()
        """Set once the client has shown what it was told before."""
        self._count = 0

    async def talk(self, guest: ServerConnection) -> None:
        """Be there for one connection: the first two are let in."""
        self._count += 1
        await self._says(guest, Challenge(KEY, secret("nonce")))
        await guest.recv()
        if self._count == 1:
            tables = (
                TableInfo(number, "ys", 1, title, (), 4, (), KEY, "open")
                for number, title in enumerate(TITLES, 1)
            )
            await self._says(guest, Welcome("Cara", VERSION, ()), Lobby(tuple(tables), ("Cara",)))
            await self.may_go_on.wait()
            await self._says(guest, Said(0, "Ben", KEY, f"said {HARM}"))
            await guest.wait_closed()
        elif self._count == 2:
            await self._says(guest, Bye("going-away", f"farewell {HARM}"))
            await guest.wait_closed()
        else:
            await guest.close(1013, f"reason {HARM}")

    async def ask(self, guest: ServerConnection, _request: Request) -> Response | None:
        """Turn away who comes after that, with a page that says why."""
        if self._count < 3:
            return None
        return guest.respond(HTTPStatus.SERVICE_UNAVAILABLE, f"full {HARM}")

    async def _says(self, guest: ServerConnection, *messages: AnyServerMessage) -> None:
        for message in messages:
            await guest.send(encode(message))


@pytest.mark.timeout(180)
async def test_server_that_sends_escapes_reaches_no_terminal() -> None:
    """In a message, a goodbye, the reason of a closing, the page of a refusal: words arrive, and no more."""
    rogue = Rogue()
    async with serve(rogue.talk, "127.0.0.1", 0, compression=None, process_request=rogue.ask) as server:
        port = server.sockets[0].getsockname()[1]
        with Terminal("join", f"127.0.0.1:{port}", "--name", "Cara", columns=120, rows=40) as terminal:

            async def reads(*words: str) -> None:
                for word in words:
                    await asyncio.to_thread(terminal.wait_for, word)

            await reads("Welcome to Ys")
            terminal.press("\r")
            await reads(*TITLES)
            rogue.may_go_on.set()
            for words in ("cannot read", "reason", "(full"):
                await reads(words)
            output = terminal.output
    for name, harm in ESCAPES.items():
        assert harm.encode() not in output, name
