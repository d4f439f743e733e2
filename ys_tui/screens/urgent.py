"""What must not be overlooked at the table, in lines: a vote that is due, a pause, an alarm. Pure."""

from rich.segment import Segment

from ys_tui.ballots import TO_VOTE, pause_words
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.keymap import Keymap
from ys_tui.lines import Line, Lines, style
from ys_tui.looks import Palette
from ys_tui.mentions import named


def urgent(table: TableSnapshot, palette: Palette, keymap: Keymap) -> Lines:
    """Return the lines, with the keys in force; what the board says by itself is not said again."""
    loud = style(palette.bad, palette.night, bold=True)
    lines: list[Line] = []
    if table.may_vote and table.prompt is not None:  # else the board asks for the vote by itself
        waits = f" {table.names[table.may_vote[0]]} keeps the table waiting. {named(TO_VOTE, keymap)}"
        lines.append((Segment(waits, loud),))
    if table.paused and table.prompt is not None:
        words = " The game is paused: no clock runs. {table:P} votes to play on."
        lines.append((Segment(named(words, keymap), loud),))
    elif table.prompt is not None and (asked := pause_words(table, *(named("{table:P}", keymap),) * 2)):
        lines.append((Segment(f" {asked}", style(palette.key, palette.night, bold=True)),))
    lines += ((Segment(f" ! {alarm.detail}", loud),) for alarm in table.alarms[-1:])
    return tuple(lines)
