"""What a player has set and finds again at the next start: names and words, in one file of the profile."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from protocol.codec import BYTES, CodecError, pack, unpack
from protocol.text import Code
from ys_tui.client import files

PACE: Final = "count-speed"
"""The name under which the speed is kept at which counts are told."""
THEME: Final = "theme"
"""The name under which the theme is kept."""
GLYPHS: Final = "glyphs"
"""The name under which it is kept with which signs the screen is drawn."""
CALL: Final = "call"
"""The name under which it is kept how a player who looks elsewhere is called."""
_MOST: Final = 100

_Kept = Annotated[dict[Code, Code], Meta(max_length=_MOST)]


class Preferences:
    """The settings in the file `path`; without one they last as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file; one that is damaged, or was never written, holds nothing."""
        self._path = path
        self._kept: dict[str, str] = {}
        with suppress(CodecError, OSError):
            self._kept = self._load()

    def get(self, name: str) -> str:
        """Return what was set under `name`, "" for nothing."""
        return self._kept.get(name, "")

    def put(self, name: str, word: str) -> None:
        """Keep `word` under `name`; where nothing can be written it lasts as long as the program."""
        with suppress(CodecError, OSError):  # what another window has written
            self._kept = self._load()
        self._kept = {**self._kept, name: word}
        if self._path is not None:
            with suppress(OSError):
                files.replace(self._path, pack(self._kept))

    def _load(self) -> dict[str, str]:
        if self._path is None or not self._path.exists():
            return self._kept
        return dict(unpack(files.read(self._path, BYTES), _Kept))
