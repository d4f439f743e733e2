"""What a draft shows before it is sent: the choice itself, and nothing that follows from it. Pure."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import SQUARES
from protocol.games.ys.game import YS
from protocol.games.ys.layout import Layout
from protocol.games.ys.state import State, layout_of
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.retold import FOLLOWED, retold
from ys_tui.games.ys.spying import holder_of

_OWN: Final = (
    events.BidMade, events.OrderTaken, events.Placed, events.CardUsed, events.Moved, events.Swapped,
    events.Peeked, events.Enthroned, events.Gained,
)  # fmt: skip
"""What a seat does by choosing. All else is a result, its own included: it is told once it happened."""
_MAJORITY: Final = "majority"


def as_chosen(table: TableSnapshot) -> TableSnapshot:
    """Return `table` as it is to be shown and answered: its draft never runs ahead of what was told.

    A question that comes only after such results is not asked before the draft has been sent; one that
    belongs to the same choice (the second of two gems, the colour of a white one) is asked at once.
    """
    if not table.draft or table.seat is None:
        return table
    shown: State = table.confirmed
    fixed = layout_of(shown)
    state, is_ahead = shown, False
    for action in table.draft:
        step = YS.apply(state, table.seat, action)
        own = tuple(_chosen(step.events, table.seat, fixed))
        if not is_ahead and shown.phase in FOLLOWED:
            shown = retold(shown, own)
        is_ahead = is_ahead or len(own) < len(step.events)
        state = step.state
    if state.phase is not table.confirmed.phase and table.confirmed.phase in FOLLOWED:
        is_ahead = True  # the next phase may tell nothing of itself, and clear the board all the same
    if not is_ahead:
        return table
    return replace(table, view=replace(table.view, state=shown), prompt=None, legal=())


def _chosen(happened: tuple[Event, ...], seat: Seat, fixed: Layout) -> Iterator[Event]:
    """Yield what `seat` has done itself, up to the first that follows from it."""
    return takewhile(lambda event: _is_own(event, seat, fixed), happened)


def _is_own(event: Event, seat: Seat, fixed: Layout) -> bool:
    if isinstance(event, events.Placed) and event.seat == fixed.neutral:
        return holder_of(event.token, fixed) == seat  # by the seat that holds the neutral broker (R61)
    if isinstance(event, events.Gained) and event.seat == fixed.neutral:
        return event.why in SQUARES
    if isinstance(event, events.Priced):
        return event.why == _MAJORITY
    return isinstance(event, _OWN) and event.seat == seat
