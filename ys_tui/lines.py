"""Lines of styled text, measured in cells: what drawings return and regions of the screen show.

Text is always literal here; nothing reads markup.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from ys_tui.looks import Marks, ascii_twin

Line = tuple[Segment, ...]
Lines = tuple[Line, ...]
GLUE: Final = "\u00a0"
"""A blank at which no line is broken; it is shown like any other."""
_BLANKS: Final = re.compile("( +)")


@lru_cache(maxsize=1024)
def style(colour: str, ground: str, *, bold: bool = False) -> Style:
    """Return the style of text in `colour` on `ground`."""
    return Style(color=colour, bgcolor=ground, bold=bold)


def width(line: Iterable[Segment]) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(segment.text) for segment in line)


def plain(line: Iterable[Segment]) -> str:
    """Return a line's text without its colours."""
    return "".join(segment.text for segment in line)


def crop(text: str, cells: int) -> str:
    """Return `text` in at most `cells` cells; what was cut off is told by an ellipsis."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + "…" if cells > 0 else ""


def pad(text: str, cells: int) -> str:
    """Return `text` in exactly `cells` cells."""
    return set_cell_size(crop(text, cells), cells)


def right(text: str, cells: int) -> str:
    """Return `text` in exactly `cells` cells, at their right end."""
    shown = crop(text, cells)
    return " " * (cells - cell_len(shown)) + shown


def fit(line: Iterable[Segment], cells: int, ground: Style) -> Line:
    """Return `line` in exactly `cells` cells: filled up with `ground`, or cut with an ellipsis."""
    segments = tuple(line)
    rest = cells - width(segments)
    if rest >= 0:
        return (*segments, Segment(" " * rest, ground)) if rest else segments
    return _cut(segments, cells)


def _cut(segments: Line, cells: int) -> Line:
    kept: list[Segment] = []
    room = cells - 1
    for segment in segments:
        size = cell_len(segment.text)
        if size > room:
            return (*kept, Segment(set_cell_size(segment.text, room) + "…", segment.style))
        kept.append(segment)
        room -= size
    return tuple(kept)


def place(pieces: Sequence[tuple[int, Iterable[Segment]]], cells: int, ground: Style) -> Line:
    """Return a line with each piece at its column; a piece that is in the way of the next is cut."""
    line: Line = ()
    for number, (column, piece) in enumerate(pieces):
        end = pieces[number + 1][0] if number + 1 < len(pieces) else cells
        line = fit(line, column, ground)
        segments = tuple(piece)
        line += segments if width(segments) <= end - column else fit(segments, end - column, ground)
    return fit(line, cells, ground)


def wrap(line: Iterable[Segment], cells: int, indent: int = 0) -> Lines:
    """Return `line` broken at its spaces into lines of at most `cells`; all but the first are indented.

    A word may consist of several segments: what stands behind a name without a space stays with it.
    """
    lines: list[list[Segment]] = [[]]
    used, is_new = 0, True
    for gap, word in _broken(line, cells - indent):
        size = width(word)
        if not is_new and used + len(gap) + size > cells:
            lines.append([Segment(" " * indent, word[0].style)])
            used, is_new = indent, True
        lead = (Segment(gap, word[0].style),) if gap and (not is_new or len(lines) == 1) else ()
        shown = (*lead, *word) if width(lead) + size <= cells - used else _cut((*lead, *word), cells - used)
        lines[-1] += shown
        used, is_new = used + width(shown), False
    return tuple(map(tuple, lines))


def _broken(line: Iterable[Segment], cells: int) -> Iterator[tuple[str, Line]]:
    """Yield the words of a line, one longer than a line in pieces: nothing of a path may be missing."""
    for gap, word in _words(line):
        lead, left = gap, word
        while width(left) > cells:
            piece, left = _parted(left, cells)
            yield lead, piece
            lead = ""
        yield lead, left


def _parted(word: Line, cells: int) -> tuple[Line, Line]:
    """Return what of `word` fits into `cells`, at least one letter, and the rest."""
    letters = [Segment(letter, segment.style) for segment in word for letter in segment.text]
    count, size = 0, 0
    while count < len(letters) and (not count or size + cell_len(letters[count].text) <= cells):
        size += cell_len(letters[count].text)
        count += 1
    return tuple(Segment.simplify(letters[:count])), tuple(Segment.simplify(letters[count:]))


def _words(line: Iterable[Segment]) -> Iterator[tuple[str, Line]]:
    """Yield each word of a line in its segments, with the blanks before it."""
    gap, word = "", list[Segment]()
    for segment in line:
        for part in filter(None, _BLANKS.split(segment.text)):
            if not part.startswith(" "):
                word.append(Segment(part, segment.style))
                continue
            if word:
                yield gap, tuple(word)
                gap, word = "", []
            gap += part
    if word:
        yield gap, tuple(word)


def finish(line: Line, marks: Marks) -> Line:
    """Return `line` as a terminal of these marks can show it, as many cells wide."""
    texts = (segment.text.replace(GLUE, " ") for segment in line)
    shown = map(ascii_twin, texts) if marks.ascii else texts
    return tuple(Segment(text, segment.style) for text, segment in zip(shown, line, strict=True))


def text_of(lines: Iterable[Line]) -> str:
    """Return the text of lines, one below the other, without trailing blanks: what goldens hold."""
    return "\n".join(plain(line).rstrip() for line in lines) + "\n"
