"""What the tutorial says, as lines: pages of text, and the one line that stays. Pure, no widget."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.lesson import Lesson, counsel
from ys_tui.games.ys.log import Pen
from ys_tui.games.ys.words import Phrase
from ys_tui.lines import Line, Lines, fit, place, style, width, wrap

_COUNSEL: Final = 2
"""Rows that the advice takes at most where it stands below every page."""


def pages(said: Lesson, pen: Pen, size: tuple[int, int], *, is_lasting: bool = False) -> tuple[Lines, ...]:
    """Return the pages on which all of it stands, each of exactly `size` (cells, rows).

    The advice stands at the end, or where the pages last beside the board (`is_lasting`) below each of them.
    """
    cells, rows = size
    room, below = rows - 1, Lines()
    text = [line for phrase in said.body for line in _paragraph(phrase, pen, cells)]
    if said.advice is not None:
        advised = _advised(said, pen, cells, with_reason=not is_lasting)
        if is_lasting:
            below = advised[: max(min(_COUNSEL, room - 1), 0)]
        else:
            text += advised
    room = max(room - len(below), 1)
    parts = [text[first : first + room] for first in range(0, len(text), room)] or [[]]
    return tuple(
        _page(said.title, (*part, *((),) * (room - len(part)), *below), pen, cells, (number, len(parts)))
        for number, part in enumerate(parts, start=1)
    )


def line(said: Lesson, pen: Pen, cells: int, more: str) -> Line:
    """Return what would be good and how it is done, in a line, and that `more` leads to all of it."""
    palette = pen.palette
    night, key = style(palette.text, palette.night), style(palette.key, palette.night, bold=True)
    tail = (Segment(f"  {more}", style(palette.dim, palette.night)),) if more else ()
    words = said.title if said.advice is None else counsel(said.advice)
    shown = fit((Segment(f" {words}", key),), max(cells - width(tail), 1), night)
    kept = shown if width((Segment(f" {words}"),)) > cells - width(tail) else (Segment(f" {words}", key),)
    return fit((*kept, *tail), cells, night)


def _page(title: str, body: Sequence[Line], pen: Pen, cells: int, at: tuple[int, int]) -> Lines:
    palette = pen.palette
    bar, night = style(palette.text, palette.bar), style(palette.text, palette.night)
    head = (Segment(f" ▸{title}", style(palette.key, palette.bar, bold=True)),)
    number, count = at
    side = (Segment(f"{number}/{count}" if count > 1 else "", style(palette.label, palette.bar)),)
    top = place(((0, head), (cells - width(side) - 1, side)), cells, bar)
    return (top, *(fit((Segment(" ", night), *each), cells, night) for each in body))


def _paragraph(phrase: Phrase, pen: Pen, cells: int) -> Lines:
    palette = pen.palette
    painted = paint(phrase, pen.names, palette, pen.marks, palette.night)
    return wrap(painted, cells - 2)


def _advised(said: Lesson, pen: Pen, cells: int, *, with_reason: bool) -> Lines:
    assert said.advice is not None
    palette = pen.palette
    why = f" {said.advice.why}" if with_reason and said.advice.why else ""
    key = style(palette.key, palette.night, bold=True)
    words: Line = (Segment(counsel(said.advice), key), Segment(why, style(palette.text, palette.night)))
    return wrap(words, cells - 2)
