"""The board of Ys as lines of styled text, pure: what a drawing depends on, brokers, the city, phrases.

Market, players and the hand are in the modules beside this one; which words are used, in `words`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from rich.segment import Segment

from protocol.game import NATURE, Seat, View
from protocol.games.ys.board import (
    AREAS,
    GONE,
    NEIGHBORHOOD_OF,
    RING_OF,
    SQUARES,
    Spot,
)
from protocol.games.ys.state import Broker, Phase, State
from protocol.seals import Token
from ys_tui.games.ys.words import Phrase, card_name
from ys_tui.lines import GLUE, Line, Lines, fit, pad, place, right, style, width
from ys_tui.looks import LETTERS, Marks, Palette

CITY_SIZE: Final = (51, 10)
BOARD_WIDTH: Final = 80


class Scene(Struct, frozen=True):
    """Everything that a drawing of the board depends on."""

    view: View[State]
    palette: Palette
    marks: Marks
    fresh: frozenset[Token] = frozenset()
    """Brokers of the draft: shown in place, not sent."""
    cursor: Spot | None = None
    legal: tuple[Spot, ...] = ()
    """Places that can be chosen now."""
    letters: Mapping[Spot, str] = {}
    """The letter that jumps to each legal place, while they are shown."""
    awaited: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    """Seats whose person is not connected."""
    lit: frozenset[str] = frozenset()
    """Places that a count is about, as its events name them."""

    @property
    def state(self) -> State:
        """The state that is drawn."""
        return self.view.state

    def value(self, broker: Broker) -> int | None:
        """Return the value of a broker as far as the viewer knows it."""
        if broker.value is not None:
            return broker.value
        opening = self.view.known.get(broker.token)
        return None if opening is None else opening.value


# --- brokers ---------------------------------------------------------------------------------------


def chip(scene: Scene, broker: Broker, ground: str) -> Segment:
    """Return one broker: filled with its value when open, hollow with value or `?` when not."""
    return _group(scene, (broker,), ground)


def _group(scene: Scene, brokers: Sequence[Broker], ground: str, gap: str = "") -> Segment:
    """Return brokers of one seat that lie the same way: its glyph once, then their values."""
    owner, is_open = brokers[0].owner, brokers[0].value is not None
    values = tuple(scene.value(broker) for broker in brokers)
    digits = gap.join("?" if value is None else str(value) for value in values)
    colour = scene.palette.seat(owner)
    if is_open:
        return Segment(scene.marks.up[owner] + digits, style(scene.palette.ink, colour, bold=True))
    own = scene.marks.own if any(value is not None for value in values) else ""
    return Segment(scene.marks.down[owner] + digits + own, style(colour, ground))


def _spaced(pieces: Sequence[Segment], gap: str, ground: str) -> Line:
    blank = Segment(gap, style(ground, ground))
    return tuple(
        part for number, piece in enumerate(pieces) for part in ((blank, piece) if number else (piece,))
    )


def _grouped(scene: Scene, brokers: Sequence[Broker], ground: str, gap: str = "") -> tuple[Segment, ...]:
    kinds = tuple(dict.fromkeys((broker.owner, broker.value is not None) for broker in brokers))
    return tuple(
        _group(scene, [each for each in brokers if (each.owner, each.value is not None) == kind], ground, gap)
        for kind in sorted(kinds)
    )


def _sums(
    scene: Scene, brokers: Sequence[Broker], ground: str, *, short: bool, unknown: str = "?"
) -> tuple[Segment, ...]:
    """Return how many brokers each seat has and what they sum up to, `unknown` when some are not known."""
    pieces = []
    for owner in sorted({broker.owner for broker in brokers}):
        values = [scene.value(broker) for broker in brokers if broker.owner == owner]
        total = f"{sum(value or 0 for value in values)}{unknown * (None in values)}"
        words = total if short else f"×{len(values)}={total}"
        pieces.append(
            Segment(scene.marks.up[owner] + words, style(scene.palette.seat(owner), ground, bold=True))
        )
    return tuple(pieces)


def brokers_line(
    scene: Scene, brokers: Sequence[Broker], room: int, ground: str, *, last: bool = True
) -> Line | None:
    """Return the brokers of a place in at most `room` cells; None if that is too few and no `last` resort.

    One by one if there is room, else by seat, in the last resort as sums.
    """
    one_by_one = tuple(chip(scene, broker, ground) for broker in brokers)
    forms = [_spaced(one_by_one, " ", ground), _spaced(_grouped(scene, brokers, ground, " "), " ", ground)]
    if last:
        dense = _grouped(scene, brokers, ground)
        forms += [_spaced(dense, " ", ground), dense]
        forms += [_spaced(_sums(scene, brokers, ground, short=short), " ", ground) for short in (False, True)]
    return next((form for form in forms if width(form) <= room), forms[-1] if last else None)


# --- the city --------------------------------------------------------------------------------------

_LABEL: Final = 11
_SHORT_LABEL: Final = 5


def city(scene: Scene) -> Lines:
    """Return the four neighborhoods, two beside two."""
    night = style(scene.palette.text, scene.palette.night)
    blank = fit((), CITY_SIZE[0], night)
    lines: list[Line] = []
    for west, east in ((1, 2), (3, 4)):
        pairs = zip(neighborhood(scene, west), neighborhood(scene, east), strict=True)
        lines += [place(((0, left), (26, its)), CITY_SIZE[0], night) for left, its in pairs]
        lines.append(blank)
    return tuple(lines)


def neighborhood(scene: Scene, number: int, cells: int = 25) -> Lines:
    """Return a neighborhood: its gems and character, then its three areas."""
    areas = tuple(spot for spot in AREAS if NEIGHBORHOOD_OF[spot] == number)
    return (_gate(scene, number, cells), *(area(scene, spot, cells) for spot in areas))


def _gate(scene: Scene, number: int, cells: int) -> Line:
    palette, state = scene.palette, scene.state
    gems = state.ports[number - 1] if len(state.ports) >= number else ()
    card = state.palaces[number - 1] if len(state.palaces) >= number else ""
    is_counted = state.phase is Phase.CITY and state.area == number
    head = Segment(
        f"{'▸' if is_counted else ' '}{number} ",
        style(palette.key if is_counted else palette.bright, palette.night, bold=True),
    )
    name = Segment(
        right(card_name(card), 9) if card else right("—", 9),
        style(palette.character if card else palette.dim, palette.night),
    )
    return place(
        ((0, (head, *(gem_chip(scene, gem) for gem in gems))), (cells - 9, (name,))),
        cells,
        style(palette.text, palette.night),
    )


def gem_chip(scene: Scene, gem: str) -> Segment:
    """Return a gem, or the place of one that is gone."""
    palette = scene.palette
    if not gem:
        return Segment(" · ", style(palette.dim, palette.night))
    dark = gem in {"blue", "red", "black"}
    return Segment(
        f" {LETTERS[gem]} ", style(palette.bright if dark else palette.ink, palette.gem(gem), bold=True)
    )


def area(scene: Scene, spot: Spot, cells: int) -> Line:
    """Return one area: the mark of the cursor, its name, the brokers that stand there."""
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot)
    is_drafted = any(broker.token in scene.fresh for broker in brokers)
    is_lit = scene.cursor == spot or is_drafted or spot in scene.lit
    ground = palette.ring(RING_OF[spot], lit=is_lit)
    before = lead(scene, spot, ground, is_drafted=is_drafted)
    name = RING_OF[spot].capitalize()
    long = brokers_line(scene, brokers, cells - _LABEL, ground, last=False)
    label_size = _SHORT_LABEL if long is None else _LABEL
    label = name[:2] if long is None else name
    line = long or brokers_line(scene, brokers, cells - _SHORT_LABEL, ground) or ()
    colour = palette.bright if is_lit else palette.label
    fill = style(colour, ground)
    parts: Line = (*before, Segment(pad(label, label_size - 2), fill), *line)
    if is_drafted and width(parts) + 6 <= cells:
        parts += (Segment(" draft", style(palette.key, ground)),)
    return fit(parts, cells, fill)


def lead(scene: Scene, spot: Spot, ground: str, *, is_drafted: bool) -> Line:
    """Return what stands before a place: its letter, the cursor, or the mark of the draft."""
    key = style(scene.palette.key, ground, bold=True)
    if spot in scene.letters:
        return (
            Segment(scene.letters[spot], style(scene.palette.ink, scene.palette.key, bold=True)),
            Segment(" ", key),
        )
    mark = "▸" if scene.cursor == spot or spot in scene.lit else "+" if is_drafted else " "
    return (Segment(f"{mark} ", key),)


# --- phrases ---------------------------------------------------------------------------------------


def paint(
    phrase: Phrase, names: Sequence[str], palette: Palette, marks: Marks, ground: str, *, colour: str = ""
) -> Line:
    """Return a phrase as a line: each seat by its glyph in its colour, and its name."""
    words = style(colour or palette.text, ground)
    parts: list[Segment] = []
    for part in phrase:
        if isinstance(part, str):
            parts.append(Segment(part, words))
        elif part != NATURE:
            parts.append(Segment(f"{marks.up[part]}{GLUE}", style(palette.seat(part), ground)))
            parts.append(Segment(names[part], words))
    return tuple(parts)


def standing_here(scene: Scene, spot: Spot) -> Line:
    """Return who has how much in a place as far as the viewer knows: what counting it now would compare."""
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot and broker.spot != GONE)
    if not brokers or spot in SQUARES:
        return ()
    known = _sums(scene, brokers, palette.night, short=True, unknown="+?")
    sums = _spaced(known, " ", palette.night)
    return (Segment("as known here  ", style(palette.dim, palette.night)), *sums)
