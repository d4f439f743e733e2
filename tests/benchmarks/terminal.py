"""What `ys` costs in a terminal of 80×24, beside an empty Textual app in the same run.

`python -m tests.benchmarks.terminal` prints one line of JSON; the two programs take turns on pseudo-terminals
that an emulator reads. Figures are medians unless they say otherwise. Linux only: it reads `/proc`.

- `first_frame_ratio`: from the start of the interpreter until the start screen stands, over the same of an
  app that shows one word; the goal is 1.5, the aim 1.2. `first_frame_s` and `first_frame_cpu_ratio`: the same
  in seconds, and in seconds of a processor, which other programs disturb less
- `key_p95_ms`: from an arrow at the table (to another order card) until what it changes comes, 95th
  percentile; goal 30. `key_p95_ratio`: the same over an app that says which key it was; goal 2
- `bytes_per_key`: what is written for one of these arrows; goal 400
- `bytes_per_move`: what a spectator's terminal is sent for one move of the first market, on average; goal
  1,500, aim 600. `bytes_per_move_most`: for the longest of them
- `bytes_per_step`: what is written for one step through a kept game, on average; goal 1,500.
  `bytes_per_line`: for an arrow in its journal, as in every list; goal 400
- `idle_bytes`: what is written while nothing happens at the table; goal 0. `idle_cpu_ratio`: the processor
  time that takes, over that of the empty app; `idle_cpu_percent`: of a processor
- `memory_ratio`: resident memory of the start screen, everything loaded, over the empty app; goal 1.4.
  `memory_table_ratio`: the same at the table; `memory_mb`: in megabytes, at the start screen
"""

import argparse
import asyncio
import compileall
import json
import os
import tempfile
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter, sleep
from typing import Any, Final

from protocol.messages import OpenTable, Sit, Start, TableChanged
from protocol.record import SUFFIX, save
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.records import whole
from tests.support.terminal import Terminal

TURNS: Final = 9
KEYS: Final = 100
MOVES: Final = 20
IDLE: Final = 10.0
QUIET: Final = 0.5
"""Seconds without a byte after which all of a frame has come."""
WORD: Final = "ready"
EMPTY: Final = f"""
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("{WORD}")
    def on_key(self, event):
        self.query_one(Static).update(f"{WORD} {{event.key}}")
Empty().run()
"""
"""An app of one word, and another for each key."""
START: Final = "How do you want to play?"
FIRST: Final = "Bid two brokers"
RIGHT, LEFT, UP = "\x1b[C", "\x1b[D", "\x1b[A"
CHOICE: Final = "Choose your place in the turn order"
PACKAGES: Final = ("protocol", "ys_server", "ys_tui")


def empty() -> Terminal:
    """Return the app to compare with, on a terminal."""
    return Terminal(program=("-c", EMPTY))


def table() -> Terminal:
    """Return a game alone, on a terminal."""
    return Terminal("solo", "--seed", "3", "--bots", "random,random,random")


def first_frame(terminal: Terminal, began: float, words: str) -> tuple[float, float]:
    """Return seconds, by the clock and of a processor, until `words` stand there."""
    terminal.wait_for(words)
    return perf_counter() - began, terminal.processor_seconds()


def starts(turns: int) -> dict[str, float]:
    """Measure first frames and memory, in turns."""
    own: list[tuple[float, float]] = []
    other: list[tuple[float, float]] = []
    memory: list[tuple[int, int]] = []
    for _ in range(turns):
        began = perf_counter()
        with Terminal() as terminal:
            own.append(first_frame(terminal, began, START))
            terminal.settle(2 * QUIET)
            ours = terminal.memory()
        began = perf_counter()
        with empty() as terminal:
            other.append(first_frame(terminal, began, WORD))
            terminal.settle(QUIET)
            memory.append((ours, terminal.memory()))
    clock, cpu = (median(each) for each in zip(*own, strict=True))
    its_clock, its_cpu = (median(each) for each in zip(*other, strict=True))
    ours_, theirs = (median(each) for each in zip(*memory, strict=True))
    return {
        "first_frame_ratio": clock / its_clock,
        "first_frame_cpu_ratio": cpu / its_cpu,
        "first_frame_s": clock,
        "memory_ratio": ours_ / theirs,
        "memory_mb": ours_ / 1e6,
    }


def key_time(terminal: Terminal, key: str) -> tuple[float, int]:
    """Return milliseconds from a key to what it changes, and the bytes that are written for it."""
    before, began = len(terminal.output), perf_counter()
    terminal.press(key)
    while terminal.hears_nothing(QUIET):
        pass
    passed = perf_counter() - began
    terminal.settle(QUIET / 10)
    return passed * 1_000, len(terminal.output) - before


def key_times(ours: Terminal, theirs: Terminal, keys: int) -> dict[str, float]:
    """Measure an arrow here, an arrow there: a machine that is slow for a while is slow for both."""
    own, other = zip(
        *(
            tuple(key_time(each, (RIGHT, LEFT)[number % 2]) for each in (ours, theirs))
            for number in range(keys)
        ),
        strict=True,
    )
    at = keys * 95 // 100
    p95, its_p95 = (sorted(milliseconds for milliseconds, _ in each)[at] for each in (own, other))
    return {
        "key_p95_ms": p95,
        "key_p95_ratio": p95 / its_p95,
        "bytes_per_key": median(size for _, size in own),
    }


