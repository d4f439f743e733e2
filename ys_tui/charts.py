"""Charts of lines over a few steps, drawn by plotext into lines of styled text. Pure, no widget.

plotext is loaded when the first chart is drawn. Its one figure is global: charts are drawn on one thread.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from io import StringIO
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.segment import Segment

from ys_tui.lines import Line, Lines, fit, style, width
from ys_tui.looks import Marks, Palette

_FIRST: Final = 16
"""The first of the colours by number that stand for what is drawn, until the palette's are put on."""
SHARED: Final = ("◉", "@")
"""Several lines have a point here; in ASCII the other."""
_TICKS: Final = 1
"""Rows below the lines that tell the steps."""
_PART: Final = 4
"""Labels of lines that end in one row stand beside each other within this part of the cells."""
_SIGNED: Final = 3
"""Cells of a label's sign, and of what parts it from what is before and behind it."""


class Series(Struct, frozen=True):
    """One line of a chart."""

    sign: str
    """One cell that stands at each of its points; "" for none."""
    colour: str
    points: tuple[tuple[int, float], ...]
    """Step and value, the first step first."""
    label: str = ""
    """What stands at its end, behind its sign."""
    is_joined: bool = True
    """Whether its points are joined by a line."""


class Axes(Struct, frozen=True):
    """What a chart is drawn in."""

    steps: tuple[str, ...]
    """The name of each step, from 0; "" where none is to stand."""
    low: float
    high: float
    """The lowest and the highest value there is room for."""
    ticks: tuple[float, ...] = ()
    """Values that are named at the left."""


