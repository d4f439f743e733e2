"""What decided a game: every fact follows from the journal, and is recomputed here in another way."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from protocol.games.ys.board import COLOURS, GEM_POINTS
from protocol.games.ys.events import CardWon, ColourScored, Gained, Priced, Ranked, RoundBegan
from protocol.games.ys.game import YS
from protocol.games.ys.scoring import colours_ranked
from tests.support.screen import NAMES, Told
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.deciding import MOST, Found, decided
from ys_tui.games.ys.neutral import names

TABLES = [(2, ()), (3, ()), (4, ()), (4, ("kings-favor",))]


@cache
def games() -> tuple[TableSnapshot, ...]:
    """Return whole games at several tables."""
    return tuple(_played(seed, seats, options) for seats, options in TABLES for seed in range(3))


def _played(seed: int, seats: int, options: tuple[str, ...]) -> TableSnapshot:
    told = Told(seed, NAMES[:seats], options)
    for _ in told.steps():
        pass
    return told.sees(0)


def said(table: TableSnapshot, found: Found) -> str:
    """Return a fact with names in place of seats."""
    people = names(table.setup)
    return "".join(part if isinstance(part, str) else people[part] for part in found.words)


def facts(pattern: str) -> Iterator[tuple[TableSnapshot, Found, re.Match[str]]]:
    """Yield the facts that read like this; there has to be one."""
    count = 0
    for table in games():
        for found in decided(table):
            if match := re.fullmatch(pattern, said(table, found)):
                count += 1
                yield table, found, match
    assert count, "no such fact in any game"


def test_facts_are_few_and_lead_to_moments_of_the_game() -> None:
    """There are not more than fit a panel; each has a moment between the first and the last."""
    for table in games():
        found = decided(table)
        assert 0 < len(found) <= MOST
        assert all(0 < fact.moment <= len(table.entries) for fact in found)
        assert [fact.weight for fact in found] == sorted((fact.weight for fact in found), reverse=True)


def test_a_tie_names_prize_and_step() -> None:
    """Winner and second had as much, and the winner got what is said right after."""
    for table, found, match in facts(r"Round (\d), (.+): (\w+) won (.+) before (\w+): (.+)\."):
        ranked = table.journal[found.number].event
        assert isinstance(ranked, Ranked)
        first, second, *_ = ranked.ranking
        people = names(table.setup)
        assert (people[first.seat], people[second.seat]) == (match[3], match[5])
        assert first.strength == second.strength
        if match[6].startswith("tie-break"):
            assert match[6] == f"tie-break {first.tie} against {second.tie}"
        after = [told.event for told in table.journal[found.number + 1 : found.number + 4]]
        cards = [got for got in after if isinstance(got, CardWon)]
        gains = [got for got in after if isinstance(got, Gained) and got.why == ranked.where]
        moves = [got for got in after if isinstance(got, Priced)]
        assert cards if match[4].startswith("the ") and not moves else gains or moves
        assert table.journal[found.number].entry == found.moment, "the board before that is counted"


def test_the_most_points_in_a_round_are_the_most() -> None:
    """Nobody scored more on the board in any round."""
    pattern = r"Round (\d): (\w+) scored (\d+) points on the board, the most in one round\."
    for table, _, match in facts(pattern):
        scored: dict[tuple[int, str], int] = {}
        now, people = 0, names(table.setup)
        for told in table.journal:
            if isinstance(told.event, RoundBegan):
                now = told.event.round
            elif isinstance(told.event, Gained) and told.event.what == "points":
                key = (now, people[told.event.seat])
                scored[key] = scored.get(key, 0) + told.event.amount
        assert scored[int(match[1]), match[2]] == int(match[3]) == max(scored.values())


def test_a_price_names_what_it_paid_and_would_have_paid() -> None:
    """What the gems paid is what was scored; what they would have paid, what the old rank pays that place."""
    pattern = r"Round 4, market: (\w+) (fell|rose) to (\d)..; (\w+)’s (\w+) \w+ gems? paid (\d+), not (\d+)\."
    for table, _, match in facts(pattern):
        people = names(table.setup)
        scored = next(
            told.event
            for told in table.journal
            if isinstance(told.event, ColourScored) and told.event.colour == match[1]
        )
        seat = people.index(match[4])
        assert scored.rank == int(match[3])
        assert scored.points[seat] == int(match[6])
        old = ranks_before_last_market(table).index(match[1]) + 1
        assert (old < scored.rank) == (match[2] == "fell")
        assert GEM_POINTS[old - 1][scored.places[seat] - 1] == int(match[7])


def ranks_before_last_market(table: TableSnapshot) -> tuple[str, ...]:
    """Return the colours as they were ranked when the last round began."""
    prices = dict.fromkeys(COLOURS, 8)
    for told in table.journal:
        if isinstance(told.event, RoundBegan) and told.event.round == 4:
            break
        if isinstance(told.event, Priced):
            prices[told.event.colour] = told.event.after
    return colours_ranked(tuple(prices.values()))


def test_who_would_have_won_is_reckoned_again() -> None:
    """By the ranks before the last market that player has more points than all others."""
    for table, _, match in facts(r"Round 4, market: by the prices before it (\w+) would have won\."):
        people, ranks = names(table.setup), ranks_before_last_market(table)
        points = [player.points for player in table.confirmed.players[: len(table.setup.seats)]]
        for told in table.journal:
            if isinstance(told.event, ColourScored):
                pays = GEM_POINTS[ranks.index(told.event.colour)]
                for seat in range(len(points)):
                    place = told.event.places[seat]
                    points[seat] += (pays[place - 1] if place else 0) - told.event.points[seat]
        outcome = YS.outcome(table.confirmed)
        assert outcome is not None
        assert points.index(max(points)) == people.index(match[1])
        assert outcome.places[people.index(match[1])] > 1


def test_a_shared_place_names_what_it_cost() -> None:
    """All of them have as many gems, and got the points of the lowest place instead of the best (R74)."""
    pattern = r"Final scoring, (\w+): (.+) have (\w+) each: (\d+) points, not (\d+)\."
    for table, _, match in facts(pattern):
        people = names(table.setup)
        seats = [people.index(name) for name in re.split(r", | and ", match[2])]
        scored = next(
            told.event
            for told in table.journal
            if isinstance(told.event, ColourScored) and told.event.colour == match[1]
        )
        assert len({scored.gems[seat] for seat in seats}) == 1
        assert {scored.points[seat] for seat in seats} == {int(match[4])}
        best = scored.places[seats[0]] - len(seats)
        assert GEM_POINTS[scored.rank - 1][best] == int(match[5])


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_game_that_is_not_over_has_facts_of_what_was(rounds: int) -> None:
    """Nothing is said of a final scoring that was not."""
    told = Told(3)
    for _ in told.steps():
        if sum(isinstance(each.event, RoundBegan) for each in told.journal) > rounds:
            break
    table = told.sees(0)
    assert not [fact for fact in decided(table) if "Final" in said(table, fact)]
