"""The steps in which a count is told: what happened in each at once, and the board as it was then. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Event, View
from protocol.games.ys import events
from protocol.games.ys.board import LINE_OF, NEIGHBORHOOD_OF, RING_OF, RINGS, SQUARES, THRONE, Spot
from protocol.games.ys.state import State, broker_at, with_broker
from protocol.seals import Token
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
    return tuple(area for step in steps for area in _by_area(step))


def joined(waiting: Sequence[Step], more: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps that wait to be shown and those that came behind them, as if all had come at once."""
    if not waiting or not more or not _belongs(more[0].events[0], waiting[-1].events):
        return (*waiting, *more)
    before, after = list(waiting), list(more)
    earlier = [before.pop()]
    while before and _belongs(earlier[-1].events[0], before[-1].events):
        earlier.append(before.pop())
    later = [after.pop(0)]
    while after and _belongs(after[0].events[0], later[-1].events):
        later.append(after.pop(0))
    happened = tuple(event for step in (*reversed(earlier), *later) for event in step.events)
    return (*before, *_by_area(Step(happened, later[-1].view, later[-1].upto)), *after)


def _by_area(step: Step) -> tuple[Step, ...]:
    """Return a step in which brokers are turned over as one for each area, or line of the market, of it.

    They come seat by seat, and are told place by place: in those before the last the rest is still closed.
    """
    turned = [event for event in step.events if isinstance(event, events.Revealed)]
    areas = sorted({_area(event.spot) for event in turned})
    if len(areas) < _SEVERAL or len(turned) < len(step.events):
        return (step,)
    parts: list[Step] = []
    for number, area in enumerate(areas, start=1):
        its = tuple(event for event in turned if _area(event.spot) == area)
        later = [event.token for event in turned if _area(event.spot) in areas[number:]]
        view = replace(step.view, state=_closed(step.view.state, later))
        # The journal has them seat by seat: what it says of them is told when all are open.
        parts.append(Step(its, view, step.upto if not later else step.upto - len(turned)))
    return tuple(parts)


_SEVERAL: Final = 2


def _area(spot: Spot) -> tuple[int, int]:
    """Return what is turned over at once, in the order of the board: an area, a line of the market."""
    if spot in LINE_OF:
        return 0, LINE_OF[spot]
    return (NEIGHBORHOOD_OF[spot], RINGS.index(RING_OF[spot])) if spot in RING_OF else (0, 0)


def _closed(state: State, tokens: Sequence[Token]) -> State:
    """Return `state` with these brokers not turned over yet."""
    for token in tokens:
        broker = broker_at(state, token)
        if broker is not None:
            state = with_broker(state, replace(broker, value=None, up=False))
    return state


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
