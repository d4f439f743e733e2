"""The composition root: store, hub, sockets, bots and signals put together, and taken apart at the end."""

import asyncio
import contextlib
import gc
import importlib
import importlib.util
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from protocol.chance import seeded
from protocol.game import Game
from protocol.vault import IDENTITY
from ys_server import logs
from ys_server.child import Bots
from ys_server.config import Config
from ys_server.database import StoreError
from ys_server.door import OUT_OF_FILES
from ys_server.effects import Effect, Logged
from ys_server.hearing import Unheard
from ys_server.hub import Hub
from ys_server.limits import Limits
from ys_server.listener import Listener
from ys_server.outbox import Outbox
from ys_server.store import Store
from ys_server.tls import Tls, TlsError
from ys_server.waking import Waker

if TYPE_CHECKING:
    from ys_server.metrics import Metrics

TICK_SECONDS: Final = 1.0
GARBAGE: Final = 20_000
"""New objects before the garbage in cycles is looked for: a move leaves none, but makes hundreds."""
SWITCH: Final = 0.001
"""Seconds after which the loop makes way for the thread that saves, which moves wait for."""
FROM_STDIN: Final = "-"
"""In place of a file: the bots read their secret from standard input."""
END_SECONDS: Final = 2.5
"""How long the server may take to say goodbye and save; within five seconds it has ended."""

_log: Final = logging.getLogger(__name__)


def run(
    config: Config,
    *,
    open_store: Callable[[Path | None], Store] = Store,
    games: dict[str, Game[Any]] | None = None,
    limits: Limits | None = None,
) -> int:
    """Serve until told to end; return the exit code of the process."""
    logs.set_up(config.log_level, config.log_format)
    gc.set_threshold(GARBAGE)
    sys.setswitchinterval(SWITCH)
    try:
        tls = Tls(config.tls_cert, config.tls_key) if config.tls_cert and config.tls_key else None
        store = open_store(config.database)
    except (StoreError, TlsError) as error:
        return _not_started(error)
    loop = importlib.import_module("uvloop").new_event_loop if importlib.util.find_spec("uvloop") else None
    try:
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(_serve(config, store, limits or config.limits, games, tls))
    except (Unheard, StoreError) as error:
        return _not_started(error)
    finally:
        store.close()


def _not_started(why: Exception) -> int:
    print(f"ys-server: {why}", file=sys.stderr)  # noqa: T201  # the operator reads it
    return 1


async def _serve(
    config: Config, store: Store, limits: Limits, games: dict[str, Game[Any]] | None, tls: Tls | None
) -> int:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_faulted)
    entropy = secrets.token_bytes if config.seed is None else seeded(config.seed, "server")
    memory = store.load()
    hub = Hub(
        store.identity(entropy),
        entropy,
        memory,
        games=games,
        limits=limits,
        patience=config.patience,
        complain=_log.error,
    )
    del memory
    outbox: Outbox

    def put(effects: Iterable[Effect]) -> None:
        outbox.put(effects)

    async def read(table: int) -> Logged:
        return await outbox.log(table)

    waker = Waker(
        read,
        lambda table, match, lines: put(hub.woken(table, match, lines, loop.time())),
        lambda table, why: put(hub.not_woken(table, why, loop.time())),
    )

    listener = Listener(
        hub,
        put,
        loop.time,
        limits,
        trusted=config.trusted_proxy,
        origins=config.allowed_origin,
        is_well=lambda: outbox.is_well,
        is_saving=lambda: outbox.is_saving,
    )
    metrics = None if config.metrics_port is None else _metrics(hub, listener, lambda: len(outbox))
    took = _untold if metrics is None else metrics.saved
    outbox = Outbox(
        store, listener.deliver, lambda tables: hub.stopped(tables, loop.time()), took, waker.wake
    )
    put(hub.restore(loop.time()))
    gc.collect()
    gc.freeze()  # what is loaded stays: it is not looked through again and again
    try:
        url, port = await _listen(config, listener, metrics, tls)
        failed = _untold if metrics is None else metrics.bot_failed
        async with _helpers(config, hub, put, url, port, failed=failed):
            await _until_told(config, tls)
            _log.info("draining: nobody is taken in any more")
            listener.drain()
            waker.close()
            put(hub.ending(loop.time()))
    finally:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await outbox.close()
                await listener.close()
                if metrics is not None:
                    await metrics.close()
    _log.info("ended")
    return 0


