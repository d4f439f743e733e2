"""What happened and what was said, in panels that stand beside the board or below it. Pure."""

from collections.abc import Collection

from msgspec.structs import replace
from rich.segment import Segment

from ys_tui.client.snapshot import Chat, TableSnapshot
from ys_tui.games.ys.log import Log, Pen, said
from ys_tui.lines import Line, Lines, style, wrap
from ys_tui.panels import panel

Heard = tuple[bytes, str, int]
"""Who said a line, the line, and when."""


def journal_panel(
    log: Log, table: TableSnapshot, pen: Pen, cells: int, rows: int, *, key: str = "l"
) -> Lines:
    """Return the latest that happened, as `log` has it; the newest is the lowest. `key` shows all of it."""
    lines = log.lines(replace(table, chat=()), _inside(pen), cells - 2)[-max(rows - 2, 1) :]
    blank = ((),) * (rows - 2 - len(lines))
    return panel("Journal", (*blank, *lines), (cells, rows), pen.palette, note=f"{key} all of it")


def talk_panel(
    table: TableSnapshot, pen: Pen, unread: int, cells: int, rows: int, *, key: str = "t"
) -> Lines:
    """Return what was said last; how much of it the player has not seen stands in the edge.

    With `key` the player says something. A game that is looked through holds nothing of it, and nothing can
    be said.
    """
    inside, room = _inside(pen), rows - 2
    lines: Lines = ()
    for chat in reversed(table.chat[-room:]):
        lines = (*_wrapped(chat, inside, cells - 4), *lines)
    palette = pen.palette
    is_kept = table.info is None
    note: str | Line = "" if is_kept else f"{key} says something"
    if unread:
        sign = ">" if pen.marks.ascii else "»"
        note = (Segment(f"{sign} {unread} new", style(palette.key, palette.panel, bold=True)),)
    if not lines:
        words = " A kept game holds no talk." if is_kept else " Nothing was said yet."
        lines = ((Segment(words, style(palette.dim, palette.panel)),),)
    edge = palette.key if unread else ""
    return panel("Talk", lines[-room:], (cells, rows), palette, note=note, edge=edge)


def fresh(table: TableSnapshot) -> frozenset[Heard]:
    """Return the lines that this client hears for the first time."""
    return frozenset(_line(chat) for chat in table.chat if not chat.again)


def unread_of(table: TableSnapshot, read: int, told: Collection[Heard]) -> int:
    """Return how many lines others have said since the player has read `read` of them.

    What is told again counts only if it is of those that were `told` first while the board was on: a player
    who comes back has seen the rest.
    """
    own = None if table.seat is None else table.setup.seats[table.seat].sign
    others = (chat for chat in table.chat[read:] if chat.key != own or not chat.key)
    return sum(not chat.again or _line(chat) in told for chat in others)


def _line(chat: Chat) -> Heard:
    return chat.key, chat.line, chat.when


def _inside(pen: Pen) -> Pen:
    return replace(pen, palette=replace(pen.palette, night=pen.palette.panel))


def _wrapped(chat: Chat, pen: Pen, cells: int) -> Lines:
    blank = Segment(" ", style(pen.palette.text, pen.palette.night))
    return tuple((blank, *line) for line in wrap(said(chat, pen), cells, indent=2))
