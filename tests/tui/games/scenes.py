"""The moments of a real game whose drawings are kept as goldens, and how they are put together to 80×24."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace
from rich.cells import cell_len
from rich.segment import Segment

from protocol.game import Action, Choice, Event, Seat, View
from protocol.games.ys.actions import PlaceDown, PlaceUp, UseCard
from protocol.games.ys.board import THRONE, TURN_BROKERS
from protocol.games.ys.events import CardWon, Gained, Priced, Ranked, Revealed, ThroneScored
from protocol.games.ys.layout import KINGS_FAVOR, THREE_NEIGHBORHOODS, layout
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import State, hand_of
from tests.support.driver import any_of
from tests.support.screen import NAMES, Told, snapshot
from ys_tui.client.plan import Planned
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, Way, hand_values, settle
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_count import lines_of, scene_of_step
from ys_tui.games.ys.draw_side import journal_panel, talk_panel
from ys_tui.games.ys.drawings import OF_DESK, OF_SCENE, rows_more
from ys_tui.games.ys.final import sheet
from ys_tui.games.ys.formats import BARS, Box, Format, plan
from ys_tui.games.ys.log import Log, Pen
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.planned import as_seen
from ys_tui.games.ys.steps import Step, place_of, steps_of
from ys_tui.lines import Line, Lines, finish, fit, style, text_of
from ys_tui.looks import Marks
from ys_tui.sheets import drawn as drawn_page
from ys_tui.sheets import facts_part, pages
from ys_tui.themes import NIGHT
from ys_tui.widgets.bars import key_line, top_line

DATA: Final = Path(__file__).parents[2] / "data" / "screens"
SEEDS: Final = range(4, 100)
"""Games that are looked through for the moments: the first that has all of a kind is drawn."""
_NEUTRAL: Final = Seat(2)
"""The neutral player of two."""
T = TypeVar("T")
Moments: TypeAlias = Iterator[tuple[str, tuple[TableSnapshot, Aim]]]
Counts: TypeAlias = Iterator[tuple[str, tuple[TableSnapshot, tuple[Step, ...]]]]


SIZES: Final[Mapping[Format, tuple[int, int]]] = {
    Format.COMPACT: (80, 24),
    Format.MIDDLE: (100, 30),
    Format.LARGE: (120, 36),
    Format.LIST: (48, 18),
}
"""The terminals on which the board is drawn."""
KEPT: Final = (
    "bid", "order", "place", "place-jump", "waiting", "looking-on", "gem", "price", "draft", "draft-complete",
    "cards", "spot", "broker", "end", "duel-draft", "three-order", "tight-place", "favor-choice",
    "favor-magician",
)  # fmt: skip
"""The moments that are kept in every format, not at 80×24 only."""
KEPT_COUNTS: Final = ("count-gem", "count-line", "favor-opened")


def drawn(
    table: TableSnapshot, aim: Aim, marks: Marks, word: str = "", shape: Format = Format.COMPACT
) -> str:
    """Return the whole board as text, as it stands on a terminal, in COMPACT without the line of news."""
    return text_of(board_lines(table, aim, marks, word, shape=shape))


def board_lines(
    table: TableSnapshot, aim: Aim, marks: Marks, word: str = "", *, shape: Format = Format.COMPACT
) -> Lines:
    """Return the whole board as lines."""
    table = as_chosen(table)
    scene = scene_of(table, settle(table, aim, table.prompt), NIGHT, marks)
    desk = Desk(table, settle(table, aim, table.prompt), scene, word)
    return _together(desk, scene, (), keys(desk), shape)


def drawn_count(
    table: TableSnapshot, steps: Sequence[Step], marks: Marks, shape: Format = Format.COMPACT
) -> str:
    """Return the board as text while the last of `steps` is told."""
    now = scene_of(table, Aim(), NIGHT, marks)
    scene = scene_of_step(steps[-1], now)
    columns, rows = SIZES[shape]
    cells = plan(shape, columns, rows - BARS)["count"].width
    told = lines_of(steps, len(steps), scene, cells=cells)
    return text_of(
        _together(
            Desk(table, Aim(), now),
            scene,
            told,
            (("space", "next step"), ("enter", "to the end"), ("s", "speed: normal")),
            shape,
        )
    )


def _together(
    desk: Desk, scene: Scene, told: Lines, its_keys: Sequence[tuple[str, str]], shape: Format
) -> Lines:
    """Return the board between its bars, put together by the plan of its format."""
    columns, rows = SIZES[shape]
    state, marks = scene.state, scene.marks
    phase = (f"Round {state.round}/4", words.phase_name(state))
    wide = (columns, columns)
    bar = top_line(snapshot(desk.table), "Harbour table", (phase, ()), NIGHT, wide)
    room = rows - BARS - (shape is Format.COMPACT)
    boxes = plan(shape, columns, room)
    boxes = plan(shape, columns, room, rows_more(shape, boxes, scene.state))
    pen = Pen(names(desk.table.setup), scene.palette, marks, layout(desk.table.setup))
    shown: dict[str, Lines] = {}
    for name, box in boxes.items():
        if name in OF_SCENE:
            shown[name] = OF_SCENE[name](scene, shape, box)
        elif name in OF_DESK:
            shown[name] = OF_DESK[name](desk, "", shape, box)
        elif name == "journal":
            shown[name] = journal_panel(Log(), desk.table, pen, *box[2:])
        elif name == "talk":
            shown[name] = talk_panel(desk.table, pen, 0, *box[2:])
        elif told:
            shown[name] = told
    body = (_row(y, columns, boxes, shown) for y in range(room))
    return tuple(finish(line, marks) for line in (bar, *body, key_line(its_keys, NIGHT, *wide)))


def _row(y: int, columns: int, boxes: Mapping[str, Box], shown: Mapping[str, Lines]) -> Line:
    """Return a row of the board: each region that has one there, a count over the hand."""
    night = style(NIGHT.text, NIGHT.night)
    cells = list(_cells(fit((), columns, night)))
    for name in sorted(shown, key=lambda name: name == "count"):
        box = boxes[name]
        if box.y <= y < box.y + box.height:
            line = shown[name][y - box.y] if y - box.y < len(shown[name]) else ()
            cells[box.x : box.x + box.width] = _cells(fit(line, box.width, night))
    return tuple(Segment.simplify(cell for cell in cells if cell is not None))


def _cells(line: Line) -> Iterator[Segment | None]:
    """Yield a line cell by cell, None behind a letter that is two cells wide."""
    for segment in line:
        for letter in segment.text:
            yield Segment(letter, segment.style)
            yield from (None,) * (cell_len(letter) - 1)


@cache
def moments() -> Mapping[str, tuple[TableSnapshot, Aim]]:
    """Return the moments by name: one of every kind of decision, waiting, looking on, the end, each table."""
    return {
        **_found(_moments),
        **_found(_duel, seats=2),
        **_found(_three, seats=3),
        **_found(_tight, seats=3, options=(THREE_NEIGHBORHOODS.key,)),
        **_found(_favor, options=(KINGS_FAVOR.key,)),
        **_found(_favor_spy, options=(KINGS_FAVOR.key,)),
        **_found(_favor_magician, options=(KINGS_FAVOR.key,)),
    }


def _found(
    play: Callable[[Told], Iterator[tuple[str, T]]], seats: int = 4, options: Sequence[str] = ()
) -> dict[str, T]:
    """Return the moments of the first game that has them all."""
    for seed in SEEDS:
        try:
            return dict(play(Told(seed, NAMES[:seats], options)))
        except LookupError:
            continue
    raise AssertionError(f"no game of {seats} with {options} has all these moments")


def _moments(told: Told) -> Moments:
    seat = told.run(1, PickBid)
    yield "bid", (told.sees(seat), Aim(bid=(3,)))
    yield "order", (told.sees(told.run(1, PickOrder)), Aim())
    seat = told.run(1, Place, turn=2)
    yield "place", (told.sees(seat), Aim())
    yield "place-jump", (told.sees(seat), Aim(value=_any_value(told, seat), jumping=True))
    yield "waiting", (told.sees((seat + 1) % 4), Aim())
    later = told.match.state.waiting[-1]
    yield "ahead", (_prepared(told, later, 1), Aim())
    yield "ahead-ready", (_prepared(told, later, 2), Aim())
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


def _duel(told: Told) -> Moments:
    yield "duel-bid", (told.sees(told.run(1, PickBid)), Aim())
    seat = told.run(2, Place, turn=3)
    neutral = _neutral_value(told, seat)
    yield "duel-place", (told.sees(seat), Aim(way=Way.NEUTRAL, value=neutral))
    yield "duel-draft", (_with_draft(told, seat, 2), Aim())
    yield "duel-draft-complete", (_with_draft(told, seat, 3), Aim())


def _three(told: Told) -> Moments:
    yield "three-place", (told.sees(told.run(2, Place, turn=3)), Aim())
    yield "three-order", (told.sees(told.run(3, PickOrder)), Aim())


def _tight(told: Told) -> Moments:
    yield "tight-place", (told.sees(told.run(2, Place, turn=4)), Aim())


def _favor(told: Told) -> Moments:
    yield "favor-choice", (told.sees(told.run(2, PickThrone)), Aim())
    seat = told.run(3, PickThrone)
    told.chairs[seat].pick(told.chairs[seat].legal()[0])
    yield "favor-draft", (told.sees(seat), Aim())


def _favor_spy(told: Told) -> Moments:
    seat = told.run(2, Choice, what="broker", why="spy", choose=card_if_any)
    yield "favor-spy", (told.sees(seat), Aim(option=1))


def _favor_magician(told: Told) -> Moments:
    seat = told.run(3, Choice, what="broker", why="magician", choose=card_if_any)
    yield "favor-magician", (told.sees(seat), Aim(option=0))


def card_if_any(view: View[State], options: Sequence[Action], rng: Random) -> Action:
    """Use a card if there is one, else do anything."""
    return options[0] if isinstance(options[0], UseCard) else any_of(view, options, rng)


@cache
def counts() -> Mapping[str, tuple[TableSnapshot, tuple[Step, ...]]]:
    """Return moments of counts by name: the table, and the steps up to the one that is shown."""
    return {
        **_found(_city_and_market),
        **_found(_neutral_tie, seats=2),
        **_found(_neutral_card, seats=2),
        **_found(_neutral_majority, seats=2),
        **_found(_throne_count, options=(KINGS_FAVOR.key,)),
    }


def _city_and_market(told: Told) -> Counts:
    told.run(1, PlayCards)
    before, steps = _counted(told, lambda: told.run(2, PickBid))
    yield "count-turned", (before, _up_to(steps, Revealed, "palace-1"))
    yield "count-gem", (before, _up_to(steps, Gained, "neighborhood-1"))
    yield "count-palace", (before, _up_to(steps, Ranked, "palace-1"))
    yield "count-line", (before, _up_to(steps, Ranked, "line-2"))
    yield "count-prices", (before, _up_to(steps, Priced, "price-yellow"))


def _neutral_tie(told: Told) -> Counts:
    told.run(2, Place, turn=4)
    before, steps = _counted(told, lambda: told.run(3, PickBid))

    def is_meant(event: Event) -> bool:
        return (
            isinstance(event, Ranked) and event.where[:4] == "port" and event.ranking[0].decided == "neutral"
        )

    yield "duel-count-tie", (before, _until(steps, is_meant))


def _neutral_card(told: Told) -> Counts:
    told.run(2, Place, turn=4)
    before, steps = _counted(told, lambda: told.run(3, PickBid))
    yield (
        "duel-count-card",
        (before, _until(steps, lambda event: isinstance(event, CardWon) and event.seat == _NEUTRAL)),
    )


def _neutral_majority(told: Told) -> Counts:
    told.run(2, Place, turn=4)
    before, steps = _counted(told, lambda: told.run(3, PickBid))

    def is_meant(event: Event) -> bool:
        is_majority = isinstance(event, Ranked) and event.where == "market"
        return isinstance(event, Ranked) and is_majority and event.ranking[0].seat == _NEUTRAL

    yield "duel-count-majority", (before, _until(steps, is_meant))


def _throne_count(told: Told) -> Counts:
    told.run(4, PickThrone)

    def to_the_end() -> None:
        for _ in told.steps():
            pass

    before, steps = _counted(told, to_the_end)
    yield "favor-opened", (before, _up_to(steps, Revealed, THRONE))
    yield "favor-scored", (before, _up_to(steps, ThroneScored, THRONE))


def _counted(told: Told, play: Callable[[], object]) -> tuple[TableSnapshot, tuple[Step, ...]]:
    """Return the table as seat 0 sees it now, and the steps of all that is counted while `play` goes on."""
    before, length = told.sees(0), len(told.journal)
    play()
    happened = tuple(each.event for each in told.journal[length:])
    return before, steps_of(happened, before.view, length)


def _up_to(steps: tuple[Step, ...], kind: type[Event], where: str) -> tuple[Step, ...]:
    """Return the steps up to the first that tells a `kind` of event about `where`."""
    return _until(steps, lambda event: isinstance(event, kind) and place_of(event) == where)


def _until(steps: tuple[Step, ...], is_meant: Callable[[Event], bool]) -> tuple[Step, ...]:
    """Return the steps up to the first that tells an event of this kind."""
    for number, step in enumerate(steps, start=1):
        if any(map(is_meant, step.events)):
            return steps[:number]
    raise LookupError("no such event")


@cache
def results() -> Mapping[str, TableSnapshot]:
    """Return tables at which the game is over: what is drawn of the final scoring is kept as well."""
    return {
        name: table
        for seats, options in ((4, ()), (2, ()), (3, ()), (3, (KINGS_FAVOR.key,)), (4, (KINGS_FAVOR.key,)))
        for name, table in _found(_result, seats, options).items()
    }


def _result(told: Told) -> Iterator[tuple[str, TableSnapshot]]:
    for _ in told.steps():
        pass
    yield "-".join(("result", str(len(told.setup.seats)), *told.setup.options)), told.sees(0)


def drawn_result(
    table: TableSnapshot, marks: Marks, shape: Format = Format.COMPACT
) -> Iterator[tuple[str, str]]:
    """Yield the result as text, page by page, each with its number."""
    found, (cells, rows) = sheet(table, NIGHT, marks), SIZES[shape]
    rows -= BARS + len(found.headline)
    facts = facts_part(found.facts, 0, NIGHT, note="Enter: board")
    for number, page in enumerate(pages(found, facts, cells, rows), start=1):
        lines = (*found.headline, *drawn_page(page, cells, rows, NIGHT))
        yield str(number), text_of(finish(line, marks) for line in lines)


def screens(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield every drawing that is kept: its name and its text."""
    for name, (table, aim) in moments().items():
        yield name, drawn(table, aim, marks)
    for name, (table, steps) in counts().items():
        yield name, drawn_count(table, steps, marks)
    for name, table in results().items():
        for page, text in drawn_result(table, marks):
            yield f"{name}-page-{page}", text


