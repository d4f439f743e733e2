"""One's own results, game by game, as a panel with a chart: how many points, and which place. Pure."""

from collections.abc import Sequence
from typing import Final

from ys_tui.charts import Axes, Series, chart
from ys_tui.client.results import Result
from ys_tui.lines import Lines
from ys_tui.looks import Marks, Palette
from ys_tui.panels import panel
from ys_tui.sheets import FRAME

_LATEST: Final = 30
"""Games that are shown at most: the latest."""
_EVERY: Final = 5
"""Games between two that have their number below."""
LEAST: Final = 2
"""Games from which on there is something to compare."""


def progress(results: Sequence[Result], size: tuple[int, int], palette: Palette, marks: Marks) -> Lines:
    """Return the points of the latest games, the oldest first; at each stands the place that was reached.

    It has `size` (cells, rows); nothing of too few games.
    """
    if len(results) < LEAST:
        return ()
    first = max(len(results) - _LATEST, 0)
    shown = results[first:]
    points = tuple((step, result.points) for step, result in enumerate(shown))
    places = sorted({result.place for result in shown})
    colours = {1: palette.key}
    series = (
        Series("", palette.label, points),
        *(
            Series(
                str(place),
                colours.get(place, palette.bright),
                tuple(point for point, result in zip(points, shown, strict=True) if result.place == place),
                is_joined=False,
            )
            for place in places
        ),
    )
    most, least = max(result.points for result in shown), min(result.points for result in shown)
    numbers = range(first + 1, len(results) + 1)
    steps = tuple(str(each) if each % _EVERY == 0 or each == numbers[0] else "" for each in numbers)
    axes = Axes(steps, least, most, (least, most))
    cells, rows = size
    lines = chart(series, axes, (cells - FRAME, rows - FRAME), palette, marks)
    return panel("Your points, game by game", lines, size, palette, note="at each game its place")
