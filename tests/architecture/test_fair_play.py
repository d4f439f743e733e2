"""The page about fair play names tests that are there: every attack of it is tried."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "fair-play.md"
ATTACKS = (
    "lying at reveal",
    "a hand that is not R3",
    "copied seals",
    "a reused token",
    "a swapped seal",
    "a forged move",
    "a dropped move",
    "two logs (fork)",
    "a rollback",
    "a lured opening",
    "a stacked draw",
    "a replayed setup",
    "a stolen seat",
    "a return that nobody asked for",
    "a peek by a spectator",
    "a host who is trusted answers for a seat",
    "a host trusted behind one's back",
    "a seat that locks nothing, or rubbish",
    "a Spy shown a wrong value",
)


def rows() -> dict[str, list[str]]:
    """Return the tests that the page names, by attack."""
    table = PAGE.read_text(encoding="utf-8").split("## Attacks")[1]
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


def test_every_attack_has_its_row() -> None:
    """The page lists the attacks of the threat model, each with at least one test."""
    assert tuple(rows()) == ATTACKS
    assert all(rows().values())


def test_every_test_named_exists() -> None:
    """No test that the page names has been renamed or removed."""
    named = {name for tests in rows().values() for name in tests}
    assert named - existing() == set()
