"""The bar at the top, which says where the game is, and the one at the bottom, which tells the keys."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.lines import Line, crop, fit, place, style, width
from ys_tui.looks import Palette
from ys_tui.widgets.region import Region

BAR_WIDTH: Final = 80
_TITLE, _PHASE, _AWAITED = 4, 26, 50
_GAP, _LEAST = 2, 3
"""Cells between phase and who is awaited, and to which a name is cut at most."""


class TopBar(Region):
    """Table, round and phase, who is awaited, how the connection is."""

    DEFAULT_CSS = """
    TopBar { height: 1; }
    """


class KeyBar(Region):
    """The keys that do something now."""

    DEFAULT_CSS = """
    KeyBar { height: 1; }
    """


def top_line(
    snapshot: Snapshot, title: str, told: tuple[tuple[str, str], Line], palette: Palette, cells: int
) -> Line:
    """Return the bar at the top, in the columns of the board; `told`: the phase, and who is awaited."""
    (phase, awaited), bar = told, palette.bar
    link = _link(snapshot, palette)
    left = max(cells - BAR_WIDTH, 0) // 2
    said = (
        Segment(phase[0], style(palette.bright, bar, bold=True)),
        Segment(f"  {phase[1]}", style(palette.text, bar)),
    )
    end = BAR_WIDTH - 1 - width(link) - 1
    first = min(_AWAITED, max(end - width(awaited), _PHASE + width(said) + _GAP))
    pieces: list[tuple[int, Line]] = [
        (1, (Segment("YS", style(palette.key, bar, bold=True)),)),
        (_TITLE, (Segment(crop(title, _PHASE - _TITLE - 1), style(palette.bright, bar, bold=True)),)),
        (_PHASE, said),
        (first, _shortened(awaited, end - first)),
        (BAR_WIDTH - 1 - width(link), link),
    ]
    return place([(left + column, line) for column, line in pieces], cells, style(palette.text, bar))


def _shortened(awaited: Line, cells: int) -> Line:
    """Return who is awaited in at most `cells`: the name before the last words gives way first."""
    excess = width(awaited) - cells
    if excess <= 0 or len(awaited) < 2:  # noqa: PLR2004  # no name before the words
        return awaited if excess <= 0 else fit(awaited, cells, Style())
    *before, name, words = awaited
    size = cell_len(name.text)
    short = Segment(crop(name.text, max(size - excess, min(size, _LEAST))), name.style)
    line = (*before, short, words)
    return line if width(line) <= cells else fit(line, cells, Style())


def _link(snapshot: Snapshot, palette: Palette) -> Line:
    if snapshot.connection is Connection.ONLINE:
        return (Segment("● ok", style(palette.good, palette.bar)),)
    words = {Connection.LOST: "link lost", Connection.REFUSED: "refused"}.get(
        snapshot.connection, "connecting"
    )
    return (Segment(f" ○ {words}", style(palette.bad, palette.bar, bold=True)),)


def key_line(keys: Sequence[tuple[str, str]], palette: Palette, cells: int) -> Line:
    """Return the bar at the bottom; the gaps shrink when there are many keys."""
    bold, text = style(palette.key, palette.bar, bold=True), style(palette.label, palette.bar)
    size = sum(len(key) + 1 + len(what) for key, what in keys)
    gap = " " * max(1, min(3, (BAR_WIDTH - 2 - size) // max(1, len(keys) - 1)))
    left = max(cells - BAR_WIDTH, 0) // 2 + 1
    parts: list[Segment] = []
    for number, (key, what) in enumerate(keys):
        parts += [Segment(gap * bool(number), text), Segment(key, bold), Segment(f" {what}", text)]
    return place(((left, parts),), cells, text)
