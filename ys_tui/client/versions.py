"""What a table plays that this version of the program does not know: a difference, nobody's lie."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from protocol.game import Game, options_of

OTHER: Final = "rules"
"""The code of what is said then; it is no alarm."""


def obstacle(games: Mapping[str, Game[Any]], key: str, rules: int, options: Sequence[str]) -> str:
    """Return in a sentence what of a table only a newer version can know, or "".

    Earlier revisions of the rules are the game's own to judge when it starts.
    """
    game = games.get(key)
    if game is None or rules > game.rules:
        own = f"revision {game.rules}" if game else "none of it"
        return f"The table plays {key} by revision {rules}; this client knows {own}."
    known = {option.key for option in options_of(game)}
    for option in options:
        if option not in known:
            return f"This client cannot play at that table: {game.title} has no option {option}."
    return ""
