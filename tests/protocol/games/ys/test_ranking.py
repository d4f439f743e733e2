"""Comparing players (R33, R34, R52c): positions in, rankings out."""

import pytest

from protocol.game import Seat
from protocol.games.ys.board import Spot
from protocol.games.ys.ranking import deciders, ranked, strengths, tie_breaks
from tests.support.builders import A, B, C, D, placed
from tests.support.ys_driver import Table


def ranking(table: Table) -> list[tuple[Seat, str]]:
    """Return who ranks where in palace 1, and by what."""
    standings = ranked(table.state, strengths(table.state, {Spot("palace-1")}))
    return [(standing.seat, standing.decided) for standing in standings]


@pytest.mark.rule("R33")
def test_strength_then_tie_break_then_order() -> None:
    """Each step decides only what the one before left open, in every place of the ranking."""
    table = placed(
        a="3up@palace-1 4@bid 1@bid 1@last",
        b="3up@palace-1 4@bid 1@bid 1@last",
        c="3up@palace-1 4@bid 3@bid 0@last",
        d="4up@palace-1 0@bid 0@bid 1@last",
        orders=(4, 3, 2, 1),
    )
    assert ranking(table) == [(D, "strength"), (C, "tie-break"), (B, "order"), (A, "")]


@pytest.mark.rule("R30", "R33")
def test_all_three_tie_break_brokers_count() -> None:
    """The two of the bid and the last one, and no other."""
    table = placed(a="4@bid 3@bid 2@last 4up@palace-1", b="0@bid 0@bid 1@last")
    assert tie_breaks(table.state)[:2] == (9, 1)


@pytest.mark.rule("R34")
def test_only_who_is_there_is_ranked() -> None:
    """A lone 0 is first; those without a broker there are not ranked; nobody there, no ranking."""
    assert ranking(placed(c="0up@palace-1", a="4up@palace-2")) == [(C, "")]
    assert ranking(placed(a="4up@palace-2")) == []


@pytest.mark.rule("R52c")
def test_who_left_loses_every_tie() -> None:
    """Before tie-break brokers, and even with a card in force; by strength it is ranked as ever."""
    brokers = {"a": "3up@palace-1 4@bid 4@bid 3@last", "b": "3up@palace-1 0@bid 0@bid 1@last"}
    assert ranking(placed(a=brokers["a"], b=brokers["b"], leavers=(A,))) == [(B, "stayed"), (A, "")]
    forced = placed(a=brokers["a"], b=brokers["b"], leavers=(A,), in_force=((A, "intriguer"),))
    assert ranking(forced) == [(B, "stayed"), (A, "")]
    assert ranking(placed(a="4up@palace-1", b="3up@palace-1", leavers=(A,))) == [(A, "strength"), (B, "")]


def test_a_card_in_force_need_not_win_ties() -> None:
    """Only a card that says so decides them."""
    table = placed(a="3up@palace-1", b="3up@palace-1 1@last", in_force=((A, "spy"),))
    assert ranking(table) == [(B, "tie-break"), (A, "")]


@pytest.mark.rule("R45", "R52c")
def test_the_best_by_tie_break_of_those_who_stayed_decides() -> None:
    """Nobody needs a broker on the board for it; a card in force comes first (F1); equal sums go by card."""

    def best_decider(table: Table) -> Seat:
        return deciders(table.state)[0].seat

    b, c, d = "4@bid 3@bid 0@last", "4@bid 1@bid 1@last", "4@bid 3@bid 0@last"
    assert best_decider(placed(b=b, c=c, d=d, orders=(1, 3, 4, 2))) == D
    assert best_decider(placed(b=b, c=c, d=d, leavers=(B, D))) == C
    assert best_decider(placed(b=b, c=c, d=d, in_force=((A, "intriguer"),))) == A
    assert best_decider(placed(b=b, c=c, d=d, in_force=((A, "intriguer"), (C, "intriguer")))) == C
