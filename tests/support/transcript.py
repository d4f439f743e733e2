"""A whole match as text that a person can review: every entry, its actions, what happened, the digest.

`python -m tests.support.transcript` writes all transcripts of `tests/data/transcripts` anew.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from protocol.game import ESCROW, AnswerFor, Event, Game, Resign, combinations
from protocol.games import GAMES
from protocol.games.ys.game import YS
from protocol.games.ys.layout import KINGS_FAVOR
from protocol.match import Entry
from tests.support.driver import NAMES, Seated, seated

FOLDER: Final = Path(__file__).parents[1] / "data" / "transcripts"
SEED: Final = 2004
SHOWN_BYTES: Final = 4


def whole(table: Seated[Any]) -> Iterator[Entry]:
    """Play `table` to its end."""
    return table.steps()


def with_leavers(table: Seated[Any]) -> Iterator[Entry]:
    """Play `table` to its end; two seats resign on the way, when a third and two thirds are over."""
    setup = table.setup
    alike = seated(table.game, len(setup.seats), SEED, options=setup.options, with_chairs=False)
    length = sum(1 for _ in alike.steps())
    for entry in table.steps():
        yield entry
        for seat, part in ((1, length // 3), (3, length * 2 // 3)):
            if len(table.match.log) == part and seat < len(setup.seats) and table.match.prompts:
                yield table.do(seat, Resign())


COURSES: Final[dict[str, Callable[[Seated[Any]], Iterator[Entry]]]] = {
    "whole": whole,
    "leavers": with_leavers,
}
"""The ways a transcript's game goes, by name."""


class Wanted(Struct, frozen=True):
    """What there is a transcript of."""

    game: Game[Any]
    seats: int
    options: tuple[str, ...]
    course: str


def wanted() -> dict[str, Wanted]:
    """Return what there must be a transcript of, by file name: a whole game at every table there is.

    Seats leave at the tables with no option and at those with the most, for each number of seats. One table
    trusts its host.
    """
    tables = [(game, *table) for game in GAMES.values() for table in combinations(game)]
    most = {(game, seats): options for game, seats, options in tables}
    tables.append((YS, 3, (KINGS_FAVOR.key, ESCROW.key)))
    return {
        f"{'-'.join((game.key, str(seats), *options))}-{course}.txt": Wanted(game, seats, options, course)
        for game, seats, options in tables
        for course in COURSES
        if course == "whole" or options in ((), most[game, seats])
    }


def transcript(of: Wanted) -> str:
    """Return the text of the game of SEED."""
    game, seats, course = of.game, of.seats, of.course
    table = seated(game, seats, SEED, options=of.options)
    names = "  ".join(f"{seat} {NAMES[seat]}" for seat in range(seats))
    played = ", ".join((game.title, f"{seats} seats", *of.options))
    lines = [f"{played}, rules {game.rules}, seed {SEED}, {course}", names]
    happened: list[Event] = []
    _listen(table, happened)
    for entry in COURSES[course](table):
        number = len(table.match.log) - 1
        lines += ["", f"{number} · {_who(entry)} after {entry.at} · {table.match.digest().hex()}"]
        lines += [f"  {_done(game, raw)}" for raw in entry.actions]
        lines += [f"  → {_text(event)}" for event in happened]
        happened.clear()
    lines += ["", _text(game.outcome(table.match.state))]
    return "\n".join(lines) + "\n"


def _listen(table: Seated[Any], happened: list[Event]) -> None:
    submit = table.match.submit

    def heard(entry: Entry) -> tuple[Event, ...]:
        events = submit(entry)
        happened.extend(events)
        return events

    table.match.submit = heard  # type: ignore[method-assign]  # a listener on one object


def _who(entry: Entry) -> str:
    return "nature" if entry.seat < 0 else NAMES[entry.seat]


def _done(game: Game[Any], raw: bytes) -> str:
    action = game.decode(raw)
    if isinstance(action, AnswerFor):
        return f"for {NAMES[action.seat]}: {_done(game, action.action)}"
    return _text(action)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value[:SHOWN_BYTES].hex() + "…" * (len(value) > SHOWN_BYTES)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_text, value)) + ")"
    if isinstance(value, Struct):
        fields = ((field.name, getattr(value, field.name)) for field in structs.fields(value))
        return " ".join([type(value).__name__, *(f"{name}={_text(content)}" for name, content in fields)])
    return str(value)


def write_all() -> None:
    """Write every transcript that is wanted, and remove those that are not."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted():
            path.unlink()
    for name, of in wanted().items():
        (FOLDER / name).write_text(transcript(of), encoding="utf-8")


if __name__ == "__main__":
    write_all()
