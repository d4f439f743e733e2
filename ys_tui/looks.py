"""The glyph and letter of each seat and gem, in Unicode and ASCII, and the roles that colours play.

Nothing here knows a colour: a `Palette` is filled by a theme.
"""

from functools import lru_cache
from typing import Final
from unicodedata import normalize

from msgspec import Struct
from rich.cells import cell_len


class Marks(Struct, frozen=True):
    """The glyphs a board is drawn with; `ascii` when the terminal can show nothing else."""

    up: tuple[str, ...]
    """A broker face up, by seat."""
    down: tuple[str, ...]
    """A broker face down, by seat."""
    own: str
    """What follows the value of a face-down broker, where nothing else tells it from one face up."""
    arrows: str
    neutral: tuple[str, str]
    """A broker of a player who is no seat, face up and face down."""
    ascii: bool = False


UNICODE: Final = Marks(up=tuple("▲■◆●"), down=tuple("△□◇○"), own="", arrows="↑↓←→", neutral=("★", "☆"))
ASCII: Final = Marks(
    up=tuple("^#*o"), down=tuple("^#*o"), own="'", arrows="arrows", neutral=("N", "N"), ascii=True
)

LETTERS: Final = {"blue": "B", "green": "G", "yellow": "Y", "red": "R", "black": "K", "white": "W"}
"""The letter of each gem."""

_TWINS: Final = str.maketrans(
    {
        "▲": "^", "■": "#", "◆": "*", "●": "o", "△": "^", "□": "#", "◇": "*", "○": "o", "★": "N", "☆": "N",
        "─": "-", "┼": "+", "┃": "|", "│": "|", "▸": ">", "·": ".", "×": "x", "→": ">", "…": "~",
        "—": "-", "–": "-", "’": "'", "▀": "-", "▄": "-", "✓": "v",
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "«": '"', "»": '"',
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "ß": "s", "æ": "a", "œ": "o", "ı": "i",
    }
)  # fmt: skip


def ascii_twin(text: str) -> str:
    """Return `text` in ASCII and as many cells wide: letters without their accents, the rest as `?`."""
    twin = text.translate(_TWINS)
    return twin if twin.isascii() else "".join(map(_plain_letter, normalize("NFC", twin)))


def _plain_letter(character: str) -> str:
    if character.isascii():
        return character
    size = cell_len(character)
    letter = "".join(part for part in normalize("NFKD", character) if part.isascii())
    return letter if letter and len(letter) == size else "?" * size


def marks_for(encoding: str | None) -> Marks:
    """Return the glyphs that a terminal of this encoding can show."""
    return UNICODE if (encoding or "").lower().replace("-", "").replace("_", "") == "utf8" else ASCII


class Palette(Struct, frozen=True):
    """The colour of each role, as `#rrggbb`."""

    night: str
    """Background of everything."""
    panel: str
    bar: str
    row: str
    """A row that is lit: the seat that is awaited, the choice under the cursor."""
    line: str
    ink: str
    """Letters on a bright chip."""
    text: str
    label: str
    dim: str
    bright: str
    key: str
    """Prompts, keys, the name of the game."""
    character: str
    good: str
    bad: str
    spent: str
    """A chip that cannot be used."""
    port: str
    port_lit: str
    commerce: str
    commerce_lit: str
    palace: str
    palace_lit: str
    seat_0: str
    seat_1: str
    seat_2: str
    seat_3: str
    neutral: str
    """A player who is no seat."""
    blue: str
    green: str
    yellow: str
    red: str
    black: str
    white: str

    def seat(self, seat: int) -> str:
        """Return the colour of a seat; the colours repeat, the glyphs tell the rest."""
        return (self.seat_0, self.seat_1, self.seat_2, self.seat_3)[seat % 4]

    def gem(self, colour: str) -> str:
        """Return the colour of a gem."""
        return str(getattr(self, colour))

    def ring(self, name: str, *, lit: bool = False) -> str:
        """Return the ground of a ring of the city."""
        return str(getattr(self, f"{name}_lit" if lit else name))


@lru_cache(maxsize=256)
def luminance(colour: str) -> float:
    """Return how bright a colour `#rrggbb` is, from 0 for black to 1 for white (as WCAG 2 reckons it)."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_LINEAR: Final = 0.04045
"""Up to here a part of a colour is as bright as its number."""


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 for none to 21 (as WCAG 2 reckons it)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


READABLE: Final = 3.0
"""The contrast that large or bold letters need (WCAG 2)."""


@lru_cache(maxsize=256)
def legible(ground: str, *inks: str) -> str:
    """Return which of these colours reads best on a ground."""
    return max(inks, key=lambda ink: contrast(ink, ground))


def readable(ink: str, ground: str, otherwise: str) -> str:
    """Return a colour for bold letters on a ground: `ink` if it can be read there, `otherwise` if not."""
    return ink if contrast(ink, ground) >= READABLE else otherwise
