"""`ys keep`: a process without a screen keeps two seats of a table over days going, on real sockets."""

import asyncio
import json
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol.game import Seat
from protocol.games import GAMES
from protocol.games.ys.actions import Open, SealHand
from protocol.games.ys.prompts import PickBid
from protocol.match import Match
from protocol.messages import Act
from tests.support.driver import NAMES, secret
from tests.support.keeping import Keep, profile
from tests.support.liar import ADA, CARA, YS, Liar, Victim
from tests.support.player import Plan, Player
from tests.support.remote import FREE, ROOT, Process, play
from tests.support.terminal import Terminal
from ys_tui import config
from ys_tui.__main__ import main
from ys_tui.client.berths import Berths
from ys_tui.client.keyring import Scratch

HOST = "Cara"
TITLE = "Long game"
WAITS = f"“{TITLE}” waits for you"
FACTS = ("YS_TABLE_TITLE", "YS_TABLE_SERVER", "YS_TABLE_NUMBER")
PATIENCE = 100.0


class Company:
    """Four persons and their table over days; each is here only while a test lets them be."""

    def __init__(self, seed: int) -> None:
        self.url = ""
        plans = {name: Plan("ys", 4, TITLE, clock="days-1", is_host=name == HOST) for name in NAMES[:4]}
        self.persons = {name: Player(GAMES, name, plan, seed) for name, plan in plans.items()}
        self._news = asyncio.Event()
        for person in self.persons.values():
            person.heard = self._news.set

    @property
    def match(self) -> Match[Any]:
        """The game as the host sees it."""
        chair = self.persons[HOST].chair
        assert chair is not None
        return chair.match

    def seat(self, name: str) -> Seat:
        """Return where somebody sits."""
        return next(Seat(n) for n, keys in enumerate(self.match.setup.seats) if keys.name == name)

    def did(self, name: str) -> list[type]:
        """Return what a seat has done so far, by kind."""
        seat = self.seat(name)
        entries = (entry for entry in self.match.log if entry.seat == seat)
        return [type(self.match.game.decode(action)) for entry in entries for action in entry.actions]

    @asynccontextmanager
    async def here(self, *names: str) -> AsyncIterator[None]:
        """Let these persons be connected as long as the block runs."""
        playing = [asyncio.create_task(play(lambda: self.url, self.persons[name])) for name in names]
        try:
            yield
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so, looking whenever somebody has heard anything."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def sits(self, name: str) -> None:
        """Let somebody come, take a chair, and go again."""
        person = self.persons[name]
        async with self.here(name):
            await self.until(lambda: any(chair.key == person.key for chair in person.chairs))

    async def stands(self, *names: str) -> set[tuple[str, int]]:
        """Wait until the table waits for decisions of these alone; return whose, and since which entry."""
        seats = {self.seat(name): name for name in names}

        def is_so() -> bool:
            prompts = self.match.prompts
            return bool(prompts) and all(s in seats and not p.automatic for s, p in prompts.items())

        await self.until(is_so)
        return {(seats[seat], self.match.since(seat)) for seat in self.match.prompts}

    async def decides(self, name: str) -> None:
        """Let somebody whose decision is waited for come back, decide once, and go when the host knows."""
        person, allowed, before = self.persons[name], [True], len(self.match.log)
        seat = self.seat(name)
        person.may_decide = lambda _prompt: bool(allowed) and allowed.pop()
        async with self.here(name):
            await self.until(lambda: any(entry.seat == seat for entry in self.match.log[before:]))


def waits_of(name: str, waits: set[tuple[str, int]]) -> int:
    """Return how many of these decisions are somebody's."""
    return sum(who == name for who, _ in waits)


async def begin(company: Company, *keeps: Keep) -> None:
    """Seat everybody; the game begins once the keepers are there and those they keep for are gone."""
    await company.sits("Ada")
    await company.sits("Ben")
    for keep in keeps:
        await keep.says("connected")


@pytest.fixture
def company() -> Company:
    """Return four persons, two of whom have a profile on this machine."""
    company = Company(3)
    for name in ("Ada", "Ben"):
        profile(name, company.persons[name].identity)
    return company


