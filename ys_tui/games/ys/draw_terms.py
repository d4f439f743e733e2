"""What is special at a table, as one line above the board: the number of its players, its options."""

from rich.segment import Segment

from protocol.game import TABLE_OPTIONS, Setup
from protocol.games.ys.layout import FULL, OPTIONS, layout
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.lines import Line, fit, style


def terms(scene: Scene, cells: int = BOARD_WIDTH) -> Line:
    """Return in short what is played here; an empty line for the game as it was made."""
    night = style(scene.palette.dim, scene.palette.night)
    return fit((Segment(f" {short_terms(scene.state.setup)}".rstrip(), night),), cells, night)


def short_terms(setup: Setup) -> str:
    """Return how many play and which options are chosen; "" for the game as it was made."""
    chosen = tuple(option.title for option in (*OPTIONS, *TABLE_OPTIONS) if option.key in setup.options)
    seats = len(setup.seats)
    if seats == FULL and not chosen:
        return ""
    players = f"{seats} players" + " and a neutral one" * (layout(setup).neutral is not None)
    return " · ".join((players, *chosen))
