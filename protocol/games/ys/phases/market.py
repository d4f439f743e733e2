"""Phase 4b: the market's lines, its columns and the prices, and who holds its majority (R42–R46)."""

from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol.games.ys.board import (
    COLOURS,
    COLUMN_MOVES,
    COLUMN_OF,
    LINE_OF,
    LINES,
    SQUARES,
    STEPS,
)
from protocol.games.ys.events import Column, ColumnsRanked, CountBegan, Discarded, Priced, Ranked, Standing
from protocol.games.ys.handlers import answer, forgone, step
from protocol.games.ys.phases.gems import gem_won
from protocol.games.ys.ranking import deciders, ranked, strengths
from protocol.games.ys.state import Phase, State, Task, YsStep, first_to_do, joined, layout_of, told

WHERE: Final = "market"
"""The place that prompts and events about the whole market name."""
SPOTS: Final = {line: frozenset(spot for spot in SQUARES if LINE_OF[spot] == line) for line in LINES}
"""The squares of each line."""


def market_begun(state: State) -> YsStep:
    """Return the step after which the market is revealed by all at once (R42), then counted (F3)."""
    holders = {broker.holder for broker in state.brokers if broker.spot in COLUMN_OF and broker.value is None}
    tasks = (
        *(Task("line", where=f"line-{line}") for line in layout_of(state).lines),
        Task("columns", where=WHERE),
        Task("majority", where=WHERE),
    )
    state = replace(state, phase=Phase.MARKET, area=0, waiting=tuple(sorted(holders)), agenda=tasks)
    return told(state, CountBegan(0))


@step("line")
def count_line(state: State, task: Task) -> YsStep:
    """Return the step in which the best in the line gets its gem (R43), unless it has left (R52c)."""
    line = int(task.where[-1])
    at = layout_of(state).lines.index(line)
    gem = state.market[at]
    state = replace(state, market=(*state.market[:at], "", *state.market[at + 1 :]))
    ranking = ranked(state, strengths(state, SPOTS[line]))
    told_of = (Ranked(task.where, ranking),) if ranking else ()
    if not ranking or ranking[0].seat in state.leavers:
        return told(state, *told_of, Discarded((gem,), task.where))
    return joined(told(state, *told_of), gem_won(state, ranking[0].seat, gem, task.where))


class _Sum(NamedTuple):
    total: int
    brokers: int


def column_sums(state: State) -> Mapping[str, _Sum]:
    """Return the sum of each column and how many brokers make it up; the larger ranks higher (R44, R45)."""
    values: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for broker in state.brokers:
        if broker.spot in COLUMN_OF:
            values[COLUMN_OF[broker.spot]].append(broker.value or 0)
    return {colour: _Sum(sum(column), len(column)) for colour, column in values.items()}


def columns_ranked(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the columns, best first, in groups: in each stand those that are tied (R44, R45).

    Only the player who is best by tie-break can settle what is tied after sums and numbers of brokers.
    """
    sums = column_sums(state)
    best_first = sorted(COLOURS, key=sums.__getitem__, reverse=True)
    return tuple(tuple(tied) for _, tied in groupby(best_first, key=sums.__getitem__))


@step("columns")
def count_columns(state: State, task: Task) -> YsStep:
    """Return the step in which the columns are ranked and the prices move, or the next of a tie is asked for.

    Higher sum first, then more brokers (R44, R45); what is tied after that the best by tie-break decides,
    the better group first (F4).
    """
    ranking: list[str] = []
    for group in columns_ranked(state):
        named = [colour for colour in task.chosen if colour in group]
        left = [colour for colour in group if colour not in named]
        if len(left) > 1:
            return told(
                first_to_do(state, Task("column", deciders(state)[0].seat, WHERE, tuple(left), task.chosen))
            )
        ranking += named + left
    return _moved(state, ranking, column_sums(state), deciders(state) if task.chosen else ())


@answer("column")
def name_column(state: State, task: Task, colour: str) -> YsStep:
    """Return the step in which `colour` ranks next among the columns that are tied (R45)."""
    return told(first_to_do(state, Task("columns", where=WHERE, chosen=(*task.chosen, colour))))


@forgone("column")
def pass_decision(state: State, task: Task) -> YsStep:
    """Return the step in which the decision goes to the best of those who stayed (R52c)."""
    return told(first_to_do(state, Task("columns", where=WHERE, chosen=task.chosen)))


def _moved(state: State, ranking: list[str], sums: Mapping[str, _Sum], by: tuple[Standing, ...]) -> YsStep:
    decided = [_decided(sums[better], sums[worse]) for better, worse in pairwise(ranking)]
    columns = tuple(
        Column(colour, *sums[colour], step) for colour, step in zip(ranking, [*decided, ""], strict=True)
    )
    moved = told(state, ColumnsRanked(columns, by))
    for colour, steps in zip(ranking, COLUMN_MOVES, strict=True):
        moved = joined(moved, _priced(moved.state, colour, steps, WHERE))
    return moved


def _decided(better: _Sum, worse: _Sum) -> str:
    if better.total != worse.total:
        return "sum"
    return "brokers" if better.brokers != worse.brokers else "choice"


@step("majority")
def count_majority(state: State, task: Task) -> YsStep:
    """Return the step after which the best in the market moves a price.

    Nobody does if the market is empty (R46) or the neutral player is the best (R65, F14).
    """
    ranking = ranked(state, strengths(state, COLUMN_OF))
    if not ranking:
        return told(state)
    if ranking[0].seat != layout_of(state).neutral:
        state = first_to_do(state, Task("price", ranking[0].seat, WHERE))
    return told(state, Ranked(WHERE, ranking))


@answer("price")
def move_price(state: State, task: Task, word: str) -> YsStep:
    """Return the step in which a price moves one step, if its track goes on (R46, F5)."""
    return _priced(state, word[:-1], 1 if word.endswith("+") else -1, "majority")


def _priced(state: State, colour: str, steps: int, why: str) -> YsStep:
    index = COLOURS.index(colour)
    before = state.prices[index]
    after = min(max(before + steps, 1), STEPS)
    prices = tuple(after if at == index else price for at, price in enumerate(state.prices))
    assert len(prices) == len(COLOURS)
    return told(replace(state, prices=prices), Priced(colour, before, after, why))