async def _listen(
    config: Config, listener: Listener, metrics: "Metrics | None", tls: Tls | None
) -> tuple[str, int]:
    """Take connections from now on, say where, and return the url for the bots and the port for people."""
    host = f"[{config.host}]" if ":" in config.host else config.host
    if metrics is not None:
        await metrics.listen(config.metrics_host, config.metrics_port or 0)
    if tls is None:
        port = await listener.listen(config.host, config.port)
        url = f"ws://{_reachable(host)}:{port}"
    else:
        port = await listener.listen(config.host, config.port, tls.context)
        # The bots need no certificate: they come in by a door of their own, which this machine alone sees.
        url = f"ws://127.0.0.1:{await listener.listen('127.0.0.1', 0)}" if config.bots else ""
    shown = f"{'ws' if tls is None else 'wss'}://{config.host_name or host}:{port}"
    print(f"listening {shown}", flush=True)  # noqa: T201  # the first line, for who started us
    return url, port


def _metrics(hub: Hub, listener: Listener, effects: Callable[[], int]) -> "Metrics":
    """Return the numbers of this server; loading what writes them down takes as long as all the rest."""
    from ys_server.metrics import Depths, Metrics  # noqa: PLC0415  # only for who wants them

    def depths() -> Depths:
        waiting = listener.waiting()
        return Depths(effects(), sum(waiting), max(waiting, default=0), listener.is_draining)

    return Metrics(hub.census, depths)


def _untold(_what: object) -> None:
    """Nobody asks for numbers."""


@contextlib.asynccontextmanager
async def _helpers(
    config: Config,
    hub: Hub,
    put: Callable[[Iterable[Effect]], None],
    url: str,
    port: int,
    *,
    failed: Callable[[str], None],
) -> AsyncIterator[None]:
    """Let time pass for the hub, bots run and the network know of us, as long as the body does."""
    tasks = [asyncio.create_task(_tick(hub, put))]
    if config.bots:
        tasks.append(asyncio.create_task(_bots(config, hub, url, failed).run()))
    if config.announce:
        tasks.append(asyncio.create_task(_announce(config, hub, port)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _announce(config: Config, hub: Hub, port: int) -> None:
    """Announce the server until cancelled; what that needs is loaded beside, nobody waits for it."""
    await asyncio.to_thread(importlib.import_module, "ys_server.announce")
    from ys_server.announce import Announcer, beacon  # noqa: PLC0415  # only for who wants it

    where = (config.host, port)
    await Announcer(beacon(config, hub.rules), hub.key, where, hub.open_tables, config.announce_on).run()


def _bots(config: Config, hub: Hub, url: str, failed: Callable[[str], None]) -> Bots:
    """Return the bots; their secret is in a file beside the database, or in memory like all the rest."""

    def appoint(key: bytes) -> None:
        hub.bots_key = key

    seed = () if config.seed is None else ("--seed", str(config.seed))
    processes = () if config.bot_processes is None else ("--processes", str(config.bot_processes))
    limits = (*processes, "--seconds", str(config.bot_seconds), "--memory", str(config.bot_memory))
    serve = ("serve", "--server", url, *seed, *limits, "--identity")
    if config.database is None:
        entropy = secrets.token_bytes if config.seed is None else seeded(config.seed, "bots")
        return Bots((*serve, FROM_STDIN), appoint, entropy(IDENTITY), failed)
    identity = config.database.with_name(f"{config.database.name}.bots")
    return Bots((*serve, str(identity)), appoint, failed=failed)


def _faulted(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what went wrong in the loop; that no files are left is no fault of ours, and comes in swarms."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in OUT_OF_FILES:
        _log.debug("a connection could not be accepted: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


async def _tick(hub: Hub, put: Callable[[Iterable[Effect]], None]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(TICK_SECONDS)
        try:
            put(hub.tick(loop.time()))
        except Exception:  # noqa: BLE001  # a fault at one table must not stop the clocks of the others
            _log.exception("a tick went wrong")


async def _until_told(config: Config, tls: Tls | None) -> None:
    """Return when the process is to end: a signal, or the end of standard input where that was asked for."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    if tls is not None:
        loop.add_signal_handler(signal.SIGHUP, _renew, tls)
    if config.until_stdin_closes:
        threading.Thread(target=_read_to_end, args=(loop, told), name="stdin", daemon=True).start()
    await told.wait()


def _renew(tls: Tls) -> None:
    """Use the certificate that is in the files now, for whoever comes from now on."""
    try:
        tls.reload()
    except TlsError as error:
        _log.error("the certificate stays as it was: %s", error)
    else:
        _log.info("the certificate was loaded anew")


def _read_to_end(loop: asyncio.AbstractEventLoop, told: asyncio.Event) -> None:
    """Wait for the end of standard input on a thread: it may be a file, a terminal or a pipe."""
    with contextlib.suppress(OSError):
        while os.read(0, 4_096):
            pass
    with contextlib.suppress(RuntimeError):  # the loop has ended for another reason
        loop.call_soon_threadsafe(told.set)


def _reachable(host: str) -> str:
    """Return the address by which this machine reaches what listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "[::]": "[::1]", "": "127.0.0.1"}.get(host, host)  # noqa: S104  # compared only
