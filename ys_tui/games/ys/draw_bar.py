"""Who is awaited and for what, as the bar at the top tells it. Pure."""

from rich.segment import Segment

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.presence import own_clock
from ys_tui.lines import Line, style
from ys_tui.looks import Marks, Palette


def awaited(table: TableSnapshot, palette: Palette, marks: Marks) -> Line:
    """Return who is awaited and for what, on the ground of the bar: the one, or the glyphs of several.

    The player's own deed comes before how many others there are.
    """
    bar = palette.bar
    asked = tuple((seat, prompt) for seat, prompt in table.awaited if seat >= 0)
    glyphs = tuple(Segment(f"{marks.up[seat]} ", style(palette.seat(seat), bar)) for seat, _ in asked)
    if not asked:
        return ()
    seat, prompt = asked[0]
    own = next((prompt for seat, prompt in asked if seat == table.seat), None)
    name = table.names[seat]
    deed = words.deed(own or prompt, several=len(asked) > 1 or own is not None)
    if own is not None and (time := own_clock(table)):
        deed += f" {time}"
    bright = style(palette.bright, bar, bold=True)
    if own is None and len(asked) == 1:
        return (*glyphs, Segment(name, bright), Segment(f" {deed}", bright))
    others = len(asked) - 1
    if own is not None and others:
        return (Segment(f"you {deed}", bright), Segment(f", and {others} other{'s' * (others > 1)}", bright))
    return (*glyphs, Segment(f"you {deed}" if own is not None else deed, bright))
