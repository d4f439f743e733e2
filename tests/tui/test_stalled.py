"""A terminal that nobody reads: the screens stand still, the seat does not."""

import asyncio
import select
import signal
from pathlib import Path

import pytest

from protocol.game import NATURE, Seat
from protocol.messages import OpenTable, Say, Sit, Start, TableChanged
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.terminal import PATIENCE, Terminal, all_gone

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted in /proc")
CARA = Seat(3)
LINES, MOST = 20, 200
"""Lines that are said between two looks, each of them news for the screens; and looks, at most."""
PAUSE, QUEUED = 0.05, 60
"""Seconds the screens get to draw, and drawings in vain until even those that may be queued are too many."""
PINGS = 3
"""So many pings unanswered are a minute, and the end of a connection."""
STANDING = 3
"""Looks in a row at which nothing has moved, until the screens stand."""


async def reads(terminal: Terminal, words: str) -> None:
    """Read the terminal until `words` are on it, while the server goes on."""
    await asyncio.to_thread(terminal.wait_for, words)


async def stall(terminal: Terminal, guest: Guest, table: int) -> None:
    """Let `guest` talk until the terminal takes no more, and the screens stand because of that."""
    before, alike = terminal.progress(), 0
    for look in range(MOST):
        for number in range(LINES):  # no two alike: a picture that is as before is not written again
            assert await guest.ask(Say(0, table, f"{look}.{number} " * 30 + "so")) == ""
        now = terminal.progress()
        alike, before = alike + 1 if now == before and terminal.is_stalled() else 0, now
        if alike == STANDING:
            return
    raise AssertionError(f"the terminal never filled: {before[0]} bytes wait")


async def owed_are_answered(guests: tuple[Guest, ...]) -> None:
    """Let the guests answer what they owe until an entry of the terminal's seat has come."""
    first = guests[0]
    while not any(entry.seat == CARA for entry in first.match.log):
        for guest in guests:
            assert guest.seat is not None
            if owed := guest.match.owed(guest.seat, guest.vault):
                assert await guest.act(owed) == ""
            for each in guests:
                await each.settle()
        if not {seat for seat in first.match.prompts if seat not in (CARA, NATURE)}:
            await first.hear()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("seconds", [0, pytest.param(60, marks=pytest.mark.slow)])
async def test_seat_answers_while_nobody_reads_its_terminal(seconds: int) -> None:
    """Pings are answered and what a seat owes arrives while its terminal stalls; read again, it is right.

    It stands still for as long as that takes, and so many seconds more.
    """
    guests = tuple(Guest(name) for name in ("Ada", "Ben", "Eve"))
    ada = guests[0]
    async with Hall() as hall:
        for guest in guests:
            await guest.enter(hall.url)
        assert await ada.ask(OpenTable(0, "ys", 4, (), "Harbour")) == ""
        table = next(m.table.id for m in reversed(ada.messages) if isinstance(m, TableChanged))
        for guest in guests:
            assert await guest.ask(Sit(0, table, guest.vault.keys)) == ""
        others = set(hall._listener._sockets)
        with Terminal("join", hall.url, "--name", "Cara") as terminal:
            await reads(terminal, "Welcome to Ys")
            terminal.press("\r")
            await reads(terminal, "Harbour")
            terminal.press("\r")
            await reads(terminal, "The host can start now")
            await stall(terminal, ada, table)
            assert await ada.ask(Start(0, table)) == ""
            for guest in guests:
                await guest.settle()
            await owed_are_answered(guests)
            (socket,) = (hall._listener._sockets[conn] for conn in set(hall._listener._sockets) - others)
            for _ in range(PINGS):
                await (await socket.ping())
            end = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < end:
                await (await socket.ping())
                await asyncio.sleep(PAUSE)
            assert terminal.is_stalled()
            assert hall.hub.census().people == len(guests) + 1
            await reads(terminal, "Bid two brokers")
            await reads(terminal, "Cara (you)")
        for guest in guests:
            await guest.leave()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
async def test_stopped_client_comes_back_to_its_seat(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Put aside (ctrl+z) for longer than a pong may take: its seat is kept, the screen is right."""
    monkeypatch.setattr("ys_server.listener.PING_SECONDS", 2.0)
    async with Hall() as hall:
        ada = Guest("Ada")
        await ada.enter(hall.url)
        assert await ada.ask(OpenTable(0, "ys", 4, (), "Harbour")) == ""
        table = next(m.table.id for m in reversed(ada.messages) if isinstance(m, TableChanged))
        with Terminal("join", hall.url, "--name", "Cara") as terminal:
            await reads(terminal, "Welcome to Ys")
            terminal.press("\r")
            await reads(terminal, "Harbour")
            terminal.press("\r")
            await reads(terminal, "3 chairs are still free")
            terminal.process.send_signal(number)
            while hall.hub.census().people > 1:
                await ada.settle()
            terminal.process.send_signal(signal.SIGCONT)
            while hall.hub.census().people == 1:
                await ada.settle()
            assert await ada.ask(Sit(0, table, ada.vault.keys)) == ""
            await reads(terminal, "2 chairs are still free")
        await ada.leave()


def hang(terminal: Terminal) -> None:
    """Let the screens draw into a terminal that nobody reads until they have to wait for it."""
    before, alike = 0, 0
    for _ in range(MOST):
        terminal.redraw()
        select.select([], [], [], PAUSE)
        now = terminal.progress()[0]
        alike, before = alike + 1 if now == before and terminal.is_stalled() else 0, now
        if alike == QUEUED:
            return
    raise AssertionError(f"the terminal never filled: {before} bytes wait")


@pytest.mark.timeout(180)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_a_client_whose_terminal_stalls(number: signal.Signals) -> None:
    """Nobody reads the terminal and the screens hang in it: client, server and bots are gone all the same."""
    with Terminal("solo", "--seed", "3", "--bots", "random,random,random") as terminal:
        terminal.wait_for("Bid two brokers")
        family = terminal.family()
        assert len(family) >= 3
        hang(terminal)
        terminal.process.send_signal(number)
        assert terminal.process.wait(PATIENCE) == 128 + number
        assert all_gone(family)
