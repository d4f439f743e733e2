"""The round city as cells: rings where they belong, room for words only within their ring."""

import pytest

from protocol.games.ys.board import AREAS, NEIGHBORHOODS, RINGS
from ys_tui.games.ys.disc import half_of, outline, pixel, size, slots, spot_at

HALVES = (6, 8, 12, 13, 17, 20)


@pytest.mark.parametrize("half", HALVES)
def test_every_area_is_there_and_the_city_is_symmetric(half: int) -> None:
    """All twelve areas are painted, and each quarter is the mirror of the others."""
    columns, rows = size(half)
    seen = set()
    for row in range(rows):
        for column in range(columns):
            here = pixel(half, column, row, 0)
            east = pixel(half, columns - 1 - column, row, 0)
            south = pixel(half, column, rows - 1 - row, 1)
            rings = {each.ring if each else "" for each in (here, east, south)}
            assert len(rings) == 1
            if here:
                seen.add(f"{here.ring}-{here.number}")
                assert spot_at(half, column, row) == f"{here.ring}-{here.number}"
    assert seen == set(AREAS)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("number", NEIGHBORHOODS)
@pytest.mark.parametrize("ring", RINGS)
def test_words_stand_within_their_ring(half: int, number: int, ring: str) -> None:
    """Both halves of every cell that words may take are of the area: no broker seems to stand elsewhere."""
    found = slots(half, number, ring)
    assert found
    for slot in found:
        for column in range(slot.column, slot.column + slot.cells):
            for part in (0, 1):
                painted = pixel(half, column, slot.row, part)
                assert painted is not None
                assert (painted.number, painted.ring) == (number, ring)


@pytest.mark.parametrize("half", [13, 14, 17])
def test_areas_have_three_rows_of_at_least_eight_cells(half: int) -> None:
    """From the least large layout on there is room for a name and two rows of brokers."""
    for number in NEIGHBORHOODS:
        for ring in RINGS:
            found = slots(half, number, ring)
            assert len(found) == 3
            assert min(slot.cells for slot in found) >= 8
            assert len({slot.row for slot in found}) == 3


def test_the_largest_disc_is_taken_that_fits() -> None:
    """It never needs more cells or rows than there are."""
    for columns in range(20, 120, 7):
        for rows in range(10, 60, 3):
            wide, high = size(half_of(columns, rows))
            assert wide <= columns
            assert high <= rows


def test_outlines_part_the_rings() -> None:
    """Where nothing but letters can be shown, each ring ends in a sign, in every row of the city."""
    columns, rows = size(13)
    for row in (*range(13), *range(14, rows)):
        assert any(outline(13, column, row) for column in range(columns))
    assert not any(outline(13, column, 13) for column in range(columns))
