"""A kept game, played again by the rules of the games that are known here."""

from pathlib import Path

from protocol.games import GAMES
from protocol.text import clean
from ys_tui.games.spoken import SPOKEN
from ys_tui.replay import Replay, ReplayError, opened

_LONGEST = 4_096


def kept(file: str) -> Replay:
    """Return the game in `file`, or raise ReplayError with a sentence that names it."""
    try:
        return opened(Path(file), GAMES, {game: spoken.begins for game, spoken in SPOKEN.items()})
    except ReplayError as error:
        raise ReplayError(f"{clean(file, _LONGEST)}: {error}") from None
