"""What a lie is called on the screen: which entry, whose, and what was seen of it. No value, no key."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from protocol.game import NATURE, Illegal, Seat, Setup
from protocol.match import Desync, Entry, Match, MatchError, Rollback


def name_of(setup: Setup, seat: Seat) -> str:
    """Return what the seat is called: its player's name."""
    if seat == NATURE:
        return "the server"
    return setup.seats[seat].name if 0 <= seat < len(setup.seats) else f"seat {seat}"


def lie(error: MatchError, number: int, entry: Entry | None, match: Match[Any]) -> str:
    """Return in words why entry `number`, as the server shows it, does not fit the log of `match`."""
    if isinstance(error, Desync):
        return f"Asked twice, the server shows a game that does not fit: {error}."
    if entry is None:
        return f"{error}."
    name, cause = name_of(match.setup, entry.seat), error.__cause__
    if isinstance(error, Rollback):
        return _changed(number, entry, match)
    if not isinstance(cause, Illegal):
        return str(error)
    say = _FORGED.get(cause.code)
    return say(number, name) if say else f"Entry {number}, by {name}, is against the rules: {cause.detail}."


def _changed(number: int, entry: Entry, match: Match[Any]) -> str:
    before, name = match.log[number], name_of(match.setup, entry.seat)
    if before.seat != entry.seat:
        what = f"was by {name_of(match.setup, before.seat)}, now the server shows one by {name}"
    elif before.actions != entry.actions:
        what = f"by {name} has other moves now than those seen before"
    else:
        what = f"by {name} is signed over another past now than the one seen before"
    return f"Entry {number} {what}: there are two logs of this table."


_FORGED: Final[Mapping[str, Callable[[int, str], str]]] = {
    "bad-signature": lambda number, name: (
        f"Entry {number}, shown as by {name}, is not signed by {name} over the game seen here: it is "
        f"forged, or entries before it were changed, or {name} is shown another game. "
        "Compare the words of the log."
    ),
    "overtaken": lambda number, name: (
        f"Entry {number}, by {name}, was decided in another position: it was held back, repeated or moved."
    ),
    "no-such-seat": lambda number, name: f"Entry {number} is by {name}, which is not at this table.",
}


def difference(before: Setup, now: Setup) -> str:
    """Return what a second setup has otherwise than the first."""
    names = [one.name for one, other in zip(before.seats, now.seats, strict=False) if one != other]
    if len(before.seats) != len(now.seats):
        return f"{len(now.seats)} seats instead of {len(before.seats)}"
    if names:
        return f"other keys for {' and '.join(names)}"
    return "other keys for the server's draws" if before.nature != now.nature else "another game or options"
