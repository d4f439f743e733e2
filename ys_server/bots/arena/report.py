"""What the arena says of a run: one record of figures, as a line of JSON or as a table."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from rich.box import SIMPLE_HEAD
from rich.table import Table

from ys_server.bots.arena.arguments import Table as Seated
from ys_server.bots.arena.arguments import described
from ys_server.bots.arena.play import Played
from ys_server.bots.arena.recount import SOURCES, Recount
from ys_server.bots.arena.statistics import mean, mean_error, victories, wilson

DIGITS: Final = 4
MICRO: Final = 1_000_000
NEUTRAL: Final = "neutral"
HEADINGS: Final = {"commerce": "areas", "coloured": "gems"}
"""What the table calls a source, where it is called something else, to stay within 80 columns."""


class Report(Struct, frozen=True):
    """The figures of a run; lists are by seat. Victories that are shared count in parts.

    Points have one entry more where there is a neutral player, who is no seat and cannot win (R65).
    """

    games: int
    seats: int
    options: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    mean_points: tuple[float, ...]
    wins: tuple[float, ...]
    win_shares: tuple[float, ...]
    win_intervals: tuple[tuple[float, float], ...]
    """95 % intervals of the shares."""
    mean_total: float
    mean_total_error: float
    """Standard error of the mean sum of all points."""
    mean_sources: dict[str, tuple[float, ...]]
    """Mean points by where they come from."""
    decisions: int
    games_per_s: float
    us_per_decision: float
    """Microseconds for one choice of a bot: its view, what is legal, choosing."""

    def json(self) -> str:
        """Return the figures as one line."""
        return msgspec.json.encode(self).decode()

    def table(self) -> Table:
        """Return the figures as a table for people."""
        table = Table(
            box=SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
            title=f"{self.games} games, {described(self.seats, self.options)}, seed {self.seed}",
            caption=f"{self.games_per_s:.1f} games/s, {self.us_per_decision:.0f} µs a decision",
        )
        table.add_column("", justify="right")
        table.add_column("bot", no_wrap=True)
        sources = [source for source in SOURCES if any(self.mean_sources[source])]
        for heading in ("points", *(HEADINGS.get(source, source) for source in sources), "wins", "95 %"):
            table.add_column(heading, justify="right")
        for player, points in enumerate(self.mean_points):
            table.add_row(
                *self._name(player),
                f"{points:.1f}",
                *(f"{self.mean_sources[source][player]:.1f}" for source in sources),
                *self._victories(player),
            )
        table.add_section()
        table.add_row("", "together", f"{self.mean_total:.1f}", f"± {self.mean_total_error:.1f}")
        return table

    def _name(self, player: int) -> tuple[str, str]:
        return (str(player + 1), self.bots[player]) if player < self.seats else ("", NEUTRAL)

    def _victories(self, player: int) -> tuple[str, str]:
        if player >= self.seats:
            return "", ""
        low, high = self.win_intervals[player]
        return f"{self.win_shares[player]:.0%}", f"{100 * low:.0f}–{high:.0%}"


class Tally:
    """The games of a run so far."""

    def __init__(self, table: Seated, seed: int) -> None:
        """Begin with no game at `table`."""
        self._table = table
        self._seed = seed
        self._wins: list[tuple[float, ...]] = []
        self._recounts: list[Recount] = []
        self._decisions = 0
        self._thought = 0.0

    def add(self, played: Played, recount: Recount) -> None:
        """Count a game in."""
        self._wins.append(victories(played.outcome.places))
        self._recounts.append(recount)
        self._decisions += played.decisions
        self._thought += played.thought

    def report(self, seconds: float) -> Report:
        """Return the figures of all games, which took so many seconds together."""
        games, seats = len(self._recounts), range(len(self._table.levels))
        wins = tuple(sum(won[seat] for won in self._wins) for seat in seats)
        totals = [sum(count.totals) for count in self._recounts]
        return Report(
            games=games,
            seats=len(seats),
            options=self._table.options,
            bots=self._table.levels,
            seed=self._seed,
            mean_points=_means([count.totals for count in self._recounts]),
            wins=tuple(_short(won) for won in wins),
            win_shares=tuple(_short(won / games) for won in wins),
            win_intervals=tuple(_interval(won, games) for won in wins),
            mean_total=_short(mean(totals)),
            mean_total_error=_short(mean_error(totals)),
            mean_sources={
                source: _means([count.sources[at] for count in self._recounts])
                for at, source in enumerate(SOURCES)
            },
            decisions=self._decisions,
            games_per_s=_short(games / seconds),
            us_per_decision=_short(self._thought / self._decisions * MICRO),
        )


def _means(games: Sequence[tuple[int, ...]]) -> tuple[float, ...]:
    return tuple(_short(mean(points)) for points in zip(*games, strict=True))


def _short(figure: float) -> float:
    return round(figure, DIGITS)


def _interval(wins: float, games: int) -> tuple[float, float]:
    low, high = wilson(wins, games)
    return _short(low), _short(high)
