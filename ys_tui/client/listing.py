"""`ys games`: the finished games of a profile, each played again, with the player's own place in it.

Nothing that it tells is taken from a name or a note: points and places follow from the record alone.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from protocol.keys import signing_pair
from protocol.text import clean
from protocol.verdict import ENDED_EARLY, Flaw, Proved
from ys_tui.client import verify
from ys_tui.client.keyring import Keyring
from ys_tui.client.paths import shown
from ys_tui.client.results import Result, facts, shares, table
from ys_tui.client.shelf import DATE, Shelf, alarms_of
from ys_tui.client.snapshot import Alarm
from ys_tui.client.verify import Checked, Exit, Player

_SEARCHED: Final = 60
"""Characters of what was searched that are told again, at most."""
_ORDINALS: Final = {1: "1st", 2: "2nd", 3: "3rd"}


class Listed(Struct, frozen=True):
    """A game on the shelf: what is found in its file, and what only this profile knows of it."""

    path: Path
    checked: Checked
    own: bytes | None
    """The player's own key, if the profile has one."""
    alarms: tuple[Alarm, ...]

    @property
    def date(self) -> str:
        """When it was kept, as its name says."""
        return clean(self.path.name[:DATE])

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats, the best first; none when the game does not prove itself."""
        found = self.checked.found
        return verify.players(found) if isinstance(found, Proved) else ()

    @property
    def mine(self) -> tuple[Player, ...]:
        """The player's own seats: none as a spectator, perhaps several."""
        return tuple(player for player in self.players if player.key == self.own)


def games(folder: Path, shelf: Shelf, *, is_newest_first: bool = False) -> Iterator[Listed]:
    """Yield the games on the shelf of the profile in `folder`, the oldest first; nothing is written."""
    own = own_key(folder)
    for path in shelf.games()[:: -1 if is_newest_first else 1]:
        yield Listed(path, verify.check(path), own, alarms_of(path))


def own_key(folder: Path) -> bytes | None:
    """Return the public key of the profile in `folder`; None when nobody has played with it yet."""
    if not (folder / "identity").exists():
        return None
    return signing_pair(Keyring(folder).identity)[0]


def summary(listed: Listed) -> Iterator[str]:
    """Yield the lines that people read."""
    record, found = listed.checked.record, listed.checked.found
    yield clean(listed.path.name)
    if record is None or not isinstance(found, Proved):
        yield f"  {_without_path(listed)}"
    else:
        yield f"  {listed.date}  {verify.table(record)}: {', '.join(map(_points, listed.players))}"
        if word := verify.order(listed.players):
            yield f"  {word}"
        own = (
            f"{_ordinal(player.place)} with {player.points} points{_parting(player)}"
            for player in listed.mine
        )
        yield f"  you: {' and '.join(own) or 'looked on'}; every entry is verified"
        yield f"  ys replay {shown(listed.path)}"
    for alarm in listed.alarms:
        yield f"  ! {alarm.detail}"


def _without_path(listed: Listed) -> str:
    (line,) = verify.summary(listed.checked)
    return line.removeprefix(clean(listed.checked.file, verify.PATH_LENGTH) + ": ")


def _points(player: Player) -> str:
    return f"{player.name} {player.points}{_parting(player)}"


def _parting(player: Player) -> str:
    return f" ({player.parting})" if player.left else ""


def _ordinal(place: int) -> str:
    return _ORDINALS.get(place, f"{place}th")


def as_json(listed: Listed) -> str:
    """Return one line for scripts: what `ys verify --json` says, date, own seats and alarms besides."""
    facts: dict[str, Any] = {
        **verify.facts(listed.checked),
        "date": listed.date,
        "mine": [{"name": seat.name, "points": seat.points, "place": seat.place} for seat in listed.mine],
        "alarms": [{"code": alarm.code, "detail": alarm.detail} for alarm in listed.alarms],
    }
    return json.dumps(facts)


def matches(listed: Listed, word: str) -> bool:
    """Tell whether `word` is in what is told of a game: its date, what was played, a name, its file."""
    return any(word.casefold() in line.casefold() for line in summary(listed))


def results(found: Iterable[Listed]) -> Sequence[Result]:
    """Return what came of each game for the player; one on two seats counts twice."""
    return tuple(
        Result(record.setup.game, len(record.setup.seats), record.setup.options, player.place, player.points)
        for listed in found
        if (record := listed.checked.record) is not None
        for player in listed.mine
    )


def run(
    folder: Path, shelf: Shelf, *, is_json: bool, is_strict: bool, search: str = "", is_counted: bool = False
) -> int:
    """Print the games of the profile in `folder` that `search` is in, or the statistics of one's own results.

    Strictly, a game that does not hold is the exit code; one that its table has ended by a vote does.
    """
    verify.tolerate()
    worst, shown_games = Exit.PROVED, list[Listed]()
    for listed in games(folder, shelf):
        worst = max(worst, Exit.PROVED if _is_ended(listed) else listed.checked.exit)
        if not matches(listed, search):
            continue
        shown_games.append(listed)
        if not is_counted:
            _write((as_json(listed),) if is_json else summary(listed))
    if is_counted:
        counted = shares(results(shown_games))
        _write((json.dumps(facts(share)) for share in counted) if is_json else table(counted))
    elif not is_json:
        number, where = len(shown_games), shown(shelf.folder)
        having = f" with “{clean(search, _SEARCHED)}”" if search else ""
        _write((f"{number} game{'' if number == 1 else 's'}{having} in {where}",))
    return worst if is_strict else 0


def _is_ended(listed: Listed) -> bool:
    """Tell whether all of a game holds, and its table has voted to end it."""
    found = listed.checked.found
    return isinstance(found, Flaw) and found.code == ENDED_EARLY


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()
