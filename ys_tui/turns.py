"""`ys turns`: which tables wait for the player, in lines for a shell prompt or cron."""

import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import json

from protocol.text import clean
from ys_tui import config
from ys_tui.client import turns
from ys_tui.client.berths import Berths
from ys_tui.client.keyring import Keyring
from ys_tui.client.link import NOBODY

WAITS, NONE, TROUBLE = 0, 1, 2
"""The exit codes: a table waits; none does; none does as far as is known, and a server was not reached."""


def run(folder: Path, name: str, servers: Sequence[str], seconds: float, *, is_json: bool) -> int:
    """Print the tables that wait for the profile in `folder`, and return the exit code.

    Named as well are those at which a bot has the profile's seat; they are no reason for the code of a wait.
    Asked are `servers`, or if there are none those on which the profile has seats in running games.
    """
    if not (folder / "identity").exists():
        return NONE
    keyring, berths = Keyring(folder), Berths(folder / config.BERTHS)
    asked: list[tuple[str, bytes | None]] = [(server, None) for server in servers]
    if not asked:
        asked = [(berth.address, berth.key) for berth in berths.all]
    found = turns.ask(asked, keyring.identity, config.own_name(name, keyring.name), seconds, berths.at)
    if not servers:
        found = tuple(answer for answer in found if not _is_closed(answer))
    for answer in found:
        _print(answer, is_json=is_json)
    if any(answer.tables for answer in found):
        return WAITS
    return TROUBLE if any(answer.problem for answer in found) else NONE


def _is_closed(answer: turns.Asked) -> bool:
    """Tell whether it is a server of our own that is not running: nobody waits there."""
    host = urlsplit(answer.address).hostname
    return host in {"127.0.0.1", "::1", "localhost"} and answer.problem == NOBODY


def _print(answer: turns.Asked, *, is_json: bool) -> None:
    where = answer.address
    for table in (*answer.tables, *answer.lost):
        is_lost = table in answer.lost
        record = {"server": where, "table": table.id, "title": table.title, "game": table.game}
        record |= {"lost": True} if is_lost else {}
        what = "goes on with a bot in your seat; come back with ys" if is_lost else "waits for you"
        words = f"{_short(where)}: “{table.title}” {what} ({table.seats} seats)"
        sys.stdout.write(f"{json.encode(record).decode() if is_json else words}\n")
    if answer.problem:
        problem = clean(answer.problem)
        if is_json:
            sys.stdout.write(json.encode({"server": where, "error": problem}).decode() + "\n")
        else:
            sys.stderr.write(f"ys: {_short(where)}: {problem}\n")


def _short(address: str) -> str:
    return address.removeprefix("ws://")
