"""Steering where the places stand otherwise: arrows in a list or in the round city, and clicks. Pure."""

from msgspec.structs import replace

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, is_placing, options, places, towards, wants_place
from ys_tui.games.ys.keys import STEP_KEYS
from ys_tui.games.ys.marking import places_of

_STEPS = {"up": -1, "down": 1}


def in_list(key: str, aim: Aim, table: TableSnapshot) -> Aim | None:
    """Return the aim after an arrow where all that can be chosen stands in one list; None for other keys."""
    if key not in _STEPS or table.sent:
        return None
    if wants_place(table, aim):
        spots = places(table, aim)
        if not spots:
            return None
        at = spots.index(aim.cursor) if aim.cursor in spots else -1
        return replace(aim, cursor=spots[(at + _STEPS[key]) % len(spots)], jumping=False)
    count = len(options(table, aim))
    if not count:
        return None
    at = -1 if aim.option is None else aim.option
    return replace(aim, option=(at + _STEPS[key]) % count)


def in_round(key: str, aim: Aim, table: TableSnapshot) -> Aim | None:
    """Return the aim after an arrow over the round city; None for other keys, or with no place to choose."""
    if key not in STEP_KEYS or table.sent or not wants_place(table, aim):
        return None
    there = towards(places(table, aim), aim.cursor, STEP_KEYS[key], is_round=True)
    return replace(aim, cursor=there, jumping=False)


def pointed_at(table: TableSnapshot, aim: Aim, what: str) -> Aim | None:
    """Return the aim with the cursor at what is pointed at, if it can be chosen: a place, or its broker."""
    if wants_place(table, aim) or (is_placing(table) and aim.jumping):
        spot = next((spot for spot in places(table, aim) if spot == what), None)
        return None if spot is None else replace(aim, cursor=spot, jumping=False)
    for number, option in enumerate(options(table, aim)):
        if option.is_open and what in places_of(table, option):
            return replace(aim, option=number)
    return None
