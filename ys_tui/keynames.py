"""How keys are named: as a player types them in a file, as Textual has them, as a bar shows them. Pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

NAMED: Final = (
    "up", "down", "left", "right", "enter", "space", "escape", "tab", "backspace", "insert", "delete", "home",
    "end", "pageup", "pagedown",
)  # fmt: skip
"""Keys with names; besides these there are the characters, f1 to f20 and combinations."""
ALLOWED: Final = (
    f'a character such as "j" or "?", {", ".join(NAMED)}, f1 to f20, ctrl+LETTER, alt+LETTER, or shift+ and '
    "a key with a name"
)
"""The keys that there are, in words."""
_CHARACTERS: Final = {
    "exclamation_mark": "!", "quotation_mark": '"', "number_sign": "#", "dollar_sign": "$",
    "percent_sign": "%", "ampersand": "&", "apostrophe": "'", "left_parenthesis": "(",
    "right_parenthesis": ")", "asterisk": "*", "plus": "+", "comma": ",", "minus": "-", "full_stop": ".",
    "slash": "/", "colon": ":", "semicolon": ";", "less_than_sign": "<", "equals_sign": "=",
    "greater_than_sign": ">", "question_mark": "?", "at": "@", "left_square_bracket": "[",
    "backslash": "\\", "right_square_bracket": "]", "circumflex_accent": "^", "underscore": "_",
    "grave_accent": "`", "left_curly_bracket": "{", "vertical_line": "|", "right_curly_bracket": "}",
    "tilde": "~",
}  # fmt: skip
"""The characters of ASCII that are no letters, by Textual's names of their keys.

The names of all others are in Unicode's table, of which a client that looks there has half a megabyte.
"""
_KEYS: Final = {typed: key for key, typed in _CHARACTERS.items()}
_SHORT: Final = {"escape": "esc", "pageup": "pgup", "pagedown": "pgdn", "shift+tab": "shift+tab"}
_FUNCTION: Final = re.compile(r"f([1-9]|1[0-9]|20)")
_COMBINED: Final = re.compile(r"(ctrl|alt)\+[a-z]")
_NEVER: Final[Mapping[str, str]] = {
    "ctrl+c": "it always means leave",
    "ctrl+i": "terminals send it for tab",
    "ctrl+m": "terminals send it for enter",
    "ctrl+j": "terminals send it for enter",
    "ctrl+h": "terminals send it for backspace",
}
"""Combinations that are nobody's to choose, and why."""


def key_of(typed: str) -> str | None:
    """Return Textual's name of the key typed as a character or by name; None when there is no such key."""
    if len(typed) == 1:
        return _of_character(typed)
    name = typed.lower()
    shifted = name.removeprefix("shift+")
    is_named = name in NAMED or _FUNCTION.fullmatch(name) or (shifted != name and shifted in NAMED)
    if name not in _NEVER and (is_named or _COMBINED.fullmatch(name)):
        return name
    return name if name in _CHARACTERS else None


def taken(typed: str) -> str:
    """Return why a key as it is typed in a file is nobody's to choose; "" for all others."""
    return _NEVER.get(typed.lower(), "")


def character(key: str) -> str | None:
    """Return the character that a key types, None for a key that types none."""
    return key if len(key) == 1 else " " if key == "space" else _CHARACTERS.get(key)


def is_letter(key: str) -> bool:
    """Tell whether a key types a letter or a digit."""
    return len(key) == 1 and key.isalnum()


def is_function(key: str) -> bool:
    """Tell whether a key neither types nor moves anything where text is typed."""
    return key.startswith(("ctrl+", "alt+")) or bool(_FUNCTION.fullmatch(key))


def shown(key: str) -> str:
    """Return a key as a bar shows it."""
    return _SHORT.get(key) or (key if key == "space" else character(key) or key)


def called(key: str, typed: str | None) -> str:
    """Return what a key is called that types `typed`; "" for a modifier alone and the like."""
    if typed is not None and typed.isprintable() and typed.strip():
        return typed
    return shown(key) if character(key) is not None or key_of(key) is not None else ""


def listed(keys: Sequence[str]) -> str:
    """Return keys as the help lists them."""
    return ", ".join(map(shown, keys))


def _of_character(typed: str) -> str | None:
    if typed == " ":
        return "space"
    if typed.isalnum():
        return typed
    if typed in _KEYS or not typed.isprintable():
        return _KEYS.get(typed)
    named = unicodedata.name(typed, "").lower().replace("-", "_").replace(" ", "_")
    return named or None
