"""What the points are at every table, and the page that says so."""

import pytest

from protocol.game import combinations
from protocol.games.ys.game import YS
from ys_server.bots.__main__ import main
from ys_server.bots.arena import tables
from ys_server.bots.arena.arguments import Table, all_weak, described
from ys_server.bots.arena.recount import Recount
from ys_server.bots.arena.tables import HEADINGS, Count, row


def test_every_table_has_its_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command prints a row for each number of seats with each set of options, all equally wide."""
    monkeypatch.setattr(tables, "USUALS", (all_weak,))
    assert main(["tables", "--games", "1", "--processes", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "random, random, random, random: 1 games a table, seed 1"
    rows = [line for line in lines if line.startswith("|")]
    named = [line.split(" | ")[0].removeprefix("| ") for line in rows[2:]]
    assert named == [described(seats, options) for seats, options in combinations(YS)]
    assert {line.count("|") for line in rows} == {len(HEADINGS) + 1}


def test_a_row_of_two_seats_and_a_neutral_player() -> None:
    """Means by player, together, and by source of them all; spread and victories are the seats'."""
    first = Count(Recount(((10, 20, 60), (1, 2, 3))), (0.0, 1.0))
    second = Count(Recount(((30, 20, 40), (1, 2, 3))), (1.0, 0.0))
    cells = row(Table(("random", "random")), [first, second])
    assert cells[:7] == ("2 seats", "21.0", "22.0", "", "", "53.0", "96.0 ± 0.0")
    assert cells[7:9] == ("90.0", "6.0")
    assert cells[-2:] == ("10.0", "50%")
