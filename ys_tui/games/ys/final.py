"""The result of a game of Ys as styled lines: who won, points by source, gems. Pure, no widget."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Outcome
from protocol.games.ys.board import GEM_POINTS, GEMS, THRONE_POINTS
from protocol.games.ys.events import BlackScored, ColourScored, ThroneScored
from protocol.games.ys.game import YS
from protocol.games.ys.layout import layout
from protocol.games.ys.state import State
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.neutral import looks
from ys_tui.games.ys.seated import names_now
from ys_tui.lines import Line, Lines, pad, right, style, width, wrap
from ys_tui.looks import LETTERS, Marks, Palette

SOURCES: Final = ("market", "commerce", "cards", "gems", "black", "throne")
"""Where points come from: the columns of the table of points, the last one with King's Favor only."""
REASONS: Final = {
    "points": "",
    "gems": "Equal points: more gems decide.",
    "shared": "Equal points and equal gems: the victory is shared.",
    "alone": "All others have left the game.",
}
"""What is said of a result beside the points, by its reason."""
_WIDTH: Final = 76
_NAME: Final = 19
_COLUMN: Final = 9
"""Cells of a column of points where there is room; else it is as wide as its title."""
_PAYS: Final = 20
"""Cells for a colour, its price rank, and what its places pay."""
_SHARE: Final = 14
"""Cells for a seat's gems of one colour."""
_PLACES: Final = ("1st", "2nd", "3rd", "4th")
_BAR: Final = 60
"""Cells of the longest bar."""
_BARS: Final = "mckgbt"
"""What the bars are made of where there are no blocks: a letter for each source, cards are k."""
_ROLES: Final = ("blue", "yellow", "character", "seat_2", "spent", "seat_3")
"""The colours of the sources."""


def result_lines(table: TableSnapshot, palette: Palette, marks: Marks) -> Lines:
    """Return the whole result, 76 cells wide; nothing while the game goes on."""
    outcome = YS.outcome(table.confirmed)
    if outcome is None:
        return ()
    drawing = _Drawing(table, outcome, palette, marks)
    return (*drawing.headline(), (), *drawing.points(), (), *drawing.gems())


def titles(table: TableSnapshot) -> tuple[str, ...]:
    """Return where points come from at this table, in the order of `by_source`."""
    return SOURCES if layout(table.setup).has_throne else SOURCES[:-1]


def by_source(table: TableSnapshot, seat: int) -> tuple[int, ...]:
    """Return a player's points by source."""
    market, commerce, cards, gems, throne = table.confirmed.players[seat].sources
    scored = (told.event for told in table.journal if isinstance(told.event, BlackScored))
    black = next((event.points[seat] for event in scored), 0)
    return (market, commerce, cards, gems - black, black, throne)[: len(titles(table))]


