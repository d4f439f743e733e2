"""What leaving did in many games, as two tables in Markdown: by policy, and by the round of leaving."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ys_server.bots.arena.leaving.measure import Leave, Others
from ys_server.bots.arena.leaving.policies import POLICIES
from ys_server.bots.arena.markdown import markdown
from ys_server.bots.arena.statistics import mean, mean_error

Column = tuple[str, Callable[[Leave], float]]

OWN: Final[tuple[Column, ...]] = (
    ("own place if it stays", lambda leave: leave.places[0]),
    ("if it leaves", lambda leave: leave.places[1]),
)
TOGETHER: Final[tuple[tuple[str, Callable[[Others], float]], ...]] = (
    ("others' places", lambda others: others.place),
    ("their points", lambda others: others.points),
)
AMONG: Final[tuple[tuple[str, Callable[[Others], float]], ...]] = (
    ("points between them", lambda others: others.apart),
    ("ranks among them", lambda others: others.order),
    ("another leads", lambda others: others.another_first),
)
"""What other luck changes, too; either way, for it favours nobody."""
HEADINGS: Final = (
    "games",
    *(heading for heading, _ in OWN),
    *(heading for heading, _ in (*TOGETHER, *AMONG)),
    *(f"luck: {heading}" for heading, _ in AMONG),
)


def by_policy(leaves: Sequence[Leave]) -> str:
    """Return the table with a row for each policy."""
    rows = ((policy.key, [leave for leave in leaves if leave.policy == policy.key]) for policy in POLICIES)
    return _table("leaves", rows)


def by_round(leaves: Sequence[Leave]) -> str:
    """Return the table with a row for each round in which a seat left, all policies together."""
    rounds = sorted({leave.number for leave in leaves})
    rows = ((f"round {number}", [leave for leave in leaves if leave.number == number]) for number in rounds)
    return _table("in", rows)


def _table(heading: str, rows: Iterable[tuple[str, Sequence[Leave]]]) -> str:
    return markdown(((heading, *HEADINGS), *((name, *_cells(leaves)) for name, leaves in rows)))


def _cells(leaves: Sequence[Leave]) -> tuple[str, ...]:
    lucky = [leave.luck for leave in leaves if leave.luck is not None]
    return (
        str(len(leaves)),
        *(_cell([figure(leave) for leave in leaves]) for _, figure in OWN),
        *(_cell([figure(leave.others) for leave in leaves]) for _, figure in (*TOGETHER, *AMONG)),
        *(_cell([figure(luck) for luck in lucky]) for _, figure in AMONG),
    )


def _cell(values: Sequence[float]) -> str:
    return f"{mean(values):.2f} ± {mean_error(values):.2f}" if values else "–"
