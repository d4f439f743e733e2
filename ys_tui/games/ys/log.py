"""What happened and what was said at a table, in order, as lines: the log, and the line of the news."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment

from protocol.game import NATURE, Seat
from protocol.games.ys.events import (
    BidsRanked,
    Departed,
    OrderTaken,
    Peeked,
    PeekShown,
    Priced,
    Ranked,
    RoundBegan,
)
from protocol.games.ys.layout import Layout, layout
from protocol.seals import Token
from ys_tui.client.snapshot import Chat, Chronicle, TableSnapshot
from ys_tui.client.voted import Balloted
from ys_tui.games.ys import spying
from ys_tui.games.ys.comparing import DEALT, OLD_CARD, decided, standings
from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.neutral import looks, names
from ys_tui.games.ys.seated import Change, changes, names_then
from ys_tui.games.ys.telling import about_pause, left_over, moved_by, parted, ranked_bids, tell, told
from ys_tui.games.ys.words import Phrase
from ys_tui.lines import Line, Lines, style, width, wrap
from ys_tui.looks import Marks, Palette

_NONE: Final[Mapping[Token, int]] = {}
_INDENT: Final = 2
"""Cells by which the second line of an entry stands in."""


class Pen(Struct, frozen=True):
    """What lines are written with: the names of the players, colours, glyphs."""

    names: tuple[str, ...]
    """As the game began; empty when the glyphs are to stand for them."""
    palette: Palette
    marks: Marks
    layout: Layout | None = None
    """What is fixed at the table."""
    looked: Mapping[Token, int] = _NONE
    """What a Spy of the player was shown."""
    changed: tuple[Change, ...] = ()
    """Where in the journal somebody else took a seat: from there on the names are others."""
    keys: tuple[bytes, ...] = ()
    """Who sat in each seat as the game began: they may go by another name since."""


def phrase(
    journal: Sequence[Chronicle],
    number: int,
    fixed: Layout | None = None,
    known: Mapping[Token, int] = _NONE,
) -> Phrase:
    """Return entry `number` of the journal in words; some are told by what went just before (R24, R52c).

    What a Spy has seen is told with the values that are `known`: to its owner, and to nobody else.
    """
    happened = journal[number]
    before = journal[number - 1] if number else None
    event, event_before = happened.event, None if before is None else before.event
    if isinstance(event, Departed):
        return parted(event.seat, happened.votes, event_before, happened.choice)
    if isinstance(event, Balloted) and event.about == NATURE:
        return about_pause(event, happened.votes, happened.choice)
    if isinstance(event, Peeked | PeekShown) and fixed is not None:
        earlier = [each.event for each in journal[:number]]
        if isinstance(event, Peeked):
            return spying.peeked(event, earlier, fixed)
        return spying.witnessed(event, earlier, fixed, known) or spying.shown(event, earlier, fixed)
    if isinstance(event, OrderTaken) and before is not None and before.entry == happened.entry:
        return left_over(event)
    return _of_the_round(journal, number) or told(event, event_before, fixed)


def _of_the_round(journal: Sequence[Chronicle], number: int) -> Phrase:
    """Return entry `number` in words if they need what went earlier in its round; else nothing (R23, R46)."""
    event = journal[number].event
    if isinstance(event, BidsRanked):
        return ranked_bids(event, _card_of(journal, number))
    if isinstance(event, Priced) and event.why == "majority":
        ranked = (each.event for each in reversed(journal[:number]) if isinstance(each.event, Ranked))
        majority = next((each for each in ranked if each.where == "market"), None)
        return () if majority is None else moved_by(majority.ranking[0].seat, event)
    return ()


def _card_of(journal: Sequence[Chronicle], number: int) -> str:
    """Return what decides equal bids in entry `number`: in the first round nobody has taken a card yet."""
    return OLD_CARD if any(isinstance(each.event, OrderTaken) for each in journal[:number]) else DEALT


def entries(table: TableSnapshot, palette: Palette, marks: Marks) -> Iterator[Line]:
    """Yield each entry of the journal as a line: each seat by its sign and the name of who sat there."""
    fixed, looked = layout(table.setup), spying.looked(table.view)
    shown = looks(table.setup, palette, marks)
    pen = Pen(names(table.setup), *shown, fixed, looked, changes(table.journal))
    for number in range(len(table.journal)):
        yield _happened(table.journal, number, pen, palette.text)


class Log:
    """The journal in lines; what was drawn once is kept, for the journal only grows."""

    def __init__(self) -> None:
        """Have drawn nothing."""
        self._drawn: list[Lines] = []
        self._drawn_for: object = None

    def lines(self, table: TableSnapshot, pen: Pen, cells: int) -> Lines:
        """Return all that happened, and between it what was said, in lines of at most `cells`."""
        pen = replace(pen, looked=spying.looked(table.view))
        if (cells, pen) != self._drawn_for or len(table.journal) < len(self._drawn):
            self._drawn, self._drawn_for = [], (cells, pen)
        then = replace(pen, changed=changes(table.journal))
        for number in range(len(self._drawn), len(table.journal)):
            line = _happened(table.journal, number, then, pen.palette.text)
            self._drawn.append(_wrapped(line, pen, cells))
        lines: list[Line] = []
        for item in _in_order(table):
            lines += self._item(item, pen, cells)
        return tuple(lines)

    def row(self, table: TableSnapshot, pen: Pen, cells: int, first: int) -> int:
        """Return the row in `lines` at which entry `first` of the journal begins."""
        self.lines(table, pen, cells)
        before = takewhile(lambda item: item != first, _in_order(table))
        return sum(len(self._item(item, pen, cells)) for item in before)

    def _item(self, item: Chat | int, pen: Pen, cells: int) -> Lines:
        return _wrapped(said(item, pen), pen, cells) if isinstance(item, Chat) else self._drawn[item]


def news(table: TableSnapshot, pen: Pen, rows: int, cells: int, *, is_heard: bool = False) -> Lines:
    """Return the latest that happened or was said, in at most `rows` lines; the newest is the lowest.

    What was said a moment ago (`is_heard`) is the newest, even if the game has gone on since.
    """
    pen = replace(pen, changed=changes(table.journal), looked=spying.looked(table.view))
    items = tuple(islice(_backwards(table), rows + 1))
    if is_heard and table.chat:
        items = (table.chat[-1], *(item for item in items if item is not table.chat[-1]))
    return _stacked((_shown(table.journal, item, pen, rows, cells) for item in items), rows)


def said(chat: Chat, pen: Pen) -> Line:
    """Return what somebody said, literally, behind a sign of its own and that of the seat."""
    palette = pen.palette
    sign = ">" if pen.marks.ascii else "»"
    bold = style(palette.key, palette.night, bold=True)
    line = Segment(chat.line, style(palette.bright, palette.night))
    seat = next((Seat(seat) for seat, key in enumerate(pen.keys) if key == chat.key), None)
    if seat is None:
        return (Segment(f"{sign} {chat.name}: ", bold), line)
    seated = Segment(f"{pen.marks.up[seat]} ", style(palette.seat(seat), palette.night))
    return (Segment(f"{sign} ", bold), seated, Segment(f"{chat.name}: ", bold), line)


def _in_order(table: TableSnapshot) -> Iterator[Chat | int]:
    """Yield what was said and the numbers of what happened, the oldest first."""
    spoken, count = list(table.chat), len(table.journal)
    for number in range(count):
        while spoken and spoken[0].at <= number:
            yield spoken.pop(0)
        yield number
    yield from spoken


def _backwards(table: TableSnapshot) -> Iterator[Chat | int]:
    """Yield the same, the newest first; what was told as history comes behind the last event."""
    spoken, last = list(table.chat), len(table.journal) - 1
    for number in reversed(range(len(table.journal))):
        while spoken and spoken[-1].at > number and not (spoken[-1].past and number == last):
            yield spoken.pop()
        yield number
    yield from reversed(spoken)


def _happened(journal: Sequence[Chronicle], number: int, pen: Pen, colour: str) -> Line:
    is_head = isinstance(journal[number].event, RoundBegan)
    return _painted(
        phrase(journal, number, pen.layout, pen.looked),
        _then(pen, number),
        pen.palette.bright if is_head else colour,
    )


def _then(pen: Pen, number: int) -> Pen:
    """Return the pen with the names of those who sat there when entry `number` happened."""
    if not pen.names or not pen.changed:
        return pen
    return replace(pen, names=names_then(pen.names, pen.changed, number), changed=())


def _painted(words: Phrase, pen: Pen, colour: str) -> Line:
    if pen.names:
        return paint(words, pen.names, pen.palette, pen.marks, pen.palette.night, colour=colour)
    ground, parts = pen.palette.night, list[Segment]()
    for part in words:
        if isinstance(part, str):
            parts.append(Segment(part, style(colour, ground)))
        else:
            parts.append(Segment(pen.marks.up[part], style(pen.palette.seat(part), ground)))
    return tuple(parts)


def _shown(journal: Sequence[Chronicle], item: Chat | int, pen: Pen, rows: int, cells: int) -> Lines:
    """Return one piece of news in lines; in short, what decided first, where it would take too many."""
    if isinstance(item, Chat):
        return _wrapped(said(item, pen), pen, cells) if rows > 1 else (_led(said(item, pen), pen),)
    line = _happened(journal, item, pen, pen.palette.label)
    if rows == 1 and width(line) + 1 > cells:
        short = tuple(_led(each, pen) for each in _brief(journal, item, pen))
        return (next((each for each in short if width(each) <= cells), short[-1]),)
    return _wrapped(line, pen, cells) if rows > 1 else (_led(line, pen),)


def _brief(journal: Sequence[Chronicle], number: int, pen: Pen) -> Lines:
    """Return shorter forms of a piece of news, the first that fits is to be taken.

    In a comparison who won and why stands before who has how much; glyphs stand for names in the last resort.
    """
    event, colour, pen = journal[number].event, pen.palette.label, _then(pen, number)
    nameless = replace(pen, names=())
    if isinstance(event, RoundBegan):
        (words,) = tell(event)
        return (_painted((str(words).partition(" Gems:")[0],), pen, pen.palette.bright),)
    if not isinstance(event, BidsRanked | Ranked) or not event.ranking:
        told = _tight(phrase(journal, number, pen.layout, pen.looked))
        return tuple(_painted(told, each, colour) for each in (pen, nameless))
    why = decided(event, _card_of(journal, number))
    named, short = (_painted(_tight(why), each, colour) for each in (pen, nameless))
    sums = _painted((" ", *standings(event)), nameless, pen.palette.dim)
    return (*_painted(why, pen, colour), *sums), _painted(why, pen, colour), named, (*short, *sums), short


_TIGHT: Final = {
    " against ": ":",
    r" \(by choice\)": "",
    " chooses between equal columns": " chooses",
    r"equal tie-breaks of \d+, ": "",
}


def _tight(words: Phrase) -> Phrase:
    """Return a phrase with its longest turns in short."""
    for turn, short in _TIGHT.items():
        words = tuple(re.sub(turn, short, part) if isinstance(part, str) else part for part in words)
    return words


def _led(line: Line, pen: Pen) -> Line:
    return (Segment(" ", style(pen.palette.text, pen.palette.night)), *line)


def _wrapped(line: Line, pen: Pen, cells: int) -> Lines:
    return tuple(_led(part, pen) for part in wrap(line, cells - 2, indent=_INDENT))


def _stacked(newest_first: Iterator[Lines], rows: int) -> Lines:
    """Return as many whole pieces of news as there is room for; the newest is there in any case."""
    stack: Lines = ()
    for lines in newest_first:
        if stack and len(stack) + len(lines) > rows:
            break
        stack = (*lines, *stack)[:rows] if not stack else (*lines, *stack)
    return stack