@pytest.mark.timeout(300)
async def test_two_seats_are_kept_until_a_decision_is_theirs(company: Company, tmp_path: Path) -> None:
    """Keepers seal and open; each wait is told once by each of them; what the owners decide they follow.

    Ada has two keepers. At the end everybody is here on a second terminal, and the place is told.
    """
    async with Process("--port", "0", "--database", str(tmp_path / "ys.sqlite3"), *FREE) as server:
        company.url = server.url
        async with (
            company.here(HOST),
            Keep("Ada", "--server", server.url) as ada,
            Keep("Ada", "--server", server.url) as twin,
            Keep("Ben", "--server", server.url) as ben,
        ):
            await begin(company, ada, twin, ben)
            async with company.here("Dan"):
                await company.until(lambda: company.persons[HOST].chair is not None)
                waits = await company.stands("Ada", "Ben")
                assert waits_of("Ada", waits) == waits_of("Ben", waits) == 1
                assert company.did("Ada") == company.did("Ben") == [SealHand], "nobody else could seal"
                standing = waits
                for _ in range(6):
                    await company.decides(min(standing)[0])
                    standing = await company.stands("Ada", "Ben")
                    waits |= standing
                    for keep, who in ((ada, "Ada"), (twin, "Ada"), (ben, "Ben")):
                        await keep.says(WAITS, waits_of(who, waits))
                assert Open in company.did("Ada")
                for keep, who in ((ada, "Ada"), (twin, "Ada"), (ben, "Ben")):
                    assert keep.count(WAITS) == waits_of(who, waits), keep.said
                for name in ("Ada", "Ben"):
                    company.persons[name].may_decide = lambda _prompt: True
                async with company.here("Ada", "Ben"):
                    await company.until(lambda: not company.match.prompts)
            outcome = company.match.game.outcome(company.match.state)
            assert outcome is not None
            place = outcome.places[company.seat("Ada")]
            for keep in (ada, twin):
                await keep.says(f"“{TITLE}” is over: place {place} of 4, ")
                assert keep.warned == []
                assert await keep.ends(signal.SIGTERM) == 0
            await ben.says("is over: place ")
    for name in ("Ada", "Ben"):
        assert len(list(config.folder(name).glob("games/*.ysgame"))) == 1, "its file is kept, once"
        assert Berths(config.folder(name) / config.BERTHS).all == ()


@pytest.mark.timeout(300)
async def test_killed_server_is_found_again(company: Company, tmp_path: Path) -> None:
    """Keepers that learnt the server from their profile say that it is gone, and when it is back.

    What waited is not told again; the owners decide there, and the keepers open what they are asked.
    """
    database = ("--database", str(tmp_path / "ys.sqlite3"), *FREE)
    async with Process("--port", "0", *database) as server:
        company.url = server.url
        async with company.here(HOST):
            for name in ("Ada", "Ben"):
                await company.sits(name)
        for name in ("Ada", "Ben"):
            berths = Berths(config.folder(name) / config.BERTHS)
            berths.note(server.url, company.persons[name].server, 1, is_on=True)
        async with Keep("Ada") as ada, Keep("Ben", "--json") as ben, company.here(HOST, "Dan"):
            await company.until(lambda: company.persons[HOST].chair is not None)
            waits = await company.stands("Ada", "Ben")
            await ada.says(WAITS)
            await ben.says('"what":"waits"')
            server.process.kill()
            await ada.says("no connection")
            async with Process("--port", server.url.rpartition(":")[2], *database):
                await ada.says(" connected", 2)
                await ben.says('"what":"connected"', 2)
                for name in ("Ada", "Ben"):
                    await company.decides(name)
                waits |= await company.stands("Ada", "Ben")
                assert Open in company.did("Ada")
                assert Open in company.did("Ben")
                for keep, words, name in ((ada, WAITS, "Ada"), (ben, '"what":"waits"', "Ben")):
                    await keep.says(words, waits_of(name, waits))
                    assert keep.count(words) == waits_of(name, waits), keep.said
            facts = [json.loads(line) for line in ben.said]
            assert {"what": "waits", "table": 1, "title": TITLE, "server": server.url}.items() <= next(
                fact for fact in facts if fact["what"] == "waits"
            ).items()


# --- a server that lies ----------------------------------------------------------------------------


