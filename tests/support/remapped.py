"""Keys all of which are others than usual, and what shows that a sentence names a usual one all the same."""

import ast
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import ys_tui
from ys_tui.actions import SCOPES
from ys_tui.keymap import Keymap

_FIRST: Final = 0x4E00
"""The first of the letters that stand for the keys: they are nowhere else in what the client says."""
_LETTERS: Final = count(_FIRST)
REMAPPED: Final = Keymap(
    {(scope.name, action.name): (chr(next(_LETTERS)),) for scope in SCOPES for action in scope.actions}
)
"""Every action has a key of its own."""
LITERAL: Final = re.compile(
    r"""
      \b(?:Enter|Esc|Escape|Tab|PgUp|PgDn|Backspace|[Cc]trl\+[a-z]|hjkl|[Aa]n?\ arrow|[Aa]rrows)\b
    | \bSpace\ [a-z]
    | \b[Pp]ress\ (?:(?:one|two)\ of\ )?(?:(?!a\b)[!-~]\b|\d[–-]\d)
    | (?<=\()\d[–-]\d(?=\))
    | (?<![\w'’.…+*)–/:?-])(?:[b-zB-HJ-Z?]|(?<=\()a)
      (?=:\ |\)|\ (?!(?:is|was|has|gems)\b)[a-z]+s\b|\ and\ a\b|\ to\ |\ in\ the\b|\ at\ the\b)
    """,
    re.VERBOSE,
)
"""A usual key in a sentence: by its name, or a letter where a key stands."""


def sentences() -> Iterator[tuple[str, str]]:
    """Yield each string of several words in the source of the client, and where it stands.

    What is put into one when it is said stands there as `…`; descriptions of code are none.
    """
    root = Path(ys_tui.__file__).parent
    for path in sorted(root.rglob("*.py")):
        for node in _strings(ast.parse(path.read_text(encoding="utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else _joined(node)
            if isinstance(text, str) and " " in text.strip():
                yield f"{path.relative_to(root)}:{node.lineno}", text


def _strings(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield node
        for part in ast.iter_child_nodes(node):
            yield from _strings(part) if isinstance(part, ast.FormattedValue) else ()
        return
    for child in ast.iter_child_nodes(node):
        is_described = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        yield from () if is_described else _strings(child)


def _joined(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
