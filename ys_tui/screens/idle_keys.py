"""What is said to a key that does nothing where a decision is asked: which keys do something there. Pure."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from ys_tui.actions import EVERYWHERE
from ys_tui.keymap import GIVEN_UP, Keymap, Typing
from ys_tui.keynames import called

_MOST: Final = 77
"""Cells that it takes at most: it stands in one line of the smallest board."""
_ALWAYS: Final = frozenset({"escape", *(key for action in EVERYWHERE.actions for key in action.does)})
"""Keys that do something on every screen."""


def does_nothing(key: str, offered: frozenset[str]) -> bool:
    """Tell whether `key` is none that does something everywhere, or of those that are `offered` just now."""
    return key not in _ALWAYS and key not in offered


def reply(
    key: tuple[str, str | None], keys: Sequence[tuple[str, str]], keymap: Keymap, typing: Typing
) -> str:
    """Return that a key does nothing, and what can be done: `keys` with what they do, as they are in force.

    The key is the one that the screens know, and the character that was typed. To a modifier alone and the
    like nothing is said.
    """
    name = called(key[0].removeprefix(GIVEN_UP), key[1])
    chosen = keymap.shown(key[0], typing)
    if name != key[1] and chosen != key[0]:
        name = chosen
    return answer(name, [(keymap.shown(token, typing), what) for token, what in keys]) if name else ""


def answer(name: str, keys: Sequence[tuple[str, str]]) -> str:
    """Return that the key called `name` does nothing, and what can be done: `keys` with what they do.

    As many of them as there is room for, the first ones.
    """
    said = f"{name} does nothing here."
    told = [f"{key}: {what}" for key, what in keys]
    fitting = (f"{said} {', '.join(told[:count])}." for count in range(len(told), 0, -1))
    return next((words for words in fitting if cell_len(words) <= _MOST), said)
