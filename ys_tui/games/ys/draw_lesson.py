"""What the tutorial says, as lines: pages of text, and what stays of it when they are closed. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.segment import Segment

from ys_tui.games.ys.advice import Advice
from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.lesson import Lesson, counsel
from ys_tui.games.ys.log import Pen
from ys_tui.games.ys.words import Phrase
from ys_tui.lines import Line, Lines, fit, place, style, width, wrap
from ys_tui.panels import panel

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
            left = -len(text) % max(room, 1)
            text += [*([()] * left if left < len(advised) else ()), *advised]  # it is not torn apart
    room = max(room - len(below), 1)
    parts = [text[first : first + room] for first in range(0, len(text), room)] or [[]]
    return tuple(
        _page(said.title, (*part, *((),) * (room - len(part)), *below), pen, cells, (number, len(parts)))
        for number, part in enumerate(parts, start=1)
    )


def panels(said: Lesson, pen: Pen, size: tuple[int, int]) -> tuple[Lines, ...]:
    """Return the pages in a frame, of exactly `size`; they last, and the advice stands below each of them."""
    cells, rows = size
    palette = pen.palette
    inside = replace(pen, palette=replace(palette, night=palette.panel))
    shown = pages(said, inside, (cells - 2, rows - 1), is_lasting=True)
    return tuple(
        panel(said.title, page[1:], size, palette, note=_number(at, len(shown)), edge=palette.key)
        for at, page in enumerate(shown, start=1)
    )


def reminder(good: Advice, pen: Pen, size: tuple[int, int], more: str) -> Lines:
    """Return what would be good and how it is done, in at most `size` (cells, rows).

    That `more` leads to all of it, if anything does, is said as well where there is room.
    """
    palette, (cells, rows) = pen.palette, size
    key, dim = style(palette.key, palette.night, bold=True), style(palette.dim, palette.night)
    said, do = counsel(good), counsel(replace(good, what=""))
    forms: tuple[Line, ...] = (
        (Segment(said, key), Segment(f"  {more}", dim)),
        (Segment(said, key),),
        (Segment(do, key), Segment(f" {good.what}.", key)),
    )
    wrapped = [wrap(form, cells - 1) for form in forms]
    lines = next((each for each in wrapped if len(each) <= rows), wrapped[-1][:rows])
    blank = Segment(" ", style(palette.text, palette.night))
    return tuple((blank, *each) for each in lines)


def _page(title: str, body: Sequence[Line], pen: Pen, cells: int, at: tuple[int, int]) -> Lines:
    palette = pen.palette
    bar, night = style(palette.text, palette.bar), style(palette.text, palette.night)
    head = (Segment(f" ▸{title}", style(palette.key, palette.bar, bold=True)),)
    side = (Segment(_number(*at), style(palette.label, palette.bar)),)
    top = place(((0, head), (cells - width(side) - 1, side)), cells, bar)
    return (top, *(fit((Segment(" ", night), *each), cells, night) for each in body))


def _number(page: int, count: int) -> str:
    return f"{page}/{count}" if count > 1 else ""


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
