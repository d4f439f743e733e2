"""What players are called: by who sits in each seat, now or when something happened. Pure."""

from collections.abc import Sequence
from typing import Final

from protocol.game import Reseated
from protocol.games.ys.layout import layout
from ys_tui.client.snapshot import BOT_MARK, Chronicle, TableSnapshot, called
from ys_tui.faces import bot_of
from ys_tui.games.ys.neutral import NAME
from ys_tui.lines import crop

YOU: Final = "(you)"
"""What stands behind the player's own name: no colour is needed to find it."""
_LEAST: Final = 3
"""Cells to which a name is cut at most; with fewer its mark stands alone."""
Change = tuple[int, Reseated]
"""The number of an entry of the journal, and who took a seat there."""


def names_now(table: TableSnapshot) -> tuple[str, ...]:
    """Return what all players are called now, the neutral one last if there is one."""
    return table.names if layout(table.setup).neutral is None else (*table.names, NAME)


def bots_now(table: TableSnapshot) -> tuple[str, ...]:
    """Return what has each seat where that is a bot, "greedy bot"; "" for a person."""
    listed = () if table.info is None else table.info.chairs
    levels = {(chair.name, chair.key): chair.level for chair in listed}
    return tuple(bot_of(levels.get((who.name, who.sign))) if who.bot else "" for who in table.sitting)


def changes(journal: Sequence[Chronicle]) -> tuple[Change, ...]:
    """Return where in the journal somebody else took a seat, the first first."""
    return tuple((n, told.event) for n, told in enumerate(journal) if isinstance(told.event, Reseated))


def names_then(first: Sequence[str], changed: Sequence[Change], number: int) -> tuple[str, ...]:
    """Return what all were called when entry `number` happened; `first` as the game began.

    A seat that a bot takes is still the person's in that entry; one that its person takes is theirs again.
    """
    names = list(first)
    for at, event in changed:
        if at < number or (at == number and not event.bot):
            names[event.seat] = called(event.name, is_bot=event.bot)
    return tuple(names)


def own(name: str, cells: int) -> tuple[str, str]:
    """Return the player's own name and its mark, together in at most `cells` cells: the name gives way."""
    room = cells - len(YOU) - 1
    return (shortened(name, room), f" {YOU}") if room >= _LEAST else ("", YOU[:cells])


def shortened(name: str, cells: int) -> str:
    """Return a name in at most `cells` cells; the mark of a bot stays."""
    if not name.endswith(BOT_MARK):
        return crop(name, cells)
    return crop(name.removesuffix(BOT_MARK), cells - len(BOT_MARK)) + BOT_MARK
