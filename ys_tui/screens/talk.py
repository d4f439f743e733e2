"""What people said, as lines outside of a game: when, who, what. Pure; all of it is literal text."""

from collections.abc import Sequence
from datetime import datetime

from rich.segment import Segment

from ys_tui.client.snapshot import Chat
from ys_tui.lines import Lines, style, wrap
from ys_tui.looks import Palette


def talk(chat: Sequence[Chat], palette: Palette, cells: int) -> Lines:
    """Return what was said, the latest last, in lines of at most `cells`."""
    dim = style(palette.dim, palette.night)
    name = style(palette.label, palette.night, bold=True)
    text = style(palette.text, palette.night)
    lines = (
        (Segment(_time(line.when), dim), Segment(f"{line.name}: ", name), Segment(line.line, text))
        for line in chat
    )
    return tuple(part for line in lines for part in wrap(line, cells, 2))


def _time(when: int) -> str:
    """Return when it was said, by this machine's clock; nothing where that is not known."""
    return f"{datetime.fromtimestamp(when).astimezone():%H:%M} " if when else ""
