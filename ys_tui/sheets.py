"""The result of a game as a sheet: panels of tables and charts, arranged on pages for any terminal. Pure.

What stands in the panels is each game's affair.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from ys_tui.lines import Line, Lines, fit, style, width, wrap
from ys_tui.looks import Palette
from ys_tui.panels import panel

FRAME: Final = 2
"""Rows and cells that the frame of a panel takes."""
_LARGE, _MIDDLE, _COMPACT = (112, 28), (96, 24), (76, 16)
"""Cells and rows from which on all stands on one page, on two, on three; below, one under the other."""
_LEFT: Final = 59
"""Cells of a hundred for the column with the tables."""
_LEAST: Final = 7
"""Rows of a panel with a chart at least."""
_EDGE: Final = 8
"""Cells of the upper edge of a panel that are neither of its title nor of its note, at least."""
_CHART: Final = 9
"""Rows of a chart where nothing says how many there are."""


class Part(Struct, frozen=True):
    """What stands in one panel."""

    title: str
    draw: Callable[[int, int], Lines]
    """Its lines on the ground of panels, for so many cells and rows."""
    rows: int = 0
    """Rows that it needs; 0 when it takes what there is."""
    note: str = ""
    sign: str = ""
    """A cell that does not explain itself; "" for none."""
    meaning: str = ""
    """What it means: said in the edge of the first part of a page in which it stands."""


class Fact(Struct, frozen=True):
    """Something that decided the game."""

    line: Line
    """In words, on the ground of panels."""
    moment: int
    """After how many entries the board shows it."""
    number: int | None = None
    """The thing in the journal up to which the board is told from there; None where it stands by then."""


class Sheet(Struct, frozen=True):
    """The whole result."""

    headline: Lines
    tables: tuple[Part, ...]
    """Two: what is read first, and what is looked up."""
    charts: tuple[Part, ...]
    """Three, the most telling first."""
    facts: tuple[Fact, ...]


class Page(Struct, frozen=True):
    """What stands on the screen at once: columns of panels, each with its share of a hundred cells."""

    title: str
    columns: tuple[tuple[int, tuple[Part, ...]], ...]
    rows: int = 0
    """Rows that it has whatever there is room for: then it is scrolled."""


def pages(sheet: Sheet, facts: Part, cells: int, rows: int) -> tuple[Page, ...]:
    """Return the pages on which all of `sheet` stands, its facts in a part of their own."""
    (first, second), (one, two, three) = sheet.tables, sheet.charts
    if cells >= _LARGE[0] and rows >= _LARGE[1]:
        columns = ((_LEFT, (first, second, facts)), (100 - _LEFT, (one, two, three)))
        return (Page(first.title, columns),)
    if cells >= _MIDDLE[0] and rows >= _MIDDLE[1]:
        has_room = rows - first.rows - second.rows - 2 * FRAME >= _LEAST
        left, later = ((two,), ((100, (three,)),)) if has_room else ((), ((50, (two,)), (50, (three,))))
        sides = ((_LEFT, (first, second, *left)), (100 - _LEFT, (one, facts)))
        return Page(first.title, sides), Page("Rounds", later)
    if cells >= _COMPACT[0] and rows >= _COMPACT[1]:
        return (
            Page(first.title, ((100, (first, facts)),)),
            Page(second.title, ((100, (second, two)),)),
            Page("Rounds", ((100, (one, three)),)),
        )
    parts = (first, facts, second, one, two, three)
    return (Page(first.title, ((100, parts),), rows=sum((part.rows or _CHART) + FRAME for part in parts)),)


def drawn(page: Page, cells: int, rows: int, palette: Palette) -> Lines:
    """Return `page` in exactly `cells` cells, and as many rows as it says or there are."""
    rows = page.rows or rows
    night = style(palette.text, palette.night)
    widths: list[int] = []
    placed: list[list[_Placed]] = []
    room = cells
    for number, (share, parts) in enumerate(page.columns):
        own = room if number == len(page.columns) - 1 else cells * share // 100
        room -= own
        gap = number < len(page.columns) - 1
        widths.append(own)
        placed.append(list(_stacked(parts, own - gap, rows)))
    explained = _explained([each for column in placed for each in column])
    columns: list[Lines] = []
    for own, column in zip(widths, placed, strict=True):
        lines = [line for each in column for line in _framed(each, palette, is_explained=each in explained)]
        columns.append(tuple(fit(line, own, night) for line in (*lines, *((),) * rows)[:rows]))
    return tuple(tuple(part for column in columns for part in column[row]) for row in range(rows))


class _Placed(NamedTuple):
    """A part where it stands in its column."""

    part: Part
    top: int
    cells: int
    height: int
    body: Lines


def _stacked(parts: Sequence[Part], cells: int, rows: int) -> Iterator[_Placed]:
    """Yield parts one below the other in `rows` rows; flexible ones, else the last, have what is left."""
    free = [part for part in parts if not part.rows] or [parts[-1]]
    left = rows - sum(part.rows + FRAME for part in parts if part not in free)
    top = 0
    for part in parts:
        height = part.rows + FRAME
        if part in free:
            height = left // len(free) + (free.index(part) < left % len(free))
        if height > FRAME:
            yield _Placed(part, top, cells, height, part.draw(cells - FRAME, height - FRAME))
            top += height


def _explained(placed: Sequence[_Placed]) -> Sequence[_Placed]:
    """Return the parts that say what their sign means: for each sign the uppermost in which it stands."""
    first: dict[str, _Placed] = {}
    for each in sorted(placed, key=lambda each: each.top):
        sign = each.part.sign
        if sign and any(set(cell.text) == {sign} for line in each.body for cell in line):
            first.setdefault(sign, each)
    return tuple(first.values())


def _framed(placed: _Placed, palette: Palette, *, is_explained: bool) -> Lines:
    """Return a part in its frame, in whose edge the meaning of its sign goes before its note."""
    part = placed.part
    meaning = f"{part.sign} {part.meaning}" if is_explained else ""
    both = " · ".join(filter(None, (meaning, part.note)))
    has_room = cell_len(part.title) + cell_len(both) <= placed.cells - _EDGE
    note = both if has_room or not meaning else meaning
    return panel(part.title, placed.body, (placed.cells, placed.height), palette, note=note)


def facts_part(
    facts: Sequence[Fact], marked: int | None, palette: Palette, *, note: str, title: str = "What decided it"
) -> Part:
    """Return the panel of the facts; the marked one is lit, and in sight however few rows there are."""

    def draw(cells: int, rows: int) -> Lines:
        if not facts:
            words = " Nothing that a tie or a price has turned."
            return ((Segment(words, style(palette.dim, palette.panel)),),)
        told = [_told(fact, number == marked, cells, palette) for number, fact in enumerate(facts)]
        if sum(map(len, told)) <= rows:
            is_loose = sum(map(len, told)) + len(told) - 1 <= rows
            return tuple(line for each in told for line in (*each, *((),) * is_loose))[:rows]
        heights, chosen = [len(each) for each in told], marked or 0
        room = rows - (heights[chosen] < rows)
        first, end = _window(heights, chosen, room)
        counts = ((first, "above"), (len(told) - end, "below"))
        more = ", ".join(f"{count} more {where}" for count, where in counts if count)
        lines = tuple(line for each in told[first:end] for line in each)[:room]
        return (*lines, (Segment(f"   {more}", style(palette.dim, palette.panel)),))[:rows]

    return Part(title, draw, note=note)


def _window(heights: Sequence[int], marked: int, rows: int) -> tuple[int, int]:
    """Return which items of these heights are shown in `rows`, from and to: whole, and the marked one."""
    first = 0
    while first < marked and sum(heights[first : marked + 1]) > rows:
        first += 1
    end = marked + 1
    while end < len(heights) and sum(heights[first : end + 1]) <= rows:
        end += 1
    return first, end


def _told(fact: Fact, is_marked: bool, cells: int, palette: Palette) -> Lines:
    ground = palette.row if is_marked else palette.panel
    mark = Segment(" ▸ " if is_marked else "   ", style(palette.key, ground, bold=True))
    blank = Segment("   ", style(palette.text, ground))
    words = tuple(Segment(part.text, _on(part, ground)) for part in fact.line)
    lines = wrap(words, cells - width((mark,)) - 1)
    fill = style(palette.text, ground)
    return tuple(fit((blank if row else mark, *line), cells, fill) for row, line in enumerate(lines))


def _on(part: Segment, ground: str) -> Style:
    look = part.style
    assert look is not None
    assert look.color is not None
    return style(look.color.name, ground, bold=bool(look.bold))


def tabs(titles: Sequence[str], current: int, palette: Palette) -> Line:
    """Return the titles of several pages with the digit that leads to each, the current one lit."""
    line: list[Segment] = []
    for number, title in enumerate(titles):
        ground = palette.row if number == current else palette.night
        colour = palette.bright if number == current else palette.label
        line += [
            Segment(" " if number else "", style(palette.text, palette.night)),
            Segment(f" {number + 1} ", style(palette.key, ground, bold=True)),
            Segment(f"{title} ", style(colour, ground, bold=number == current)),
        ]
    return tuple(line)
