"""Text that cannot harm a terminal, as types: what other people wrote is one of these or is refused.

Nothing here knows markup: whoever shows such text shows it as literal content.
"""

import re
import unicodedata
from functools import cache
from typing import Annotated, Final

from msgspec import Meta

NAME_LENGTH: Final = 16
"""Characters of a person's name, at most."""
TITLE_LENGTH: Final = 32
"""Characters of a table's title, at most."""
LINE_LENGTH: Final = 300
"""Characters of a line of chat or of an explanation, at most."""

# Controls (C0, C1), all spaces but the plain one, marks that stack on any letter, marks that change
# direction, joiners and selectors, blanks that show nothing, signs that enclose what follows, surrogates,
# private use, tags: none of them has a place in a name, and each of them can hide, reorder or spill text in
# some terminal. The vowel marks of a script stay: without them its words cannot be written.
_HARMFUL: Final = (
    r"\x00-\x1f\x7f-\xa0\xad\u0300-\u036f\u0483-\u0489\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    r"\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f"
    r"\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164\ua66f-\ua672\ua674-\ua67d\ud800-\uf8ff\ufdd0-\ufdef"
    r"\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\uffff\U000110bd\U000110cd\U00013430-\U00013455"
    r"\U0001bca0-\U0001bca3\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b"
    r"\U000e0000-\U0010ffff"
)
_SHOWN: Final = rf"\A(?! )[^{_HARMFUL}]+(?<! )\Z"

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH, pattern=_SHOWN)]
"""A person's name: short, visible, one line."""
Title = Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH, pattern=_SHOWN)]
"""A table's title: short, visible, one line."""
Line = Annotated[str, Meta(min_length=1, max_length=LINE_LENGTH, pattern=_SHOWN)]
"""One line of chat or explanation: visible, without any control character."""
Word = Annotated[str, Meta(max_length=TITLE_LENGTH, pattern=rf"\A(?:{_SHOWN[2:-2]})?\Z")]
"""A code or password of a table, or "": visible, one line. It is a secret and is never shown in logs."""
Code = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"\A[a-z][a-z0-9-]*\Z")]
"""A stable kebab-case word that names a refusal, an option or a choice."""


def clean(text: str, length: int = LINE_LENGTH) -> str:
    """Return `text` as something the types above accept, or "" when nothing visible is left of it."""
    composed = unicodedata.normalize("NFC", text)
    is_plain = composed.isascii() and composed.isprintable()  # then there is nothing to look for
    spaced = " ".join((composed if is_plain else _harmful().sub(" ", composed)).split())
    return spaced[:length].strip()


def in_seconds(count: float) -> str:
    """Return a number of seconds in words: `1 second`, `2.5 seconds`."""
    number = f"{count:.0f}" if count == int(count) else f"{count:g}"
    return f"{number} second{'' if count == 1 else 's'}"


@cache
def _harmful() -> re.Pattern[str]:
    return re.compile(f"[{_HARMFUL}]")
