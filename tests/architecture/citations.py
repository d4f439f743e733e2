"""Which rules the tests cite: read from the source of the tests, none of them is imported."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RULE = re.compile(r"R\d+[a-z]?")
HEADING = re.compile(r"^\*\*(R\d+[a-z]?)\b", re.MULTILINE)


class Citation(NamedTuple):
    """One `pytest.mark.rule(…)`: where it stands and what it names; None where that is no plain string."""

    where: str
    rule: str | None


def stated_rules(text: str) -> frozenset[str]:
    """The numbers of all rules that the rule text states: paragraphs that begin with a bold number."""
    return frozenset(HEADING.findall(text))


def citations(tests: Path) -> tuple[Citation, ...]:
    """Every rule mark of every test module below a folder, in the order of path and line."""
    return tuple(
        citation for path in sorted(tests.rglob("test_*.py")) for citation in _of(path.read_text(), str(path))
    )


def _of(source: str, name: str) -> Iterator[Citation]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule")):
                yield from _named(node, name)
            case _:
                pass


def _named(mark: ast.Call, name: str) -> Iterator[Citation]:
    where = f"{name}:{mark.lineno}"
    if not mark.args or mark.keywords:
        yield Citation(where, None)
    for argument in mark.args:
        match argument:
            case ast.Constant(value=str(rule)):
                yield Citation(where, rule)
            case _:
                yield Citation(where, None)
