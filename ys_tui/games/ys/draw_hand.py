"""What the player holds and is asked, as lines: own brokers, the question, the answers."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final

from msgspec.structs import replace
from rich.segment import Segment

from protocol.game import Choice, Seat
from protocol.games.ys.actions import Order, ToThrone, UseCard
from protocol.games.ys.board import BID, LAST
from protocol.games.ys.prompts import PlayCards
from protocol.games.ys.state import ENOUGH, Broker, layout_of
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import (
    Option,
    Way,
    columns,
    hand_values,
    is_placing,
    options,
    way_of,
)
from ys_tui.games.ys.asking import Desk, sentences
from ys_tui.games.ys.draw import BOARD_WIDTH, chip, gem_chip, on_panel
from ys_tui.games.ys.draw_draft import broker_of, draft
from ys_tui.lines import Line, Lines, fit, style, width
from ys_tui.panels import panel

HAND_SIZE: Final = (BOARD_WIDTH, 5)
_BROKERS: Final = "Your brokers  "


def hand(desk: Desk, cells: int = BOARD_WIDTH, told: Line = ()) -> Lines:
    """Return the five lines below the players: brokers, draft, question and what helps to answer it.

    What is `told` of a place that is pointed at stands where the help would.
    """
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    answers = options(desk.table, desk.aim)
    question, hint = asked(desk)
    if told and not desk.word:
        hint = told
    rows: tuple[Line, ...] = ((), _brokers(desk), draft(desk), question, hint)
    way = _way(desk, answers, cells)
    if way is _Answers.ROW:
        rows = ((), _brokers(desk), question, _row(desk, answers, cells), hint)
    elif way is _Answers.GRID:
        rows = (question, hint, *_grid(desk, answers, HAND_SIZE[1] - 2, cells))
    elif way is _Answers.FULL:
        below = (Segment("  ", night), *hint)
        fits = width(question) + width(below) < cells
        rows = ((*question, *(below if fits else ())), *_grid(desk, answers, HAND_SIZE[1] - 1, cells))
        if desk.word:
            rows = (hint, *rows[1:])
    return tuple(fit((Segment(" ", night), *row), cells, night) for row in rows)


class _Answers(Enum):
    """How the answers that can be picked stand below the question."""

    NONE = auto()
    ROW = auto()
    GRID = auto()
    FULL = auto()
    """A grid that leaves no room for the help."""


def _way(desk: Desk, answers: Sequence[Option], cells: int) -> _Answers:
    if not answers:
        return _Answers.NONE
    across = columns(answers)
    if len(answers) <= across and width(_row(desk, answers, cells)) < cells:
        return _Answers.ROW
    return _Answers.GRID if len(answers) <= across * (HAND_SIZE[1] - 2) else _Answers.FULL


def spans(desk: Desk, cells: int) -> Iterator[tuple[int, int, int, str]]:
    """Yield what can be clicked on below the players: its row, first and behind its last cell, its key."""
    answers = options(desk.table, desk.aim)
    way = _way(desk, answers, cells)
    if way is _Answers.ROW:
        yield from _spans_of_row(desk, answers, cells)
    elif way is not _Answers.NONE:
        across, top = columns(answers), 2 if way is _Answers.GRID else 1
        size = (cells - 2) // across
        first = _first_row(desk, across, HAND_SIZE[1] - top) * across
        for number, option in enumerate(answers[first : first + (HAND_SIZE[1] - top) * across]):
            row, column = divmod(number, across)
            yield top + row, 1 + size * column, 1 + size * (column + 1), option.key
        return
    if desk.table.seat is not None and layout_of(desk.scene.state).neutral is None:
        for number, value in enumerate(hand_values(desk.table)):
            start = 1 + len(_BROKERS) + 4 * number
            yield 1, start, start + 3, str(value)


def _spans_of_row(desk: Desk, answers: Sequence[Option], cells: int) -> Iterator[tuple[int, int, int, str]]:
    drawn = [width(shown(desk, number, option)) for number, option in enumerate(answers)]
    gap, start = len(_gap(drawn, cells)), 1
    for size, option in zip(drawn, answers, strict=True):
        yield 3, start, start + size, option.key
        start += size + gap
    if isinstance(desk.table.prompt, PlayCards):
        yield 3, start + 2, start + 2 + len("p pass"), "p"


def hand_panel(desk: Desk, cells: int, rows: int) -> Lines:
    """Return the same in a frame, which has the colour of the player's seat while something is asked."""
    palette, seat = desk.scene.palette, desk.table.seat
    is_asked = seat is not None and (desk.table.prompt is not None or bool(desk.table.draft))
    inside = replace(desk, scene=on_panel(desk.scene))
    edge = desk.scene.palette.seat(seat) if is_asked and seat is not None else ""
    title = "You look on" if seat is None else "Your decision" if is_asked else "Your brokers"
    return panel(title, hand(inside, cells - 2), (cells, rows), palette, edge=edge)


