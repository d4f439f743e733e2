"""What the tutorial says, as lines: pages of text, and what stays of it when they are closed. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.segment import Segment

from ys_tui.games.ys.advice import Advice
from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.lesson import Lesson, counsel, pressed
from ys_tui.games.ys.log import Pen
from ys_tui.lines import GLUE, Line, Lines, fit, place, style, width, wrap
from ys_tui.panels import panel

_STOP: Final = re.compile(r"(?<=[.?!] )")
"""Where a sentence ends, behind the blank."""
_COUNSEL: Final = 2
"""Rows that the advice takes at most where it stands below every page."""


def pages(
    said: Lesson, pen: Pen, size: tuple[int, int], *, is_lasting: bool = False, closing: str = "enter"
) -> tuple[Lines, ...]:
    """Return the pages on which all of it stands, each of exactly `size` (cells, rows).

    The advice stands at the end, or where the pages last beside the board (`is_lasting`) below each of them;
    else the key `closing` closes them.
    """
    cells, rows = size
    room, below, last = rows - 1, Lines(), Lines()
    if said.advice is not None:
        advised = _advised(said, pen, cells, "" if is_lasting else closing)
        if is_lasting:
            below = advised[: max(min(_COUNSEL, room - 1), 0)]
        else:
            last = advised
    room = max(room - len(below), 1)
    paragraphs = [
        _sentences(paint(phrase, pen.names, pen.palette, pen.marks, pen.palette.night))
        for phrase in said.body
    ]
    parts = _filled(paragraphs, (cells - 2, room))
    if len(parts[-1]) + len(last) <= room:
        parts[-1] += last
    else:  # it is not torn apart
        parts += [[*last[first : first + room]] for first in range(0, len(last), room)]
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


def _sentences(line: Line) -> Lines:
    """Return a paragraph sentence by sentence, each with the blank behind it."""
    found: list[list[Segment]] = [[]]
    for segment in line:
        first, *more = _STOP.split(segment.text)
        found[-1].append(Segment(first, segment.style))
        found += [[Segment(text, segment.style)] for text in more]
    return tuple(map(tuple, found))


def _filled(paragraphs: Sequence[Lines], size: tuple[int, int]) -> list[list[Line]]:
    """Return paragraphs of sentences page by page, at most `size` (cells, rows), one page at least.

    A sentence goes on overleaf only if it has no room on a page of its own.
    """
    cells, rows = size
    done: list[list[Line]] = [[]]
    for sentences in paragraphs:
        above, begun = done[-1], Line()
        for sentence in sentences:
            whole = wrap((*begun, *sentence), cells)
            if len(above) + len(whole) <= rows:
                begun = (*begun, *sentence)
                done[-1] = [*above, *whole]
                continue
            alone = wrap(sentence, cells)
            torn = [[*alone[first : first + rows]] for first in range(0, len(alone), rows)]
            done = [*(done if done != [[]] else ()), *torn]
            above, begun = (done[-1], ()) if len(torn) > 1 else ([], sentence)
    return done


def _advised(said: Lesson, pen: Pen, cells: int, closing: str) -> Lines:
    """Return the advice, with its reason unless it lasts; and which key first closes what covers a hand."""
    assert said.advice is not None
    palette, good = pen.palette, said.advice
    why = f" {good.why}" if closing and good.why else ""
    do = counsel(good)
    if closing and not good.what:
        do = f"{pressed((closing,))} closes this lesson; then{GLUE}{pressed(good.keys)} sends."
    key = style(palette.key, palette.night, bold=True)
    words: Line = (Segment(do, key), Segment(why, style(palette.text, palette.night)))
    return wrap(words, cells - 2)
