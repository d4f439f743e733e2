"""Who a client is at a server, and what it keeps of its games: a profile's, or that of a seed."""

import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from protocol.chance import seeded
from protocol.vault import IDENTITY
from ys_tui import config
from ys_tui.client.berths import Berths
from ys_tui.client.keyring import Keyring, Notes, Scratch
from ys_tui.client.logs import Logs
from ys_tui.client.muted import Muted
from ys_tui.client.people import People
from ys_tui.client.shelf import Shelf


class Belongings(Struct, frozen=True):
    """Everything that a store is made with beside a server and a name."""

    identity: bytes
    entropy: Callable[[int], bytes]
    notes: Notes
    people: People
    muted: Muted
    berths: Berths
    logs: Logs | None
    """Where what was seen of running games is kept; None where nothing is."""
    shelf: Shelf | None
    """Where finished games are kept; None where none are."""


def of_profile(folder: Path, keyring: Keyring) -> Belongings:
    """Return what a profile has, with its files in `folder`."""
    return Belongings(
        keyring.identity,
        secrets.token_bytes,
        keyring,
        People(folder / config.PEOPLE),
        Muted(folder / config.MUTED),
        Berths(folder / config.BERTHS),
        Logs(folder / config.LOGS_FOLDER),
        Shelf(folder / config.GAMES_FOLDER),
    )


def of_seed(seed: int) -> Belongings:
    """Return what plays a game that can be repeated, and keeps nothing: equal seeds give equal people."""
    entropy = seeded(seed, "client")
    identity = entropy(IDENTITY)
    return Belongings(identity, entropy, Scratch(), People(), Muted(), Berths(), None, None)
