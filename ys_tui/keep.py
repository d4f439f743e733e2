"""`ys keep`: watches one profile's tables without a screen, answers what is automatic, decides nothing."""

import asyncio
import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from protocol.games import GAMES
from ys_tui import bell, config, reporting
from ys_tui.client.berths import Berth, Berths
from ys_tui.client.keeper import Keeper
from ys_tui.client.keyring import Keyring
from ys_tui.client.link import Delays, jittered
from ys_tui.client.logs import Logs
from ys_tui.client.muted import Muted
from ys_tui.client.people import People
from ys_tui.client.shelf import Shelf
from ys_tui.client.store import Store
from ys_tui.client.unattended import News, What
from ys_tui.reporting import Reporter

ENDED, WARNED = 0, 3
"""The exit codes: it was told to end; it was, and had to warn of something."""
PROGRAM_SECONDS: Final = 60.0
"""How long a program may run that was started because a table waits."""
TITLE, SERVER, TABLE = "YS_TABLE_TITLE", "YS_TABLE_SERVER", "YS_TABLE_NUMBER"
"""What such a program finds in its environment."""
_TICK: Final = 1.0
_ORDERLY: Final = 0.8
"""Seconds that servers get to say goodbye."""
_LAST: Final = 1.6
"""Seconds after being told to end when it ends however things stand: every file is whole at any time."""
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_NOTHING: Final = "no game of yours is on, as far as this profile knows; as soon as one begins, it is kept"


class Wishes(Struct, frozen=True):
    """What was typed."""

    folder: Path
    """The profile's."""
    name: str = ""
    servers: tuple[str, ...] = ()
    """The addresses to watch; with none, those where the profile has seats in running games."""
    is_quiet: bool = False
    is_json: bool = False
    is_ascii: bool = False
    program: tuple[str, ...] = ()
    """What is started when a table begins to wait, and its arguments."""
    bell: str = bell.AUTO


def run(wishes: Wishes, delays: Delays = jittered) -> int:
    """Keep the tables until a signal comes; return the exit code. Raises KeyringError, OSError."""
    if not (wishes.folder / "identity").exists():
        raise config.ConfigError(
            "this profile has no identity yet: play once with it, or put a copy of yours there "
            f"({wishes.folder / 'identity'})."
        )
    return asyncio.run(_Watch(wishes, Keyring(wishes.folder), delays).run())


