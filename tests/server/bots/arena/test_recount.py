"""The arena's own count of points, against the rule book and against the engine."""

import pytest

from protocol.game import Event, Seat, combinations
from protocol.games.ys.board import Spot
from protocol.games.ys.events import CardWon, Gained, Placed, Priced, ThroneScored
from protocol.games.ys.game import YS
from protocol.seals import Token
from ys_server.bots.arena.play import Played, play
from ys_server.bots.arena.recount import SOURCES, checked, recount
from ys_server.bots.levels import LEVELS

EXAMPLE_12 = {
    "red": (5, 2, 2, 0),
    "green": (1, 4, 4, 4),
    "blue": (0, 3, 0, 6),
    "yellow": (2, 2, 2, 2),
    "black": (0, 3, 9, 1),
}


def _example() -> list[Event]:
    gems = [
        Gained(Seat(seat), colour, 1, "neighborhood-1")
        for colour, counts in EXAMPLE_12.items()
        for seat, count in enumerate(counts)
        for _ in range(count)
    ]
    return [
        *gems,
        Priced("red", 8, 10, "columns"),
        Priced("green", 8, 9, "columns"),
        Priced("yellow", 8, 7, "columns"),
    ]


def test_gems_of_the_rule_book() -> None:
    """Example 12: the gems are worth 32, 45, 49 and 30."""
    assert recount(_example(), 4).totals == (32, 45, 49, 30)


def test_points_of_the_round() -> None:
    """A broker in the market is 1, a commercial area 3, Prince 4, King 5; other events are worth nothing."""
    events = [
        Placed(Seat(0), Token(1), Spot("market-1-blue"), None),
        Placed(Seat(0), Token(2), Spot("palace-1"), 3),
        Gained(Seat(1), "points", 3, "commerce-2"),
        CardWon(Seat(2), "prince", Spot("palace-1")),
        CardWon(Seat(3), "king", Spot("palace-2")),
        CardWon(Seat(3), "spy", Spot("palace-3")),
    ]
    count = recount(events, 4)
    assert count.totals == (1, 3, 4, 5)
    assert count.sources[SOURCES.index("cards")] == (0, 0, 4, 5)


@pytest.mark.rule("R71")
@pytest.mark.parametrize(
    ("sums", "points"),
    [
        ((10, 8, 8, 3), (12, 5, 5, 0)),
        ((9, 9, 5, 2), (9, 9, 3, 0)),
        ((6, 6, 6, 1), (7, 7, 7, 0)),
        ((4, 4, 4, 4), (5, 5, 5, 5)),
        ((2, 7, 5), (3, 12, 7)),
    ],
)
def test_points_of_the_throne_room(sums: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Example 10: equal sums share what the places they take are worth, rounded down."""
    nothing = (0,) * len(sums)
    assert recount([ThroneScored(sums, nothing, nothing)], len(sums)).totals == points


def _is_recounted(played: Played) -> bool:
    count = checked(played)
    by_source = dict(zip(SOURCES, count.sources, strict=True))
    for seat, player in enumerate(played.match.state.players):
        gems = by_source["coloured"][seat] + by_source["black"][seat]
        others = tuple(by_source[source][seat] for source in ("market", "commerce", "cards"))
        assert player.sources == (*others, gems, by_source["throne"][seat])
    return True


@pytest.mark.parametrize("bot", ["random", pytest.param("greedy", marks=pytest.mark.slow)])
def test_whole_games_recounted(bot: str) -> None:
    """Points by source, counted from the events alone, are the engine's in every game."""
    for number in range(1, 6):
        assert _is_recounted(play(YS, [LEVELS["ys"][bot]] * 4, (bot,) * 4, 11, number))


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_every_table_recounted(seats: int, options: tuple[str, ...]) -> None:
    """So they are at every table, for the neutral player, too, and the throne room."""
    bots = [LEVELS["ys"]["random"]] * seats
    assert _is_recounted(play(YS, bots, ("random",) * seats, 12, 1, options=options))
