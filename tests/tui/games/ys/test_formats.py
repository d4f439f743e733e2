"""Formats by the size of the terminal: which one is on, and that its regions fit and do not overlap."""

from itertools import combinations

import pytest

from ys_tui.games.ys.formats import BARS, LEAST, MOST, Box, Format, format_of, has_room, plan


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((80, 24), Format.COMPACT),
        ((79, 24), Format.LIST),
        ((200, 23), Format.LIST),
        ((99, 60), Format.COMPACT),
        ((100, 30), Format.MIDDLE),
        ((119, 36), Format.MIDDLE),
        ((120, 35), Format.MIDDLE),
        ((120, 36), Format.LARGE),
        ((300, 100), Format.LARGE),
    ],
)
def test_the_size_chooses_the_format(size: tuple[int, int], shape: Format) -> None:
    """The richest one that has both the columns and the rows it needs."""
    assert format_of(*size) is shape


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share a cell."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize("shape", list(LEAST))
@pytest.mark.parametrize("more", [(0, 0), (1, 0), (0, 1), (7, 3), (40, 20), (100, 60)])
def test_regions_fit_and_do_not_overlap(shape: Format, more: tuple[int, int]) -> None:
    """From the least size of a format on every region is on the board, and none hides another."""
    columns, rows = LEAST[shape][0] + more[0], LEAST[shape][1] + more[1] - BARS
    for room in (rows, rows - 1):  # a line of the screen's own may take one
        boxes = dict(plan(shape, columns, room))
        count, hand = boxes.pop("count"), boxes["hand"]
        assert hand.y <= count.y
        assert count.y + count.height <= hand.y + hand.height
        for name, box in boxes.items():
            assert box.x >= 0, name
            assert box.width > 0, name
            assert box.height > 0, name
            assert box.x + box.width <= max(columns, 80), name
            assert box.y + box.height <= room, name
        for (name, one), (other, its) in combinations(boxes.items(), 2):
            assert not overlap(one, its), (name, other)


@pytest.mark.parametrize("room", [33, 34, 40, 58])
@pytest.mark.parametrize("more", range(8))
def test_the_journal_gives_rows_to_the_players(room: int, more: int) -> None:
    """As many as they need while two of its lines stay; nothing else moves."""
    usual, shown = plan(Format.LARGE, 120, room), plan(Format.LARGE, 120, room, more)
    moved = shown["players"].height - usual["players"].height
    assert moved == min(more, usual["journal"].height - 4)
    assert shown["journal"].y == shown["players"].y + shown["players"].height
    assert shown["journal"].height == usual["journal"].height - moved
    assert all(shown[name] == usual[name] for name in usual if name not in {"players", "journal"})
    for shape in (Format.LIST, Format.COMPACT, Format.MIDDLE):
        assert plan(shape, 120, room, more) == plan(shape, 120, room)


@pytest.mark.parametrize("shape", list(Format))
def test_every_size_with_room_for_a_format_has_a_plan_of_it(shape: Format) -> None:
    """From the smallest board on that has room, no box is without cells; the terminal's least size has it."""
    columns, rows = LEAST.get(shape, (36, 12))
    assert has_room(shape, columns, rows - BARS)
    smallest = next(each for each in range(1, rows) if has_room(shape, columns, each))
    for room in range(smallest, rows + 40):
        for name, box in plan(shape, columns, room).items():
            assert min(box.width, box.height) > 0, (room, name)
            assert min(box.x, box.y) >= 0, (room, name)


@pytest.mark.parametrize("size", [(60, 16), (60, 34), (80, 21), (119, 34), (120, 18)])
def test_a_board_that_has_not_grown_yet_has_no_room_for_the_round_city(size: tuple[int, int]) -> None:
    """Neither one of a list, nor that of 80×24."""
    assert not has_room(Format.LARGE, *size)


def test_the_board_never_gets_too_wide_to_read() -> None:
    """On a very wide terminal it stands in the middle."""
    boxes = plan(Format.LARGE, 300, 60)
    assert min(box.x for box in boxes.values()) == (300 - MOST) // 2
    assert max(box.x + box.width for box in boxes.values()) == 300 - (300 - MOST) // 2
