"""Fewer bytes for the same picture: of what Textual would write, only what the terminal does not show yet."""

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.strip import Strip


class TerseUpdate(ChopsUpdate):
    """Writes exactly the cells that have changed, and one style for neighbours that look the same."""

    def render_segments(self, console: Console) -> str:
        """Return what is written to the terminal."""
        written: list[str] = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= last or end <= first:
                    continue
                left = max(x, first)
                written.append(Control.move_to(left, y).segment.text)
                written.append(joined(strip.crop(left - x, min(end, last) - x)).render(console))
        return "".join(written)


def terse(update: RenderableType | None) -> RenderableType | None:
    """Return what writes the same as `update` in fewer bytes, or `update` itself."""
    if type(update) is ChopsUpdate:
        return TerseUpdate(update.chops, update.spans, update.chop_ends)
    return update


def joined(strip: Strip) -> Strip:
    """Return the same cells in as few pieces as possible."""
    return Strip(_joined(strip), strip.cell_length)


def _joined(segments: Strip) -> Iterator[Segment]:
    before: Segment | None = None
    for segment in segments:
        if before is None:
            before = segment
        elif _looks_alike(before, segment):
            style = before.style if before.text.strip(" ") else segment.style
            before = Segment(before.text + segment.text, style)
        else:
            yield before
            before = segment
    if before is not None:
        yield before


def _looks_alike(one: Segment, other: Segment) -> bool:
    """Tell whether both can be written in the style of that which is not blank."""
    if one.control or other.control:
        return False
    first, second = one.style or Style.null(), other.style or Style.null()
    if first == second:
        return True
    is_blank = not (one.text.strip(" ") and other.text.strip(" "))
    return is_blank and first.bgcolor == second.bgcolor and not (_shows(first) or _shows(second))


def _shows(style: Style) -> bool:
    """Tell whether a blank in this style shows more than its ground."""
    return bool(style.underline or style.underline2 or style.strike or style.reverse or style.overline)
