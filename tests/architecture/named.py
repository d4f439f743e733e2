"""The tests that a page of the docs names in its table, and those that there are."""

import ast
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """Return the tests that the table below `heading` names in its last column, by the first column."""
    below = (ROOT / "docs" / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    table = below.split("\n## ")[0]
    cells = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")]
    return {first.strip(): re.findall(r"`(test_\w+)`", last) for first, *_, last in cells[2:]}


def existing() -> set[str]:
    """Return the names of all tests."""
    trees = (ast.parse(path.read_bytes()) for path in (ROOT / "tests").rglob("test_*.py"))
    return {
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def missing(page: str, heading: str) -> set[str]:
    """Return the tests that the table names and that are not there: renamed, or removed."""
    return {name for tests in rows(page, heading).values() for name in tests} - existing()
