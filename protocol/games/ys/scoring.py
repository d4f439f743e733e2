"""The final scoring, and who has won (R71–R78)."""

from collections.abc import Sequence

from protocol.game import Outcome, Seat, Step
from protocol.games.ys.board import BLACK_POINTS, COLOURS, GEM_POINTS, GEMS, THRONE, THRONE_POINTS
from protocol.games.ys.events import BlackScored, ColourScored, ThroneScored
from protocol.games.ys.state import Source, State, YsStep, add_points, layout_of, stayed


def colours_ranked(prices: Sequence[int]) -> tuple[str, ...]:
    """Return the colours, most valuable first; of equal ones the one further left (R72)."""
    return tuple(sorted(COLOURS, key=lambda colour: -prices[COLOURS.index(colour)]))


def gem_places(gems: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's place by its gems: 0 without any, of equals the lowest (R74–R76)."""
    return tuple(has and sum(other >= has for other in gems) for has in gems)


def gem_points(rank: int, places: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's points for the colour of `rank` (1 is the most valuable) by its place (R73)."""
    return tuple(GEM_POINTS[rank - 1][place - 1] if place else 0 for place in places)


def black_points(gems: int) -> int:
    """Return the points for black gems (R77)."""
    return BLACK_POINTS[min(gems, len(BLACK_POINTS) - 1)]


def scored(state: State) -> YsStep:
    """Return the step in which all gems are scored."""
    events: list[ColourScored | BlackScored] = []
    for rank, colour in enumerate(colours_ranked(state.prices), start=1):
        gems = tuple(player.gems[GEMS.index(colour)] for player in state.players)
        places = gem_places(gems)
        events.append(ColourScored(colour, rank, gems, places, gem_points(rank, places)))
    black = tuple(player.gems[-1] for player in state.players)
    events.append(BlackScored(black, tuple(black_points(has) for has in black)))
    for seat in range(len(state.players)):
        points = sum(event.points[seat] for event in events)
        state = add_points(state, Seat(seat), points, "", Source.GEMS).state
    if not layout_of(state).has_throne:
        return Step(state, tuple(events))
    throne = throne_scored(state)
    for seat, points in enumerate(throne.points):
        state = add_points(state, Seat(seat), points, "", Source.THRONE).state
    return Step(state, (*events, throne))


def throne_scored(state: State) -> ThroneScored:
    """Return the points of the throne room: who is tied shares what the tied places are worth (R71)."""
    values: dict[Seat, int] = {}
    for broker in state.brokers:
        if broker.spot == THRONE:
            assert broker.value is not None
            values[broker.owner] = values.get(broker.owner, 0) + broker.value
    places, points = [0] * len(state.players), [0] * len(state.players)
    for seat, total in values.items():
        above = sum(other > total for other in values.values())
        tied = sum(other == total for other in values.values())
        places[seat] = above + 1
        points[seat] = sum(THRONE_POINTS[above : above + tied]) // tied
    return ThroneScored(
        tuple(values.get(Seat(seat), 0) for seat in range(len(state.players))), tuple(places), tuple(points)
    )


def outcome(state: State) -> Outcome:
    """Return the result as it stands: R78 for those who stayed, then those who left, the last one first.

    The neutral player is no seat: it cannot win (R65).
    """
    points = tuple(player.points for player in state.players[: len(state.setup.seats)])
    keys = {seat: (points[seat], sum(state.players[seat].gems)) for seat in stayed(state)}
    places = {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
    for behind, seat in enumerate(reversed(state.leavers), start=1):
        places[seat] = len(keys) + behind
    return Outcome(points, tuple(places[Seat(seat)] for seat in range(len(points))), _reason(keys))


def _reason(keys: dict[Seat, tuple[int, int]]) -> str:
    best, *others = sorted(keys.values(), reverse=True)
    if not others:
        return "alone"
    if others[0] == best:
        return "shared"
    return "gems" if others[0][0] == best[0] else "points"
