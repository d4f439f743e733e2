"""The steps in which a count is told: what happened in each at once, and the board as it was then. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Event, View
from protocol.games.ys import events
from protocol.games.ys.board import SQUARES, THRONE
from protocol.games.ys.state import State
from ys_tui.games.ys.retold import FOLLOWED, retold_one

_COUNTED: Final = (
    events.CountBegan, events.Revealed, events.Ranked, events.Gained, events.CardWon, events.Discarded,
    events.ColumnsRanked, events.Priced, events.ColourScored, events.BlackScored, events.ThroneScored,
    events.GameOver,
)  # fmt: skip


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
    is_one = _ONE_STEP.get((type(last), type(event)))
    return is_one is not None and is_one(last, event)


def _is_won(ranked: events.Ranked, won: Event) -> bool:
    # The gems of a port are taken by one seat after the other.
    return place_of(won) == ranked.where and not ranked.where.startswith("neighborhood")


# Each entry takes the types that stand before it: what happened, and what came next.
_ONE_STEP: Final[Mapping[tuple[type[Event], type[Event]], Callable[[Any, Any], bool]]] = {
    (events.Revealed, events.Revealed): lambda last, event: True,
    (events.Priced, events.Priced): lambda last, event: bool(event.why == last.why),
    (events.Gained, events.Gained): lambda last, event: (event.seat, event.why) == (last.seat, last.why),
    (events.Ranked, events.Gained): _is_won,
    (events.Ranked, events.CardWon): _is_won,
    (events.Ranked, events.Discarded): _is_won,
    # A card that is discarded at once, and the gem in its place (R63).
    (events.CardWon, events.Discarded): lambda last, event: bool(event.why == last.spot),
    (events.Discarded, events.Gained): lambda last, event: event.why in last.what,
}
"""What is one step together."""


def place_of(event: Event) -> str:
    """Return the place that an event of a count is about, "" for none."""
    if isinstance(event, events.Gained | events.Discarded):
        return event.why
    if isinstance(event, events.CardWon | events.Revealed):
        return event.spot
    if isinstance(event, events.ThroneScored):
        return THRONE
    if isinstance(event, events.Priced):
        return f"price-{event.colour}"
    return event.where if isinstance(event, events.Ranked) else ""
