"""`ys verify`: files with games are played again, without any server, and each is told from its first flaw.

What it prints is made of text that was checked: names are `Name`s, and paths are cleaned.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from protocol.game import NATURE, Seat, options_of
from protocol.games import GAMES
from protocol.record import LIMIT, Record, RecordError, load
from protocol.text import clean
from protocol.verdict import Flaw, Proved, Verdict, judge
from ys_tui.client import files, words

PATH_LENGTH: Final = 4_096
"""Characters of a path that are shown, at most."""


class Exit(IntEnum):
    """What the command answers to the shell; of several files, the highest."""

    PROVED = 0
    FLAWED = 1
    NO_GAME = 2


class Checked(Struct, frozen=True):
    """A file and what was found in it."""

    file: str
    record: Record | None
    found: Verdict | RecordError

    @property
    def exit(self) -> Exit:
        """The exit code for this file alone."""
        if isinstance(self.found, RecordError):
            return Exit.NO_GAME
        return Exit.PROVED if isinstance(self.found, Proved) else Exit.FLAWED


class Player(Struct, frozen=True):
    """A seat of a game that is over."""

    name: str
    key: bytes
    bot: bool
    left: bool
    caught: str
    """About what it was found to have lied, "" if it was not."""
    points: int
    place: int
    holder: str
    """Who had the seat at the end, if somebody else had taken it."""

    @property
    def parting(self) -> str:
        """How the seat left the game in a word or two, "" if it stayed."""
        return f"caught: {self.caught}" if self.caught else "left" * self.left


def check(path: Path | str) -> Checked:
    """Return what is found in the file at `path`; never more of it is read than a record can have."""
    name = str(path)
    if not name:
        return Checked(name, None, RecordError("unreadable", "no file is named"))
    try:
        with files.regular(Path(path)) as file:
            data = file.read(LIMIT + 1)
        record = load(data)
    except RecordError as error:
        return Checked(name, None, error)
    except (OSError, ValueError) as error:  # a ValueError: no path can have a zero byte
        reason = error.strerror if isinstance(error, OSError) else None
        return Checked(name, None, RecordError("unreadable", f"it cannot be read ({reason or error})"))
    return Checked(name, record, judge(record, GAMES))


def players(proved: Proved) -> tuple[Player, ...]:
    """Return the seats of a game that is over, the best first."""
    match, outcome = proved.match, proved.outcome
    left = match.game.left(match.state)
    lies = {event.seat: event.lie for event in reversed(proved.exposed)}
    seats = (
        Player(
            name=keys.name,
            key=keys.sign,
            bot=keys.bot,
            left=Seat(seat) in left,
            caught=lies.get(Seat(seat), ""),
            points=outcome.points[seat],
            place=outcome.places[seat],
            holder="" if keys.sign == match.seating.chairs[seat].sign else match.seating.chairs[seat].name,
        )
        for seat, keys in enumerate(match.setup.seats)
    )
    return tuple(sorted(seats, key=lambda player: player.place))


def order(seats: Sequence[Player]) -> str:
    """Return why somebody with more points is behind, "" where nobody is."""
    stayed = (seat.points for seat in seats if not seat.left)
    left = (seat.points for seat in seats if seat.left)
    is_odd = max(left, default=0) > min(stayed, default=0)
    return "Whoever left is behind all who stayed, whatever the points." if is_odd else ""


def table(record: Record) -> str:
    """Return in words what is played in a known game: its name, the seats, the options."""
    game = GAMES[record.setup.game]
    chosen = (option.title for option in options_of(game) if option.key in record.setup.options)
    return ", ".join((game.title, f"{len(record.setup.seats)} players", *chosen))


def summary(checked: Checked) -> Iterator[str]:
    """Yield the lines that people read."""
    file, found = clean(checked.file, PATH_LENGTH) or "''", checked.found
    if isinstance(found, RecordError):
        yield f"{file}: no game: {clean(str(found))} [{found.code}]"
        return
    record = checked.record
    assert record is not None
    if isinstance(found, Flaw):
        yield f"{file}: {_flaw(record, found)} [{found.code}]"
        return
    yield f"{file}: every entry is verified"
    yield f"  {table(record)}; rules {record.setup.rules}"
    seats = players(found)
    width = max(cell_len(player.name) for player in seats)
    for player in seats:
        notes = [
            *("bot",) * player.bot,
            *(player.parting,) * player.left,
            *(f"{player.holder} at the end",) * bool(player.holder),
        ]
        named = set_cell_size(player.name, width) + (f" ({', '.join(notes)})" if notes else "")
        yield f"  {player.place}. {player.points:3} points  {named}  key: {words.of_key(player.key)}"
    if word := order(seats):
        yield f"  {word}"
    yield f"  {len(record.entries)} entries: {words.of_log(found.match.chain)}"
    yield f"  chain {found.match.chain.hex()}"


def _flaw(record: Record, flaw: Flaw) -> str:
    if flaw.has_no_result:
        return f"NO RESULT: every entry is verified, but {clean(flaw.detail)}"
    where = "" if flaw.entry is None else f"{_entry(record, flaw.entry)}: "
    return f"FAILS: {where}{clean(flaw.detail)}"


def _entry(record: Record, number: int) -> str:
    seat = record.entries[number].seat
    known = 0 <= seat < len(record.setup.seats)
    by = "nature" if seat == NATURE else record.setup.seats[seat].name if known else f"seat {seat}"
    return f"entry {number} (of 0 to {len(record.entries) - 1}), by {by}"


def as_json(checked: Checked) -> str:
    """Return one line for scripts."""
    return json.dumps(facts(checked))  # escapes whatever is not ASCII: nothing reaches a terminal as it is


def facts(checked: Checked) -> dict[str, Any]:
    """Return what scripts are told: the same fields for every file, None where nothing is known."""
    found, record = checked.found, checked.record
    proved = found if isinstance(found, Proved) else None
    flaw = found if isinstance(found, Flaw) else None
    return {
        "file": checked.file,
        "exit": checked.exit,
        "verdict": _VERDICTS[checked.exit],
        "code": None if isinstance(found, Proved) else found.code,
        "reason": flaw.detail if flaw else str(found) if isinstance(found, RecordError) else None,
        "rule": flaw.rule or None if flaw else None,
        "entry": flaw.entry if flaw else None,
        "entries": len(record.entries) if record else None,
        "game": record.setup.game if record else None,
        "rules": record.setup.rules if record else None,
        "options": record.setup.options if record else None,
        "setup": record.setup.digest().hex() if record else None,
        "players": [_facts(player) for player in players(proved)] if proved else None,
        "chain": proved.match.chain.hex() if proved else None,
        "words": words.of_log(proved.match.chain) if proved else None,
        "covered": proved.covered if proved else None,
    }


_VERDICTS: Final[Mapping[Exit, str]] = {
    Exit.PROVED: "proved",
    Exit.FLAWED: "flawed",
    Exit.NO_GAME: "no-game",
}


def _facts(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "key": player.key.hex(),
        "words": words.of_key(player.key),
        "bot": player.bot,
        "left": player.left,
        "caught": player.caught or None,
        "holder": player.holder or None,
        "points": player.points,
        "place": player.place,
    }


def tolerate() -> None:
    """Let letters that the terminal does not know be printed in another way."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def run(files: Sequence[Path | str], *, is_json: bool) -> int:
    """Print what is found in each of `files` and return the highest exit code."""
    tolerate()
    worst = Exit.PROVED
    for file in files:
        checked = check(file)
        worst = max(worst, checked.exit)
        for line in (as_json(checked),) if is_json else summary(checked):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return worst
