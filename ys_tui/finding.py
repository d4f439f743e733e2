"""`ys find`: the servers that are announced on the network, and what is typed to play on each."""

import json
import sys
import threading
from collections.abc import Iterator, Sequence

from protocol.beacon import Revisions
from protocol.games import GAMES
from protocol.text import in_seconds
from ys_tui import config
from ys_tui.nearby import Found, Search, Server


def rules() -> Revisions:
    """Return what this client can play."""
    return tuple((game.key, game.rules) for game in GAMES.values())


def run(seconds: float, interfaces: Sequence[str] | None, *, is_json: bool) -> int:
    """Listen that long, print what was found, and return 0, or 1 when there is no server.

    No `interfaces` at all are all there are; None looks for nothing.
    """
    from ys_tui.client import verify  # noqa: PLC0415  # the start screen shows what is found, and verifies nothing

    verify.tolerate()
    found = Found(problem=config.LAN_OFF) if interfaces is None else listen(seconds, interfaces)
    for line in map(as_json, found.servers) if is_json else table(found.servers):
        sys.stdout.write(line + "\n")
    if not found.servers:
        sys.stderr.write(f"ys: {found.problem or f'no server was heard in {in_seconds(seconds)}'}\n")
    return 0 if found.servers else 1


def listen(seconds: float, interfaces: Sequence[str]) -> Found:
    """Return what is there after listening for so long, or at once why nothing can be heard."""
    latest = Found()
    deaf = threading.Event()

    def told(found: Found) -> None:
        nonlocal latest
        latest = found
        if found.problem:
            deaf.set()

    search = Search(told, interfaces)
    search.start()
    deaf.wait(seconds)
    search.stop()
    search.join()
    return latest


def table(servers: Sequence[Server]) -> Iterator[str]:
    """Yield a line for each server: its name, what is typed, and what it says."""
    names = max((len(server.name) for server in servers), default=0)
    typed = max((len(server.typed) for server in servers), default=0)
    for server in servers:
        yield f"{server.name:{names}}  ys join {server.typed:{typed}}  {remark(server)}".rstrip()


def remark(server: Server) -> str:
    """Return what is to be known before joining: that it cannot be played on, or how many tables are open."""
    if not server.fits(rules()):
        return "another version of Ys"
    number = server.beacon.tables
    return "" if number is None else f"{number or 'no'} open table{'' if number == 1 else 's'}"


def as_json(server: Server) -> str:
    """Return one line for scripts."""
    facts = {
        "name": server.name,
        "typed": server.typed,
        "url": config.address(server.typed),
        "addresses": server.addresses,
        "port": server.port,
        "tables": server.beacon.tables,
        "version": server.beacon.version,
        "rules": dict(server.beacon.rules),
        "fits": server.fits(rules()),
    }
    return json.dumps(facts)