def idle(terminal: Terminal, seconds: float) -> tuple[int, float]:
    """Return what is written and how much of a processor is used in so many seconds without a reason."""
    terminal.settle(4 * QUIET)
    size, cpu = len(terminal.output), terminal.processor_seconds()
    sleep(seconds)
    terminal.hears_nothing(0)
    return len(terminal.output) - size, terminal.processor_seconds() - cpu


def plays(keys: int, seconds: float) -> dict[str, float]:
    """Measure keys, rest and memory at a table."""
    with table() as ours, empty() as theirs:
        ours.wait_for(FIRST)
        for key, words in (("1", "the second broker"), ("2", "Enter sends it"), ("\r", CHOICE)):
            ours.press(key)
            ours.wait_for(words)
        theirs.wait_for(WORD)
        ours.settle(QUIET)
        figures = key_times(ours, theirs, keys)
        written, cpu = idle(ours, seconds)
        _, its_cpu = idle(theirs, seconds)
        memory, its_memory = ours.memory(), theirs.memory()
    return figures | {
        "idle_bytes": written,
        "idle_cpu_percent": cpu / seconds * 100,
        "idle_cpu_ratio": cpu / its_cpu,
        "memory_table_ratio": memory / its_memory,
    }


async def moves(count: int) -> dict[str, float]:
    """Measure what a spectator's terminal is sent for each move of the first market."""
    guests = tuple(Guest(name) for name in ("Ada", "Ben", "Cara", "Eve"))
    ada, rng = guests[0], Random(1)
    sizes: list[int] = []
    async with Hall() as hall:
        for guest in guests:
            await guest.enter(hall.url)
        assert await ada.ask(OpenTable(0, "ys", 4, (), "Harbour")) == ""
        number = next(m.table.id for m in reversed(ada.messages) if isinstance(m, TableChanged))
        for guest in guests:
            assert await guest.ask(Sit(0, number, guest.vault.keys)) == ""
        assert await ada.ask(Start(0, number)) == ""
        with Terminal("join", hall.url, "--name", "Lou") as terminal:
            await asyncio.to_thread(terminal.wait_for, "Harbour")
            terminal.press("\r")
            await asyncio.to_thread(terminal.wait_for, "Round 1/4")
            await asyncio.to_thread(terminal.settle, QUIET)
            while len(sizes) < count:
                before = len(terminal.output)
                is_move = await _one_moves(guests, rng)
                await asyncio.to_thread(terminal.settle, QUIET)
                if is_move:
                    sizes.append(len(terminal.output) - before)
        for guest in guests:
            await guest.leave()
    return {"bytes_per_move": mean(sizes), "bytes_per_move_most": max(sizes)}


def steps(count: int) -> dict[str, float]:
    """Measure what is written for each step through a kept game, and for each arrow in its journal."""
    with tempfile.NamedTemporaryFile(suffix=SUFFIX) as file:
        file.write(save(whole(("ys", 4, ()))))
        file.flush()
        with Terminal("replay", file.name, "--at", "60") as terminal:
            terminal.wait_for("entry 60 of")
            sizes = _sizes(terminal, RIGHT, count)
            terminal.press("L")
            terminal.wait_for("go there")
            return {"bytes_per_step": mean(sizes), "bytes_per_line": median(_sizes(terminal, UP, count))}


def _sizes(terminal: Terminal, key: str, count: int) -> list[int]:
    """Return what is written for each of so many presses of a key."""
    sizes: list[int] = []
    terminal.settle(QUIET)
    for _ in range(count):
        before = len(terminal.output)
        terminal.press(key)
        terminal.settle(QUIET)
        sizes.append(len(terminal.output) - before)
    return sizes


async def _one_moves(guests: tuple[Guest, ...], rng: Random) -> bool:
    """Let the first guest who is asked answer; tell whether that was a decision."""
    for guest in guests:
        await guest.settle()
    guest = next(each for each in guests if each.seat in each.match.prompts)
    assert guest.seat is not None
    owed = guest.match.owed(guest.seat, guest.vault)
    options = () if owed else guest.match.game.legal(guest.match.view(guest.seat, guest.vault))
    assert await guest.act(owed or (rng.choice(options),)) == ""
    return not owed


def measured(turns: int, keys: int, count: int, seconds: float) -> dict[str, Any]:
    """Return all figures, in a home that is made for it."""
    root = Path(__file__).parents[2]
    for package in PACKAGES:  # without byte code the imports of `ys` would be compiled anew each time
        compileall.compile_dir(root / package, quiet=1)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOME": home, "XDG_DATA_HOME": home, "YS_LAN": "off"}
        with Terminal() as terminal:  # the first start of all asks for a name
            terminal.wait_for("What is your name?")
            terminal.press("\r")
            terminal.wait_for(START)
            terminal.settle(QUIET)
        figures = starts(turns) | plays(keys, seconds) | asyncio.run(moves(count)) | steps(count)
    return {name: round(figure, 3) for name, figure in figures.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.terminal", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="starts of either program")
    parser.add_argument(
        "--quick", action="store_true", help="little of everything, only to see that it works"
    )
    arguments = parser.parse_args()
    quick = (2, 5, 3, 1.0)
    print(json.dumps(measured(*quick if arguments.quick else (arguments.turns, KEYS, MOVES, IDLE))))


if __name__ == "__main__":
    main()
