"""Every rule of Ys is cited by a test that fails when the rule is altered."""

from pathlib import Path

from tests.architecture.citations import citations, stated_rules

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "protocol" / "games" / "ys" / "rules.md"

PLAYED = frozenset([f"R{n}" for n in range(1, 79)] + ["R26a", "R52a", "R52b", "R52c"])


def cited() -> frozenset[str]:
    """The rules that at least one test names."""
    return frozenset(c.rule for c in citations(ROOT / "tests") if c.rule is not None)


def number(rule: str) -> tuple[int, str]:
    """The place of a rule in the rule book."""
    digits = rule[1:].rstrip("abc")
    return int(digits), rule[1 + len(digits) :]


def test_every_rule_is_cited() -> None:
    """No rule of the game is without a test that names it."""
    assert sorted(PLAYED - cited(), key=number) == []


def test_every_cited_rule_is_stated() -> None:
    """A test names no rule that the rule text does not state."""
    assert sorted(cited() - stated_rules(RULES.read_text()), key=number) == []


def test_the_rules_are_all_stated() -> None:
    """The list above names only rules of the text, so that a renumbering is noticed."""
    assert sorted(PLAYED - stated_rules(RULES.read_text()), key=number) == []
