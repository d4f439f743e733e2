"""What a player knew of brokers that lay face down at an earlier moment, for looking back. Pure."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from protocol.game import Seat, View
from protocol.games.ys.board import HAND
from protocol.games.ys.state import Broker, State
from protocol.seals import Opening, Token
from ys_tui.client.snapshot import TableSnapshot

_NO_SALT: Final = bytes(16)
"""What stands for the salt of a broker that has been opened: to draw it, only its value is needed."""


def remembered(
    table: TableSnapshot, seat: Seat, known: Mapping[Token, Opening], later: Iterable[State]
) -> TableSnapshot:
    """Return the `table` of a moment as `seat` sees it.

    `known` is what the seat knows at present, and `later` are the states that have followed: what was opened
    in them is what the seat had sealed.
    """
    state: State = table.view.state
    own = {broker.token for broker in state.brokers if broker.value is None and _is_own(broker, seat)}
    seen = {broker.token: known[broker.token] for broker in state.brokers if broker.token in known}
    missing = own - seen.keys()
    for then in later:
        if not missing:
            break
        for broker in then.brokers:
            if broker.token in missing and broker.value is not None:
                seen[broker.token] = Opening(broker.value, _NO_SALT)
                missing.remove(broker.token)
    return replace(table, seat=seat, view=View(state, seat, seen))


def _is_own(broker: Broker, seat: Seat) -> bool:
    """Tell whether `seat` knows a broker face down: an own one, or a neutral one in its hand (R61)."""
    return broker.holder == seat and (broker.owner == seat or broker.spot == HAND)
