"""The questions before a game: a name, how to play, what becomes of one that was left. One answer each."""

from collections.abc import Callable, Sequence
from typing import Final

from protocol.text import NAME_LENGTH, clean
from ys_tui import config
from ys_tui.client.berths import Running
from ys_tui.config import ConfigError, Host, Join, Plan, Solo
from ys_tui.plain.choosing import Refused
from ys_tui.plain.console import Console
from ys_tui.resuming import going_on, way_to
from ys_tui.tutorial import TUTORIAL

_GAMES: Final = 5
"""The number of the first running game in the list of ways to play."""


class Naming:
    """Asks for the player's name at the first start."""

    word = "name"
    commands = ()

    def __init__(self, console: Console, name: str, done: Callable[[str], None]) -> None:
        """Propose `name`; `done` takes the one that was chosen."""
        self._console, self._name, self._done = console, name, done

    def enter(self) -> None:
        """Ask."""
        self._console.say(f"What is your name? Others see it at the table. An empty line: {self._name}.")

    def typed(self, line: str) -> None:
        """Take the name, or raise Refused."""
        try:
            config.check_name(line, self._name)
        except ConfigError as error:
            raise Refused(str(error)) from None
        self._done(clean(line, NAME_LENGTH) or self._name)


class Start:
    """Asks how to play."""

    word = "start"
    commands = ()

    def __init__(self, console: Console, running: Callable[[], Sequence[Running]] = tuple) -> None:
        """Ask at `console`; `running` tells the player's games that are on at servers."""
        self._console, self._running = console, running
        self._offered: Sequence[Running] = ()

    def enter(self) -> None:
        """Ask."""
        self._offered = self._running()
        self._console.say(
            "How do you want to play?",
            "  1, alone: against three bots",
            "  2, host: a server on this machine, for you and others",
            "  3, join ADDRESS: on somebody's server",
            "  4, tutorial: a first round, explained; a good beginning for who is new here",
            *(f"  {number}, {going_on(game)}" for number, game in enumerate(self._offered, _GAMES)),
        )

    def typed(self, line: str) -> None:
        """Take the answer, or raise Refused."""
        word = line.strip()
        games = {str(number): game for number, game in enumerate(self._offered, _GAMES)}
        self._console.next_plan = way_to(games[word]) if word in games else plan(line)


def plan(line: str) -> Plan:
    """Return how the player wants to play, as it was typed, or raise Refused."""
    word, _, rest = line.strip().partition(" ")
    if word.lower() in {"1", "alone", "solo"}:
        return Solo()
    if word.lower() in {"2", "host"}:
        return Host()
    if word.lower() in {"4", "tutorial"}:
        return TUTORIAL
    if word.lower() in {"3", "join"}:
        try:
            return Join(config.address(rest))
        except ConfigError as error:
            raise Refused(f"{error} As in: join harbour.example") from None
    raise Refused("Type 1, 2, 3 with an address, or 4; or alone, host, join ADDRESS, tutorial; or quit.")


class Waiting:
    """Asks what to do about a game that was left."""

    word = "choose"
    commands = ()

    def __init__(self, console: Console, done: Callable[[bool], None]) -> None:
        """Ask at `console`; `done` is told whether to go on with it."""
        self._console, self._done = console, done

    def enter(self) -> None:
        """Ask."""
        self._console.say(
            "A game is waiting for you.",
            "  1: Go on with the game that was left",
            "  2: Begin a new game",
        )

    def typed(self, line: str) -> None:
        """Take the answer, or raise Refused."""
        if line.strip() not in {"1", "2"}:
            raise Refused("Type 1 or 2.")
        self._done(line.strip() == "1")
