"""The tables of a result of Ys: points by source with a bar for each player, gems with places. Pure."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment

from protocol.game import Event, Outcome
from protocol.games.ys.board import GEM_POINTS, GEMS, THRONE_POINTS
from protocol.games.ys.events import BlackScored, ColourScored, ThroneScored
from protocol.games.ys.layout import layout
from protocol.games.ys.state import State
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.neutral import looks
from ys_tui.games.ys.seated import names_now, shortened
from ys_tui.lines import Line, Lines, pad, right, style
from ys_tui.looks import LETTERS, Marks, Palette, legible, readable
from ys_tui.sheets import Part

SOURCES: Final = ("market", "commerce", "cards", "gems", "black", "throne")
"""Where points come from: the columns of the table of points, the last one with King's Favor only."""
_ROLES: Final = ("blue", "yellow", "character", "seat_2", "spent", "seat_3")
"""The colours of the sources."""
_BARS: Final = "mckgbt"
"""A letter for each source: its part of a bar begins with it, or without blocks is made of it; cards: k."""
_NAME: Final = 17
"""Cells of a name at most, its glyph included."""
_PAYS: Final = 18
"""Cells for a colour, its price rank, and what its places pay."""
_RANK: Final = 12
"""Cells for a colour and its price rank, where there is no room for more."""
_SHARE: Final = 10
"""Cells that a player's gems, place and points take, parted from the next one's."""
_PLACES: Final = ("1st", "2nd", "3rd", "4th")
_LEFT: Final = " left"
"""What stands behind the name of a seat that has left the game (R52c)."""
_ENDED: Final = 3
"""Sources that a game has which was ended before its final scoring."""


def titles(table: TableSnapshot) -> tuple[str, ...]:
    """Return where points come from at this table, in the order of `by_source`."""
    return SOURCES if layout(table.setup).has_throne else SOURCES[:-1]


def by_source(table: TableSnapshot, seat: int) -> tuple[int, ...]:
    """Return a player's points by source."""
    market, commerce, cards, gems, throne = table.confirmed.players[seat].sources
    scored = (told.event for told in table.journal if isinstance(told.event, BlackScored))
    black = next((event.points[seat] for event in scored), 0)
    return (market, commerce, cards, gems - black, black, throne)[: len(titles(table))]


class Hand:
    """What a result is drawn with: who is who, in which order, and in which colours."""

    def __init__(self, table: TableSnapshot, outcome: Outcome | None, palette: Palette, marks: Marks) -> None:
        """Draw the result of `table`; `outcome` is None when it was ended without one."""
        self.table, self.outcome, self.palette = table, outcome, palette
        self.seated, self.marks = looks(table.setup, palette, marks)
        """The colours of the players, where a seat's is needed, and their glyphs."""
        state: State = table.confirmed
        self.players, self.layout, self.names = state.players, layout(table.setup), names_now(table)
        places = None if outcome is None else outcome.places
        keys = [
            (places[seat] if places else -self.players[seat].points, seat)
            for seat in range(self.layout.seats)
        ]
        self.seats = tuple(seat for _, seat in sorted(keys))
        """The seats, the best first."""
        self.order = (*self.seats, *range(self.layout.seats, self.layout.players))
        """All players: the neutral one, who cannot win, comes last."""

    def mark(self, seat: int, ground: str) -> Line:
        """Return the glyph of a player."""
        return (Segment(self.marks.up[seat], style(self.seated.seat(seat), ground)),)

    def readable(self, role: str) -> str:
        """Return the role of numbers in this colour on panels: that of text where it is too pale."""
        colour = getattr(self.palette, role)
        return role if readable(colour, self.palette.panel, "") else "text"

    def ink(self, text: str, role: str = "text", *, bold: bool = False) -> Segment:
        """Return text on the ground of panels."""
        return Segment(text, style(getattr(self.palette, role), self.palette.panel, bold=bold))


def point_table(hand: Hand) -> Part:
    """Return the points by source, each player's bar below them, and what the colours of the bars mean."""
    shown = titles(hand.table)[: _ENDED if hand.outcome is None else len(SOURCES)]

    def draw(cells: int, rows: int) -> Lines:
        room = cells - 2
        name, columns = _columns((*shown, "total"), room)
        heads = (
            hand.ink(right(title, size), "dim")
            for title, size in zip((*shown, "total"), columns, strict=True)
        )
        lines: list[Line] = [(hand.ink(pad(" ", name + 1)), *heads)]
        most = max(player.points for player in hand.players)
        for seat in hand.order:
            lines += _points(hand, seat, shown, (name, columns), (most, room - 2))
        return (*lines, _legend(hand, shown))

    note = "by source" if hand.outcome is not None else "as the game was left"
    return Part("Points", draw, rows=2 * len(hand.order) + 2, note=note)


