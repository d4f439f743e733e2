"""The board of Ys as lines of styled text, pure: what a drawing depends on, brokers, marks, phrases.

City, market, players and the hand are in the modules beside this one; which words are used, in `words`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from rich.segment import Segment

from protocol.game import NATURE, Seat, View
from protocol.games.ys.board import AREAS, LINE_OF, Spot
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.state import Broker, State
from protocol.seals import Token
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.words import Phrase
from ys_tui.lines import GLUE, Line, Lines, style, width
from ys_tui.looks import LETTERS, Marks, Palette, legible

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
    succeeded: tuple[Seat, ...] = ()
    """Seats that have left, and that a bot takes as the next round begins, unless their player does."""
    returning: tuple[Seat, ...] = ()
    """Seats that have left, and that the viewer has again as the next round begins."""
    lit: frozenset[str] = frozenset()
    """Places that a count or the answer under the cursor is about, as events name them."""
    picked: frozenset[str] = frozenset()
    """Places of what was picked before for the same card."""
    people: tuple[str, ...] = ()
    """What all players are called now; empty as long as everybody sits as the game began."""
    bots: tuple[str, ...] = ()
    """What has each seat where that is a bot, "" for a person; empty where nobody is told apart."""

    @property
    def names(self) -> tuple[str, ...]:
        """What all players are called, the neutral one last if there is one."""
        return self.people or names(self.state.setup)

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


def on_panel(scene: Scene) -> Scene:
    """Return the scene as it is drawn on the ground of a panel."""
    return replace(scene, palette=replace(scene.palette, night=scene.palette.panel))


# --- brokers ---------------------------------------------------------------------------------------


def chip(scene: Scene, broker: Broker, ground: str) -> Segment:
    """Return one broker: filled with its value when open, hollow with value or `?` when not."""
    return group(scene, (broker,), ground)


def group(scene: Scene, brokers: Sequence[Broker], ground: str, gap: str = "") -> Segment:
    """Return brokers of one seat that lie the same way: its glyph once, then their values."""
    owner, is_open = brokers[0].owner, brokers[0].up
    values = tuple(scene.value(broker) for broker in brokers)
    digits = gap.join("?" if value is None else str(value) for value in values)
    colour = scene.palette.seat(owner)
    if is_open:
        return Segment(scene.marks.up[owner] + digits, style(scene.palette.ink, colour, bold=True))
    own = scene.marks.own if any(value is not None for value in values) else ""
    return Segment(scene.marks.down[owner] + digits + own, style(colour, ground))


def spaced(pieces: Sequence[Segment], gap: str, ground: str) -> Line:
    """Return pieces with a gap between them."""
    blank = Segment(gap, style(ground, ground))
    return tuple(
        part for number, piece in enumerate(pieces) for part in ((blank, piece) if number else (piece,))
    )


def _grouped(scene: Scene, brokers: Sequence[Broker], ground: str, gap: str = "") -> tuple[Segment, ...]:
    kinds: dict[tuple[Seat, bool, bool], list[Broker]] = {}
    for broker in brokers:
        kinds.setdefault((broker.owner, broker.up, broker.token in scene.fresh), []).append(broker)
    return tuple(
        _marked(group(scene, kinds[owner, is_up, is_drafted], ground, gap), is_drafted=is_drafted)
        for owner, is_up, is_drafted in sorted(kinds)
    )


def _marked(drawn: Segment, *, is_drafted: bool) -> Segment:
    """Return brokers of one seat with the mark of the draft before them if they are of it."""
    return Segment(f"+{drawn.text}", drawn.style) if is_drafted else drawn


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
    forms = [spaced(pieces, gap, ground) for pieces, gap in _forms(scene, brokers, ground)]
    forms = forms if last else forms[:_WHOLE]
    return next((form for form in forms if width(form) <= room), forms[-1] if last else None)


def brokers_rows(
    scene: Scene, brokers: Sequence[Broker], rooms: Sequence[int], ground: str, *, last: bool = True
) -> Lines | None:
    """Return the brokers of a place in rows of at most `rooms` cells, in the forms of `brokers_line`."""
    forms = _forms(scene, brokers, ground)
    tried = [_rows(pieces, gap, rooms, ground) for pieces, gap in (forms if last else forms[:_WHOLE])]
    return next((rows for rows, is_whole in tried if is_whole), tried[-1][0] if last else None)


_WHOLE: Final = 2
"""Forms in which every broker is told, with gaps between them."""


def _forms(scene: Scene, brokers: Sequence[Broker], ground: str) -> tuple[tuple[Line, str], ...]:
    """Return pieces and the gap between them: one by one, by seat, closer together, in the end as sums."""
    dense = _grouped(scene, brokers, ground)
    single = tuple(
        _marked(chip(scene, broker, ground), is_drafted=broker.token in scene.fresh) for broker in brokers
    )
    return (
        (single, " "),
        (_grouped(scene, brokers, ground, " "), " "),
        (dense, " "),
        (dense, ""),
        (_sums(scene, brokers, ground, short=False), " "),
        (_sums(scene, brokers, ground, short=True), " "),
    )


def _rows(pieces: Line, gap: str, rooms: Sequence[int], ground: str) -> tuple[Lines, bool]:
    """Return pieces row by row, and whether all of them have found room."""
    rows: list[Line] = []
    left = list(pieces)
    for room in rooms:
        taken: list[Segment] = []
        while left and width(taken) + len(gap) * len(taken) + width(left[:1]) <= room:
            taken.append(left.pop(0))
        rows.append(spaced(taken, gap, ground))
    return tuple(rows), not left


# --- places -----------------------------------------------------------------------------------------


def gem_chip(scene: Scene, gem: str) -> Segment:
    """Return a gem, or the place of one that is gone."""
    palette = scene.palette
    if not gem:
        return Segment(" · ", style(palette.dim, palette.night))
    ground = palette.gem(gem)
    return Segment(
        f" {LETTERS[gem]} ", style(legible(ground, palette.ink, palette.bright), ground, bold=True)
    )


def lead(scene: Scene, spot: Spot, ground: str, *, is_drafted: bool) -> Line:
    """Return what stands before a place: its letter, the cursor, or the mark of the draft."""
    key = style(scene.palette.key, ground, bold=True)
    if spot in scene.letters:
        return (
            Segment(scene.letters[spot], style(scene.palette.ink, scene.palette.key, bold=True)),
            Segment(" ", key),
        )
    is_here = scene.cursor == spot or spot in scene.lit
    mark = "▸" if is_here else "✓" if spot in scene.picked else "+" if is_drafted else " "
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
    """Return who has how much in an area, or in the whole line of a square, as far as the viewer knows."""
    line = LINE_OF.get(spot)
    if line is None:
        return standing(scene, {spot}, "here") if spot in AREAS else ()
    return standing(scene, SQUARES_OF[line], f"in line {line}")


def standing(scene: Scene, spots: Collection[Spot], where: str) -> Line:
    """Return who has how much at `spots` as far as the viewer knows: what counting now would compare.

    `where` stands before it; nothing is said where nobody is.
    """
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot in spots)
    if not brokers:
        return ()
    known = _sums(scene, brokers, palette.night, short=True, unknown="+?")
    sums = spaced(known, " ", palette.night)
    return (Segment(f"as known {where}  ", style(palette.dim, palette.night)), *sums)
