"""A kept game, played again by the rules of the games that are known here, and told in words."""

from collections.abc import Iterator
from pathlib import Path

from protocol.games import GAMES
from protocol.record import Record
from protocol.text import clean
from ys_tui.client import verify
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.spoken import SPOKEN
from ys_tui.replay import Replay, ReplayError, opened

_LONGEST = 4_096
_BEGINS = {game: spoken.begins for game, spoken in SPOKEN.items()}


def kept(file: str) -> Replay:
    """Return the game in `file`, or raise ReplayError with a sentence that names it."""
    try:
        return opened(Path(file), GAMES, _BEGINS)
    except ReplayError as error:
        raise ReplayError(f"{clean(file, _LONGEST)}: {error}") from None


def record_of(table: TableSnapshot) -> Record:
    """Return the record of the game at `table`, as far as it has got."""
    return Record(table.setup, tuple(table.entries))


def so_far(table: TableSnapshot) -> Replay:
    """Return the game at `table` as far as it has got, or raise ReplayError."""
    return Replay(record_of(table), GAMES, _BEGINS[table.setup.game], is_running=bool(table.awaited))


def journal(replay: Replay, moment: int) -> Iterator[str]:
    """Yield what was played, and everything that happened up to a moment, each with the entry behind it."""
    spoken, table = SPOKEN[replay.record.setup.game], replay.seen(moment)
    yield f"{verify.table(replay.record)}: {', '.join(keys.name for keys in replay.record.setup.seats)}"
    for number, told in enumerate(table.journal):
        yield f"{told.entry:4}  {spoken.happened(table, number)}"
    yield from spoken.result(table)
    if replay.flaw and moment == replay.last:
        yield replay.flaw
