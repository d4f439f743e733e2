"""Styled text as the terminal's codes, where only what differs from the text before is said. No links."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style

_SEEN: Final = 1_024
"""Styles whose codes are remembered."""
_USUAL_FORE, _USUAL_BACK = ("39",), ("49",)
"""What gives the terminal its own colours again."""
_SEEN_ON_BLANKS: Final = frozenset({"4", "5", "6", "7", "9", "21", "51", "52", "53"})
"""Codes that show where there is no ink: lines, frames, and ink for ground."""


class _Look(NamedTuple):
    """How a style looks, as codes: its attributes, its ink and its ground."""

    attributes: frozenset[str] = frozenset()
    fore: tuple[str, ...] = _USUAL_FORE
    back: tuple[str, ...] = _USUAL_BACK

    def of_blanks(self) -> "_Look":
        """Return how a blank in this look looks: without ink."""
        seen = self.attributes & _SEEN_ON_BLANKS
        return self if seen else _Look(back=self.back)


_PLAIN: Final = _Look()

Cell = tuple[str, _Look]
"""A character of one cell and how it looks; equal cells look the same."""


class Pen:
    """Writes on one terminal; it remembers how it wrote last, and begins without a style."""

    def __init__(self, console: Console) -> None:
        """Write in the colours that `console` can show."""
        self._system = COLOR_SYSTEMS.get(console.color_system or "truecolor", ColorSystem.TRUECOLOR)
        self._look = self._blank = _PLAIN
        """How it wrote last, and how a blank looks that is written so."""

    def cells(self, segment: Segment) -> list[Cell]:
        """Return the characters of a segment, each of which takes one cell."""
        look = self._look_of(segment)
        blank: Cell = (" ", look.of_blanks())
        return [blank if sign == " " else (sign, look) for sign in segment.text]

    def written(self, segments: Iterable[Segment]) -> Iterator[str]:
        """Yield what writes the segments."""
        for segment in segments:
            yield from self._turned_to(self._look_of(segment))
            yield segment.text

    def cells_written(self, cells: Iterable[Cell]) -> Iterator[str]:
        """Yield what writes those cells."""
        for sign, look in cells:
            if sign != " " or look != self._blank:
                yield from self._turned_to(look)
            yield sign

    def _look_of(self, segment: Segment) -> _Look:
        return _PLAIN if segment.style is None else _look(segment.style, self._system)

    def _turned_to(self, look: _Look) -> Iterator[str]:
        if look != self._look:
            yield _turned(self._look, look)
            self._look, self._blank = look, look.of_blanks()

    def lifted(self) -> str:
        """Return what takes the last style back: what others write next looks as they mean it."""
        before, self._look, self._blank = self._look, _PLAIN, _PLAIN
        return "" if before == _PLAIN else "\x1b[0m"


@lru_cache(_SEEN)
def _look(style: Style, system: ColorSystem) -> _Look:
    """Return the codes of a style; Rich alone knows those of the attributes."""
    attributes = style.without_color.render("-", color_system=system).partition("m-")[0]
    return _Look(
        frozenset(attributes.removeprefix("\x1b[").split(";")) - {"-", ""},
        _codes(style.color, system, foreground=True) or _USUAL_FORE,
        _codes(style.bgcolor, system, foreground=False) or _USUAL_BACK,
    )


def _codes(color: Color | None, system: ColorSystem, *, foreground: bool) -> tuple[str, ...]:
    return () if color is None else color.downgrade(system).get_ansi_codes(foreground=foreground)


@lru_cache(_SEEN)
def _turned(before: _Look, after: _Look) -> str:
    """Return what makes a terminal that writes as `before` write as `after`."""
    codes: list[str] = []
    if not before.attributes <= after.attributes:  # none can be taken back alone everywhere
        codes, before = ["0"], _PLAIN
    codes += sorted(after.attributes - before.attributes, key=int)
    codes += after.fore if after.fore != before.fore else ()
    codes += after.back if after.back != before.back else ()
    return f"\x1b[{';'.join(codes)}m"
