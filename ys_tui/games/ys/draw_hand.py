"""What the player holds and is asked, in the rows below the players, and what there can be clicked on."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final

from msgspec.structs import replace
from rich.cells import cell_len
from rich.segment import Segment

from protocol.games.ys.prompts import PlayCards
from ys_tui.games.ys.aim import Option, columns, options
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import BOARD_WIDTH, on_panel
from ys_tui.games.ys.draw_answers import asked, first_row, gap_of, grid_of, passing, row_of, shown
from ys_tui.games.ys.draw_draft import draft, unless
from ys_tui.games.ys.draw_held import CHIP, brokers, chips_at
from ys_tui.games.ys.planned import is_planned
from ys_tui.lines import Line, Lines, fit, style, width, wrap
from ys_tui.panels import panel

HAND_SIZE: Final = (BOARD_WIDTH, 5)


def hand(desk: Desk, cells: int = BOARD_WIDTH, told: Line = (), beside: str = "") -> Lines:
    """Return the five lines below the players: brokers, draft, question and what helps to answer it.

    What is `told` of a place that is pointed at stands where the help would; what is said `beside` all this
    leaves its room empty.
    """
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    return tuple(fit((Segment(" ", night), *row), cells, night) for row in _rows(desk, cells, told, beside))


def _rows(desk: Desk, cells: int, told: Line = (), beside: str = "") -> Lines:
    answers = options(desk.table, desk.aim)
    question, hint = asked(desk)
    hint = told if told and not desk.word else unless(beside, hint)
    way = _way(desk, answers, cells)
    if way is _Answers.NONE:
        return _with_help((brokers(desk), draft(desk, beside), question), hint, cells)
    if way is _Answers.ROW:
        above = draft(desk, beside) if desk.table.draft else brokers(desk)
        return _with_help((above, question, row_of(desk, answers, cells)), hint, cells)
    asking = desk.scene.state.asking
    drafted = draft(desk) if asking is not None and asking.chosen and not desk.word else ()
    if way is _Answers.GRID:
        second = _beside(drafted, hint, desk, cells) if drafted else hint
        return (question, second, *grid_of(desk, answers, HAND_SIZE[1] - 2, cells))
    first = hint if desk.word else _beside(question, drafted or hint, desk, cells)
    return (first, *grid_of(desk, answers, HAND_SIZE[1] - 1, cells))


def _beside(line: Line, more: Line, desk: Desk, cells: int) -> Line:
    """Return `line`, and `more` behind it if there is room."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    return (*line, Segment("  ", night), *more) if width(line) + width(more) + 2 < cells else line


def _with_help(lines: tuple[Line, Line, Line], hint: Line, cells: int) -> Lines:
    """Return these lines and the help: what is too long for its row takes the one that is free."""
    room = cells - 1
    for number, line in enumerate(lines):
        if width(line) > room:
            parts = wrap(line, room, indent=2)[:2]
            return (*lines[:number], *parts, *lines[number + 1 :], hint)
    if width(hint) > room:
        return (*lines, *wrap(hint, room, indent=2)[:2])
    return ((), *lines, hint)


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
    if len(answers) <= across and width(row_of(desk, answers, cells)) < cells:
        return _Answers.ROW
    return _Answers.GRID if len(answers) <= across * (HAND_SIZE[1] - 2) else _Answers.FULL


def hand_panel(desk: Desk, cells: int, rows: int, beside: str = "") -> Lines:
    """Return the same in a frame, which has the colour of the player's seat while something is asked."""
    palette, seat = desk.scene.palette, desk.table.seat
    is_asked = seat is not None and (desk.table.prompt is not None or bool(desk.table.draft))
    inside = replace(desk, scene=on_panel(desk.scene))
    edge = desk.scene.palette.seat(seat) if is_asked and seat is not None else ""
    decision = "Your next decision" if is_planned(desk.table) else "Your decision"
    watched = "Looking back" if desk.table.past else "You look on"
    title = watched if seat is None else decision if is_asked else "Your brokers"
    return panel(title, hand(inside, cells - 2, beside=beside), (cells, rows), palette, edge=edge)


def spans(desk: Desk, cells: int) -> Iterator[tuple[int, int, int, str]]:
    """Yield what can be clicked on below the players: its row, first and behind its last cell, its key."""
    answers = options(desk.table, desk.aim)
    way, rows = _way(desk, answers, cells), _rows(desk, cells)
    if way in {_Answers.GRID, _Answers.FULL}:
        across, top = columns(answers), 2 if way is _Answers.GRID else 1
        size = (cells - 2) // across
        first = first_row(desk, across, HAND_SIZE[1] - top) * across
        for number, option in enumerate(answers[first : first + (HAND_SIZE[1] - top) * across]):
            row, column = divmod(number, across)
            yield top + row, 1 + size * column, 1 + size * (column + 1), option.key
        return
    if way is _Answers.ROW:
        row = rows.index(row_of(desk, answers, cells))
        yield from ((row, *span) for span in _spans_of_row(desk, answers, cells))
    if desk.table.seat is not None and (line := brokers(desk)) in rows:
        row = rows.index(line)
        yield from ((row, first, first + CHIP, str(value)) for first, value in chips_at(desk))


def _spans_of_row(desk: Desk, answers: Sequence[Option], cells: int) -> Iterator[tuple[int, int, str]]:
    drawn = [width(shown(desk, number, option)) for number, option in enumerate(answers)]
    gap, start = len(gap_of(drawn, cells)), 1
    for size, option in zip(drawn, answers, strict=True):
        yield start, start + size, option.key
        start += size + gap
    if isinstance(desk.table.prompt, PlayCards):
        yield start + 2, start + 2 + cell_len(" ".join(passing(desk))), "p"