def victim(liar: Liar) -> Victim:
    """Return Ada's end of a server that is about to lie; her client is `ys keep`."""
    profile("Ada", liar._identities[ADA])
    liar.victims[ADA] = Victim(ADA, liar._identities[ADA], liar.nonce(ADA), Scratch())
    return liar.victims[ADA]


async def test_table_with_a_forged_log_is_not_answered_any_more() -> None:
    """It is said loudly on standard error; also after a new start nothing leaves for that table."""
    async with Liar() as liar:
        ada = victim(liar)
        async with Keep("Ada", "--server", liar._url) as keep:
            await ada.says(Act)
            forged = liar.match.sign(CARA, liar.vaults[ADA], (YS.decode(liar.decides(CARA).actions[0]),))
            await liar.tells(ada, forged, start=0)
            await keep.warns("!!! WARNING: ")
            assert "“Table”" in keep.warned[0]
            assert "Nothing is answered there any more" in keep.warned[0]
            assert await keep.ends(signal.SIGTERM) == 3
        ada.said = []
        async with Keep("Ada", "--server", liar._url) as keep:
            await keep.warns("!!! WARNING: ")
            await liar.settles(ada)
            assert not [message for message in ada.said if isinstance(message, Act)]
            assert keep.count("waits") == 0


async def test_other_server_at_a_known_address_is_not_spoken_to() -> None:
    """A server with another key than the one played on gets no hello, and that is told."""
    async with Liar() as liar:
        victim(liar)
        Berths(config.folder("Ada") / config.BERTHS).note(liar._url, secret("another"), 1, is_on=True)
        async with Keep("Ada") as keep:
            await keep.says("another server answers there than the one you played on")


# --- its life --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_signal_ends_it(number: signal.Signals) -> None:
    """Each of the three ends it with 0, though the server says nothing at all."""
    profile("Ada", secret("ada"))
    come = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        come.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with Keep("Ada", "--server", url) as keep:
            await come.wait()
            assert await keep.ends(number) == 0
            assert keep.warned == []


async def test_nohup_is_honoured() -> None:
    """Started so that a hang-up is ignored, it goes on after one."""
    async with Liar() as liar:
        ada = victim(liar)
        async with Keep("Ada", "--server", liar._url, ignored=(signal.SIGHUP,)) as keep:
            await ada.says(Act)
            keep.process.send_signal(signal.SIGHUP)
            for _ in range(3):
                await liar.settles(ada)
            assert await keep.ends(signal.SIGTERM) == 0


async def test_bell_rings_on_a_terminal_and_a_program_is_started() -> None:
    """The bell goes with the line, on a terminal alone; the program knows the table and no shell is asked."""
    async with Liar() as liar:
        ada = victim(liar)
        words = f"import os; print(*(os.environ[name] for name in {FACTS}))"
        program = shlex.join((sys.executable, "-c", words))
        with Terminal("keep", "--profile", "Ada", "--server", liar._url, "--bell", "bell") as terminal:
            await liar.until(CARA, PickBid)
            await asyncio.to_thread(terminal.wait_for, "waits for you")
            await asyncio.to_thread(terminal.wait_until, lambda _: b"\a" in terminal.output, "the bell")
            terminal.process.terminate()
            assert await asyncio.to_thread(terminal.ended) == 0
            assert terminal.output.count(b"\a") == 1
        async with Keep("Ada", "--server", liar._url, "--quiet", "--run", program) as keep:
            await keep.warns(f"Table {liar._url} 7")
            await keep.says("“Table” waits for you")
            assert len(keep.said) == 1
            assert "\a" not in keep.said[0]
        assert ada.socket is not None


def test_without_an_identity_nothing_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """It says what is missing, makes nothing, and ends with 2."""
    assert main(["keep"]) == 2
    assert "no identity yet" in capsys.readouterr().err
    assert not config.folder("default").exists()


def test_nothing_of_the_screens_is_loaded() -> None:
    """On a small machine it needs neither Textual nor Rich, nor what looks for servers."""
    heavy = ("textual", "rich", "zeroconf")
    words = f"import sys, ys_tui.keep; print([name for name in {heavy} if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=ROOT)
    assert said.stdout.strip() == "[]"
