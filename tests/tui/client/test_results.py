"""Statistics of one's own results: what is counted together, and the numbers."""

from ys_tui.client.results import Result, Share, shares, table

GAMES = (
    Result("ys", 3, (), 1, 90),
    Result("ys", 3, ("kings-favor",), 3, 61),
    Result("ys", 4, ("kings-favor",), 1, 80),
)


def test_results_are_counted_in_all_by_seats_and_by_options() -> None:
    """Games of the same number of seats, and those with an option, are counted together as well."""
    assert shares(GAMES) == (
        Share("all games", (2, 0, 1, 0), 77.0, 90),
        Share("Ys for 3", (1, 0, 1), 75.5, 90),
        Share("Ys for 4", (1, 0, 0, 0), 80.0, 80),
        Share("King's Favor", (1, 0, 1, 0), 70.5, 80),
        Share("no options", (1, 0, 0), 90.0, 90),
    )
    assert shares(()) == ()


def test_the_table_has_its_numbers_below_each_other() -> None:
    """Every line of the table is as long as its head, a place that cannot be reached left blank."""
    lines = list(table(shares(GAMES)))
    assert len({len(line) for line in lines}) == 1
    assert lines[1] == "all games         3    2    0    1    0  67%     77.0     90"
    assert lines[2] == "Ys for 3          2    1    0    1       50%     75.5     90"


def test_a_narrow_table_has_no_line_too_long() -> None:
    """In few cells the columns are narrow and a long name is cut: each number stays beside its name."""
    for cells in (56, 64, 76):
        lines = list(
            table((*shares(GAMES), Share("Two brokers of a colour", (9, 8, 7, 6), 101.5, 120)), cells)
        )
        assert {len(line) <= cells for line in lines} == {True}
        assert len({len(line) for line in lines}) == 1
        assert lines[0].split() == ["games", "1st", "2nd", "3rd", "4th", "won", "points", "best"]
        assert lines[-1].split()[-7:] == ["9", "8", "7", "6", "30%", "101.5", "120"]