# --- own brokers -----------------------------------------------------------------------------------


def _own(desk: Desk, *spots: str) -> tuple[Broker, ...]:
    return tuple(b for b in desk.scene.state.brokers if b.owner == desk.table.seat and b.spot in spots)


def _brokers(desk: Desk) -> Line:
    palette, table = desk.scene.palette, desk.table
    bold, dim = style(palette.text, palette.night, bold=True), style(palette.dim, palette.night)
    if table.seat is None:
        return (Segment("You are looking on.", bold),)
    held, taken = hand_values(table), list(desk.aim.bid)
    is_neutral = is_placing(table) and way_of(table.prompt, desk.aim) is Way.NEUTRAL
    if desk.aim.value is not None and not is_neutral:
        taken.append(desk.aim.value)
    neutral = layout_of(desk.scene.state).neutral
    parts: Line = (
        Segment(_BROKERS, bold),
        *_chips(desk, held, taken, table.seat, " " * (neutral is None)),
    )
    if not held:
        parts += (Segment("none left in your hand ", dim),)
    if neutral is not None:
        its = hand_values(table, neutral=True)
        picked = [desk.aim.value] if is_neutral and desk.aim.value is not None else []
        parts += (Segment(" neutral " * bool(its), bold), *_chips(desk, its, picked, neutral, ""))
    return (*parts, *_trio(desk))


def held_line(desk: Desk) -> Line:
    """Return nothing but the brokers in the player's hand."""
    assert desk.table.seat is not None
    taken = [*desk.aim.bid, *(() if desk.aim.value is None else (desk.aim.value,))]
    return _chips(desk, hand_values(desk.table), taken, desk.table.seat, " ")


def _chips(desk: Desk, held: Sequence[int], taken: Sequence[int], owner: Seat, gap: str) -> Line:
    """Return brokers of the hand by their values, those that are taken up in brackets."""
    palette, left = desk.scene.palette, list(taken)
    parts: list[Segment] = []
    for value in held:
        is_taken = value in left
        if is_taken:
            left.remove(value)
        ground = palette.spent if is_taken else palette.seat(owner)
        parts.append(
            Segment(f"[{value}]" if is_taken else f" {value} ", style(palette.ink, ground, bold=True))
        )
        if gap:
            parts.append(Segment(gap, style(palette.dim, palette.night)))
    return tuple(parts)


def _trio(desk: Desk) -> Line:
    """Return the brokers beside the screen: the bid, and the last one that with it breaks ties (R30)."""
    palette = desk.scene.palette
    text, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    bid, last = (
        tuple(str(value) for broker in _own(desk, spot) if (value := desk.scene.value(broker)) is not None)
        for spot in (BID, LAST)
    )
    if not bid:
        return ()
    sum_words = f" = {sum(map(int, (*bid, *last)))}"
    title = " tie-break " if last else " bid "
    return (Segment(title, dim), Segment(" + ".join((*bid, *last)) + sum_words, text))


# --- question and answers ----------------------------------------------------------------------------


