"""The games that can be played line by line: one line for each."""

from collections.abc import Mapping
from typing import Final

from ys_tui.games.ys.spoken import YS_SPOKEN
from ys_tui.spoken import Spoken

SPOKEN: Final[Mapping[str, Spoken]] = {"ys": YS_SPOKEN}
"""What each game offers for that, by the game's key."""
