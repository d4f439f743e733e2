"""The moments of a real game whose drawings are kept as goldens, and how they are put together to 80×24."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from protocol.game import Action, Choice, Seat
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from tests.support.screen import Told, snapshot
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, settle
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.draw import CITY_SIZE, city
from ys_tui.games.ys.draw_hand import hand
from ys_tui.games.ys.draw_market import market
from ys_tui.games.ys.draw_players import players
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
    night = style(NIGHT.text, NIGHT.night)
    scene = scene_of(table, settle(table, aim, table.prompt), NIGHT, marks)
    desk = Desk(table, settle(table, aim, table.prompt), scene, word)
    state = table.confirmed
    phase = (f"Round {state.round}/4", words.phase_name(state))
    bar = top_line(snapshot(table), "Harbour table", (phase, ()), NIGHT, 80)
    pairs = zip(city(scene), market(scene), strict=True)
    upper = tuple(place(((0, left), (CITY_SIZE[0] + 1, right)), 80, night) for left, right in pairs)
    lines: tuple[Line, ...] = (
        bar,
        (),
        *upper,
        *players(scene),
        *hand(desk),
        key_line(keys(desk), NIGHT, 80),
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
