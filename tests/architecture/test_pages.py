"""The pages of figures in `docs/` are complete, and the commands that made them are there."""

import re

import pytest

from protocol.game import combinations
from protocol.games.ys.game import YS
from tests.architecture.code_map import ROOT
from ys_server.bots.__main__ import main
from ys_server.bots.arena.arguments import Table, described, one_against_all
from ys_server.bots.arena.leaving.figures import HEADINGS
from ys_server.bots.arena.leaving.policies import POLICIES
from ys_server.bots.arena.tables import HEADINGS as COLUMNS
from ys_server.bots.arena.tables import USUALS, Task, counted, row

DOCS = ROOT / "docs"


def _tables(page: str) -> list[list[list[str]]]:
    """Return the tables of a page: the headings, the rule below them, and the rows, as cells."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in blocks
    ]


def test_every_table_has_its_averages() -> None:
    """For each company of bots the page has a row for every number of seats with every set of options."""
    found = [table for table in _tables("tables.md") if tuple(table[0]) == COLUMNS]
    assert len(found) == len(USUALS)
    for _, _, *rows in found:
        assert [row[0] for row in rows] == [described(*table) for table in combinations(YS)]


@pytest.mark.slow
@pytest.mark.timeout(1_200)  # two hundred games, perhaps on a machine with much else to do
@pytest.mark.parametrize(("seats", "options"), [(2, ()), (3, ("kings-favor",))])
def test_a_row_of_averages_is_what_the_bots_play_now(seats: int, options: tuple[str, ...]) -> None:
    """A bot that has changed since shows: the row of one `greedy` comes out as the page has it."""
    table = Table(one_against_all(seats), options)
    played = row(table, [counted(Task(table, 1, number)) for number in range(1, 201)])
    (_, greedy) = (table for table in _tables("tables.md") if tuple(table[0]) == COLUMNS)
    assert list(played) in greedy


def test_every_policy_has_its_figures() -> None:
    """The page about leaving has a row for every policy, and a sentence that says what it is."""
    policies, rounds = (table for table in _tables("leaving.md") if tuple(table[0][1:]) == HEADINGS)
    assert [row[0] for row in policies[2:]] == [policy.key for policy in POLICIES]
    assert [row[0] for row in rounds[2:]] == ["round 1", "round 2", "round 3", "round 4"]
    text = (DOCS / "leaving.md").read_text(encoding="utf-8")
    assert all(policy.text in text for policy in POLICIES)


@pytest.mark.parametrize("page", ["tables.md", "leaving.md"])
def test_the_command_that_made_a_page_is_understood(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The page names the command that made it, with arguments that the command has."""
    text = (DOCS / page).read_text(encoding="utf-8")
    commands = re.findall(r"^ *(?:\.venv/bin/)?python -m ys_server\.bots (.*)$", text, re.MULTILINE)
    assert commands
    for command in commands:
        with pytest.raises(SystemExit) as ended:
            main([*command.split(), "--help"])
        assert ended.value.code == 0
        said = capsys.readouterr().out
        assert all(word in said for word in command.split() if word.startswith("--"))
