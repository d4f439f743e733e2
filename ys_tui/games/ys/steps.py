"""The steps in which a count is told: what happened in each at once, and the board as it was then. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Event, View
from protocol.games.ys import events
from protocol.games.ys.board import SQUARES
from protocol.games.ys.state import State
from ys_tui.games.ys.retold import FOLLOWED, retold_one

_COUNTED: Final = (
    events.CountBegan, events.Revealed, events.Ranked, events.Gained, events.CardWon, events.Discarded,
    events.ColumnsRanked, events.Priced, events.ColourScored, events.BlackScored, events.GameOver,
)  # fmt: skip
_WON: Final = (events.Gained, events.CardWon, events.Discarded)


class Step(Struct, frozen=True):
    """One step of a count: what happened in it at once, and what the board looked like after it."""

    events: tuple[Event, ...]
    view: View[State]
    upto: int
    """Entries of the journal that are told with it."""


def steps_of(happened: Sequence[Event], before: View[State], told: int = 0) -> tuple[Step, ...]:
    """Return the steps of counts in what `happened` since `before`, when `told` entries were in the journal.

    What cannot be followed from there has no steps: a round that was not seen from its placing on, and all
    that comes with the next round. The points of placing in the market are no step.
    """
    state = before.state
    if state.phase not in FOLLOWED:
        return ()
    steps: list[Step] = []
    for number, event in enumerate(happened, start=told + 1):
        if isinstance(event, events.RoundBegan):
            break
        state = retold_one(state, event)
        if not isinstance(event, _COUNTED) or (isinstance(event, events.Gained) and event.why in SQUARES):
            continue
        view = replace(before, state=state)
        if steps and _belongs(event, steps[-1].events):
            steps[-1] = Step((*steps[-1].events, event), view, number)
        else:
            steps.append(Step((event,), view, number))
    return tuple(steps)


def joined(waiting: Sequence[Step], more: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps that wait to be shown and those that came behind them, as if all had come at once."""
    if not waiting or not more or not _belongs(more[0].events[0], waiting[-1].events):
        return (*waiting, *more)
    one = replace(more[0], events=waiting[-1].events + more[0].events)
    return (*waiting[:-1], one, *more[1:])


def _belongs(event: Event, earlier: Sequence[Event]) -> bool:
    """Tell whether `event` is one step with what is before it: all of a kind, or who won and what."""
    last = earlier[-1]
    if isinstance(event, events.Revealed):
        return isinstance(last, events.Revealed)
    if isinstance(event, events.Priced):
        return isinstance(last, events.Priced) and event.why == last.why
    if isinstance(event, events.Gained) and isinstance(last, events.Gained):
        return (event.seat, event.why) == (last.seat, last.why)
    if isinstance(event, _WON) and isinstance(last, events.Ranked):
        # The gems of a port are taken by one seat after the other.
        return place_of(event) == last.where and not last.where.startswith("neighborhood")
    return False


def place_of(event: Event) -> str:
    """Return the place that an event of a count is about, "" for none."""
    if isinstance(event, events.Gained | events.Discarded):
        return event.why
    if isinstance(event, events.CardWon | events.Revealed):
        return event.spot
    if isinstance(event, events.Priced):
        return f"price-{event.colour}"
    return event.where if isinstance(event, events.Ranked) else ""
