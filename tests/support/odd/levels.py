"""The levels of these bots; `enter` makes them known in the process that calls it."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final, cast

from protocol.chance import Rng
from protocol.game import Action, View
from protocol.games.ys.actions import Order
from ys_server.bots.bot import Bot
from ys_server.bots.levels import LEVELS

Choose = Callable[[View[Any], Sequence[Action]], Any]


class Odd:
    """A bot that does one thing whatever it is asked."""

    def __init__(self, choose: Choose) -> None:
        """Answer with what `choose` returns, if it does."""
        self._choose = choose

    def choose(self, view: View[Any], options: Sequence[Action], rng: Rng, seconds: float) -> Action:
        """Return what is no answer, or nothing at all."""
        return cast("Action", self._choose(view, options))


def _hangs(view: View[Any], options: Sequence[Action]) -> None:
    threading.Event().wait()


def _spins(view: View[Any], options: Sequence[Action]) -> None:
    while True:
        pass


def _raises(view: View[Any], options: Sequence[Action]) -> None:
    raise ValueError(f"hidden: {view.known}")


def _exits(view: View[Any], options: Sequence[Action]) -> None:
    os._exit(3)


def _dies(view: View[Any], options: Sequence[Action]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _eats(view: View[Any], options: Sequence[Action]) -> None:
    eaten = [bytearray(1 << 24) for _ in count()]
    raise AssertionError(len(eaten))


def _babbles(view: View[Any], options: Sequence[Action]) -> Action:
    """Print what it sees, and play the first thing that is legal."""
    print(view.known, flush=True)  # noqa: T201  # its point
    print(view.known, file=sys.stderr, flush=True)  # noqa: T201  # its point
    os.write(1, b"babble")
    return options[0]


ODD: Final[dict[str, Bot]] = {
    "hangs": Odd(_hangs),
    "spins": Odd(_spins),
    "raises": Odd(_raises),
    "exits": Odd(_exits),
    "dies": Odd(_dies),
    "eats": Odd(_eats),
    "cheats": Odd(lambda view, options: Order(9)),
    "mumbles": Odd(lambda view, options: "pass"),
    "babbles": Odd(_babbles),
}
"""By level. All but the last fail at every decision."""


def enter() -> None:
    """Let Ys be played at these levels, too."""
    cast("dict[str, Bot]", LEVELS["ys"]).update(ODD)
