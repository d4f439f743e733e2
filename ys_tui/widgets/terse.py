"""Fewer bytes for the same picture: of what Textual would write, only what the terminal does not show yet."""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate

from ys_tui.widgets.pen import Cell, Pen

_GAP = 5
"""Cells in between that may be written again: to go past them takes as many bytes."""


class Terse:
    """Rewrites the updates of one app; it remembers what the terminal shows."""

    def __init__(self) -> None:
        """Begin with a terminal of which nothing is known."""
        self._shown: dict[int, list[Cell | None]] = {}
        """By row what its cells show, None where that is not known, as it is not behind the last."""

    def __call__(self, update: RenderableType | None) -> RenderableType | None:
        """Return what writes the same as `update` in fewer bytes, or `update` itself."""
        if type(update) is ChopsUpdate:
            return _Changes(self, update)
        if type(update) is LayoutUpdate:
            return _Whole(self, update)
        return update

    def forget(self) -> None:
        """Take it that the terminal may show anything."""
        self._shown.clear()

    def writes(self, pen: Pen, x: int, y: int, segments: Iterable[Segment]) -> Iterator[str]:
        """Yield what writes those cells of a row that are not shown yet."""
        segments = list(segments)
        end = x + sum(segment.cell_length for segment in segments)
        row = self._shown.setdefault(y, [])
        row += [None] * (end - len(row))
        if not _is_even(segments):  # nothing is told apart here
            row[x:end] = [None] * (end - x)
            yield from (_to(x, y), *pen.written(segments))
            return
        cells = [cell for segment in segments for cell in pen.cells(segment)]
        shown = row[x:end]
        for first, last in _runs([at for at, cell in enumerate(cells) if shown[at] != cell]):
            yield from (_to(x + first, y), *pen.cells_written(cells[first:last]))
        row[x:end] = cells


class _Changes(ChopsUpdate):
    """Writes the cells that have changed."""

    def __init__(self, terse: Terse, update: ChopsUpdate) -> None:
        super().__init__(update.chops, update.spans, update.chop_ends)
        self._terse = terse

    def render_segments(self, console: Console) -> str:
        """Return what is written to the terminal."""
        pen, written = Pen(console), list[str]()
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= last or end <= first:
                    continue
                # What has characters of two cells, or of none, is not cut: a piece of them may be lost.
                left, right = (max(x, first), min(end, last)) if _is_even(strip) else (x, end)
                written += self._terse.writes(pen, left, y, strip.crop(left - x, right - x))
        return "".join((*written, pen.lifted()))


class _Whole(LayoutUpdate):
    """Writes a whole screen, whatever the terminal shows."""

    def __init__(self, terse: Terse, update: LayoutUpdate) -> None:
        super().__init__(update.strips, update.region)
        self._terse = terse

    def render_segments(self, console: Console) -> str:
        """Return what is written to the terminal."""
        pen, written = Pen(console), list[str]()
        self._terse.forget()
        for y, line in enumerate(self.strips, self.region.y):
            segments = (segment for strip in line for segment in strip)
            written += self._terse.writes(pen, self.region.x, y, segments)
        return "".join((*written, pen.lifted()))


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield where runs of places begin and end; those with little in between are one."""
    first = last = None
    for place in places:
        if first is None or last is None:
            first = place
        elif place - last > _GAP:
            yield first, last + 1
            first = place
        last = place
    if first is not None and last is not None:
        yield first, last + 1


def _is_even(segments: Iterable[Segment]) -> bool:
    """Tell whether each character takes one cell."""
    return all(cell_len(segment.text) == len(segment.text) for segment in segments)


def _to(x: int, y: int) -> str:
    return Control.move_to(x, y).segment.text
