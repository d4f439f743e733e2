"""How a game of Ys went, as charts over its rounds: prices, gems, points. Pure, no widget."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from protocol.games.ys.board import COLOURS, FIRST_STEP, STEPS
from ys_tui.charts import SHARED, Axes, Series, chart
from ys_tui.games.ys.course import Course
from ys_tui.games.ys.draw_final import Hand
from ys_tui.games.ys.seated import shortened
from ys_tui.lines import Lines
from ys_tui.looks import LETTERS, readable
from ys_tui.sheets import Part

_MARGIN: Final = 2
"""Steps of the track that are shown beyond those that prices have reached."""
_NAME: Final = 8
"""Cells of a name at the end of a line."""


def price_chart(hand: Hand, went: Course) -> Part:
    """Return the price of each colour as the game began and after each round (R6)."""
    series = tuple(
        Series(
            LETTERS[colour],
            readable(hand.palette.gem(colour), hand.palette.panel, hand.palette.text),
            tuple((step, prices[index]) for step, prices in enumerate(went.prices)),
            str(went.prices[-1][index]),
        )
        for index, colour in enumerate(COLOURS)
    )
    reached = [FIRST_STEP, *(price for prices in went.prices for price in prices)]
    low, high = max(min(reached) - _MARGIN, 1), min(max(reached) + _MARGIN, STEPS)
    axes = Axes(_steps(went), low, high, (low, FIRST_STEP, high))
    return _part("Prices", hand, series, axes, went)


def gem_chart(hand: Hand, went: Course) -> Part:
    """Return how many gems each player had after each round."""
    totals = tuple(tuple(map(sum, gems)) for gems in went.gems)
    most = max(map(max, totals))
    series = _of_players(hand, totals)
    return _part("Gems over the rounds", hand, series, Axes(_steps(went), 0, most, (0, most)), went)


def point_chart(hand: Hand, went: Course) -> Part:
    """Return the points of each player after each round, and with the final scoring if there was one."""
    final = () if hand.outcome is None else (tuple(player.points for player in hand.players),)
    totals = (*went.points, *final)
    most = max(map(max, totals))
    steps = (*_steps(went), *("end" for _ in final))
    axes = Axes(steps, min(0, *map(min, totals)), most, (0, most))
    return _part("Points over the rounds", hand, _of_players(hand, totals), axes, went)


def _of_players(hand: Hand, totals: Sequence[Sequence[int]]) -> tuple[Series, ...]:
    return tuple(
        Series(
            hand.marks.up[seat],
            hand.seated.seat(seat),
            tuple((step, values[seat]) for step, values in enumerate(totals)),
            f"{totals[-1][seat]:3} {shortened(hand.names[seat], _NAME)}",
        )
        for seat in hand.order
    )


def _steps(went: Course) -> tuple[str, ...]:
    return tuple(map(str, range(went.rounds + 1)))


def _part(title: str, hand: Hand, series: Sequence[Series], axes: Axes, went: Course) -> Part:
    """Return a chart, above it which rounds it shows, and what the sign of shared points means."""

    @cache
    def draw(cells: int, rows: int) -> Lines:
        return chart(series, axes, (cells, rows), hand.palette, hand.marks)

    note = f"rounds 1–{went.rounds}" if went.rounds > 1 else "round 1" * went.rounds
    return Part(title, draw, note=note, sign=SHARED[hand.marks.ascii], meaning="several")
