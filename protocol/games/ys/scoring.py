"""The final scoring, and who has won (R72–R78)."""

from collections.abc import Sequence

from protocol.game import Outcome, Seat, Step
from protocol.games.ys.board import BLACK_POINTS, COLOURS, GEM_POINTS, GEMS
from protocol.games.ys.events import BlackScored, ColourScored
from protocol.games.ys.state import Source, State, YsStep, add_points, stayed


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
    return Step(state, tuple(events))


def outcome(state: State) -> Outcome:
    """Return the result as it stands: R78 for those who stayed, then those who left, the last one first."""
    points = tuple(player.points for player in state.players)
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
