"""The steps in which a count is told: what is one step, and what is none."""

from itertools import pairwise

from msgspec.structs import replace

from protocol.game import Event, Seat, View
from protocol.games.ys import events
from protocol.games.ys.events import Standing
from protocol.games.ys.prompts import PickBid, PlayCards
from protocol.games.ys.state import State, broker_at
from tests.support.screen import Told
from ys_tui.games.ys.retold import retold
from ys_tui.games.ys.steps import Step, joined, steps_of

GAME = 4


def round_told() -> tuple[View[State], tuple[Event, ...], int]:
    """Return what stands before a round is counted, all that happens up to the next bid, and the journal."""
    told = Told(GAME)
    told.run(1, PlayCards)
    before, length = told.sees(0).view, len(told.journal)
    told.run(2, PickBid)
    return before, tuple(each.event for each in told.journal[length:]), length


def kinds(steps: tuple[Step, ...]) -> list[list[str]]:
    """Return the kinds of events of each step."""
    return [[type(event).__name__ for event in step.events] for step in steps]


def area_of(event: Event) -> str:
    """Return the area, or the line of the market, in which a broker was turned over."""
    assert isinstance(event, events.Revealed)
    return event.spot[: len("market-1")] if event.spot.startswith("market") else event.spot


def test_a_round_is_counted_place_by_place() -> None:
    """Four neighborhoods, then the market; the round that follows is no step of it."""
    steps = steps_of(round_told()[1], round_told()[0])
    areas = [step.events[0].area for step in steps if isinstance(step.events[0], events.CountBegan)]
    assert areas == [1, 2, 3, 4, 0]
    assert not any(isinstance(event, events.RoundBegan) for step in steps for event in step.events)


def test_areas_are_turned_over_one_by_one() -> None:
    """However many owners turn brokers over: port, commerce, palace, each in a step; the market by lines."""
    before, happened, _ = round_told()
    turned = [step for step in steps_of(happened, before) if isinstance(step.events[0], events.Revealed)]
    areas = [{area_of(event) for event in step.events} for step in turned]
    assert all(len(area) == 1 for area in areas)
    told = [area.pop() for area in areas]
    assert told == list(dict.fromkeys(told))
    assert len(told) > 5
    count = sum(len(step.events) for step in turned)
    assert count == sum(isinstance(event, events.Revealed) for event in happened)


def test_an_area_stays_closed_until_its_step() -> None:
    """While the port of a neighborhood is turned over, its palace still lies as it lay."""
    before, happened, _ = round_told()
    steps = steps_of(happened, before)
    pairs = 0
    for step, following in pairwise(steps):
        if not all(isinstance(event, events.Revealed) for event in (*step.events, *following.events)):
            continue
        pairs += 1
        for event in following.events:
            assert isinstance(event, events.Revealed)
            broker = broker_at(step.view.state, event.token)
            assert broker is not None
            assert (broker.value, broker.up) == (None, False)
            opened = broker_at(following.view.state, event.token)
            assert opened is not None
            assert (opened.value, opened.up) == (event.value, True)
    assert pairs > 3


def test_who_won_is_told_with_what_was_won_and_prices_move_together() -> None:
    """An area, a line of the market: one step; the four columns: one step."""
    before, happened, _ = round_told()
    told = kinds(steps_of(happened, before))
    assert ["Ranked", "CardWon"] in told
    assert ["Priced"] * 4 in told
    lines = [
        step.events
        for step in steps_of(happened, before)
        if isinstance(step.events[0], events.Ranked) and step.events[0].where.startswith("line")
    ]
    assert lines
    assert all(len(each) > 1 for each in lines)


def test_a_step_shows_nothing_of_those_after_it() -> None:
    """Prices stay until the step that moves them, points until the step that tells them."""
    before, happened, length = round_told()
    steps = steps_of(happened, before, length)
    moved = next(n for n, step in enumerate(steps) if isinstance(step.events[0], events.Priced))
    assert {step.view.state.prices for step in steps[:moved]} == {before.state.prices}
    assert steps[moved].view.state.prices != before.state.prices
    assert [step.upto for step in steps] == sorted(step.upto for step in steps)
    assert length < steps[0].upto < steps[-1].upto < length + len(happened)


def test_what_cannot_be_followed_has_no_steps() -> None:
    """Whoever last saw the bids of a round knows none of its brokers: the newest state is shown at once."""
    told = Told(GAME)
    told.run(1, PickBid)
    _, happened, _ = round_told()
    assert steps_of(happened, told.sees(0).view) == ()
    assert steps_of((events.RoundBegan(2, (), (), ()), *happened), round_told()[0]) == ()


def test_steps_that_come_one_by_one_are_joined_like_those_that_come_at_once() -> None:
    """Brokers of one place turned over in three updates are still one step, as long as it is not shown."""
    before, happened, length = round_told()
    steps: tuple[Step, ...] = ()
    view = before
    for number, event in enumerate(happened):
        more = steps_of((event,), view, length + number)
        steps = joined(steps, more)
        view = replace(view, state=retold(view.state, (event,)))
        if isinstance(event, events.GameOver | events.RoundBegan) or event == happened[-10]:
            break
    assert kinds(steps) == kinds(steps_of(happened, before, length))[: len(steps)]
    assert len(steps) > 20


def test_points_of_placing_are_no_step() -> None:
    """One point for a broker in the market is shown, but does not stop the play."""
    before, _, _ = round_told()
    gained = events.Gained(Seat(0), "points", 1, "market-1-blue")
    ranked = events.Ranked("port-1", (Standing(Seat(0), 3, 7, 1, ""),))
    (step,) = steps_of((gained, ranked), before)
    assert step.events == (ranked,)
    assert step.view.state.players[0].points == before.state.players[0].points + 1
