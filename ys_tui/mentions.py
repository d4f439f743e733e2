"""Sentences that mention keys, with the keys in force in place of `{table:u}`: a scope, and a key. Pure.

Text of other people is no such sentence: it is put in when the keys are named already.
"""

import re
from typing import Final

from ys_tui.actions import MOVING
from ys_tui.keymap import SCOPE_OF, Keymap, Typing
from ys_tui.keynames import is_letter

MENTION: Final = re.compile(r"\{(?P<scope>[a-z]+):(?P<key>[^}]+)\}")
"""A key in a sentence. In place of a scope, `choosing` is the table while the arrows choose something."""
_TOKENS: Final = {
    "Enter": "enter", "Esc": "esc", "Space": "space", "Arrows": "arrows", "Ctrl+q": "ctrl+q",
}  # fmt: skip
"""How keys are written in sentences, and what bars call them."""
_CHOOSING_SCOPE: Final = "choosing"
_CHOOSING: Final = Typing("table", is_moving=True)
_MOVES: Final = "Arrows or hjkl"


def named(text: str, keymap: Keymap) -> str:
    """Return `text` with the keys in force; as they come, they are written as in a sentence.

    What is of no scope stays as it stands.
    """
    return MENTION.sub(lambda found: _in_force(found, keymap), text)


def _in_force(found: re.Match[str], keymap: Keymap) -> str:
    is_known = found["scope"] == _CHOOSING_SCOPE or found["scope"] in SCOPE_OF
    return _typed(found["key"], found["scope"], keymap) if is_known else found[0]


def _typed(said: str, scope: str, keymap: Keymap) -> str:
    typing = _CHOOSING if scope == _CHOOSING_SCOPE else Typing(scope)
    if said == _MOVES:
        return _moves(keymap, typing)
    token = _TOKENS.get(said) or said.replace("–", "-")
    shown = keymap.shown(token, typing)
    return said if shown == token else shown


def _moves(keymap: Keymap, typing: Typing) -> str:
    """Return which keys are arrows: the arrows or what is typed for them, and a letter for each of them."""
    arrows = _typed("Arrows", _CHOOSING_SCOPE, keymap)
    letters = [
        next(
            (key for key in keymap.told(MOVING, way) if is_letter(key) and keymap.meant(key, typing) == way),
            "",
        )
        for way in ("left", "down", "up", "right")
    ]
    is_known = all(letter and letter in arrows for letter in letters)
    return arrows if is_known or not all(letters) else f"{arrows} or {''.join(letters)}"