def _columns(heads: Sequence[str], cells: int) -> tuple[int, tuple[int, ...]]:
    """Return the cells of a name, and of each column of numbers."""
    least = [len(head) + 1 for head in heads]
    name = min(_NAME, max(cells - sum(least), 8))
    more = max(min((cells - name - sum(least)) // len(least), 3), 0)
    return name, tuple(size + more for size in least)


def _points(
    hand: Hand, seat: int, shown: Sequence[str], columns: tuple[int, Sequence[int]], bar: tuple[int, int]
) -> Lines:
    name, sizes = columns
    sources = by_source(hand.table, seat)[: len(shown)]
    gone = _LEFT if seat in hand.table.parted else ""
    digits = max(len(str(by_source(hand.table, each)[0])) for each in hand.order)
    room = max(min(name + sizes[0] - digits, _NAME), name)  # it may reach into the blanks before the number
    shown_name = shortened(hand.names[seat], room - 3 - len(gone))
    reach = max(cell_len(shown_name) + len(gone) + 2 - name, 0)
    who = (
        hand.ink(f" {shown_name}", "bright", bold=True),
        hand.ink(pad(gone, name + reach - 2 - cell_len(shown_name)), "dim"),
    )
    sizes = (sizes[0] - reach, *sizes[1:])
    numbers = (
        hand.ink(right(str(points), size), hand.readable(role))
        for points, role, size in zip(sources, _ROLES, sizes, strict=False)
    )
    total = hand.ink(right(str(sum(sources)), sizes[-1]), "bright", bold=True)
    return (
        (hand.ink(" "), *hand.mark(seat, hand.palette.panel), *who, *numbers, total),
        _bar(hand, sources, *bar),
    )


def _bar(hand: Hand, sources: Sequence[int], most: int, longest: int) -> Line:
    parts: list[Segment] = [hand.ink("   ")]
    done = drawn = 0
    for points, role, letter in zip(sources, _ROLES, _BARS, strict=False):
        done += max(points, 0)
        cells = round(done * longest / most) - drawn if most > 0 else 0
        drawn += cells
        if hand.marks.ascii:
            parts.append(hand.ink(letter * cells, role))
        elif cells > 0:
            parts += [_chip(hand, letter, role), hand.ink("█" * (cells - 1), role)]
    return tuple(parts)


def _chip(hand: Hand, letter: str, role: str) -> Segment:
    """Return the letter of a source on its colour."""
    colour: str = getattr(hand.palette, role)
    ink = legible(colour, hand.palette.ink, hand.palette.bright)
    return Segment(letter, style(ink, colour, bold=True))


def _legend(hand: Hand, shown: Sequence[str]) -> Line:
    parts: list[Segment] = [hand.ink("  ")]
    for title, role, letter in zip(shown, _ROLES, _BARS, strict=False):
        sign = hand.ink(letter, role) if hand.marks.ascii else _chip(hand, letter, role)
        parts += [
            hand.ink(" "),
            sign,
            hand.ink(" "),
            hand.ink(f"{title} "[: len(title) + (len(shown) < len(SOURCES))], "label"),
        ]
    return tuple(parts)


def gem_table(hand: Hand) -> Part:
    """Return what each place pays for gems of each colour, then everybody's gems, place and points."""
    told: Sequence[Event] = tuple(told.event for told in hand.table.journal)
    colours = {event.colour: event for event in told if isinstance(event, ColourScored)}
    black = next((event for event in told if isinstance(event, BlackScored)), None)
    throne = next((event for event in told if isinstance(event, ThroneScored)), None)

    def draw(cells: int, rows: int) -> Lines:
        is_brief = (cells - _PAYS - 1) // len(hand.order) < _SHARE
        first = _RANK if is_brief else _PAYS
        share = (cells - first - 1) // len(hand.order)
        names = (
            hand.ink(pad(f" {shortened(hand.names[seat], share - 2)}", share), "dim") for seat in hand.order
        )
        lines: list[Line] = [(hand.ink(pad("", first)), *names)]
        for index, gem in enumerate(GEMS):
            held = [player.gems[index] for player in hand.players]
            scored = black if gem == GEMS[-1] else colours.get(gem)
            pays = _pays(scored, hand.layout.players, is_brief=is_brief)
            lines.append((*_label(hand, gem, pays, first), *_shares(hand, held, scored, share)))
        if hand.layout.has_throne:
            worth = "" if is_brief else " ".join(map(str, THRONE_POINTS[: hand.layout.players]))
            pays = f" throne {worth}"
            sums = throne.sums if throne is not None else (0,) * hand.layout.players
            lines.append((hand.ink(pad(pays, first), "dim"), *_shares(hand, sums, throne, share)))
        words = " Who ties takes the lowest place of the group." if colours else ""
        return (*lines, (hand.ink(words, "dim"),))

    return Part("Gems", draw, rows=7 + hand.layout.has_throne, note="place · points" if colours else "")


def _pays(scored: ColourScored | BlackScored | None, players: int, *, is_brief: bool) -> str:
    """Return a colour's price rank and what its places pay (R72, R73); in brief its rank alone."""
    if isinstance(scored, BlackScored):
        return "" if is_brief else "by number"
    if scored is None:
        return ""
    if is_brief:
        return f"rank {scored.rank}"
    return f"{scored.rank}: {' '.join(map(str, GEM_POINTS[scored.rank - 1][:players]))}"


def _label(hand: Hand, gem: str, pays: str, cells: int) -> Line:
    """Return how the row of a colour begins."""
    palette = hand.palette
    ink = legible(palette.gem(gem), palette.ink, palette.bright)
    chip = Segment(f" {LETTERS[gem]} ", style(ink, palette.gem(gem), bold=True))
    return (hand.ink(" "), chip, hand.ink(pad(f" {pays}", cells - 4), "dim"))


def _shares(
    hand: Hand, held: Sequence[int], scored: ColourScored | BlackScored | ThroneScored | None, share: int
) -> Line:
    """Return what each player has of something, its place and its points."""
    places = None if scored is None or isinstance(scored, BlackScored) else scored.places
    parts: list[Segment] = []
    for seat in hand.order:
        points = 0 if scored is None else scored.points[seat]
        told = (
            "   ·"
            if not points
            else f"{_PLACES[places[seat] - 1]:>4} {points}"
            if places
            else f"     {points}"
        )
        parts += [
            hand.ink(right(str(held[seat]), 2), "bright", bold=True),
            hand.ink(pad(told, share - 2), "seat_2"),
        ]
    return tuple(parts)
