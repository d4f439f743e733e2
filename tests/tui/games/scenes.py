"""The moments of a real game whose drawings are kept as goldens, and how they are put together to 80×24."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from protocol.game import Action, Choice, Event, Seat
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.events import Gained, Priced, Ranked, Revealed
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from tests.support.screen import Told, snapshot
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, settle
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.draw import CITY_SIZE, Scene, city
from ys_tui.games.ys.draw_count import lines_of, scene_of_step
from ys_tui.games.ys.draw_hand import hand
from ys_tui.games.ys.draw_market import market
from ys_tui.games.ys.draw_players import players
from ys_tui.games.ys.steps import Step, place_of, steps_of
from ys_tui.lines import Line, Lines, finish, place, style, text_of
from ys_tui.looks import Marks
from ys_tui.themes import NIGHT
from ys_tui.widgets.bars import key_line, top_line

DATA: Final = Path(__file__).parents[2] / "data" / "screens"
SEED: Final = 4
"""A game in which every kind of decision is asked."""


def drawn(table: TableSnapshot, aim: Aim, marks: Marks, word: str = "") -> str:
    """Return the whole board as text, as it stands on a terminal of 80×24 without the line of the journal."""
    return text_of(board_lines(table, aim, marks, word))


def board_lines(table: TableSnapshot, aim: Aim, marks: Marks, word: str = "") -> Lines:
    """Return the whole board as lines."""
    scene = scene_of(table, settle(table, aim, table.prompt), NIGHT, marks)
    desk = Desk(table, settle(table, aim, table.prompt), scene, word)
    return _together(table, scene, hand(desk), key_line(keys(desk), NIGHT, 80))


def drawn_count(table: TableSnapshot, steps: Sequence[Step], marks: Marks) -> str:
    """Return the board as text while the last of `steps` is told."""
    scene = scene_of_step(steps[-1], scene_of(table, Aim(), NIGHT, marks))
    footer = key_line((("space", "catch up"),), NIGHT, 80)
    return text_of(_together(table, scene, lines_of(steps, len(steps), scene), footer))


def _together(table: TableSnapshot, scene: Scene, below: Lines, footer: Line) -> Lines:
    night, state, marks = style(NIGHT.text, NIGHT.night), scene.state, scene.marks
    phase = (f"Round {state.round}/4", words.phase_name(state))
    bar = top_line(snapshot(table), "Harbour table", (phase, ()), NIGHT, 80)
    pairs = zip(city(scene), market(scene), strict=True)
    upper = tuple(place(((0, left), (CITY_SIZE[0] + 1, right)), 80, night) for left, right in pairs)
    lines: tuple[Line, ...] = (
        bar,
        (),
        *upper,
        *players(scene),
        *below,
        footer,
    )
    return tuple(finish(line, marks) for line in lines)


def moments() -> Mapping[str, tuple[TableSnapshot, Aim]]:
    """Return the moments by name: one of every kind of decision, waiting, looking on, the end."""
    told = Told(SEED)
    return dict(_moments(told))


def _moments(told: Told) -> Iterator[tuple[str, tuple[TableSnapshot, Aim]]]:
    seat = told.run(1, PickBid)
    yield "bid", (told.sees(seat), Aim(bid=(3,)))
    yield "order", (told.sees(told.run(1, PickOrder)), Aim())
    seat = told.run(1, Place, turn=2)
    yield "place", (told.sees(seat), Aim())
    yield "place-jump", (told.sees(seat), Aim(value=_any_value(told, seat), jumping=True))
    yield "waiting", (told.sees((seat + 1) % 4), Aim())
    yield "looking-on", (told.sees(None), Aim())
    yield "gem", (told.sees(told.run(1, Choice, what="gem")), Aim(option=1))
    yield "colour", (told.sees(told.run(1, Choice, what="colour")), Aim())
    yield "price", (told.sees(told.run(1, Choice, what="price")), Aim(option=4))
    seat = told.run(2, Place, turn=3)
    yield "draft", (_with_draft(told, seat, 1), Aim())
    yield "draft-complete", (_with_draft(told, seat, 2), Aim())
    yield "cards", (told.sees(told.run(2, PlayCards)), Aim(option=0))
    yield "spot", (told.sees(told.run(2, Choice, what="spot")), Aim())
    yield "broker", (told.sees(told.run(3, Choice, what="broker")), Aim(option=2))
    for _ in told.steps():
        pass
    yield "end", (told.sees(1), Aim())


def counts() -> Mapping[str, tuple[TableSnapshot, tuple[Step, ...]]]:
    """Return moments of counts by name: the table, and the steps up to the one that is shown."""
    told = Told(SEED)
    told.run(1, PlayCards)
    before, length = told.sees(0), len(told.journal)
    told.run(2, PickBid)
    happened = tuple(each.event for each in told.journal[length:])
    steps = steps_of(happened, before.view, length)
    wanted: dict[str, tuple[type[Event], str]] = {
        "count-turned": (Revealed, "palace-1"),
        "count-gem": (Gained, "neighborhood-1"),
        "count-palace": (Ranked, "palace-1"),
        "count-line": (Ranked, "line-2"),
        "count-prices": (Priced, "price-yellow"),
    }
    return {name: (before, _up_to(steps, *what)) for name, what in wanted.items()}


def _up_to(steps: tuple[Step, ...], kind: type[Event], where: str) -> tuple[Step, ...]:
    """Return the steps up to the first that tells a `kind` of event about `where`."""
    for number, step in enumerate(steps, start=1):
        if any(isinstance(event, kind) and place_of(event) == where for event in step.events):
            return steps[:number]
    raise AssertionError(f"no {kind.__name__} of {where}")


def _any_value(told: Told, seat: Seat) -> int:
    chair = told.chairs[seat]
    action = next(action for action in chair.legal() if isinstance(action, PlaceDown))
    return chair.view().known[action.token].value


def _with_draft(told: Told, seat: Seat, count: int) -> TableSnapshot:
    """Return the table with the first legal placement face up, then the last face down, in the draft."""
    chair = told.chairs[seat]
    picks: list[tuple[type[Action], int]] = [(PlaceUp, 0), (PlaceDown, -1)]
    for kind, number in picks[:count]:
        chair.pick([action for action in chair.legal() if isinstance(action, kind)][number])
    seen = told.sees(seat)
    while chair.undo():
        pass
    return seen
