"""Whether a game has come to its end, by its rules or by vote. Pure."""

from protocol.games import GAMES
from ys_tui.client.snapshot import Snapshot


def is_over(snapshot: Snapshot) -> bool:
    """Tell whether the game at the player's table has a result, or was ended without one."""
    table = snapshot.table
    if table is None:
        return False
    return table.ended or GAMES[table.setup.game].outcome(table.confirmed) is not None
