"""The map of the code in the README: one line per module, from its docstring.

`python -m tests.architecture.code_map` writes it anew.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
PACKAGES: Final = ("protocol", "ys_server", "ys_tui")
BEGIN: Final = "<!-- map -->\n"
END: Final = "<!-- end of map -->\n"


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


def written() -> str:
    """Return the map as it stands in the README."""
    return README.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


def rewrite() -> None:
    """Put the map of the tree as it is into the README."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    README.write_text(before + BEGIN + render() + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    rewrite()
