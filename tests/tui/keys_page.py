"""The tables of keys in docs/keys.md: `python -m tests.tui.keys_page` writes them anew."""

from collections.abc import Iterator
from typing import Final

from tests.support.generated import DOCS, Part
from ys_tui.actions import SCOPES
from ys_tui.keymap import DEFAULT
from ys_tui.keynames import shown

PART: Final = Part(DOCS / "keys.md", "keys")


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


if __name__ == "__main__":
    PART.rewrite(render())
