"""The tables of keys in docs/keys.md: `python -m tests.tui.keys_page` writes them anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ys_tui.actions import SCOPES
from ys_tui.keymap import DEFAULT
from ys_tui.keynames import shown

PAGE: Final = Path(__file__).parents[2] / "docs" / "keys.md"
BEGIN: Final = "<!-- keys -->\n"
END: Final = "<!-- end of keys -->\n"


def render() -> str:
    """Return what keys do as Markdown tables, one for each part of the client."""
    return "\n" + "\n".join(_tables()) + "\n"


def _tables() -> Iterator[str]:
    for scope in SCOPES:
        if scope.actions:
            yield f"## {scope.title}: `[{scope.name}]`\n\n| action | keys | what it does |\n|---|---|---|"
            for action in scope.actions:
                keys = " ".join(f"`{shown(key)}`" for key in DEFAULT.keys(scope, action))
                yield f"| `{action.name}` | {keys} | {action.told} |"
            yield ""


def written() -> str:
    """Return the tables as they stand in the page."""
    return PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


def rewrite() -> None:
    """Put the keys as they are into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + render() + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    rewrite()
