"""Sentences that mention keys, with the keys that a player has chosen instead. Pure.

The words of a game speak of the keys as they come: `u takes it back`, `pass (p)`, `press 0–4`.
"""

import re
from typing import Final

from ys_tui.keymap import Keymap, Typing

_MENTIONED: Final = r"""
      \b(?P<does>[A-Za-z])(?=\ (?:takes|tells|votes|agrees|changes|opens|does|says\ something|all\ of\ it)\b)
    | (?<=\()(?P<inside>[a-z])(?=[):]|\ (?:takes|changes)\b)
    | (?<=\bor\ )(?P<other>[a-z])(?=\ and\ a\ letter)
    | (?:(?<=\.\ )|^)(?P<first>[a-zP])(?=:\ )
    | \b(?P<digits>\d–\d)\b
    | \b(?P<named>Enter|Esc)\b
    """
_NAMED: Final = {"Enter": "enter", "Esc": "esc"}


def spoken(text: str, keymap: Keymap, typing: Typing) -> str:
    """Return `text` with the keys in force; as it is, where no key was chosen."""
    if keymap.is_usual:
        return text

    def typed(found: re.Match[str]) -> str:
        said = found[0]
        token = _NAMED.get(said) or said.replace("–", "-")
        shown = keymap.shown(token, typing)
        return said if shown == token else shown.replace("-", "–") if token[0].isdigit() else shown

    return re.sub(_MENTIONED, typed, text, flags=re.VERBOSE)
