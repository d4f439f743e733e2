"""The points of a game of Ys, counted a second time from its events alone, with tables and rules of its own.

It shares no code with the engine's scoring, so that one finds the other's mistakes.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from protocol.game import Event
from protocol.games.ys.events import CardWon, Gained, Placed, Priced, ThroneScored
from ys_server.bots.arena.play import Played

SOURCES: Final = ("market", "commerce", "cards", "coloured", "black", "throne")
COLOURS: Final = ("blue", "green", "yellow", "red")
FIRST: Final = {1: 24, 2: 20, 3: 16, 4: 12}
"""VP of the first place, by rank of the colour; each place below has a quarter of it less (R73)."""
CARD_POINTS: Final = {"prince": 4, "king": 5}
MIDDLE: Final = 8
THRONE: Final = (12, 7, 3, 0)
"""VP by place in the throne room; equal sums share what their places have, rounded down (R71)."""


class Recount(Struct, frozen=True):
    """The points of each source by player, in the order of SOURCES, and what they add up to.

    Players are the seats, and after them the neutral player if there is one.
    """

    sources: tuple[tuple[int, ...], ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player."""
        return tuple(map(sum, zip(*self.sources, strict=True)))


def checked(played: Played) -> Recount:
    """Return the points of a game by a second count; it is a mistake of ours when the engine's differ."""
    players = played.match.state.players
    counted = recount(played.events, len(players))
    assert counted.totals == tuple(player.points for player in players), f"{counted.totals} by a recount"
    assert counted.totals[: len(played.outcome.points)] == played.outcome.points
    return counted


def recount(events: Iterable[Event], players: int) -> Recount:
    """Return the points that follow from what happened: placements, areas, cards won, gems and prices."""
    points = {source: [0] * players for source in SOURCES}
    gems = {gem: [0] * players for gem in (*COLOURS, "black")}
    prices = dict.fromkeys(COLOURS, MIDDLE)
    for event in events:
        if isinstance(event, Placed) and event.spot.startswith("market"):
            points["market"][event.seat] += 1
        elif isinstance(event, CardWon):
            points["cards"][event.seat] += CARD_POINTS.get(event.card, 0)
        elif isinstance(event, Gained) and event.what in gems:
            gems[event.what][event.seat] += event.amount
        elif isinstance(event, Gained) and event.why.startswith("commerce"):
            points["commerce"][event.seat] += 3
        elif isinstance(event, Priced):
            prices[event.colour] = event.after
        elif isinstance(event, ThroneScored):
            points["throne"] = [_throne(event.sums, own) for own in event.sums]
    _coloured(points["coloured"], gems, prices)
    points["black"] = [0 if has == 0 else 1 if has == 1 else min(24, 4 * (has - 1)) for has in gems["black"]]
    return Recount(tuple(tuple(points[source]) for source in SOURCES))


def _coloured(points: list[int], gems: dict[str, list[int]], prices: dict[str, int]) -> None:
    by_price = sorted(prices.items(), key=lambda pair: (-pair[1], COLOURS.index(pair[0])))
    for rank, (colour, _) in enumerate(by_price, start=1):
        for seat, has in enumerate(gems[colour]):
            better = _at_least(gems[colour], has) - 1
            points[seat] += (FIRST[rank] // 4) * (4 - better) if has else 0


def _throne(sums: Sequence[int], own: int) -> int:
    first = sum(other > own for other in sums)
    shared = THRONE[first : _at_least(sums, own)]
    return sum(shared) // len(shared)


def _at_least(counts: Sequence[int], has: int) -> int:
    return len([count for count in counts if count >= has])
