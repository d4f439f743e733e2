"""What is special at a table, as one line above the board: the number of its players, its options."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment

from protocol.game import TABLE_OPTIONS, Setup
from protocol.games.ys.layout import FULL, OPTIONS, layout
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.lines import Line, fit, style


def terms(scene: Scene, cells: int = BOARD_WIDTH) -> Line:
    """Return in short what is played here; an empty line for the game as it was made."""
    night = style(scene.palette.dim, scene.palette.night)
    return fit((Segment(f" {short_terms(scene.state.setup, cells - 1)}".rstrip(), night),), cells, night)


def short_terms(setup: Setup, cells: int = 0) -> str:
    """Return how many play and which options are chosen; "" for the game as it was made.

    In `cells`, if these are given, words give way whole: those of the neutral player, then of the last
    options, whose number is told.
    """
    chosen = tuple(option.title for option in (*OPTIONS, *TABLE_OPTIONS) if option.key in setup.options)
    seats = len(setup.seats)
    if seats == FULL and not chosen:
        return ""
    neutral = " and a neutral one" * (layout(setup).neutral is not None)
    whole = " · ".join((f"{seats} players{neutral}", *chosen))
    brief = (" · ".join((f"{seats} players", *_first(chosen, count))) for count in range(len(chosen), -1, -1))
    return next((words for words in (whole, *brief) if not cells or cell_len(words) <= cells), "")


def _first(chosen: Sequence[str], count: int) -> Sequence[str]:
    """Return the first so many options, and how many more there are."""
    more = len(chosen) - count
    return (*chosen[:count], f"{more} option{'s' * (more > 1)}{' more' * (count > 0)}") if more else chosen