def chart(
    series: Sequence[Series], axes: Axes, size: tuple[int, int], palette: Palette, marks: Marks
) -> Lines:
    """Return `series` as exactly `size` (cells, rows), on the ground of panels.

    Signs stand at the points, so that no colour is needed to tell the lines from each other.
    """
    cells, rows = size
    ground = style(palette.text, palette.panel)
    height = rows - _TICKS
    if height < 1:
        return ((),) * rows
    ends = {row: _label(told, palette) for row, told in _ends(series, axes, height, cells // _PART).items()}
    breadth = cells - max(map(width, ends.values()), default=0) - 2
    if breadth < 1:
        return ((),) * rows
    drawn = _plotted(series, axes, (breadth, rows), palette, marks)
    return tuple(
        fit((Segment(" ", ground), *fit(line, breadth, ground), *ends.get(row, ())), cells, ground)
        for row, line in enumerate(drawn)
    )


def load() -> None:
    """Import what charts are drawn with, so that the first one does not wait for it."""
    _plotext()


@cache
def _plotext() -> Any:  # noqa: ANN401  # it ships no types
    import plotext  # noqa: PLC0415  # it takes a moment, and nobody needs it to play

    plotext.terminal.limit(False, False)  # width and height: the panel says how much there is
    return plotext


def _row(axes: Axes, value: float, height: int) -> int:
    """Return the row of a value, the highest in row 0: exact, so that a point and its label meet."""
    span = max(axes.high - axes.low, 1)
    return min(max(round((axes.high - value) / span * (height - 1)), 0), height - 1)


def _plotted(
    series: Sequence[Series], axes: Axes, size: tuple[int, int], palette: Palette, marks: Marks
) -> Lines:
    plot, (cells, rows) = _plotext(), size
    height = rows - _TICKS
    figure = plot.figure
    figure.clear()
    figure.plot_size(cells, rows)
    figure.axes(False)
    figure.canvas("default")
    thread, together = (".", SHARED[1]) if marks.ascii else ("braille", SHARED[0])
    placed = [
        [(step, height - 1 - _row(axes, value, height)) for step, value in each.points] for each in series
    ]
    signed = (points for each, points in zip(series, placed, strict=True) if each.sign)
    shared = Counter(point for points in signed for point in dict.fromkeys(points))
    for number, (each, points) in enumerate(zip(series, placed, strict=True)):
        if each.is_joined:
            x, y = [step for step, _ in points], [row for _, row in points]
            pixel = plot.pixel(_FIRST + number)
            figure.draw(figure.signal(x, y, marker=plot.marker(thread, pixel)).lines())
    for number, (each, points) in enumerate(zip(series, placed, strict=True)):
        for step, row in points if each.sign else ():
            is_shared = shared[step, row] > 1
            sign = together if is_shared else each.sign
            pixel = plot.pixel(_FIRST + (len(series) if is_shared else number))
            figure.draw(figure.signal([step], [row], marker=plot.marker(sign, pixel)))
    rulers = figure.ruler("y", "left").lim(0, max(height - 1, 1))
    rulers.ticks(
        [height - 1 - _row(axes, tick, height) for tick in axes.ticks], [f"{tick:g} " for tick in axes.ticks]
    )
    rulers.pixel(plot.pixel(_FIRST + len(series) + 1))
    rulers = figure.ruler("x", "lower").lim(0, len(axes.steps) - 1)
    named = [step for step, name in enumerate(axes.steps) if name]
    rulers.ticks(named, [axes.steps[step] for step in named])
    rulers.pixel(plot.pixel(_FIRST + len(series) + 1))
    colours = (*(each.colour for each in series), palette.bright, palette.dim)
    signs = frozenset(each.sign for each in series) | {together}
    return tuple(_read(figure.build().string().rstrip("\n"), colours, signs, palette))


def _read(text: str, colours: Sequence[str], signs: frozenset[str], palette: Palette) -> Iterator[Line]:
    """Yield what plotext wrote line by line, in the palette's colours instead of numbers; signs are bold."""
    console = Console(file=StringIO(), color_system="256", width=1_000)
    for line in AnsiDecoder().decode(text):
        parts: list[Segment] = []
        for segment in line.render(console):
            number = segment.style.color.number if segment.style and segment.style.color else None
            colour = palette.text if number is None else colours[number - _FIRST]
            for is_sign, letters in groupby(segment.text, signs.__contains__):
                is_bold = is_sign and colour != palette.dim  # the numbers beside a chart may hold a sign
                parts.append(Segment("".join(letters), style(colour, palette.panel, bold=is_bold)))
        yield tuple(parts)


def _ends(
    series: Sequence[Series], axes: Axes, height: int, room: int
) -> dict[int, tuple[tuple[str, Series], ...]]:
    """Return whose labels stand in which row, each behind its sign where another one is beside it.

    All of one row stand there if they have `room`; else each has a row of its own, as near as there is one.
    """
    ended = sorted(
        (each for each in series if each.points and each.label), key=lambda each: -each.points[-1][1]
    )
    rows = [_row(axes, each.points[-1][1], height) for each in ended]
    beside = {row: [each for each, its in zip(ended, rows, strict=True) if its == row] for row in rows}
    crowded = [several for several in beside.values() if len(several) > 1]
    if all(sum(len(each.label) + _SIGNED for each in several) <= room for several in crowded):
        return {
            row: tuple((f"{each.sign} " * (len(several) > 1), each) for each in several)
            for row, several in beside.items()
        }
    own = _apart(rows, height)
    return {
        row: ((f"{each.sign} " if row != end or len(beside[end]) > 1 else "  ", each),)
        for row, end, each in zip(own, rows, ended, strict=True)
    }


def _apart(rows: Sequence[int], height: int) -> Sequence[int]:
    """Return rows, the highest first, none of them twice, each as near to its own as there is room."""
    apart: list[int] = []
    for row in rows:
        apart.append(max(row, apart[-1] + 1) if apart else row)
    bound = height - 1
    for index in reversed(range(len(apart))):
        apart[index] = min(apart[index], bound)
        bound = apart[index] - 1
    return apart


def _label(told: Sequence[tuple[str, Series]], palette: Palette) -> Line:
    """Return what stands in a row behind the chart."""
    return tuple(
        Segment(f" {lead}{each.label}", style(each.colour, palette.panel, bold=True)) for lead, each in told
    )