class _Drawing:
    """One result and what it is drawn with."""

    def __init__(self, table: TableSnapshot, outcome: Outcome, palette: Palette, marks: Marks) -> None:
        self._table, self._outcome, self._palette, self._marks = table, outcome, palette, marks
        state: State = table.confirmed
        self._layout = layout(table.setup)
        self._names = names_now(table)
        self._looks = looks(table.setup, palette, marks)
        happened = tuple(told.event for told in table.journal)
        self._black = next((event for event in happened if isinstance(event, BlackScored)), None)
        self._throne = next((event for event in happened if isinstance(event, ThroneScored)), None)
        self._colours = [event for event in happened if isinstance(event, ColourScored)]
        self._titles = titles(table)
        is_wide = not self._layout.has_throne
        self._cells = tuple(_COLUMN if is_wide else len(title) + 2 for title in (*self._titles, "total"))
        self._players = state.players
        seats = range(self._layout.seats)
        self._seats = sorted(seats, key=lambda seat: (outcome.places[seat], seat))
        self._order = [*self._seats, *range(len(seats), self._layout.players)]
        """All players, the best seat first; the neutral one, who cannot win, last."""

    def headline(self) -> Lines:
        """Return who won, by how much, and why if it was close."""
        winners = [seat for seat in self._seats if self._outcome.places[seat] == 1]
        names = " and ".join(self._name(seat) for seat in winners)
        points = [self._outcome.points[seat] for seat in self._seats]
        by = points[0] - points[len(winners)] if len(winners) < len(points) else 0
        words = f"{names} win together" if len(winners) > 1 else f"{names} wins"
        if len(winners) == 1 and by > 0 and self._outcome.reason == "points":
            words += f" by {by} point{'s' if by != 1 else ''}"
        marked = tuple(part for seat in winners for part in (*self._mark(seat), self._ink(" ")))
        named = " · ".join(f"{self._name(seat)} {self._outcome.points[seat]}" for seat in self._seats)
        won, scores = (*marked, self._ink(words, "bright", bold=True)), self._ink(f"   {named}", "dim")
        fits = width((*won, scores)) <= _WIDTH
        why = REASONS.get(self._outcome.reason, "")
        return (
            (*won, scores) if fits else won,
            *(() if fits else wrap((self._ink(named.replace(" · ", "   "), "dim"),), _WIDTH)),
            *(((self._ink(why, "key"),),) if why else ()),
        )

    def points(self) -> Lines:
        """Return the points by source, and each seat's bar below them."""
        head = self._ink(pad("Points", _NAME), "bright", bold=True)
        columns = (*self._titles, "total")
        titles = tuple(
            self._ink(right(title, cells), "dim") for title, cells in zip(columns, self._cells, strict=True)
        )
        lines: list[Line] = [(head, *titles)]
        most = max(player.points for player in self._players)
        for seat in self._order:
            sources = by_source(self._table, seat)
            numbers = tuple(
                self._ink(right(str(points), cells), role)
                for points, role, cells in zip(sources, _ROLES, self._cells, strict=False)
            )
            total = self._ink(right(str(sum(sources)), self._cells[-1]), "bright", bold=True)
            name = self._ink(pad(f" {self._name(seat)}", _NAME - 1), "bright", bold=True)
            lines += [(*self._mark(seat), name, *numbers, total), self._bar(sources, most)]
        return tuple(lines)

    def gems(self) -> Lines:
        """Return what each place pays for gems of each colour, then every seat's gems, place and points."""
        head = self._ink(pad("Gems", _PAYS), "bright", bold=True)
        names = tuple(self._ink(pad(self._name(seat), _SHARE), "dim") for seat in self._order)
        rows = tuple(self._row(index, gem) for index, gem in enumerate(GEMS))
        words = "Price rank: what its places pay. Then gems held, their place, their points."
        throne = self._throne_row() if self._layout.has_throne else ()
        return ((head, *names), *rows, *throne, (self._ink(words, "dim"),))

    def _throne_row(self) -> Lines:
        """Return what the throne room pays, and everybody's sum there, place and points (R71)."""
        pays = f"throne {' '.join(map(str, THRONE_POINTS[: self._layout.players]))}"
        scored = self._throne
        nobody = (0,) * self._layout.players
        cells = self._shares(
            *(nobody, None, None) if scored is None else (scored.sums, scored.points, scored.places)
        )
        return ((self._ink(pad(pays, _PAYS), "dim"), *cells),)

    def _row(self, index: int, gem: str) -> Line:
        scored = next((event for event in self._colours if event.colour == gem), None)
        ink = self._palette.bright if gem == "black" else self._palette.ink
        chip = Segment(f" {LETTERS[gem]} ", style(ink, self._palette.gem(gem), bold=True))
        pays, paid, places = "", None, None
        if scored is not None:
            pays = f"{scored.rank}: {' '.join(map(str, GEM_POINTS[scored.rank - 1][: self._layout.players]))}"
            paid, places = scored.points, scored.places
        elif gem == "black" and self._black is not None:
            pays, paid = "by number", self._black.points
        held = tuple(player.gems[index] for player in self._players)
        return (chip, self._ink(pad(f" {pays}", _PAYS - 3), "dim"), *self._shares(held, paid, places))

    def _shares(
        self, held: Sequence[int], points: Sequence[int] | None, places: Sequence[int] | None
    ) -> Line:
        """Return what each player has of something, its place and its points."""
        return tuple(
            part
            for seat in self._order
            for part in (
                self._ink(right(str(held[seat]), 2), "bright", bold=True),
                self._ink(pad(self._share(points, places, seat), _SHARE - 2), "seat_2"),
            )
        )

    def _share(self, points: Sequence[int] | None, places: Sequence[int] | None, seat: int) -> str:
        if points is None or not points[seat]:
            return "  ·"
        return f" {_PLACES[places[seat] - 1]} {points[seat]}" if places else f"  {points[seat]}"

    def _bar(self, sources: Sequence[int], most: int) -> Line:
        parts: list[Segment] = [self._ink("  ")]
        done = drawn = 0
        for points, role, letter in zip(sources, _ROLES, _BARS, strict=False):
            done += max(points, 0)
            cells = round(done * _BAR / most) - drawn if most > 0 else 0
            drawn += cells
            block = letter if self._marks.ascii else "█"
            parts.append(self._ink(block * cells, role))
        return tuple(parts)

    def _mark(self, seat: int) -> Line:
        palette, marks = self._looks
        return (Segment(marks.up[seat], style(palette.seat(seat), palette.night)),)

    def _name(self, seat: int) -> str:
        return self._names[seat]

    def _ink(self, text: str, role: str = "text", *, bold: bool = False) -> Segment:
        return Segment(text, style(getattr(self._palette, role), self._palette.night, bold=bold))