def asked(desk: Desk) -> tuple[Line, Line]:
    """Return the question and the line below it: a word to the player if there is one, else a hint."""
    palette, night = desk.scene.palette, desk.scene.palette.night
    question, hint = sentences(desk)
    is_asked = desk.table.prompt is not None or bool(desk.table.draft or desk.table.may_vote)
    first = (Segment(question, style(palette.key if is_asked else palette.label, night, bold=is_asked)),)
    if desk.word:
        colour = palette.bad if desk.is_refusal else palette.good
        return first, (Segment(f"{'! ' * desk.is_refusal}{desk.word}", style(colour, night, bold=True)),)
    return first, (Segment(hint, style(palette.dim, night)),)


def _label(desk: Desk, option: Option, ground: str) -> Line:
    """Return what an answer looks like: a gem, a broker and its place, a card."""
    palette, scene = desk.scene.palette, desk.scene
    plain = style(palette.text, ground)
    if isinstance(option.action, UseCard):
        return (Segment(words.card_name(option.name), style(palette.character, ground)),)
    if isinstance(option.action, Order):
        return (Segment("card " + option.name, plain),)
    if isinstance(option.action, ToThrone):
        return (chip(scene, broker_of(desk, option.action.token), ground),)
    if option.name.isdigit():
        broker = next(each for each in scene.state.brokers if str(each.token) == option.name)
        where = words.place_name(broker.spot)
        look = plain if option.is_open else style(palette.dim, ground)
        return (chip(scene, broker, ground), Segment(f" {where}{' ✓' * option.is_picked}", look))
    what = desk.table.prompt.what if isinstance(desk.table.prompt, Choice) else ""
    named = words.option(what, option.name)
    colour = option.name.rstrip("+-")
    if what != "spot" and hasattr(palette, colour) and option.name != ENOUGH:
        return (gem_chip(scene, colour), Segment(f" {named}", plain))
    return (Segment(named, plain),)


def shown(desk: Desk, number: int, option: Option) -> Line:
    """Return an answer with its key, and the cursor if it is there."""
    palette = desk.scene.palette
    is_lit = desk.aim.option == number
    ground = palette.row if is_lit else palette.night
    mark = "▸" if is_lit else " "
    colour = palette.key if option.is_open else palette.dim
    key = (Segment(f"{mark}{option.key or ' '} ", style(colour, ground, bold=option.is_open)),)
    return (*key, *_label(desk, option, ground), Segment(" ", style(palette.text, ground)))


def _row(desk: Desk, answers: Sequence[Option], cells: int) -> Line:
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    drawn = tuple(shown(desk, number, option) for number, option in enumerate(answers))
    gap = _gap([width(each) for each in drawn], cells)
    row = tuple(part for each in drawn for part in (*each, Segment(gap, night)))
    if isinstance(desk.table.prompt, PlayCards):
        row += (
            Segment("  p ", style(desk.scene.palette.key, desk.scene.palette.night, bold=True)),
            Segment("pass", night),
        )
    return row


def _gap(sizes: Sequence[int], cells: int) -> str:
    return "  " if sum(sizes) + 2 * len(sizes) < cells else ""


def _grid(desk: Desk, answers: Sequence[Option], rows: int, cells: int) -> Lines:
    """Return the answers in columns, scrolled so that the cursor is among them."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    across = columns(answers)
    size = (cells - 2) // across
    first = _first_row(desk, across, rows)
    visible = tuple(enumerate(answers))[first * across : (first + rows) * across]
    lines = [visible[start : start + across] for start in range(0, len(visible), across)]
    drawn = [
        tuple(part for number, option in line for part in fit(shown(desk, number, option), size, night))
        for line in lines
    ]
    return (*drawn, *(() for _ in range(rows - len(drawn))))


def _first_row(desk: Desk, across: int, rows: int) -> int:
    """Return the first row of answers that is shown, so that the cursor is among them."""
    return max(0, (desk.aim.option or 0) // across - rows + 1)
