"""Every module says what lives in it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("protocol", "ys_server", "ys_tui")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_begins_with_a_docstring(package: str) -> None:
    """No module of a package lacks the sentence that says what lives there."""
    modules = sorted((ROOT / package).rglob("*.py"))
    silent = [
        str(module.relative_to(ROOT))
        for module in modules
        if not ast.get_docstring(ast.parse(module.read_bytes()))
    ]
    assert modules, f"{package} has no module"
    assert silent == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_ships_its_types(package: str) -> None:
    """Each package carries the marker by which type checkers use its annotations."""
    assert (ROOT / package / "py.typed").is_file()