class _Watch:
    """One run of `ys keep`."""

    def __init__(self, wishes: Wishes, keyring: Keyring, delays: Delays) -> None:
        self._wishes, self._keyring, self._delays = wishes, keyring, delays
        self._berths = Berths(wishes.folder / config.BERTHS, moves=False)
        self._keepers: dict[object, Keeper] = {}
        """By the server's key, or by the address that was typed."""
        self._tasks: dict[object, asyncio.Task[None]] = {}
        self._is_told = asyncio.Event()
        self._has_warned = False
        self._reporter: Reporter | None = None

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        self._reporter = Reporter(
            lambda: loop.call_soon_threadsafe(self._is_told.set), is_ascii=self._wishes.is_ascii
        )
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                loop.add_signal_handler(number, self._is_told.set)
        try:
            await self._keep()
        finally:
            await self._end()
        if self._reporter.problem is not None:
            raise self._reporter.problem
        return WARNED if self._has_warned else ENDED

    async def _keep(self) -> None:
        self._follow()
        if not self._keepers and not self._wishes.is_quiet and not self._wishes.is_json:
            self._say(_NOTHING)
        while not self._is_told.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_told.wait(), _TICK)
            for task in self._tasks.values():
                if task.done() and not task.cancelled():
                    task.result()  # what ended it unexpectedly ends all
            for keeper in self._keepers.values():
                keeper.tick(asyncio.get_running_loop().time())
            self._follow()

    async def _end(self) -> None:
        """Say goodbye to every server; one that does not answer is left without."""
        late = threading.Timer(_LAST, os._exit, (WARNED if self._has_warned else ENDED,))
        late.daemon = True
        late.start()
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=_ORDERLY)
        assert self._reporter is not None
        self._reporter.close(_ORDERLY / 4)

    # --- servers -----------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Watch the servers that are to be watched now, and no others."""
        for server in self._wishes.servers:
            self._watch(server, server, None)
        if self._wishes.servers:
            return
        berths = {berth.key: berth for berth in self._berths.all}
        for berth in berths.values():
            self._watch(berth.key, berth.address, berth.key)
            self._move(berth)
        for key in [key for key in self._keepers if key not in berths]:
            if not self._keepers[key].is_needed:
                self._tasks.pop(key).cancel()
                del self._keepers[key]

    def _watch(self, which: object, address: str, key: bytes | None) -> None:
        if which not in self._keepers:
            self._keepers[which] = Keeper(address, self._store(address, key), self._tell, self._delays)
            self._dial(which)

    def _move(self, berth: Berth) -> None:
        """Follow a server that the player has reached elsewhere, once it does not answer where it was."""
        keeper = self._keepers[berth.key]
        if keeper.url != berth.address and not keeper.is_connected:
            self._tasks.pop(berth.key).cancel()
            keeper.moved(berth.address)
            self._dial(berth.key)

    def _dial(self, which: object) -> None:
        keeper = self._keepers[which]
        self._tasks[which] = asyncio.create_task(keeper.run(), name=f"keeper of {keeper.url}")

    def _store(self, address: str, key: bytes | None) -> Store:
        folder = self._wishes.folder
        return Store(
            self._keyring.identity,
            config.own_name(self._wishes.name, self._keyring.name),
            notes=self._keyring,
            entropy=secrets.token_bytes,
            games=GAMES,
            server=address,
            people=People(folder / config.PEOPLE),
            muted=Muted(folder / config.MUTED),
            berths=self._berths,
            logs=Logs(folder / config.LOGS_FOLDER),
            shelf=Shelf(folder / config.GAMES_FOLDER),
            expected=key,
            is_unattended=True,
        )

    # --- what is told ------------------------------------------------------------------------------

    def _tell(self, server: str, news: News) -> None:
        wishes, reporter = self._wishes, self._reporter
        assert reporter is not None
        if news.what is What.WARNING:
            self._has_warned = True
            reporter.shout(f"{_time()}  {reporting.line(server, news, is_ascii=wishes.is_ascii)}")
        if wishes.is_quiet and news.what in reporting.QUIET:
            return
        if wishes.is_json:
            reporter.say(reporting.record(reporting.now().isoformat(timespec="seconds"), server, news))
        elif news.what is not What.WARNING:
            self._say(reporting.line(server, news, is_ascii=wishes.is_ascii))
        if news.what is What.WAITS:
            self._call(server, news)

    def _say(self, text: str) -> None:
        assert self._reporter is not None
        self._reporter.say(f"{_time()}  {text}")

    def _call(self, server: str, news: News) -> None:
        """Ring, if somebody could hear it, and start the player's own program."""
        assert self._reporter is not None
        if sys.stdout.isatty() and not self._wishes.is_json:
            self._reporter.ring(bell.call(self._wishes.bell, os.environ))
        if self._wishes.program:
            facts = {TITLE: news.title, SERVER: server, TABLE: str(news.table)}
            threading.Thread(
                target=_start, args=(self._wishes.program, facts, self._reporter), name="program", daemon=True
            ).start()


def _time() -> str:
    return f"{reporting.now():%Y-%m-%d %H:%M:%S}"


def _start(program: Sequence[str], facts: Mapping[str, str], reporter: Reporter) -> None:
    """Run the player's program to its end; it says what it has to say on standard error."""
    try:
        done = subprocess.run(
            program,
            stdin=subprocess.DEVNULL,
            stdout=2,
            timeout=PROGRAM_SECONDS,
            check=False,
            env=os.environ | facts,
        )
        problem = f"ended with {done.returncode}" if done.returncode else ""
    except subprocess.TimeoutExpired:
        problem = f"took more than {PROGRAM_SECONDS:.0f} seconds and was ended"
    except (OSError, ValueError) as error:
        problem = f"cannot be started ({getattr(error, 'strerror', None) or error})"
    if problem:
        reporter.shout(f"{_time()}  {reporting.problem(f'{program[0]} {problem}')}")
