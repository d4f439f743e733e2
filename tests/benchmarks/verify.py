"""What it costs to verify a game of four, beyond the start of the interpreter.

`python -m tests.benchmarks.verify` prints one line of JSON; the programs run in turns, figures are medians.

- `start_s`: an interpreter that does nothing
- `verify_s`: what `ys verify FILE` takes beyond that; the goal is 0.3
- `ratio`: the same over `start_s`
- `verify_cpu_s`: the same in seconds of a processor, which other programs disturb less
- `import_s`: of that, loading what is needed, measured by `ys verify` of a file that is no game
- `judge_s`: of that, playing the game again, measured within this process
- `signatures_s`: of that, checking signatures; `signature_share` is its part of `verify_s`
- `entries`, `bytes`: the size of the game
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter
from typing import Any, Final
from unittest.mock import patch

from protocol import keys
from protocol.games import GAMES
from protocol.record import Record, load, save
from protocol.verdict import Proved, judge
from ys_server.bots.arena.play import play
from ys_server.bots.levels import LEVELS

TURNS: Final = 15
BOTS: Final = ("greedy",) * 4
GOAL: Final = 0.3
DIGITS: Final = 4


def game(number: int) -> bytes:
    """Return a game of four as a file."""
    played = play(GAMES["ys"], [LEVELS["ys"][level] for level in BOTS], BOTS, 1, number)
    return save(Record(played.match.setup, tuple(played.match.log)))


def seconds(*arguments: str, code: int = 0) -> tuple[float, float]:
    """Return how long an interpreter with these arguments takes, by the clock and of a processor.

    It has to end with `code`.
    """
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=False)
    took, after = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    assert done.returncode == code
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def judged(data: bytes) -> tuple[float, float]:
    """Return the seconds for playing the game in `data` again, and those for its signatures alone."""
    spent = 0.0
    check = keys.check

    def timed(public: bytes, message: bytes, signature: bytes) -> bool:
        nonlocal spent
        began = perf_counter()
        is_good = check(public, message, signature)
        spent += perf_counter() - began
        return is_good

    began = perf_counter()
    assert isinstance(judge(load(data), GAMES), Proved)
    took = perf_counter() - began
    with patch.object(keys, "check", timed):
        judge(load(data), GAMES)
    return took, spent


def measured(turns: int) -> dict[str, Any]:
    """Return all figures, each the median of so many turns."""
    data = game(1)
    times: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        good, none = Path(folder, "good"), Path(folder, "none")
        good.write_bytes(data)
        none.write_bytes(b"")
        for _ in range(turns):
            turn = {
                ("start", "start cpu"): seconds("-c", "pass"),
                ("none", "none cpu"): seconds("-m", "ys_tui", "verify", str(none), code=2),
                ("verify", "verify cpu"): seconds("-m", "ys_tui", "verify", str(good)),
                ("judge", "signatures"): judged(data),
            }
            for names, values in turn.items():
                for name, value in zip(names, values, strict=True):
                    times[name].append(value)
    middle = {name: median(values) for name, values in times.items()}
    beyond = middle["verify"] - middle["start"]
    figures = {
        "start_s": middle["start"],
        "verify_s": beyond,
        "ratio": beyond / middle["start"],
        "verify_cpu_s": middle["verify cpu"] - middle["start cpu"],
        "import_s": middle["none"] - middle["start"],
        "judge_s": middle["judge"],
        "signatures_s": middle["signatures"],
        "signature_share": middle["signatures"] / beyond,
        "goal_s": GOAL,
    }
    rounded: dict[str, Any] = {name: round(value, DIGITS) for name, value in figures.items()}
    return rounded | {"entries": len(load(data).entries), "bytes": len(data)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.verify", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of all programs")
    print(json.dumps(measured(parser.parse_args().turns)))


if __name__ == "__main__":
    main()