def other_formats(marks: Marks) -> Iterator[tuple[str, Format, str]]:
    """Yield what is kept of the other formats: its name, the format, the text."""
    for shape in (Format.MIDDLE, Format.LARGE, Format.LIST):
        for name in KEPT:
            table, aim = moments()[name]
            yield f"{shape}-{name}", shape, drawn(table, aim, marks, shape=shape)
        for name in KEPT_COUNTS:
            table, steps = counts()[name]
            yield f"{shape}-{name}", shape, drawn_count(table, steps, marks, shape)
        if shape is not Format.LIST:
            for name, table in results().items():
                for page, text in drawn_result(table, marks, shape):
                    yield f"{shape}-{name}-page-{page}", shape, text


def _any_value(told: Told, seat: Seat) -> int:
    chair = told.chairs[seat]
    action = next(action for action in chair.legal() if isinstance(action, PlaceDown))
    return chair.view().known[action.token].value


def _neutral_value(told: Told, seat: Seat) -> int:
    return hand_values(told.sees(seat), neutral=True)[0]


def _prepared(told: Told, seat: Seat, count: int) -> TableSnapshot:
    """Return the table while a seat that is not asked yet prepares to place; with two it is ready."""
    plan, chair = Planned(), told.chairs[seat]
    for kind in (PlaceUp, PlaceDown)[:count]:
        shown = plan.shown(chair)
        assert shown is not None
        plan.pick(chair, next(each for each in shown.legal if isinstance(each, kind)))
    if count == TURN_BROKERS:
        plan.confirm()
    return as_seen(replace(told.sees(seat), plan=plan.shown(chair)), is_planning=True)


def _with_draft(told: Told, seat: Seat, count: int) -> TableSnapshot:
    """Return the table with so many drafted: the first face up, the last face down, then a neutral one."""
    chair = told.chairs[seat]
    own = [broker.token for broker in hand_of(chair.state, seat) if broker.owner == seat]

    def picked(kind: type[Action], number: int, *, is_own: bool) -> Action:
        placing = [each for each in chair.legal() if isinstance(each, PlaceUp | PlaceDown)]
        return [each for each in placing if isinstance(each, kind) and (each.token in own) == is_own][number]

    for kind, number, is_own in ((PlaceUp, 0, True), (PlaceDown, -1, True), (PlaceDown, 5, False))[:count]:
        chair.pick(picked(kind, number, is_own=is_own))
    seen = told.sees(seat)
    while chair.undo():
        pass
    return seen
