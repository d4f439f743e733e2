"""Whether a game has come to its end, by its rules or by vote, and what is said of it. Pure, no widget."""

from protocol.games import GAMES
from protocol.seating import END
from ys_tui.client.paths import shown
from ys_tui.client.snapshot import Snapshot, TableSnapshot
from ys_tui.client.voted import Balloted


def is_over(snapshot: Snapshot) -> bool:
    """Tell whether the game at the player's table has a result, or was ended without one."""
    table = snapshot.table
    if table is None:
        return False
    return table.ended or GAMES[table.setup.game].outcome(table.confirmed) is not None


def ended_words(table: TableSnapshot) -> tuple[str, ...]:
    """Return that the game was ended by vote, and by whose."""
    names = [
        table.names[told.event.voter]
        for told in table.journal
        if isinstance(told.event, Balloted) and told.event.choice == END
    ]
    voted = (f"Voted to end it: {' and '.join(dict.fromkeys(names))}.",) * bool(names)
    return ("The table has ended this game by vote: it has no result.", *voted)


def saved_words(table: TableSnapshot) -> str:
    """Return where the game is kept and how it is checked, "" when it is not kept."""
    if table.kept is None or not table.kept.path:
        return ""
    return f"Saved; anybody can check it with: ys verify {shown(table.kept.path)}"
