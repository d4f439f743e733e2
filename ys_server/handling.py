"""Which function answers which request, and how many credits that costs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from protocol.messages import (
    Act,
    Find,
    Hand,
    Kick,
    Leave,
    Look,
    Offer,
    OpenTable,
    Ready,
    Rematch,
    Rename,
    Request,
    Say,
    SeatBot,
    Sit,
    Start,
    Swap,
    Watch,
)
from ys_server import hosting, requests, talk
from ys_server.effects import Effect
from ys_server.limits import Limits
from ys_server.lobby import Lobby
from ys_server.people import Client, Person

_COSTS: Final[Mapping[type, int]] = {
    OpenTable: 5,
    Sit: 2,
    SeatBot: 2,
    Start: 2,
    Watch: 5,
    Offer: 5,
    Look: 5,
    Rename: 5,
    Rematch: 5,
}
"""Credits of the requests that cost the server more than one; see `limits`."""

_HANDLERS: Final[Mapping[type, Callable[[Lobby, Client, Person, Any, float], list[Effect]]]] = {
    OpenTable: requests.open_table,
    Sit: requests.sit,
    Leave: requests.leave,
    SeatBot: hosting.seat_bot,
    Start: requests.start,
    Watch: requests.watch,
    Offer: requests.offer,
    Act: requests.act,
    Ready: requests.ready,
    Kick: hosting.kick,
    Hand: hosting.hand,
    Swap: hosting.swap,
    Rematch: hosting.rematch,
    Say: talk.say,
    Look: talk.look,
    Find: talk.find,
    Rename: talk.rename,
}


def cost(request: Request, limits: Limits) -> int:
    """Return the credits of a request."""
    return _COSTS.get(type(request), 1) + (limits.word_cost if getattr(request, "word", "") else 0)


def handle(lobby: Lobby, client: Client, person: Person, request: Request, now: float) -> list[Effect]:
    """Do what is asked; raise Refusal, or Sleeps, and nothing has changed."""
    return _HANDLERS[type(request)](lobby, client, person, request, now)
