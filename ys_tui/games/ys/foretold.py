"""The projection in sentences: what counting now would give, for who plays line by line."""

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.draw_projection import INTRO
from ys_tui.games.ys.projection import projection
from ys_tui.games.ys.seated import names_now


def foretold(table: TableSnapshot) -> tuple[str, ...]:
    """Return the projection of a game that goes on, a line for each thing, each seat by its name."""
    people = names_now(table)
    lines = [INTRO]
    for section in projection(table.view):
        lines.append(f"{section.title}:")
        lines += (
            "".join(part if isinstance(part, str) else people[part] for part in told)
            for told in section.lines
        )
    return tuple(lines)
