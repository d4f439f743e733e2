"""What a table plays: what a form has chosen for a new one, and the words for one that is there.

Titles and sentences are the game's own data; nothing here knows a particular game.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from protocol.clocks import CLOCKS
from protocol.game import Game, Option, options_of, ordered_options
from protocol.games import GAMES


class Entrance(Struct, frozen=True):
    """Who may come to a table, as a form shows it."""

    key: str
    title: str
    text: str
    """One sentence: what it means."""


DOORS: Final[Mapping[str, Entrance]] = {
    door.key: door
    for door in (
        Entrance("open", "open", "Everybody on this server sees the table and may sit down or look on."),
        Entrance(
            "code", "invite code", "No list shows the table; who has the code, which you pass on, comes in."
        ),
        Entrance(
            "password", "password", "The table is listed; who comes in has to know the password you give it."
        ),
    )
}
"""All of them by key, in the order in which a form shows them."""
_UNKNOWN: Final = "not known to this version of ys"


NO_CLOCK: Final = CLOCKS["none"]


class TableOrder(Struct, frozen=True):
    """What a form has chosen; what is impossible with so many seats is kept for other numbers of them."""

    seats: int
    wanted: tuple[str, ...] = ()
    """Keys of the options chosen, possible or not."""
    levels: tuple[str, ...] = ()
    """The level of each bot, of those beyond the seats as well."""

    clock: str = ""
    """Its clock; "" where none is asked for, because nobody else plays."""
    door: str = "open"

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels of the bots for whom there is a seat beside the player's."""
        return self.levels[: self.seats - 1]

    def options(self, game: Game[Any]) -> tuple[str, ...]:
        """Return the options chosen that are possible, in the order of a setup."""
        possible = {option.key for option in options_of(game) if not self.obstacle(option)}
        return ordered_options(game, possible.intersection(self.wanted))

    def obstacle(self, option: Option) -> str:
        """Return why `option` cannot be chosen with so many seats and that clock, "" if it can."""
        is_live = not self.clock or CLOCKS[self.clock].is_live
        is_possible = self.seats in option.seats and not (option.needs_days and is_live)
        return "" if is_possible else option.otherwise


def alone(game: Game[Any], bots: Collection[str], options: Collection[str]) -> TableOrder:
    """Return the table for the player and these bots; should there be more seats, the best bots take them."""
    more = (game.bots[-1],) * (max(game.tables) - 1 - len(bots))
    return TableOrder(len(bots) + 1, tuple(options), (*bots, *more))


def kind(game: str, seats: int) -> str:
    """Return which game it is, and for how many; the key of a game that is not known."""
    known = GAMES.get(game)
    return f"{known.title if known else game} for {seats}"


def table_words(game: str, seats: int, others: Sequence[str], options: Collection[str]) -> str:
    """Return a table in a few words: the game, for how many, against whom, with what."""
    against = f" against {', '.join(others)}" if others else ""
    played = ", ".join(map(_inside, _titles(game, options)))
    return f"{kind(game, seats)}{against}{f', with {played}' if played else ''}"


def special(game: str, seats: int) -> str:
    """Return in a sentence what is special with so many seats, "" if nothing."""
    known = GAMES.get(game)
    return known.tables.get(seats, "") if known else ""


def chosen(game: str, options: Collection[str]) -> tuple[Option, ...]:
    """Return the options of a table in words; one that is not known has its key as its title."""
    known = GAMES.get(game)
    offered = {option.key: option for option in options_of(known)} if known else {}
    return tuple(offered.get(key) or Option(key, key, _UNKNOWN, ()) for key in options)


def clock_words(key: str) -> str:
    """Return a table's clock in a few words, "" if it has none; its key if it is not known."""
    clock = CLOCKS.get(key)
    if clock is None:
        return f"clock {key}"
    return clock.title if clock is not NO_CLOCK else ""


def short(game: str, options: Collection[str]) -> str:
    """Return the titles of a table's options in one line, "" if it has none."""
    return ", ".join(_titles(game, options))


def _titles(game: str, options: Collection[str]) -> Iterator[str]:
    for option in chosen(game, options):
        yield option.title if option.seats else f"{option.title} ({_UNKNOWN})"


def _inside(title: str) -> str:
    """Return the title of an option as it stands in a sentence: a name such as King's Favor stays one."""
    return f"{title[:1].lower()}{title[1:]}" if title[1:].islower() else title
