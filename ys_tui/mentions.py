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
    | (?<=:\ )(?P<help>\?)(?=\ shows\b)
    """
_NAMED: Final = {"Enter": "enter", "Esc": "esc"}


_NAMELY: Final = re.compile(r"\{(?P<scope>[a-z]+):(?P<key>[^}]+)\}")
_CHOOSING: Final = Typing("table", is_moving=True)
"""What keys mean at the table while an answer or a place is to be chosen."""


def named(text: str, keymap: Keymap) -> str:
    """Return `text` with the keys in force for those that stand in it as `{table:u}`: a scope, and a key.

    In place of a scope, `choosing` is the table while the arrows have something to choose.
    """

    def typed(found: re.Match[str]) -> str:
        said, scope = found["key"], found["scope"]
        token = _NAMED.get(said) or said
        shown = keymap.shown(token, _CHOOSING if scope == "choosing" else Typing(scope))
        return said if shown == token else shown

    return _NAMELY.sub(typed, text)


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
