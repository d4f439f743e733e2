"""Marks that cite a rule can be read without running the tests."""

from pathlib import Path

from tests.architecture.citations import RULE, Citation, citations, stated_rules

TESTS = Path(__file__).resolve().parents[1]


def test_every_mark_names_a_rule_by_its_number() -> None:
    """A rule mark holds plain numbers such as R23 or R52c, so that whoever searches for one finds it."""
    assert [c.where for c in citations(TESTS) if c.rule is None or not RULE.fullmatch(c.rule)] == []


def test_marks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """On a test, on a module, on one parameter; several at once; one that is no plain string is found out."""
    source = (
        'pytestmark = pytest.mark.rule("R1")\n'
        '@pytest.mark.rule("R2", "R3")\n'
        "def test_a(): ...\n"
        'CASES = [pytest.param(1, marks=pytest.mark.rule("R52c"))]\n'
        "@pytest.mark.rule(NUMBER)\n"
        "def test_b(): ...\n"
    )
    path = tmp_path / "test_a.py"
    path.write_text(source)
    assert set(citations(tmp_path)) == {
        Citation(f"{path}:1", "R1"),
        Citation(f"{path}:2", "R2"),
        Citation(f"{path}:2", "R3"),
        Citation(f"{path}:4", "R52c"),
        Citation(f"{path}:5", None),
    }


def test_a_rule_is_stated_where_a_paragraph_begins_with_its_number() -> None:
    """A mention of another rule inside a paragraph states nothing."""
    assert stated_rules("**R1 Players.** See R9.\n\n**R26a** More.\nas in **R7**\n") == {"R1", "R26a"}
