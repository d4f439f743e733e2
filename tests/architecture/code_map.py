"""The map of the code in the README: one line per module, from its docstring.

`python -m tests.architecture.code_map` writes it anew.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.generated import Part

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
PACKAGES: Final = ("protocol", "ys_server", "ys_tui")
PART: Final = Part(README, "map")


def summary(module: Path) -> str:
    """Return the first sentence of the module's docstring, on one line."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def modules() -> Iterator[tuple[str, str]]:
    """Yield (path, summary) of every package down to two levels and of the modules directly in the three."""
    for package in PACKAGES:
        folder = ROOT / package
        for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(ROOT).parts):
            parts = path.relative_to(folder).parts
            if path.name == "__init__.py" and len(parts) <= 3:
                yield f"{path.parent.relative_to(ROOT)}/", summary(path)
            elif len(parts) == 1:
                yield str(path.relative_to(ROOT)), summary(path)


def render() -> str:
    """Return the map as a Markdown table."""
    rows = (f"| `{path}` | {text} |\n" for path, text in modules())
    return "| where | what lives there |\n|---|---|\n" + "".join(rows)


if __name__ == "__main__":
    PART.rewrite(render())
