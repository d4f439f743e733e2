"""What is written of changes gives the picture that Textual's own output gives, in fewer bytes."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from ys_tui.widgets.terse import Terse

ROWS, COLUMNS, HALF = 4, 12, 6
CONSOLE: Final = Console(color_system="256", force_terminal=True)

Screen = list[tuple[Strip, Strip]]
"""Rows of two pieces."""

WORDS: Final = ("a", " ", "▲", "語", "e\u0301")
"""Characters of one cell, of two, and of one with an accent that takes none."""
GROUND: Final = Style(bgcolor="#0e1420")


def drawn(rng: Random) -> Screen:
    """Return a screen of chance."""
    return [(_half(rng), _half(rng)) for _ in range(ROWS)]


def _half(rng: Random) -> Strip:
    segments = [
        Segment(
            "".join(rng.choices(WORDS, k=rng.randrange(1, 4))),
            Style(
                color=rng.choice(("red", "#d7deea")),
                bgcolor=rng.choice(("#0e1420", "#141c2b")),
                bold=rng.random() < 0.5,
            ),
        )
        for _ in range(rng.randrange(4))
    ]
    return Strip(segments).adjust_cell_length(HALF, GROUND)


def whole(screen: Screen) -> LayoutUpdate:
    """Return the update that draws everything."""
    return LayoutUpdate(list(screen), Region(0, 0, COLUMNS, ROWS))


def changed(screen: Screen, y: int, first: int, last: int) -> ChopsUpdate:
    """Return the update that draws some cells of a row, which has two pieces."""
    chops = [{0: left, HALF: right} for left, right in screen]
    return ChopsUpdate(chops, [(y, first, last)], [[HALF, COLUMNS]] * ROWS)


def picture(updates: Sequence[CompositorUpdate]) -> list[tuple[Any, ...]]:
    """Return what a terminal shows after these; of a blank its ground alone."""
    terminal = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(terminal)
    for update in updates:
        stream.feed(update.render_segments(CONSOLE))
    cells = (terminal.buffer[y][x] for y in range(ROWS) for x in range(COLUMNS))
    return [
        (cell.data, cell.bg) if cell.data == " " else (cell.data, cell.fg, cell.bg, cell.bold)
        for cell in cells
    ]


@pytest.mark.parametrize("seed", range(40))
def test_the_picture_is_that_of_textual(seed: int) -> None:
    """However much of a screen changes, with characters of two cells and of none, too."""
    rng = Random(seed)
    after = drawn(rng)
    updates: list[LayoutUpdate | ChopsUpdate] = [whole(drawn(rng))]
    for _ in range(rng.randrange(8)):
        first, last = sorted(rng.choices(range(COLUMNS + 1), k=2))
        updates.append(changed(after, rng.randrange(ROWS), first, last))
    # What is cut through a wide character is Textual's affair: whole rows are compared.
    updates += [changed(after, y, 0, COLUMNS) for y in range(ROWS)]
    terse = Terse()
    assert picture([_rewritten(terse, update) for update in updates]) == picture(updates)


def test_what_is_shown_is_not_written_again() -> None:
    """The same row twice is nothing the second time; one cell is a move, its colours and the character."""
    ground = Style(color="red", bgcolor="#0e1420")
    left, right, news = (Strip([Segment(text, ground)]) for text in ("abcdef", "ghijkl", "ghiJkl"))
    screen, other = [(left, right)] * ROWS, [(left, news)] * ROWS
    terse, first, last = Terse(), whole(screen), whole(other)
    for update, expected in (
        (first, "abcdefghijkl"),
        (changed(screen, 1, 0, COLUMNS), ""),
        (changed(other, 1, 0, COLUMNS), "\x1b[2;10H\x1b[31;48;5;16mJ\x1b[0m"),
        (changed(other, 1, 0, COLUMNS), ""),
        (last, "abcdefghiJkl"),
    ):
        written = _rewritten(terse, update).render_segments(CONSOLE)
        if update is first or update is last:
            assert written.count(expected) == ROWS
        else:
            assert written == expected


def _rewritten(terse: Terse, update: LayoutUpdate | ChopsUpdate) -> CompositorUpdate:
    rewritten: object = terse(update)
    assert isinstance(rewritten, CompositorUpdate)
    return rewritten
