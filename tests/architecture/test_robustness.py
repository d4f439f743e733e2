"""The page about robustness names tests that are there: every symptom of it is tried."""

from tests.architecture.named import missing, rows

TABLES = {"Fifteen symptoms": 15, "One attack at a time": 12}
"""Heading of a table, and how many rows it has."""
PAGE = "robustness.md"


def test_every_symptom_and_attack_has_its_row() -> None:
    """Each row of each table names at least one test."""
    for heading, count in TABLES.items():
        found = rows(PAGE, heading)
        assert len(found) == count
        assert all(found.values()), found


def test_every_test_named_exists() -> None:
    """No test that the page names has been renamed or removed."""
    assert [missing(PAGE, heading) for heading in TABLES] == [set()] * len(TABLES)
