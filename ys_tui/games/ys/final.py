"""The result of a game of Ys as a sheet: who won, tables of points and gems, charts, facts. Pure."""

from collections.abc import Iterator
from typing import Final

from rich.segment import Segment

from protocol.game import Outcome
from protocol.games.ys.game import YS
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.course import course
from ys_tui.games.ys.deciding import decided
from ys_tui.games.ys.draw import paint
from ys_tui.games.ys.draw_course import gem_chart, point_chart, price_chart
from ys_tui.games.ys.draw_final import Hand, gem_table, point_table
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.seated import changes, names_then
from ys_tui.lines import GLUE, Line, Lines, style, width, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.sheets import Fact, Sheet

REASONS: Final = {
    "points": "",
    "gems": "Equal points: more gems decide.",
    "shared": "Equal points and equal gems: the victory is shared.",
    "alone": "All others have left the game.",
}
"""What is said of a result beside the points, by its reason."""
_CELLS: Final = 76
"""Cells of the headline."""


def sheet(table: TableSnapshot, palette: Palette, marks: Marks) -> Sheet:
    """Return the result; of a game that was ended without one, how it stood, and no headline."""
    outcome = YS.outcome(table.confirmed)
    hand = Hand(table, outcome, palette, marks)
    went = course(table.journal, len(hand.names))
    return Sheet(
        headline=() if outcome is None else _headline(hand, outcome),
        tables=(point_table(hand), gem_table(hand)),
        charts=(price_chart(hand, went), gem_chart(hand, went), point_chart(hand, went)),
        facts=tuple(_facts(table, hand)),
    )


def _facts(table: TableSnapshot, hand: Hand) -> Iterator[Fact]:
    first, changed, ground = names(table.setup), changes(table.journal), hand.palette.panel
    for found in decided(table):
        people = names_then(first, changed, found.number)
        number = found.number if found.moment == table.journal[found.number].entry else None
        yield Fact(paint(found.words, people, hand.seated, hand.marks, ground), found.moment, number)


def _headline(hand: Hand, outcome: Outcome) -> Lines:
    """Return who won, by how much, and why if it was close."""
    palette = hand.palette

    def ink(text: str, role: str = "text", *, bold: bool = False) -> Segment:
        return Segment(text, style(getattr(palette, role), palette.night, bold=bold))

    seats = hand.seats
    winners = [seat for seat in seats if outcome.places[seat] == 1]
    people = " and ".join(hand.names[seat] for seat in winners)
    points = [outcome.points[seat] for seat in seats]
    by = points[0] - points[len(winners)] if len(winners) < len(points) else 0
    words = f"{people} win together" if len(winners) > 1 else f"{people} wins"
    if len(winners) == 1 and by > 0 and outcome.reason == "points":
        words += f" by {by} point{'s' if by != 1 else ''}"
    marked = tuple(part for seat in winners for part in (*hand.mark(seat, palette.night), ink(" ")))
    named = f"{GLUE}· ".join(f"{hand.names[seat]}{GLUE}{outcome.points[seat]}" for seat in seats)
    won: Line = (*marked, ink(words, "bright", bold=True))
    scores = ink(f"   {named}", "dim")
    fits = width((*won, scores)) <= _CELLS
    why = filter(None, (REASONS.get(outcome.reason, ""), _neutral(hand, outcome, points[0])))
    return (
        (*won, scores) if fits else won,
        *(() if fits else wrap((ink(named.replace(f"{GLUE}· ", "   "), "dim"),), _CELLS)),
        *((ink(each, "key"),) for each in why),
    )


def _neutral(hand: Hand, outcome: Outcome, most: int) -> str:
    """Return that the neutral player cannot win (R65), where points decide and it has at least as many."""
    neutral = hand.layout.neutral
    if neutral is None or hand.players[neutral].points < most or outcome.reason == "alone":
        return ""
    return f"{hand.names[neutral]}, with {hand.players[neutral].points} points, cannot win."
