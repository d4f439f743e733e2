"""How a path is shown to who may type it into a shell. Pure but for where home is."""

import shlex
from pathlib import Path
from typing import Final

from protocol.text import clean

_LONGEST: Final = 4_096
"""Characters of a path that are shown, at most."""


def shown(path: Path | str) -> str:
    """Return `path` as a shell takes it, shortened where it begins at home; nothing in it is harmful."""
    home = str(Path.home())
    inside = str(path).removeprefix(home + "/")
    return ("~/" if inside != str(path) else "") + shlex.quote(clean(inside, _LONGEST))
