"""A sleeping game woken at once: read, played again, and handed to the hub, without a thread or a loop."""

from typing import Any

from protocol.game import Illegal
from protocol.match import Match, MatchError
from ys_server.database import StoreError
from ys_server.effects import Effect, Wake
from ys_server.hub import Hub
from ys_server.store import Store
from ys_server.waking import replay


def woken(hub: Hub, store: Store, wake: Wake, now: float) -> list[Effect]:
    """Return what the hub does once the game is awake, or cannot be woken."""
    try:
        logged = store.log(wake.table)
        match: Match[Any] = Match(wake.game, wake.setup)
        for _ in replay(match, logged):
            pass
    except (StoreError, Illegal, MatchError) as error:
        return hub.not_woken(wake.table, str(error), now)
    return hub.woken(wake.table, match, logged.lines, now)
