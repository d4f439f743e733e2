"""The server is killed, its connections are cut, its files are torn: what is lost, and what is not.

`python -m tests.benchmarks.crash` (or `make crash`) prints one line of JSON; it fails when anything was lost.

- `killed`: persons and bots at 20 tables, a server that is killed 300 times: every third time it kills itself
  before a transaction, within it, or between it and the sending
- `cut`: the same evening, 300 connections cut at a byte drawn by chance
- `torn`: the file of a database, and its write-ahead log, cut at 300 bytes drawn by chance; how many of them
  `opened`, how many entries were `missing` then and `given_back` by players, how many tables were `forgotten`
- in each: `lost` entries that somebody had heard, decisions `asked_twice`, persons whose end of the game is
  `differing` from the database's replay, games whose file is `unproved` by `ys verify`
"""

import argparse
import asyncio
import json
import logging
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from tests.support.crashes import cut, killed
from tests.support.torn import Cut, cuts

KILLS: Final = 300
TABLES: Final = 20


async def measured(kills: int, links: int, torn: int, tables: int, seed: int) -> dict[str, Any]:
    """Return all figures."""
    figures: dict[str, Any] = {"seed": seed, "tables": tables, "load": round(os.getloadavg()[0], 1)}
    for name, run, times in (("killed", killed, kills), ("cut", cut, links)):
        begun = perf_counter()
        with TemporaryDirectory() as folder:
            figures[name] = await run(times, tables, seed, Path(folder))
        figures[name]["seconds"] = round(perf_counter() - begun)
    with TemporaryDirectory() as folder:
        figures["torn"] = _torn(list(cuts(Path(folder), torn, seed)))
    return figures


def _torn(found: list[Cut]) -> dict[str, int]:
    opened = [cut for cut in found if cut.has_opened]
    return {
        "cuts": len(found),
        "opened": len(opened),
        "missing": sum(cut.lost for cut in opened),
        "given_back": sum(cut.given_back for cut in opened),
        "forgotten": sum(cut.forgotten for cut in opened),
        "faults": sum(cut.is_wrong for cut in opened),
    }


def main() -> int:
    """Measure and print; return 1 when something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--cuts", type=int, default=KILLS)
    parser.add_argument("--torn", type=int, default=KILLS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.ERROR)  # that a file was cut short
    figures = asyncio.run(measured(options.kills, options.cuts, options.torn, options.tables, options.seed))
    print(json.dumps(figures))
    return int(any(figures[name]["faults"] for name in ("killed", "cut", "torn")))


if __name__ == "__main__":
    sys.exit(main())
